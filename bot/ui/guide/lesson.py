"""The lesson, in steps: where pieces may go, and who controls a Tower."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import discord

import render
from bot.locale import Wording, Words
from bot.ui.board.move_buttons import NOTHING, Choice, MoveButtons, check_legal, chosen_space
from bot.ui.components.drawing import drawn, position_picture
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
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
from bot.ui.text.alt_text import headline, space_text
from bot.ui.text.badges import new_badge_lines
from bot.ui.text.explanations import explanation
from bot.ui.text.status import demand_sentence, piece_question
from bot.ui.text.words import alternatives, color_name
from bot.values.badges import Badge
from bot.values.players import ThemeName
from engine import Color, Kind, Level, Move, Position, Ruleset, Space


@dataclass(frozen=True, slots=True)
class LessonAnswer:
    """The lesson's answer to a move: whether it solved the task, and what to say about it."""

    done: bool
    text: str


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of the lesson. The learner is always Black."""

    moves: str
    """The game that leads to its position, Black to play, such as ``Sb3 Cb2``."""
    title: Wording
    """What it's about."""
    text: Wording
    """The rule and the task."""
    answer: Callable[[Words, Position, Move], LessonAnswer]
    """The answer to a legal move in the position."""
    kinds: tuple[Kind, ...] = tuple(Kind)
    """The kinds of pieces that have buttons: only those that the lesson has introduced."""

    @property
    def position(self) -> Position:
        return Position.replay(Ruleset.PYRGA, self.moves)


def _square_answer(words: Words, position: Position, move: Move) -> LessonAnswer:
    del position
    praise = words.say(
        "That's it: {space} is next to the Square. Now your piece tells White where to go. There's one "
        "special rule for the opening: if White starts with a Square, White's second piece can't be one.",
        space=f"**{move.space}**",
    )
    return LessonAnswer(done=True, text=praise)


_BESIDE = LessonStep(
    "Sb1",
    title=lambda words: words.say("Next to a Square"),
    text=lambda words: words.say(
        "Pieces are **Squares** ■, **Triangles** ▲ and **Cylinders** ●. The last one says where the next one "
        "goes.\n"
        "White (light) has a Square on b1. You're Black (dark). After a Square you play **next to "
        "it**: here on a1, b2 or c1.\n"
        "**Your task:** place a Square on one of them."
    ),
    answer=_square_answer,
    kinds=(Kind.SQUARE,),
)


def _triangle_answer(words: Words, position: Position, move: Move) -> LessonAnswer:
    del position
    if move.space is Space.A1:
        praise = words.say("Exactly: the line continues past other pieces, to the edge of the board.")
        return LessonAnswer(done=True, text=praise)
    advice = words.say(
        "That's allowed: {space} is on the line, and you added a kind of piece it didn't have. But the line "
        "goes further. Try to reach its end, **a1**.",
        space=f"**{move.space}**",
    )
    return LessonAnswer(done=False, text=advice)


_ALONG = LessonStep(
    "Ta2n Sa3 Ta4s",
    title=lambda words: words.say("Along a Triangle's line"),
    text=lambda words: words.say(
        "After a **Triangle** you play **on the line it points along**, up to the edge, even past other "
        "pieces: here on a3, a2 or a1. When you place a Triangle, each direction has its own button.\n"
        "**Your task:** play on the last space, **a1**."
    ),
    answer=_triangle_answer,
    kinds=(Kind.SQUARE, Kind.TRIANGLE),
)


def _cylinder_answer(words: Words, position: Position, move: Move) -> LessonAnswer:
    playable = position.play(move).demand.playable
    if playable == (Space.C4,):
        praise = words.say("Right: your Triangle points up, and c4 is the only space on its line.")
        return LessonAnswer(done=True, text=praise)
    advice = words.say(
        "You played on c3, but now White can play on {spaces}. Look for the piece that points only at "
        "**c4**.",
        spaces=alternatives(words, playable),
    )
    return LessonAnswer(done=False, text=advice)


_ON_TOP = LessonStep(
    "Cc3",
    title=lambda words: words.say("On top of a Cylinder"),
    text=lambda words: words.say(
        "After a **Cylinder** you play **on the same space**: here, c3. You can't choose the space, but you "
        "choose the piece, and that decides where White goes next.\n"
        "**Your task:** play on c3 so that White can only go to **c4**."
    ),
    answer=_cylinder_answer,
)


