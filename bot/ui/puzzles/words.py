"""The words for puzzles: what to find, how hard they are, and how a game goes on."""

from collections.abc import Sequence
from gettext import NullTranslations

from bot.ui.text.values import ending
from bot.ui.text.words import (
    freezes_text,
    grouped,
    move_text,
    percentage,
    rating_text,
    ruleset_name,
    signed,
)
from bot.use_cases.puzzles.puzzle_ratings import SolverChange
from bot.use_cases.puzzles.puzzles import PuzzleRecord, PuzzleTraits
from bot.use_cases.puzzles.streaks import DailyStreak, SolvedToday
from engine import Color, Difficulty, Goal, Move, Position, Puzzle, Ruleset, Value


def difficulty_name(words: NullTranslations, difficulty: Difficulty) -> str:
    """Return easy, medium or hard, standing alone."""
    pgettext = words.pgettext
    return {
        # Translators: how hard a puzzle is, in small print, such as "hard · Pilotis".
        Difficulty.EASY: pgettext("difficulty of a puzzle", "easy"),
        Difficulty.MEDIUM: pgettext("difficulty of a puzzle", "medium"),
        Difficulty.HARD: pgettext("difficulty of a puzzle", "hard"),
    }[difficulty]


def task(words: NullTranslations, puzzle: Puzzle) -> str:
    """Return what the right move of a puzzle achieves, and for whom."""
    _ = words.gettext
    white = puzzle.position.turn is Color.WHITE
    if puzzle.goal is Goal.WIN:
        return _("White to play and win.") if white else _("Black to play and win.")
    return _("White to play and draw.") if white else _("Black to play and draw.")


def traits_text(words: NullTranslations, puzzle: Puzzle, difficulty: Difficulty) -> str:
    """Return how hard a puzzle is, and its ruleset if that's unusual: ``hard · Pilotis``."""
    parts = [difficulty_name(words, difficulty)]
    if puzzle.ruleset is not Ruleset.PYRGA:
        parts.append(ruleset_name(words, puzzle.ruleset))
    return " · ".join(parts)


def puzzle_label(words: NullTranslations, puzzle: Puzzle, traits: PuzzleTraits) -> str:
    """Return a puzzle in a list: ``e66p4 · hard · Pilotis · White to play and win.``."""
    return f"{puzzle.number} · {traits_text(words, puzzle, traits.difficulty)} · {task(words, puzzle)}"


def record_line(words: NullTranslations, record: PuzzleRecord) -> str:
    """Return how someone is doing: puzzles solved, on the first try, the streak of those, and the rating."""
    _ = words.gettext
    solved = words.ngettext(
        "You've solved {solved} of {total} puzzle", "You've solved {solved} of {total} puzzles", record.total
    )
    parts = [solved.format(solved=grouped(words, record.solved), total=grouped(words, record.total))]
    if record.first_tries:
        # Before the first success, the share would only discourage.
        share = percentage(words, record.first_tries / record.tried)
        # Translators: in small print after "You've solved 5 of 900 puzzles"; {share} is a percentage.
        parts.append(_("{share} on the first try").format(share=share))
    if record.best_streak:
        # Translators: in small print: how many puzzles in a row were solved on the first try.
        parts.append(_("streak {streak} (best {best})").format(streak=record.streak, best=record.best_streak))
    if record.rating is not None:
        rating = rating_text(record.rating, deviation=record.deviation)
        # Translators: in small print: the rating as a solver of puzzles.
        parts.append(_("rating {rating}").format(rating=rating))
    return f"-# {' · '.join(parts)}"


def change_line(words: NullTranslations, change: SolverChange) -> str:
    """Return how someone's first move changed their puzzle rating and streak."""
    # Translators: {change} is how much it changed, such as "+12".
    rating = words.gettext("Puzzle rating {rating} ({change})").format(
        rating=rating_text(change.after, deviation=change.deviation),
        change=signed(round(change.after) - round(change.before)),
    )
    if change.streak <= 1:
        return f"-# {rating}"
    # Translators: in small print after a rating: puzzles solved on the first try.
    streak = words.ngettext("{number} in a row", "{number} in a row", change.streak)
    return f"-# {rating} · {streak.format(number=change.streak)}"


