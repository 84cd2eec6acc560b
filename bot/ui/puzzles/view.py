"""The messages of a puzzle: the task, what comes after a move or the answer, and how its solution goes on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import discord

import render
from bot.locale import Words
from bot.ui.board.move_buttons import NOTHING, Choice, MoveButtons, NamedSteps, chosen_space, demand_text
from bot.ui.components.drawing import drawn, position_picture
from bot.ui.context.context import Context
from bot.ui.context.off_limits import check_puzzle
from bot.ui.message.content import GOLD, Button, Content, Picture, Row, boxed, draw
from bot.ui.message.custom_ids import Count, CustomId, button
from bot.ui.message.icons import Icons
from bot.ui.puzzles.words import (
    again_line,
    change_line,
    daily_line,
    freeze_lines,
    from_game,
    goes_on,
    kind_name,
    puzzle_rating_line,
    record_line,
    refutation,
    repeat_line,
    replied,
    solved_by,
    task,
    today_line,
    traits_text,
)
from bot.ui.text.alt_text import headline, space_text
from bot.ui.text.badges import new_badge_lines
from bot.ui.text.values import ending
from bot.ui.text.words import color_name, move_text
from bot.use_cases.puzzles.game_puzzles import GamePuzzle, is_from_game
from bot.use_cases.puzzles.puzzles import AnswerCost, Attempt, Merit, PuzzleKind, PuzzleRecord, PuzzleTraits
from bot.values.errors import UnknownPuzzleError
from bot.values.players import ThemeName
from bot.values.standings import DailyStreak
from engine import Color, Difficulty, Goal, Move, Position, Puzzle, Space, Theme

FIRST_PLY = 2
"""After this many moves of the solution, its second move has to be found."""


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """A puzzle and its reader: their language and theme, and how they're doing.

    ``asked`` is the kind they asked for, if any. ``daily`` is the streak that the puzzle continues if
    it's that of their server's day, and they haven't solved it yet. ``origin`` is the game that it's from.
    """

    words: Words
    theme: ThemeName
    record: PuzzleRecord
    puzzle: Puzzle
    traits: PuzzleTraits
    asked: PuzzleKind | None = None
    daily: DailyStreak | None = None
    origin: GamePuzzle | None = None

    @property
    def heading(self) -> str:
        """Return the puzzle's number and how hard it is, or its game, and how the person is doing."""
        if self.origin is not None:
            return from_game(self.words, self.origin)
        # Translators: a heading; {name} is the number of a puzzle, such as "e66p4".
        title = self.words.say("Puzzle {name}", name=self.puzzle.number)
        traits = traits_text(self.words, self.puzzle, self.traits.difficulty)
        if isinstance(self.asked, Theme):
            traits = f"{traits} · {kind_name(self.words, self.asked)}"
        daily = [] if self.daily is None else [daily_line(self.words, self.daily)]
        if (repeats := self.record.due.get(self.puzzle.number)) is not None:
            daily.append(repeat_line(self.words, repeats))
        return "\n".join([f"### {title} · {traits}", record_line(self.words, self.record), *daily])

    @property
    def course(self) -> Sequence[Position]:
        """Return the positions from the puzzle's own to the end of its solution."""
        positions = [self.puzzle.position]
        for move in (self.puzzle.solution, *self.puzzle.solution_line):
            positions.append(positions[-1].play(move))
        return positions

    def named_at(self, ply: int) -> NamedSteps:
        """Return the custom_ids of the buttons for the next move after this many moves of the solution."""

        def named(chosen: Move | Choice) -> CustomId:
            if isinstance(chosen, Choice):
                return ChooseInPuzzle(self.puzzle.number, self.asked, ply, chosen)
            return TryMove(self.puzzle.number, self.asked, ply, chosen)

        return named

    def next_button(self, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> Button:
        return button(NextPuzzle(self.puzzle.number, self.asked), label, style)


def onward_buttons(view: PuzzleView) -> list[Button]:
    """Return the buttons to play the solution to its end and to see it; none without a move to find."""
    if len(view.puzzle.solution_line) < FIRST_PLY:
        return []
    # Translators: button (about 20 characters): find the rest of the moves of the solution.
    label = view.words.say("Play it out")
    played = PlayItOut(view.puzzle.number, view.asked, FIRST_PLY)
    return [button(played, label, discord.ButtonStyle.primary), _rest_button(view, FIRST_PLY - 1)]


def is_in_line(view: PuzzleView, ply: int) -> bool:
    """Return whether the player has a move to find after this many moves of the solution."""
    return 0 < ply <= len(view.puzzle.solution_line) and ply % 2 == 0


async def line_message(view: PuzzleView, ply: int, icons: Icons, choice: Choice = NOTHING) -> Content:
    """Return the board after this many moves of the solution, with the buttons for the next one."""
    reply = view.puzzle.solution_line[ply - 2]
    return await _asking(view, ply, icons, choice, replied(view.words, view.course[ply - 1].turn, reply))


async def answer_line_move(view: PuzzleView, ply: int, move: Move, icons: Icons) -> Content:
    """Return what comes after a legal move by the player: the reply, the end, or another try."""
    before, expected = view.course[ply], view.puzzle.solution_line[ply - 1]
    after = before.play(move)
    if move == expected:
        if ply + 1 < len(view.puzzle.solution_line):
            return await line_message(view, ply + 2, icons)
        # If anything is left, it's the opponent's last move.
        said = [replied(view.words, after.turn, reply) for reply in view.puzzle.solution_line[ply:]]
        return await solved_page(
            view, view.course[-1], [" ".join([*said, ending(view.words, view.course[-1])])]
        )
    if _reaches_goal(view, before, after):
        return await solved_page(view, after, [ending(view.words, after)])
    note = view.words.say(
        "**{move}** may be just as good, but this line continues differently. Find another move.",
        move=move_text(move, before.turn),
    )
    return await _asking(view, ply, icons, NOTHING, note)


async def rest_message(view: PuzzleView, ply: int) -> Content:
    """Return the rest of the solution after this many of its moves, and the last position."""
    text = goes_on(view.words, view.course[ply], view.puzzle.solution_line[ply - 1 :])
    return await solved_page(view, view.course[-1], [text])


async def _asking(view: PuzzleView, ply: int, icons: Icons, choice: Choice, note: str) -> Content:
    words, position = view.words, view.course[ply]
    picture = await puzzle_picture(words, view.puzzle, position, view.theme, chosen_space(position, choice))
    wins = view.puzzle.goal is Goal.WIN
    question = words.say("How do you keep the win?") if wins else words.say("How do you keep the draw?")
    lines = [note, f"**{question}** {demand_text(words, position, choice)}"]
    rows = MoveButtons(words, position, view.named_at(ply), icons).rows(choice)
    control = Row(_rest_button(view, ply), view.next_button(words.say("Next puzzle")))
    return boxed(view.heading, picture, lines, rows=[*rows, control])


async def solved_page(
    view: PuzzleView, position: Position, lines: Sequence[str], onward: Sequence[Button] = ()
) -> Content:
    """Return a position of the solution with what there is to say, and the buttons that lead onward."""
    picture = await puzzle_picture(view.words, view.puzzle, position, view.theme)
    following = view.next_button(view.words.say("Next puzzle"), discord.ButtonStyle.success)
    row = Row(*onward, following, button(OpenPractice(), view.words))
    return boxed(view.heading, picture, lines, rows=[row], accent=GOLD)


def _reaches_goal(view: PuzzleView, before: Position, after: Position) -> bool:
    """Return whether a move ends the game with at least the result that the puzzle asks for."""
    outcome = after.outcome()
    if outcome is None:
        return False
    return outcome.winner is before.turn or (view.puzzle.goal is Goal.SAVE and outcome.winner is None)


def _rest_button(view: PuzzleView, ply: int) -> Button:
    label = view.words.say("Show the rest")
    return button(ShowRest(view.puzzle.number, view.asked, ply), label)


class OpenPractice(CustomId, word="practice", label=lambda words: words.label("button", "Practice")):
    """Shows what puzzles can be about, to practice one thing."""


class OpenPuzzle(CustomId, word="puzzle"):
    """Opens ``puzzle``. If a kind was ``asked`` for, the next one is of it, too."""

    puzzle: str
    asked: PuzzleKind | None


class NextPuzzle(CustomId, word="puzzle-next"):
    """Opens the puzzle after this one, with the same ruleset."""

    puzzle: str
    asked: PuzzleKind | None


class AskForAnswer(CustomId, word="puzzle-ask"):
    """Says what it costs to be shown the right move."""

    puzzle: str
    asked: PuzzleKind | None


class ShowAnswer(CustomId, word="puzzle-answer"):
    """Shows the right move."""

    puzzle: str
    asked: PuzzleKind | None


class TryMove(CustomId, word="puzzle-move"):
    """Tries a move after ``ply`` moves of the solution, 0 while the right move is still to be found."""

    puzzle: str
    asked: PuzzleKind | None
    ply: Count
    move: Move


class ChooseInPuzzle(CustomId, word="puzzle-choose"):
    """Shows the rest of the moves after a part of one was chosen."""

    puzzle: str
    asked: PuzzleKind | None
    ply: Count
    choice: Choice


class PlayItOut(CustomId, word="puzzle-play"):
    """Lets the person find the moves of the solution from here to its end."""

    puzzle: str
    asked: PuzzleKind | None
    ply: Count


class ShowRest(CustomId, word="puzzle-rest"):
    """Shows the rest of the solution."""

    puzzle: str
    asked: PuzzleKind | None
    ply: Count


async def named_puzzle(context: Context, name: str) -> Puzzle:
    """Return the puzzle with this name, which may be one from a game that the person may see."""
    if is_from_game(name):
        return (await game_puzzle(context, name)).puzzle
    return context.services.puzzles.get(name)


async def game_puzzle(context: Context, name: str) -> GamePuzzle:
    """Return a puzzle from a game of this server. One that the person may not see doesn't exist for them."""
    found = await context.services.game_puzzles.find(name, context.place.guild_id)
    if not await context.sees(found.game):
        raise UnknownPuzzleError(name)
    return replace(found, game=context.named(found.game))


async def view_of(context: Context, puzzle: Puzzle, asked: PuzzleKind | None) -> PuzzleView:
    """Return the puzzle as the person behind this interaction sees it now."""
    services, player_id = context.services, context.user.id
    await check_puzzle(context, puzzle)
    theme, guild_id, daily = await context.theme(), context.place.guild_id, None
    origin = await game_puzzle(context, puzzle.number) if is_from_game(puzzle.number) else None
    record, traits = await services.puzzles.record(player_id), await services.puzzles.traits(puzzle)
    if guild_id is not None:
        leaderboards = services.puzzle_leaderboards
        daily = await leaderboards.streak_at_stake(guild_id, player_id=player_id, puzzle=puzzle)
    return PuzzleView(context.words, theme, record, puzzle, traits, asked, daily, origin)


async def puzzle_picture(
    words: Words, puzzle: Puzzle, position: Position, theme: ThemeName, aimed: Space | None = None
) -> Picture:
    """Return a position of a puzzle, with both hands, or with a Triangle's space to be ``aimed``."""
    white, black = (color_name(words, color) for color in Color)
    png = await draw(render.board, render.Scene(position, white, black, aimed=aimed), theme=drawn(theme))
    is_start = position.ply == len(puzzle.moves)
    caption = task(words, puzzle) if is_start else headline(words, position)
    said = space_text(words, aimed) if aimed is not None else ending(words, position)
    # Every position has its own name, so that no client shows an older picture instead.
    filename = (
        f"puzzle-{puzzle.number}-{position.ply}-{position.last_move if aimed is None else aimed}-{theme}.png"
    )
    return position_picture(words, filename, png, position, caption, said=said)


async def puzzle_message(view: PuzzleView, icons: Icons, choice: Choice = NOTHING) -> Content:
    """Return a puzzle to solve, with what the person has chosen so far."""
    words, puzzle, position = view.words, view.puzzle, view.puzzle.position
    aimed = chosen_space(position, choice)
    picture = await puzzle_picture(words, puzzle, position, view.theme, aimed)
    wins = puzzle.goal is Goal.WIN
    only = words.say("Only one move wins.") if wins else words.say("Every other move loses.")
    lines = [f"**{task(words, puzzle)}** {only}", demand_text(words, position, choice)]
    rows = MoveButtons(words, position, view.named_at(0), icons).rows(choice)
    control = Row(_answer_button(view), view.next_button(words.say("Another puzzle")))
    return boxed(view.heading, picture, lines, rows=[*rows, control])


async def right_message(view: PuzzleView, attempt: Attempt) -> Content:
    """Praise for the right move, with the board after it and what it earned."""
    words = view.words
    praise = {
        Merit.FIRST_TRY: words.say("Solved on the first try!"),
        Merit.SOLVED: words.say("Solved!"),
        Merit.AGAIN: words.say("Correct this time!"),
        Merit.SOLVED_BEFORE: words.say("Correct again: you've already solved this one."),
        Merit.SHOWN_BEFORE: words.say("Correct, but it doesn't count because you'd already seen the answer."),
    }[attempt.merit]
    lines = [
        f"{praise} {solved_by(words, view.puzzle)}",
        puzzle_rating_line(words, view.traits),
        "" if attempt.change is None else change_line(words, attempt.change),
        again_line(words, attempt.again),
        *([] if attempt.today is None else [today_line(words, attempt.today)]),
        *([] if attempt.today is None else freeze_lines(words, attempt.today)),
        *new_badge_lines(words, attempt.badges),
    ]
    return await solved_page(view, view.course[1], lines, onward_buttons(view))


async def answer_question(view: PuzzleView, cost: AnswerCost) -> Content:
    """Return what it would cost to be shown the right move, and the choice."""
    words, number = view.words, view.puzzle.number
    told = words.say("If you see the answer, this puzzle won't count as solved.")
    if cost is AnswerCost.FIRST_TRY:
        rated = words.say(
            "It also counts as a wrong first try: your puzzle rating may drop, and your streak ends."
        )
        told = f"{told} {rated}"
    picture = await puzzle_picture(words, view.puzzle, view.puzzle.position, view.theme)
    row = Row(
        button(OpenPuzzle(number, view.asked), words.say("Keep trying"), discord.ButtonStyle.primary),
        button(ShowAnswer(number, view.asked), words.say("Show answer"), discord.ButtonStyle.danger),
    )
    return boxed(view.heading, picture, told, rows=[row])


async def answer_message(view: PuzzleView, attempt: Attempt) -> Content:
    """Return the right move for someone who asked, what it does, and what that changed for them."""
    lines = [
        solved_by(view.words, view.puzzle),
        "" if attempt.change is None else change_line(view.words, attempt.change),
        again_line(view.words, attempt.again),
    ]
    return await solved_page(view, view.course[1], lines, onward_buttons(view))


async def wrong_message(view: PuzzleView, move: Move, attempt: Attempt) -> Content:
    """Return what another legal move does, and the board after the opponent's reply."""
    words, puzzle = view.words, view.puzzle
    shown = puzzle.position.play(move)
    for reply in puzzle.refutations[move][:1]:
        shown = shown.play(reply)
    lines = [
        refutation(words, puzzle, move),
        "" if attempt.change is None else change_line(words, attempt.change),
        again_line(words, attempt.again),
    ]
    picture = await puzzle_picture(words, puzzle, shown, view.theme)
    again = button(OpenPuzzle(puzzle.number, view.asked), words.say("Try again"), discord.ButtonStyle.primary)
    return boxed(view.heading, picture, lines, rows=[Row(again, _answer_button(view))])


def finished_message(
    words: Words, record: PuzzleRecord, kind: PuzzleKind | None, others: Mapping[Difficulty, Puzzle]
) -> Content:
    """Return what to say to someone who has finished all puzzles of a kind, or all puzzles (None).

    ``others`` are puzzles of other difficulties to continue with.
    """
    if isinstance(kind, Theme):
        text = words.say("### Well done\nYou've finished all puzzles of this kind.")
    elif kind is None:
        text = words.say("### All puzzles done\nYou've finished every puzzle there is. Well done!")
    else:
        text = {
            Difficulty.EASY: words.say("### Well done\nYou've finished all the easy puzzles."),
            Difficulty.MEDIUM: words.say("### Well done\nYou've finished all the medium puzzles."),
            Difficulty.HARD: words.say("### Well done\nYou've finished all the hard puzzles."),
        }[kind]
    labels = {
        # Translators: a button that goes on with puzzles of another difficulty.
        Difficulty.EASY: words.label("button", "Try easy"),
        Difficulty.MEDIUM: words.label("button", "Try medium"),
        Difficulty.HARD: words.label("button", "Try hard"),
    }
    onward = [
        button(OpenPuzzle(puzzle.number, other), labels[other], discord.ButtonStyle.primary)
        for other, puzzle in others.items()
    ]
    rows = [Row(*onward, button(OpenPractice(), words))]
    return boxed(f"{text}\n{record_line(words, record)}", rows=rows, accent=GOLD)


def _answer_button(view: PuzzleView) -> Button:
    asked = AskForAnswer(view.puzzle.number, view.asked)
    return button(asked, view.words.say("Show answer"))
