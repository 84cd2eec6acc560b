"""The private messages of a puzzle: the task, and what comes after a move or after the answer was shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

import discord
from discord import ui

import render
from bot.matches.puzzles.puzzles import Merit, Progress, Solved
from bot.matches.values.players import ThemeName
from bot.ui.board.move_buttons import NOTHING, Choice, Mode, MoveButtons, mode
from bot.ui.components.buttons import Button, button
from bot.ui.components.themes import drawn
from bot.ui.message.accents import BLUE, GOLD
from bot.ui.message.actions import MoveAction, PuzzleAction
from bot.ui.message.content import Box, Content, Picture, Row, layout
from bot.ui.message.custom_ids import PuzzleButton
from bot.ui.message.drawing import draw
from bot.ui.message.icons import Icons
from bot.ui.puzzles.words import course, difficulty_name, ending, progress_line, streak_line, task, traits
from bot.ui.text.alt_text import aimed_text, headed_text
from bot.ui.text.badges import new_badge_lines
from bot.ui.text.demands import demand_sentence, direction_question
from bot.ui.text.words import colour_name, move_text
from engine import Colour, Difficulty, Goal, Move, Position, Puzzle, Space

_SECONDARY = discord.ButtonStyle.secondary


@dataclass(frozen=True, slots=True)
class Viewer:
    """The person who sees a puzzle: their language, theme and progress."""

    words: NullTranslations
    theme: ThemeName
    progress: Progress


async def puzzle_message(viewer: Viewer, puzzle: Puzzle, icons: Icons, choice: Choice = NOTHING) -> Content:
    """A puzzle to solve, with what the person has chosen so far."""
    words, position = viewer.words, puzzle.position

    def named(action: MoveAction, argument: str) -> PuzzleButton:
        return PuzzleButton(puzzle.number, action, argument)

    title = f"{_title(words, puzzle)}\n{progress_line(words, viewer.progress)}"
    aimed = choice.space if mode(position, choice) is Mode.DIRECTION else None
    picture = await puzzle_picture(words, puzzle, position, viewer.theme, aimed)
    lines = [f"**{task(words, puzzle)}** {_only(words, puzzle)}", _demand(words, position, choice)]
    container = _around(picture, title, lines, BLUE)
    rows = MoveButtons(words, position, named, icons).rows(choice)
    control = Row(_answer_button(words, puzzle), _next_button(words, puzzle, _SECONDARY))
    return Content(layout(container, *rows, control), (picture,))


async def right_message(viewer: Viewer, puzzle: Puzzle, solved: Solved) -> Content:
    """Praise for the right move, the board after it, how the game goes on, and what it brought."""
    _ = viewer.words.gettext
    praise = {
        Merit.SOLVED: _("Solved!"),
        Merit.SOLVED_BEFORE: _("Correct again: you've already solved this one."),
        Merit.SHOWN_BEFORE: _("Correct, but it doesn't count because you'd already seen the answer."),
    }[solved.merit]
    brought = [] if solved.streak is None else [streak_line(viewer.words, solved.streak)]
    brought += new_badge_lines(viewer.words, solved.badges)
    return await _solution(viewer, puzzle, f"{praise} ", brought)


async def answer_message(viewer: Viewer, puzzle: Puzzle) -> Content:
    """The right move for someone who asked for it, and how the game goes on."""
    return await _solution(viewer, puzzle, "")


async def wrong_message(viewer: Viewer, puzzle: Puzzle, move: Move) -> Content:
    """Why another legal move isn't the right one: the opponent's reply and how the game goes on."""
    words = viewer.words
    line = puzzle.refutations[move]
    after = puzzle.position.play(move)
    lines = [_verdict(words, puzzle, move), course(words, after, line)]
    shown = after.play(line[0]) if line else after
    picture = await puzzle_picture(words, puzzle, shown, viewer.theme)
    container = _around(picture, _title(words, puzzle), lines, BLUE)
    again = PuzzleButton(puzzle.number, PuzzleAction.OPEN)
    row = Row(
        button(again, words.gettext("Try again"), discord.ButtonStyle.primary),
        _answer_button(words, puzzle),
    )
    return Content(layout(container, row), (picture,))


def finished_message(viewer: Viewer, difficulty: Difficulty | None, others: Sequence[Puzzle]) -> Content:
    """What to say to someone who has finished all puzzles of a difficulty, or of all of them (None).

    ``others`` are puzzles of other difficulties to go on with.
    """
    words = viewer.words
    _ = words.gettext
    if difficulty is None:
        text = _("### All puzzles done\nYou've finished every puzzle there is. Well done!")
    else:
        text = _("### Well done\nYou've finished all the {difficulty} puzzles.")
        text = text.format(difficulty=difficulty_name(words, difficulty))
    box = Box(ui.TextDisplay(f"{text}\n{progress_line(words, viewer.progress)}"), accent_colour=GOLD)
    onward = [
        button(
            PuzzleButton(puzzle.number, PuzzleAction.OPEN),
            _("Try {difficulty}").format(difficulty=difficulty_name(words, puzzle.difficulty)),
            discord.ButtonStyle.primary,
        )
        for puzzle in others
    ]
    return Content(layout(box, *([Row(*onward)] if onward else [])))


async def puzzle_picture(
    words: NullTranslations,
    puzzle: Puzzle,
    position: Position,
    theme: ThemeName,
    aimed: Space | None = None,
) -> Picture:
    """A position of a puzzle, with both hands, or with a Triangle's space to be ``aimed``."""
    white, black = (colour_name(words, colour) for colour in Colour)
    png = await draw(render.board, render.Scene(position, white, black, aimed=aimed), theme=drawn(theme))
    headline = task(words, puzzle) if position.ply == len(puzzle.moves) else ending(words, position)
    chosen = aimed_text(words, aimed) if aimed else ""
    # Every position has its own name, so that no client shows an older picture instead.
    filename = f"puzzle-{puzzle.number}-{position.ply}-{aimed or position.last_move}-{theme}.png"
    return Picture(filename, png, headed_text(words, f"{headline} {chosen}".strip(), position))


