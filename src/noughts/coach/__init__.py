"""The value of every move, and the reasons for it."""

from noughts.coach.analysis import Analysis, analyse
from noughts.coach.explanation import explain, hint
from noughts.coach.puzzle import Goal, Puzzle, puzzles
from noughts.coach.reviews import EndingReason, Review, ending, review, review_text
from noughts.coach.text import Explanation, explanation_text

__all__ = [
    "Analysis",
    "EndingReason",
    "Explanation",
    "Goal",
    "Puzzle",
    "Review",
    "analyse",
    "ending",
    "explain",
    "explanation_text",
    "hint",
    "puzzles",
    "review",
    "review_text",
]