def puzzle_rating_line(words: NullTranslations, traits: PuzzleTraits) -> str:
    """Return how hard a puzzle has turned out to be; empty until enough people have tried it."""
    if not traits.is_settled:
        return ""
    sentence = words.ngettext(
        "This puzzle is rated {rating} after {number} attempt.",
        "This puzzle is rated {rating} after {number} attempts.",
        traits.attempts,
    )
    return f"-# {sentence.format(rating=round(traits.rating), number=traits.attempts)}"


def verdict(words: NullTranslations, puzzle: Puzzle, move: Move) -> str:
    """Return what a wrong move does."""
    _ = words.gettext
    if puzzle.value_of(move) is Value.DRAW:
        sentence = _("Not quite: {move} misses the win. It only draws.")
    elif puzzle.goal is Goal.WIN:
        sentence = _("Not quite: {move} doesn't win. It loses.")
    else:
        sentence = _("Not quite: {move} loses.")
    return sentence.format(move=f"**{move_text(move)}**")


def today_line(words: NullTranslations, today: SolvedToday) -> str:
    """Return what to say to who has solved the puzzle of the day: in how many tries, and their streak."""
    _ = words.gettext
    if today.tries > 1:
        sentence = words.ngettext(
            "That's the puzzle of the day, solved in {number} try. Only the first try adds to a streak.",
            "That's the puzzle of the day, solved in {number} tries. Only the first try adds to a streak.",
            today.tries,
        )
        return sentence.format(number=today.tries)
    if today.streak.length == 1:
        return _(
            "🔥 That's the puzzle of the day! Solve tomorrow's on the first try, too, and you're on a streak."
        )
    sentence = words.ngettext(
        "🔥 That's the puzzle of the day! You've solved {number} in a row on the first try.",
        "🔥 That's the puzzle of the day! You've solved {number} in a row on the first try.",
        today.streak.length,
    )
    return sentence.format(number=today.streak.length)


def freeze_lines(words: NullTranslations, today: SolvedToday) -> list[str]:
    """Say what became of someone's streak freezes since the last day that they solved; often empty."""
    lines = []
    if today.used:
        covered = words.ngettext(
            "❄️ A streak freeze covered the day you missed.",
            "❄️ {number} streak freezes covered the days you missed.",
            today.used,
        )
        lines.append(covered.format(number=today.used))
    if today.earned:
        lines.append(
            words.gettext("❄️ You've earned a streak freeze. It keeps your streak when you miss a day.")
        )
    if today.streak.freezes:
        left = words.gettext("Streak freezes left: {number}").format(number=today.streak.freezes)
        lines.append(f"-# {left}")
    return lines


def daily_line(words: NullTranslations, streak: DailyStreak) -> str:
    """Say that a puzzle is the server's of the day, and which streak it continues, in small print."""
    parts = [words.gettext("Puzzle of the day")]
    if streak.length:
        # Translators: in small print after "Puzzle of the day": how many someone has solved in a row.
        counted = words.ngettext("your streak: {number}", "your streak: {number}", streak.length)
        parts.append(counted.format(number=streak.length))
    if streak.freezes:
        parts.append(f"❄️ {freezes_text(words, streak.freezes)}")
    return f"-# {' · '.join(parts)}"


def replied(words: NullTranslations, color: Color, move: Move) -> str:
    """Return which move someone of this color replied with."""
    _ = words.gettext
    # Translators: {move} is a move in signs, such as "▲ c2".
    reply = _("White replies {move}.") if color is Color.WHITE else _("Black replies {move}.")
    return reply.format(move=f"**{move_text(move)}**")


def course(words: NullTranslations, position: Position, line: Sequence[Move]) -> str:
    """Return how a game goes on from a position: the reply, the rest of the line, and how it ends."""
    sentences = [replied(words, position.turn, line[0])] if line else []
    after = position.play(line[0]) if line else position
    return " ".join([*sentences, goes_on(words, after, line[1:])])


def goes_on(words: NullTranslations, position: Position, line: Sequence[Move]) -> str:
    """Return the next moves of a game from a position, and how it ends."""
    sentences = []
    if line:
        moves = ", ".join(map(move_text, line))
        # Translators: {moves} is how the game goes on, as a list of moves in signs.
        sentences.append(words.gettext("Best play continues: {moves}.").format(moves=moves))
    for move in line:
        position = position.play(move)
    return " ".join(filter(None, [*sentences, ending(words, position)]))
