"""What every move is worth, and the true reason why."""

from noughts.coach.explain import Explanation, explain
from noughts.coach.puzzles import Goal, Puzzle, puzzles
from noughts.coach.review import Review, review
from noughts.coach.words import explanation_text, review_text

__all__ = [
    "Explanation",
    "Goal",
    "Puzzle",
    "Review",
    "explain",
    "explanation_text",
    "puzzles",
    "review",
    "review_text",
]
