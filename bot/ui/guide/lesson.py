"""The messages of the lesson: its steps, its answers to moves, and the end."""

from collections.abc import Sequence

import discord

import render
from bot.locale import Words
from bot.ui.board.move_buttons import NOTHING, Choice, MoveButtons, aimed_space, check_legal
from bot.ui.components.drawing import drawn, position_picture
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.guide.lesson_steps import STEPS, Step
from bot.ui.message.content import BLUE, GOLD, Button, Content, Picture, Row, boxed, draw
from bot.ui.message.custom_ids import (
    ChooseOpponent,
    Count,
    CustomId,
    OpenAnyPuzzle,
    OpenLesson,
    PlayComputer,
    UnknownButtonError,
    button,
)
from bot.ui.message.icons import NO_ICONS, Icons
from bot.ui.message.selects import person_select
from bot.ui.text.alt_text import aimed_text, headline
from bot.ui.text.badges import new_badge_lines
from bot.ui.text.status import demand_sentence, direction_question
from bot.ui.text.words import color_name
from bot.values.players import ThemeName
from bot.values.standings import Badge
from engine import Color, Level, Move, Position, Space


class PlayInLesson(CustomId, word="lesson-move"):
    """Plays a move in a step of the lesson."""

    step: Count
    move: Move


class ChooseInLesson(CustomId, word="lesson-choose"):
    """Shows the rest of the moves in a step after a part of one was chosen."""

    step: Count
    choice: Choice


class EndLesson(CustomId, word="lesson-end"):
    """Ends the lesson after its last step."""


async def lesson_step(
    words: Words,
    number: int,
    theme: ThemeName,
    icons: Icons | None,
    choice: Choice = NOTHING,
) -> Content:
    """Return a step's rule and task, with what the learner has chosen so far; ``number`` starts at 1.

    There are no ``icons`` for someone who has turned on text mode.
    """
    step = STEPS[number - 1]
    position = step.position

    def named(chosen: Move | Choice) -> CustomId:
        return ChooseInLesson(number, chosen) if isinstance(chosen, Choice) else PlayInLesson(number, chosen)

    # Translators: a heading; {title} is that of a step, such as "Next to a Square".
    title = words.say("{step} of {steps} · {title}")
    title = title.format(step=number, steps=len(STEPS), title=step.title(words))
    aimed = aimed_space(position, choice)
    picture = await _picture(words, number, position, theme, aimed)
    lines = [step.text(words)]
    if number == 1 and icons is not None:
        tip = words.say("Can't see the board? Turn on text mode in /pyrga settings.")
        lines.append(f"-# {tip}")
    if aimed is not None:
        rule = words.say("A Triangle can't point straight off the board.")
        lines.append(f"{rule} {direction_question(words, aimed)}")
    rows = MoveButtons(words, position, named, icons or NO_ICONS, kinds=step.kinds, most=2).rows(choice)
    onward = _onward(words, number, discord.ButtonStyle.secondary)
    return boxed(f"### {title}", picture, lines, rows=[*rows, Row(*_back(words, number), onward)])


async def lesson_answer(
    words: Words, number: int, move: Move, theme: ThemeName, badges: Sequence[Badge] = ()
) -> Content:
    """Return what the lesson says about a legal move, with the board after it and the badges it earned."""
    step = STEPS[number - 1]
    before = step.position
    after = before.play(move)
    answer = step.answer(words, before, move)
    title = words.say("{step} of {steps} · Done") if answer.done else words.say("{step} of {steps} · Not yet")
    lines = [answer.text]
    demand = demand_sentence(words, after)
    if answer.done and demand:
        # Translators: a sentence follows about where White can play.
        turn = words.say("White's turn.")
        lines.append(f"{turn} {demand}")
    lines += new_badge_lines(words, badges)
    picture = await _picture(words, number, after, theme)
    if answer.done:
        # Translators: button (about 20 characters): do this step of the lesson again.
        row = Row(_opening(number, words.say("Repeat")), _onward(words, number, discord.ButtonStyle.success))
    else:
        again = _opening(number, words.say("Try again"), discord.ButtonStyle.primary)
        row = Row(again, _onward(words, number, discord.ButtonStyle.secondary))
    heading = f"### {title.format(step=number, steps=len(STEPS))}"
    return boxed(heading, picture, lines, rows=[row], accent=GOLD if answer.done else BLUE)


