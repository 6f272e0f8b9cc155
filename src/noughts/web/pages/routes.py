"""Every page."""

from __future__ import annotations

from noughts.web.pages.analysis import AnalysisPages
from noughts.web.pages.games import GamePages
from noughts.web.pages.languages import LanguagePages
from noughts.web.pages.learn import LearnPages
from noughts.web.pages.offline import OfflinePages
from noughts.web.pages.puzzles import PuzzlePages
from noughts.web.pages.rooms import RoomPages
from noughts.web.pages.tutorial import tutorial_file

PAGES = (
    *(GamePages, LearnPages, AnalysisPages, PuzzlePages),
    *(RoomPages, LanguagePages, OfflinePages, tutorial_file),
)