def _fallback_answer(words: Words, position: Position, move: Move) -> LessonAnswer:
    after = position.play(move)
    space = f"**{move.space}**"
    if any(after.play(reply).towers(Color.WHITE) for reply in after.legal_moves):
        empty = words.say("{space} is empty, so you can play there.", space=space)
        # Translators: after a sentence that says where White completes a Tower then.
        advice = words.say("Send White somewhere else.")
        return LessonAnswer(done=False, text=f"{empty} {explanation(words, position, move)} {advice}")
    if move.kind is not Kind.TRIANGLE:
        advice = words.say(
            "{space} is safe: White can't reach c3 from there. Now do the same with a Triangle. Press "
            "**Triangle** first, then a space."
        )
        return LessonAnswer(done=False, text=advice.format(space=space))
    praise = words.say("Well aimed: White can't reach c3.")
    return LessonAnswer(done=True, text=praise)


_ANYWHERE = LessonStep(
    "Cc4 Sc4 Sc3 Tc4s Tc3n",
    title=lambda words: words.say("When nothing fits"),
    text=lambda words: words.say(
        "White's Triangle points at c4, which is full: play **on any empty space**.\n"
        "**Your task:** place a **Triangle** that does **not** send White to c3."
    ),
    answer=_fallback_answer,
)


def _tower_answer(words: Words, position: Position, move: Move) -> LessonAnswer:
    if position.play(move).towers(Color.BLACK):
        praise = words.say(
            "Your first Tower! The Square and the Cylinder on a2 are yours, two of the three pieces, so the "
            "Tower is yours. The board marks it with a dark frame."
        )
        return LessonAnswer(done=True, text=praise)
    advice = words.say(
        "That completes a Tower, but two of the three pieces on a1 are White's, so it's White's Tower. Look "
        "for the space where one piece is already yours."
    )
    return LessonAnswer(done=False, text=advice)


_TOWERS = LessonStep(
    "Ta2n Ta4s Ta1e Tb1w Sa1 Sa2 Ta3s",
    title=lambda words: words.label("lesson", "Towers"),
    text=lambda words: words.say(
        "A space can hold one piece of each kind, whichever color. All three together are a **Tower**. It "
        "belongs to the player who owns **at least two** of its pieces, no matter who placed the last one.\n"
        "White's Triangle on a3 points down. On a2 and a1, only a Cylinder is missing.\n"
        "**Your task:** complete the Tower that will be **yours**."
    ),
    answer=_tower_answer,
)


def _win_answer(words: Words, position: Position, move: Move) -> LessonAnswer:
    space = f"**{move.space}**"
    if position.play(move).outcome() is not None:
        return LessonAnswer(done=True, text=words.say("You win! {space} is your third Tower.", space=space))
    advice = words.say(
        "You can play on {space}, but the game goes on. Look next to White's Square for a space with two "
        "pieces, one of them yours: the missing kind completes it.",
        space=space,
    )
    return LessonAnswer(done=False, text=advice)


_WIN = LessonStep(
    "Tb3s Tb2w Ca2 Ta2e Cc2 Tc2n Tc4s Sc2 Td2w Cb2 Sb2",
    title=lambda words: words.say("Three Towers win"),
    text=lambda words: words.say(
        "The first player to control **three Towers** wins immediately. You already control b2 and c2, and "
        "White has just placed a Square on b2.\n"
        "**Your task:** complete your third Tower and win."
    ),
    answer=_win_answer,
)


def _hands_answer(words: Words, position: Position, move: Move) -> LessonAnswer:
    after = position.play(move)
    if all(after.play(reply).outcome() is None for reply in after.legal_moves):
        praise = words.say(
            "Well done: only a Square is missing on {space}, and White has none left.",
            space=f"**{move.space}**",
        )
        return LessonAnswer(done=True, text=praise)
    # Translators: after a sentence that says where White completes a third Tower then.
    advice = words.say("Send White to a space where only a Square is missing: White has none left.")
    return LessonAnswer(done=False, text=f"{explanation(words, position, move)} {advice}")


