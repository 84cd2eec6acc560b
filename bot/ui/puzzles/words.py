"""The words for puzzles: what to find, how hard it is, how a game goes on."""

from collections.abc import Sequence
from gettext import NullTranslations

from bot.matches.puzzles.puzzles import Progress
from bot.ui.text.words import colour_name, move_text, ruleset_name
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
    return _("White to play and draw.") if white else _("Black to play and draw.")


def traits(words: NullTranslations, puzzle: Puzzle) -> str:
    """How hard a puzzle is, and its ruleset if that is unusual: ``hard · Pilotis``."""
    parts = [difficulty_name(words, puzzle.difficulty)]
    if puzzle.ruleset is not Ruleset.PYRGA:
        parts.append(ruleset_name(words, puzzle.ruleset))
    return " · ".join(parts)


def progress_line(words: NullTranslations, progress: Progress) -> str:
    """How many puzzles someone has solved, in all and of each difficulty."""
    tallies = progress.values()
    sentence = words.gettext("You've solved {solved} of {total} puzzles").format(
        solved=sum(tally.solved for tally in tallies), total=sum(tally.total for tally in tallies)
    )
    parts = [
        f"{difficulty_name(words, difficulty)} {tally.solved}/{tally.total}"
        for difficulty, tally in progress.items()
    ]
    return f"-# {' · '.join([sentence, *parts])}"


def streak_line(words: NullTranslations, streak: int) -> str:
    """What to say to someone who has solved the puzzle of the day, as which in a row."""
    if streak == 1:
        return words.gettext(
            "🔥 That's the puzzle of the day! Solve tomorrow's, too, and you're on a streak."
        )
    sentence = words.ngettext(
        "🔥 That's the puzzle of the day! You've solved {number} in a row.",
        "🔥 That's the puzzle of the day! You've solved {number} in a row.",
        streak,
    )
    return sentence.format(number=streak)


def course(words: NullTranslations, position: Position, line: Sequence[Move]) -> str:
    """How a game goes on from a position: the reply, the rest of the line, and the end if it gets there."""
    _ = words.gettext
    sentences = []
    if line:
        reply = _("{colour} replies {move}.")
        colour = colour_name(words, position.turn)
        sentences.append(reply.format(colour=colour, move=f"**{move_text(line[0])}**"))
    if len(line) > 1:
        rest = ", ".join(map(move_text, line[1:]))
        sentences.append(_("Best play continues: {moves}.").format(moves=rest))
    for move in line:
        position = position.play(move)
    sentences.append(ending(words, position))
    return " ".join(filter(None, sentences))


def ending(words: NullTranslations, position: Position) -> str:
    """How the game ends here, in a sentence; empty while it goes on."""
    _ = words.gettext
    outcome = position.outcome()
    if outcome is None:
        return ""
    if outcome.winner is None:
        return _("That's a draw.")
    return _("White wins.") if outcome.winner is Colour.WHITE else _("Black wins.")
