"""The words for puzzles: what to find, how hard they are, and how a game goes on."""

from collections.abc import Sequence

from bot.locale import Words
from bot.ui.text.explanations import explanation
from bot.ui.text.values import MOST_OF_A_LINE, ending, line_sentence
from bot.ui.text.words import (
    bold_move,
    freezes_text,
    game_name,
    grouped,
    name,
    percentage,
    rating_text,
    ruleset_name,
    signed,
)
from bot.use_cases.puzzles.attempts import AGAIN_AFTER, Again, SolvedToday, SolverChange
from bot.use_cases.puzzles.game_puzzles import GamePuzzle
from bot.use_cases.puzzles.puzzles import PuzzleKind, PuzzleRecord, PuzzleTraits
from bot.values.standings import DailyStreak
from engine import Color, Difficulty, Goal, Move, Position, Puzzle, Ruleset, Theme, Value, Worth


def difficulty_name(words: Words, difficulty: Difficulty) -> str:
    """Return easy, medium or hard, standing alone."""
    return {
        # Translators: how hard a puzzle is, in small print, such as "hard · Pilotis".
        Difficulty.EASY: words.label("difficulty of a puzzle", "easy"),
        Difficulty.MEDIUM: words.label("difficulty of a puzzle", "medium"),
        Difficulty.HARD: words.label("difficulty of a puzzle", "hard"),
    }[difficulty]


def task(words: Words, puzzle: Puzzle) -> str:
    """Return what the right move of a puzzle achieves, and for whom."""
    white = puzzle.position.turn is Color.WHITE
    if puzzle.is_easy_win_in(1):
        return (
            words.say("White to play and win at once.")
            if white
            else words.say("Black to play and win at once.")
        )
    if puzzle.is_easy_win_in(2):
        return (
            words.say("White to play and win by their next turn.")
            if white
            else words.say("Black to play and win by their next turn.")
        )
    if puzzle.goal is Goal.WIN:
        return words.say("White to play and win.") if white else words.say("Black to play and win.")
    return words.say("White to play and draw.") if white else words.say("Black to play and draw.")


def solved_by(words: Words, puzzle: Puzzle) -> str:
    """Return what the right move of a puzzle does, and how, in at most two sentences."""
    move = bold_move(puzzle.solution, puzzle.position.turn)
    if puzzle.wins_at_once:
        merit = words.say("{move} wins at once.", move=move)
    elif puzzle.goal is Goal.WIN:
        # Translators: {move} is a move in signs.
        merit = words.say("{move} wins by force.", move=move)
    else:
        merit = words.say("{move} secures the draw.", move=move)
    return f"{merit} {explanation(words, puzzle.position, puzzle.solution)}".rstrip()


def traits_text(words: Words, puzzle: Puzzle, difficulty: Difficulty) -> str:
    """Return how hard a puzzle is, and its ruleset if that's unusual: ``hard · Pilotis``."""
    parts = [difficulty_name(words, difficulty)]
    if puzzle.ruleset is not Ruleset.PYRGA:
        parts.append(ruleset_name(words, puzzle.ruleset))
    return " · ".join(parts)


def kind_name(words: Words, kind: PuzzleKind) -> str:
    """Return what a puzzle is about, or else how hard it is."""
    if isinstance(kind, Difficulty):
        return difficulty_name(words, kind)
    return {
        # Translators: what puzzles are about, on a button (about 20 characters).
        Theme.TOWER: words.label("theme of puzzles", "Tower now"),
        Theme.SEND_AWAY: words.label("theme of puzzles", "Send them away"),
        Theme.ONLY_MOVE: words.label("theme of puzzles", "Only move"),
        Theme.HOLD: words.label("theme of puzzles", "Hold the draw"),
        Theme.COUNTING: words.label("theme of puzzles", "Counting"),
    }[kind]


