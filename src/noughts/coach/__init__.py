"""What every move is worth, and why."""

from noughts.coach.endings import EndingReason, ending
from noughts.coach.explanation import Explanation, explain
from noughts.coach.puzzle import Goal, Puzzle, puzzles
from noughts.coach.reviews import Review, review, review_text
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
