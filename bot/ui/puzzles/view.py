"""A puzzle as someone sees it, and the parts that its private messages have in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from gettext import NullTranslations

import discord
from discord import ui

import render
from bot.matches.puzzles.puzzles import PuzzleRecord, PuzzleTraits
from bot.matches.values.players import ThemeName
from bot.ui.board.move_buttons import Choice, Mode, NamedSteps, mode
from bot.ui.components.buttons import Button, button
from bot.ui.components.themes import drawn
from bot.ui.context.context import Context
from bot.ui.message.content import Box, Picture
from bot.ui.message.custom_ids import Count, CustomId
from bot.ui.message.drawing import draw
from bot.ui.puzzles.words import record_line, task, traits_text
from bot.ui.text.alt_text import aimed_text, headed_text
from bot.ui.text.demands import demand_sentence, direction_question
from bot.ui.text.text_board import text_board
from bot.ui.text.values import ending
from bot.ui.text.words import color_name
from engine import Color, Difficulty, Move, Position, Puzzle, Space


class OpenPuzzle(CustomId, word="puzzle"):
    """Opens ``puzzle``. If a difficulty was ``asked`` for, the next one has it, too."""

    puzzle: str
    asked: Difficulty | None


class NextPuzzle(CustomId, word="puzzle-next"):
    """Opens the puzzle after this one, with the same ruleset."""

    puzzle: str
    asked: Difficulty | None


class ShowAnswer(CustomId, word="puzzle-answer"):
    """Shows the right move."""

    puzzle: str
    asked: Difficulty | None


class TryMove(CustomId, word="puzzle-move"):
    """Tries a move after ``ply`` moves of the solution, 0 while the right move is still to be found."""

    puzzle: str
    asked: Difficulty | None
    ply: Count
    move: Move


class ChooseInPuzzle(CustomId, word="puzzle-choose"):
    """Shows the rest of the moves after a part of one was chosen."""

    puzzle: str
    asked: Difficulty | None
    ply: Count
    choice: Choice


class PlayItOut(CustomId, word="puzzle-play"):
    """Lets the person find the moves of the solution from here to its end."""

    puzzle: str
    asked: Difficulty | None
    ply: Count


class ShowRest(CustomId, word="puzzle-rest"):
    """Shows the rest of the solution."""

    puzzle: str
    asked: Difficulty | None
    ply: Count


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """A puzzle and its reader: their language and theme, and how they're doing.

    ``asked`` is the difficulty they asked for, if any.
    """

    words: NullTranslations
    theme: ThemeName
    record: PuzzleRecord
    puzzle: Puzzle
    traits: PuzzleTraits
    asked: Difficulty | None = None

    @property
    def heading(self) -> str:
        """The puzzle's number, how hard it is, and how the person is doing."""
        # Translators: a heading; {name} is the number of a puzzle, such as "e66p4".
        title = self.words.gettext("Puzzle {name}").format(name=self.puzzle.number)
        traits = traits_text(self.words, self.puzzle, self.traits.difficulty)
        return f"### {title} · {traits}\n{record_line(self.words, self.record)}"

    @property
    def course(self) -> Sequence[Position]:
        """The positions from the puzzle's own to the end of its solution."""
        positions = [self.puzzle.position]
        for move in (self.puzzle.solution, *self.puzzle.solution_line):
            positions.append(positions[-1].play(move))
        return positions

    def named_at(self, ply: int) -> NamedSteps:
        """The custom_ids of the buttons for the next move after this many moves of the solution."""

        def named(chosen: Move | Choice) -> CustomId:
            if isinstance(chosen, Choice):
                return ChooseInPuzzle(self.puzzle.number, self.asked, ply, chosen)
            return TryMove(self.puzzle.number, self.asked, ply, chosen)

        return named

    def next_button(self, style: discord.ButtonStyle, label: str) -> Button:
        """The button for another puzzle."""
        return button(NextPuzzle(self.puzzle.number, self.asked), label, style)


async def view_of(context: Context, puzzle: Puzzle, asked: Difficulty | None) -> PuzzleView:
    """The puzzle as the person behind this interaction sees it now."""
    services, player_id = context.services, context.user.id
    theme = (await services.preferences.player(player_id)).theme
    record = await services.puzzles.record(player_id)
    return PuzzleView(context.words, theme, record, puzzle, await services.puzzles.traits(puzzle), asked)


async def puzzle_picture(
    words: NullTranslations,
    puzzle: Puzzle,
    position: Position,
    theme: ThemeName,
    aimed: Space | None = None,
) -> Picture:
    """A position of a puzzle, with both hands, or with a Triangle's space to be ``aimed``."""
    white, black = (color_name(words, color) for color in Color)
    png = await draw(render.board, render.Scene(position, white, black, aimed=aimed), theme=drawn(theme))
    headline = task(words, puzzle) if position.ply == len(puzzle.moves) else ending(words, position)
    chosen = aimed_text(words, aimed) if aimed else ""
    # Every position has its own name, so that no client shows an older picture instead.
    filename = f"puzzle-{puzzle.number}-{position.ply}-{aimed or position.last_move}-{theme}.png"
    described = headed_text(words, f"{headline} {chosen}".strip(), position)
    return Picture(filename, png, described, partial(text_board, words, position))


def around(picture: Picture, title: str, lines: Sequence[str], accent: discord.Color) -> Box:
    """A picture with its title above it, and what to know and do right above the buttons."""
    return Box(
        ui.TextDisplay(title), picture.gallery(), ui.TextDisplay("\n".join(lines)), accent_color=accent
    )


def aimed_space(position: Position, choice: Choice) -> Space | None:
    """The space of a Triangle whose direction has yet to be chosen, if there is one."""
    return choice.space if mode(position, choice) is Mode.DIRECTION else None


def demand_text(words: NullTranslations, position: Position, choice: Choice) -> str:
    """What can be played, and how to choose it."""
    aimed = aimed_space(position, choice)
    if aimed is not None:
        return direction_question(words, aimed)
    demand = demand_sentence(words, position)
    hint = words.gettext("Choose a kind, then a space.")
    return f"{demand} {hint}" if mode(position, choice) is Mode.GRID else demand
