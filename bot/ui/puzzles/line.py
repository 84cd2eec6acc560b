"""Plays a puzzle's solution to its end: the person plays their side, and the stored line plays the other."""

import discord

from bot.ui.board.move_buttons import NOTHING, Choice, MoveButtons
from bot.ui.components.buttons import Button, button
from bot.ui.message.accents import BLUE, GOLD
from bot.ui.message.content import Content, Row, layout
from bot.ui.message.icons import Icons
from bot.ui.puzzles.view import (
    PlayItOut,
    PuzzleView,
    ShowRest,
    aimed_space,
    around,
    demand_text,
    puzzle_picture,
)
from bot.ui.puzzles.words import course, goes_on, replied
from bot.ui.text.words import move_text
from engine import Goal, Move, Position

_SECONDARY = discord.ButtonStyle.secondary

FIRST_PLY = 2
"""After this many moves of the solution, its second move has to be found."""


def onward_buttons(view: PuzzleView) -> list[Button]:
    """The buttons for playing the solution to its end and for seeing it; none if there's no move to find."""
    if len(view.puzzle.solution_line) < FIRST_PLY:
        return []
    play = button(
        PlayItOut(view.puzzle.number, view.asked, FIRST_PLY),
        # Translators: button (about 20 characters): find the rest of the moves of the solution.
        view.words.gettext("Play it out"),
        discord.ButtonStyle.primary,
    )
    return [play, _rest_button(view, FIRST_PLY - 1)]


def is_in_line(view: PuzzleView, ply: int) -> bool:
    """Whether the player has a move to find after this many moves of the solution."""
    return 0 < ply <= len(view.puzzle.solution_line) and ply % 2 == 0


async def line_message(view: PuzzleView, ply: int, icons: Icons, choice: Choice = NOTHING) -> Content:
    """The board after this many moves of the solution, with the buttons for the next one."""
    reply = view.puzzle.solution_line[ply - 2]
    return await _asking(view, ply, icons, choice, replied(view.words, view.course[ply - 1].turn, reply))


async def answer_line_move(view: PuzzleView, ply: int, move: Move, icons: Icons) -> Content:
    """What comes after a legal move by the player: the reply, the end, or another try."""
    before, expected = view.course[ply], view.puzzle.solution_line[ply - 1]
    after = before.play(move)
    if move == expected:
        if ply + 1 < len(view.puzzle.solution_line):
            return await line_message(view, ply + 2, icons)
        # If anything is left, it's the opponent's last move.
        return await _finished(
            view, course(view.words, after, view.puzzle.solution_line[ply:]), view.course[-1]
        )
    if _reaches_goal(view, before, after):
        return await _finished(view, course(view.words, after, ()), after)
    note = view.words.gettext(
        "**{move}** may be just as good, but this line continues differently. Find another move."
    ).format(move=move_text(move))
    return await _asking(view, ply, icons, NOTHING, note)


async def rest_message(view: PuzzleView, ply: int) -> Content:
    """The rest of the solution after this many of its moves, and the last position."""
    words, rest = view.words, view.puzzle.solution_line[ply - 1 :]
    position = view.course[ply]
    return await _finished(view, goes_on(words, position, rest), view.course[-1])


async def _asking(view: PuzzleView, ply: int, icons: Icons, choice: Choice, note: str) -> Content:
    words, position = view.words, view.course[ply]
    picture = await puzzle_picture(words, view.puzzle, position, view.theme, aimed_space(position, choice))
    _ = words.gettext
    question = (
        _("How do you keep the win?") if view.puzzle.goal is Goal.WIN else _("How do you keep the draw?")
    )
    lines = [note, f"**{question}** {demand_text(words, position, choice)}"]
    rows = MoveButtons(words, position, view.named_at(ply), icons).rows(choice)
    control = Row(_rest_button(view, ply), view.next_button(_SECONDARY, _("Next puzzle")))
    return Content(layout(around(picture, view.heading, lines, BLUE), *rows, control), (picture,))


async def _finished(view: PuzzleView, text: str, position: Position) -> Content:
    picture = await puzzle_picture(view.words, view.puzzle, position, view.theme)
    container = around(picture, view.heading, [text], GOLD)
    label = view.words.gettext("Next puzzle")
    row = Row(view.next_button(discord.ButtonStyle.success, label))
    return Content(layout(container, row), (picture,))


def _reaches_goal(view: PuzzleView, before: Position, after: Position) -> bool:
    """Whether a move ends the game with at least the result that the puzzle asks for."""
    outcome = after.outcome()
    if outcome is None:
        return False
    return outcome.winner is before.turn or (view.puzzle.goal is Goal.SAVE and outcome.winner is None)


def _rest_button(view: PuzzleView, ply: int) -> Button:
    label = view.words.gettext("Show the rest")
    return button(ShowRest(view.puzzle.number, view.asked, ply), label, _SECONDARY)