async def _solution(viewer: Viewer, puzzle: Puzzle, praise: str, brought: Sequence[str] = ()) -> Content:
    words = viewer.words
    after = puzzle.position.play(puzzle.solution)
    going_on = course(words, after, puzzle.solution_line)
    title = f"{_title(words, puzzle)}\n{progress_line(words, viewer.progress)}"
    lines = [f"{praise}{_merit(words, puzzle)}", *([going_on] if going_on else []), *brought]
    picture = await puzzle_picture(words, puzzle, after, viewer.theme)
    container = _around(picture, title, lines, GOLD)
    row = Row(_next_button(words, puzzle, discord.ButtonStyle.success))
    return Content(layout(container, row), (picture,))


def _around(picture: Picture, title: str, lines: Sequence[str], accent: discord.Colour) -> Box:
    """A picture with its title above and what there is to know and do right above the buttons."""
    return Box(
        ui.TextDisplay(title), picture.gallery(), ui.TextDisplay("\n".join(lines)), accent_colour=accent
    )


def _verdict(words: NullTranslations, puzzle: Puzzle, move: Move) -> str:
    _ = words.gettext
    if puzzle.goal is Goal.WIN:
        verdict = _("Not quite: after {move} the win is gone.")
    else:
        verdict = _("Not quite: {move} loses.")
    return verdict.format(move=f"**{move_text(move)}**")


def _title(words: NullTranslations, puzzle: Puzzle) -> str:
    title = words.gettext("Puzzle {name}").format(name=puzzle.number)
    return f"### {title} · {traits(words, puzzle)}"


def _only(words: NullTranslations, puzzle: Puzzle) -> str:
    _ = words.gettext
    return _("Only one move wins.") if puzzle.goal is Goal.WIN else _("Every other move loses.")


def _demand(words: NullTranslations, position: Position, choice: Choice) -> str:
    _ = words.gettext
    chosen = mode(position, choice)
    if chosen is Mode.DIRECTION and choice.space is not None:
        return direction_question(words, choice.space)
    demand = demand_sentence(words, position)
    hint = _("Choose a kind, then a space.")
    return f"{demand} {hint}" if chosen is Mode.GRID else demand


def _merit(words: NullTranslations, puzzle: Puzzle) -> str:
    _ = words.gettext
    sentence = _("{move} wins by force.") if puzzle.goal is Goal.WIN else _("{move} secures the draw.")
    return sentence.format(move=f"**{move_text(puzzle.solution)}**")


def _answer_button(words: NullTranslations, puzzle: Puzzle) -> Button:
    shown = PuzzleButton(puzzle.number, PuzzleAction.ANSWER)
    return button(shown, words.gettext("Show answer"), _SECONDARY)


def _next_button(words: NullTranslations, puzzle: Puzzle, style: discord.ButtonStyle) -> Button:
    onward = PuzzleButton(puzzle.number, PuzzleAction.NEXT)
    label = words.gettext("Another puzzle") if style is _SECONDARY else words.gettext("Next puzzle")
    return button(onward, label, style)
