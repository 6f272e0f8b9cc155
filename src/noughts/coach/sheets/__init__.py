"""Sheets of puzzles to print: the puzzles on one page, their answers on another."""

from noughts.coach.sheets.choice import MOST_PUZZLES, choose_puzzles
from noughts.coach.sheets.layout import Page, Path, Words, pages
from noughts.coach.sheets.pdf import pdf_of
from noughts.coach.sheets.svg import svg_of

__all__ = ["MOST_PUZZLES", "Page", "Path", "Words", "choose_puzzles", "pages", "pdf_of", "svg_of"]