def theme_lines(words: Words) -> str:
    """Return what each theme is about, line by line."""
    about = {
        # Translators: what the right move of a puzzle does, after the name of a theme and a colon.
        Theme.TOWER: words.say("it makes a Tower"),
        Theme.SEND_AWAY: words.say("it leaves only one or two spaces"),
        Theme.ONLY_MOVE: words.say("it wins, and every other move loses"),
        Theme.HOLD: words.say("it draws, and every other move loses"),
        Theme.COUNTING: words.say("it wins on points"),
    }
    return "\n".join(f"**{kind_name(words, theme)}**: {said}" for theme, said in about.items())


def again_line(words: Words, again: Again | None) -> str:
    """Say when a puzzle that someone failed comes again, if that has changed."""
    if again is None:
        return ""
    said = (
        words.say("You know this one now: it won't come again.")
        if not again.days
        else words.count(
            "Again: this puzzle comes back in {number} day.",
            "Again: this puzzle comes back in {number} days.",
            again.days,
        )
    )
    return f"-# 🔁 {said}"


def repeat_line(words: Words, repeats: int) -> str:
    """Say that a puzzle comes again, after so many solved repeats."""
    said = words.say(
        "Again, {number} of {total}: you missed this one before.", number=repeats + 1, total=len(AGAIN_AFTER)
    )
    return f"-# 🔁 {said}"


def due_line(words: Words, record: PuzzleRecord) -> str:
    """Say how many puzzles come again now; empty if none."""
    if not record.due:
        return ""
    said = words.count(
        "{number} puzzle that you missed comes again now.",
        "{number} puzzles that you missed come again now.",
        len(record.due),
    )
    return f"-# 🔁 {said}"


def from_game(words: Words, origin: GamePuzzle) -> str:
    """Return what to look for in a puzzle from a game, and which game, if both players are to be named."""
    is_white = origin.puzzle.position.turn is Color.WHITE
    asked = words.say("What did White miss?") if is_white else words.say("What did Black miss?")
    game = origin.game
    source = words.say("From a game in this server")
    if origin.is_named:
        source = words.say(
            "From game {game}, {white} against {black}",
            game=game_name(game.number),
            white=name(game.white),
            black=name(game.black),
        )
    return f"### {asked}\n-# {source}"


def puzzle_label(words: Words, puzzle: Puzzle, traits: PuzzleTraits) -> str:
    """Return a puzzle in a list: ``e66p4 · hard · Pilotis · White to play and win.``."""
    return f"{puzzle.number} · {traits_text(words, puzzle, traits.difficulty)} · {task(words, puzzle)}"


def record_line(words: Words, record: PuzzleRecord) -> str:
    """Return how someone is doing: puzzles solved, on the first try, the streak of those, and the rating."""
    solved = words.count(
        "You've solved {solved} of {total} puzzle",
        "You've solved {solved} of {total} puzzles",
        record.total,
        solved=grouped(words, record.solved),
        total=grouped(words, record.total),
    )
    parts = [solved]
    if record.first_tries:
        # Before the first success, the share would only discourage.
        share = percentage(words, record.first_tries / record.tried)
        # Translators: in small print after "You've solved 5 of 900 puzzles"; {share} is a percentage.
        parts.append(words.say("{share} on the first try", share=share))
    if record.best_streak:
        # Translators: in small print: how many puzzles in a row were solved on the first try.
        parts.append(
            words.say("streak {streak} (best {best})", streak=record.streak, best=record.best_streak)
        )
    if record.rating is not None:
        rating = rating_text(record.rating, deviation=record.deviation)
        # Translators: in small print: the rating as a solver of puzzles.
        parts.append(words.say("rating {rating}", rating=rating))
    return f"-# {' · '.join(parts)}"


def change_line(words: Words, change: SolverChange) -> str:
    """Return how someone's first move changed their puzzle rating and streak."""
    # Translators: {change} is how much it changed, such as "+12".
    rating = words.say(
        "Puzzle rating {rating} ({change})",
        rating=rating_text(change.after, deviation=change.deviation),
        change=signed(round(change.after) - round(change.before)),
    )
    if change.streak <= 1:
        return f"-# {rating}"
    # Translators: in small print after a rating: puzzles solved on the first try.
    streak = words.count("{number} in a row", "{number} in a row", change.streak)
    return f"-# {rating} · {streak}"