_HANDS = LessonStep(
    "Sd1 Cc1 Tc1w Ta1n Sa4 Ta3e Sd3 Td2s Cd1 Td1w Sc1 Tc2e Sd2",
    title=lambda words: words.say("Five of each kind"),
    text=lambda words: words.say(
        "Each player starts with **five** pieces of each kind. What's left is beside the board: you're out "
        "of Triangles, and White is out of Squares. If nothing you have left fits, you can play on any empty "
        "space, as in step 5.\n"
        "**Your task:** White controls two Towers. Don't let White complete a third one."
    ),
    answer=_hands_answer,
)


def _count_answer(words: Words, position: Position, move: Move) -> LessonAnswer:
    outcome = position.play(move).outcome()
    winner = None if outcome is None else outcome.winner
    if winner is Color.BLACK:
        praise = words.say(
            "You win the count! Each of you controls two Towers, so pairs decide: you have one on d2, and "
            "White has none."
        )
        return LessonAnswer(done=True, text=praise)
    if winner is Color.WHITE:
        advice = words.say(
            "White wins the count with two Towers, and you control one. Look for a second Tower: a space "
            "where a Cylinder is missing and one piece is already yours."
        )
        return LessonAnswer(done=False, text=advice)
    advice = words.say(
        "A draw. The Tower on {space} used up your pair. Now each of you has two Towers, no pairs and two "
        "single pieces, so everything is tied. Is there another Tower to complete?"
    )
    return LessonAnswer(done=False, text=advice.format(space=f"**{move.space}**"))


_COUNT = LessonStep(
    "Ta2e Td2n Td4w Sb4 Sb3 Tc3w Tb3s Cb1 Tb1n Tb4s Cb2 Tb2n Cb3 Tc1w Ca1 "
    "Sa1 Sa2 Ca3 Ta3s Ca2 Cc2 Sc2 Sc3 Sc4 Cb4 Cd1 Sd1 Sd2 Sd3",
    title=lambda words: words.say("When the pieces run out"),
    text=lambda words: words.say(
        "If all 30 pieces are placed, or a player can't play anywhere, the game ends and is counted. "
        "**More Towers** win. If that's a tie, **pairs** decide: spaces with two pieces of one color. Then "
        "**single pieces**, alone on a space. If all three are tied, it's a **draw**.\n"
        "You have one piece left. White controls two Towers, and you control b4 and have a pair on d2.\n"
        "**Your task:** win the count."
    ),
    answer=_count_answer,
)


STEPS = (_BESIDE, _ALONG, _ON_TOP, _TOWERS, _ANYWHERE, _WIN, _HANDS, _COUNT)
"""The steps of the lesson, in order."""


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
    words: Words, number: int, theme: ThemeName, icons: Icons | None, choice: Choice = NOTHING
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
    aimed = chosen_space(position, choice)
    picture = await _picture(words, number, position, theme, aimed)
    lines = [step.text(words)]
    if number == 1 and icons is not None:
        tip = words.say("Can't see the board? Turn on text mode in /pyrga settings.")
        lines.append(f"-# {tip}")
    if aimed is not None:
        rule = words.say("A Triangle can't point straight off the board.")
        lines.append(f"{rule} {piece_question(words, aimed)}")
    rows = MoveButtons(words, position, named, icons or NO_ICONS, kinds=step.kinds).rows(choice)
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
        "/pyrga-learn rules has all the rules, including the rare cases."
    )
    play = button(PlayComputer(Level.ONE), words.say("Play level 1"), discord.ButtonStyle.success)
    puzzle = button(OpenAnyPuzzle(), words, discord.ButtonStyle.primary)
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
    words: Words, number: int, position: Position, theme: ThemeName, aimed: Space | None = None
) -> Picture:
    # Translators: the learner's name on a picture in the lesson.
    scene = render.Scene(position, color_name(words, Color.WHITE), words.say("You"), aimed=aimed)
    png = await draw(render.board, scene, theme=drawn(theme))
    # Every picture of the lesson has its own name, so that no client shows an older one instead.
    filename = f"lesson-{number}-{position.last_move if aimed is None else aimed}-{theme}.png"
    said = space_text(words, aimed) if aimed is not None else ""
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


def _step(number: int) -> LessonStep:
    if not 1 <= number <= len(STEPS):
        raise UnknownButtonError
    return STEPS[number - 1]