def lesson_end(words: Words, *, people: bool) -> Content:
    """Return what to do after the last step: a game, a puzzle, or a challenge.

    ``people`` says whether there's anyone here to challenge.
    """
    text = words.say(
        "### That's Pyrga!\n"
        "Now you know how to play. What's next?\n"
        "**Play level 1** starts a game against the computer. /pyrga play has harder levels.\n"
        "**Puzzle** shows you a board: find the one right move.\n"
        "/pyrga challenge challenges a friend, or anyone who wants to play.\n"
        "/pyrga rules has all the rules, including the rare cases."
    )
    play = button(PlayComputer(Level.ONE), words.say("Play level 1"), discord.ButtonStyle.success)
    puzzle = button(OpenAnyPuzzle(), words.say("Puzzle"), discord.ButtonStyle.primary)
    rows = [Row(play, puzzle, *_back(words, len(STEPS) + 1))]
    if people:
        rows.append(Row(person_select(ChooseOpponent(), words.say("Challenge a friend"))))
    return boxed(text, rows=rows, accent=GOLD)


def _back(words: Words, number: int) -> list[Button]:
    return [_opening(number - 1, words.say("Previous step"))] if number > 1 else []


def _onward(words: Words, number: int, style: discord.ButtonStyle) -> Button:
    if number == len(STEPS):
        return button(EndLesson(), words.say("Finish"), style)
    return _opening(number + 1, words.say("Next step"), style)


def _opening(number: int, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> Button:
    return button(OpenLesson(number), label, style)


async def _picture(
    words: Words,
    number: int,
    position: Position,
    theme: ThemeName,
    aimed: Space | None = None,
) -> Picture:
    # Translators: the learner's name on a picture in the lesson.
    scene = render.Scene(position, color_name(words, Color.WHITE), words.say("You"), aimed=aimed)
    png = await draw(render.board, scene, theme=drawn(theme))
    # Every picture of the lesson has its own name, so that no client shows an older one instead.
    filename = f"lesson-{number}-{aimed or position.last_move}-{theme}.png"
    said = aimed_text(words, aimed) if aimed else ""
    return position_picture(words, filename, png, position, headline(words, position), said=said)


def lesson_icons(context: Context) -> Icons | None:
    """Return what ``lesson_step`` needs to know about the icons of the person who learns."""
    return None if context.reply.in_words else context.icons


@on_click(OpenLesson)
@on_click(ChooseInLesson)
async def show_step(context: Context, clicked: OpenLesson | ChooseInLesson) -> None:
    """Show a step, with what has been chosen of a move in it."""
    _step(clicked.step)
    choice = clicked.choice if isinstance(clicked, ChooseInLesson) else NOTHING
    theme = await context.theme()
    content = await lesson_step(context.words, clicked.step, theme, lesson_icons(context), choice)
    await context.reply.private(content, in_place=True)


@on_click(PlayInLesson)
async def play_in_lesson(context: Context, clicked: PlayInLesson) -> None:
    """Play a move in a step."""
    step = _step(clicked.step)
    check_legal(step.position, clicked.move)
    badges: tuple[Badge, ...] = ()
    if clicked.step == len(STEPS) and step.answer(context.words, step.position, clicked.move).done:
        badges = await context.services.badges.finish_lesson(context.user)
    theme = await context.theme()
    content = await lesson_answer(context.words, clicked.step, clicked.move, theme, badges)
    await context.reply.private(content, in_place=True)


@on_click(EndLesson)
async def end_lesson(context: Context, clicked: EndLesson) -> None:
    """Say what to do next."""
    del clicked
    content = lesson_end(context.words, people=not context.in_direct_messages)
    await context.reply.private(content, in_place=True)


def _step(number: int) -> Step:
    if not 1 <= number <= len(STEPS):
        raise UnknownButtonError
    return STEPS[number - 1]
