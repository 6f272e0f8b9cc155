"""The value of every move, and the reasons for it."""

from noughts.coach.explanation import Explanation, explain
from noughts.coach.puzzle import Goal, Puzzle, puzzles
from noughts.coach.reviews import EndingReason, Review, ending, review, review_text
from noughts.coach.text import explanation_text

__all__ = [
    "EndingReason",
    "Explanation",
    "Goal",
    "Puzzle",
    "Review",
    "ending",
    "explain",
    "explanation_text",
    "puzzles",
    "review",
    "review_text",
]
