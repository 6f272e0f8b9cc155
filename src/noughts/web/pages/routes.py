"""Every page."""

from __future__ import annotations

from noughts.web.pages.analysis import AnalysisPages
from noughts.web.pages.games import GamePages
from noughts.web.pages.puzzles import PuzzlePages
from noughts.web.pages.rooms import RoomPages

PAGES = (GamePages, AnalysisPages, PuzzlePages, RoomPages)