def puzzle_rating_line(words: Words, traits: PuzzleTraits) -> str:
    """Return how hard a puzzle has turned out to be; empty until enough people have tried it."""
    if not traits.is_settled:
        return ""
    sentence = words.count(
        "This puzzle is rated {rating} after {number} attempt.",
        "This puzzle is rated {rating} after {number} attempts.",
        traits.attempts,
        rating=round(traits.rating),
    )
    return f"-# {sentence}"


def refutation(words: Words, puzzle: Puzzle, move: Move) -> str:
    """Return what a wrong move does, and why, without saying which one is right."""
    value, position = puzzle.value_of(move), puzzle.position
    said = (
        words.say("Not quite: {move} only draws.")
        if value is Value.DRAW
        else words.say("Not quite: {move} loses.")
    ).format(move=bold_move(move, position.turn))
    worth = Worth(value, puzzle.value_of(puzzle.solution), refutation=puzzle.refutations[move])
    return f"{said} {explanation(words, position, move, worth)}".rstrip()


def today_line(words: Words, today: SolvedToday) -> str:
    """Return what to say to who has solved the puzzle of the day: in how many tries, and their streak."""
    if today.tries > 1:
        return words.count(
            "That's the puzzle of the day, solved in {number} try. Only the first try adds to a streak.",
            "That's the puzzle of the day, solved in {number} tries. Only the first try adds to a streak.",
            today.tries,
        )
    if today.streak.length == 1:
        return words.say(
            "🔥 That's the puzzle of the day! Solve tomorrow's on the first try, too, and you're on a streak."
        )
    return words.count(
        "🔥 That's the puzzle of the day! You've solved {number} in a row on the first try.",
        "🔥 That's the puzzle of the day! You've solved {number} in a row on the first try.",
        today.streak.length,
    )


def freeze_lines(words: Words, today: SolvedToday) -> list[str]:
    """Say what became of someone's streak freezes since the last day that they solved; often empty."""
    lines = []
    if today.used:
        covered = words.count(
            "❄️ A streak freeze covered the day you missed.",
            "❄️ {number} streak freezes covered the days you missed.",
            today.used,
        )
        lines.append(covered)
    if today.earned:
        lines.append(words.say("❄️ You've earned a streak freeze. It keeps your streak when you miss a day."))
    if today.streak.freezes:
        left = words.say("Streak freezes left: {number}", number=today.streak.freezes)
        lines.append(f"-# {left}")
    return lines


def daily_line(words: Words, streak: DailyStreak) -> str:
    """Say that a puzzle is the server's of the day, and which streak it continues, in small print."""
    parts = [words.say("Puzzle of the day")]
    if streak.length:
        # Translators: in small print after "Puzzle of the day": how many someone has solved in a row.
        parts.append(words.count("your streak: {number}", "your streak: {number}", streak.length))
    if streak.freezes:
        parts.append(f"❄️ {freezes_text(words, streak.freezes)}")
    return f"-# {' · '.join(parts)}"


def replied(words: Words, color: Color, move: Move) -> str:
    """Return which move someone of this color replied with."""
    # Translators: {move} is a move in signs, such as "▲ c2".
    reply = words.say("White replies {move}.") if color is Color.WHITE else words.say("Black replies {move}.")
    return reply.format(move=bold_move(move, color))


def goes_on(words: Words, position: Position, line: Sequence[Move]) -> str:
    """Return the first moves with which a game goes on from a position, and how it ends."""
    end = position
    for move in line:
        end = end.play(move)
    if len(line) <= MOST_OF_A_LINE:
        return line_sentence(words, position, line) or ending(words, end)
    return f"{line_sentence(words, position, line)} {ending(words, end)}"
