"""Buttons and a menu that one room shows and another one answers."""

from bot.matches.values.lines import Line
from bot.matches.values.standings import HistoryFilter
from bot.ui.message.custom_ids import Count, CustomId
from engine import Level


class OpenAnalysis(CustomId, word="analyze"):
    """Opens an analysis board after ``line``."""

    line: Line


class OpenLesson(CustomId, word="lesson"):
    """Opens a step of the lesson, the first being 1."""

    step: Count


class OpenAnyPuzzle(CustomId, word="any-puzzle"):
    """Opens the next puzzle that the person hasn't finished."""


class PlayComputer(CustomId, word="computer"):
    """Starts a game with the computer.

    The default ``level`` is one above the highest that the person has beaten.
    """

    level: Level | None


class ChooseOpponent(CustomId, word="opponent"):
    """The menu of the people who can be challenged."""


class ShowHelp(CustomId, word="help"):
    """Explains the buttons of ``game`` and what moves are possible in it."""

    game: int


class ShowHistory(CustomId, word="history"):
    """Shows a page, the first being 0, of a player's finished games, with the filters that apply."""

    player: int
    wanted: HistoryFilter
    page: Count


class ShowReplay(CustomId, word="replay"):
    """Shows the last position of ``game``."""

    game: int


class ShowReview(CustomId, word="review"):
    """Reviews ``game``."""

    game: int
