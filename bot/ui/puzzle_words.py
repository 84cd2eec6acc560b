"""The words of puzzles: what is to be found, how hard it is, how a game goes on."""

from collections.abc import Sequence
from gettext import NullTranslations

from bot.matches.puzzles import Progress
from bot.ui.words import move_label, ruleset_name
from engine import Colour, Difficulty, Goal, Move, Position, Puzzle, Ruleset


def difficulty_name(words: NullTranslations, difficulty: Difficulty) -> str:
    """Easy, medium or hard."""
    _ = words.gettext
    return {
        Difficulty.EASY: _("easy"),
        Difficulty.MEDIUM: _("medium"),
        Difficulty.HARD: _("hard"),
    }[difficulty]


def task(words: NullTranslations, puzzle: Puzzle) -> str:
    """What the right move of a puzzle does, for whom."""
    _ = words.gettext
    white = puzzle.position.turn is Colour.WHITE
    if puzzle.goal is Goal.WIN:
        return _("White to play and win.") if white else _("Black to play and win.")
    return _("White to play and save the draw.") if white else _("Black to play and save the draw.")


def traits(words: NullTranslations, puzzle: Puzzle) -> str:
    """How hard a puzzle is, and its ruleset where that is not the usual one: ``hard · Pilotis``."""
    parts = [difficulty_name(words, puzzle.difficulty)]
    if puzzle.ruleset is not Ruleset.PYRGA:
        parts.append(ruleset_name(words, puzzle.ruleset))
    return " · ".join(parts)


def progress_line(words: NullTranslations, progress: Progress) -> str:
    """How many puzzles somebody has solved, of each difficulty too."""
    tallies = progress.values()
    sentence = words.gettext("You have solved {solved} of {total} puzzles").format(
        solved=sum(tally.solved for tally in tallies), total=sum(tally.total for tally in tallies)
    )
    parts = [
        f"{difficulty_name(words, difficulty)} {tally.solved}/{tally.total}"
        for difficulty, tally in progress.items()
    ]
    return f"-# {' · '.join([sentence, *parts])}"


def moves_text(moves: Sequence[Move]) -> str:
    """Moves in signs, in the order played: ``▲c2↑, ■ c3``."""
    return ", ".join(move_label(move) for move in moves)


def ending(words: NullTranslations, position: Position) -> str:
    """How the game ends here, in a sentence; empty while it goes on."""
    _ = words.gettext
    outcome = position.outcome()
    if outcome is None:
        return ""
    if outcome.winner is None:
        return _("That is a draw.")
    return _("White wins.") if outcome.winner is Colour.WHITE else _("Black wins.")
