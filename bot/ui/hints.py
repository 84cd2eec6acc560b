"""Hints, each in one private message: the space, the piece, the move, and why it's good."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum

import discord

from bot.computer.computer import ComputerUnavailableError
from bot.locale import Words
from bot.ui.board.board_message import board_picture
from bot.ui.board.controls import ConfirmMove, TakeHint
from bot.ui.board.move_buttons import check_legal
from bot.ui.components.panels import confirm_panel
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.off_limits import open_values, refuse
from bot.ui.message.content import Content, Row, boxed, unboxed
from bot.ui.message.custom_ids import Count, CustomId, UnknownButtonError, button
from bot.ui.text.explanations import explanation
from bot.ui.text.words import bold_move, move_text
from bot.values.game.fair_play import OffLimits
from bot.values.game.game import Game
from bot.values.game.game_errors import FinishedGameError, NotYourTurnError, StaleRevisionError
from bot.values.game.presence import check_may_have_hint, give_hint, has_hint
from bot.values.game.turns import check_player
from engine import Distances, Kind, Move, Position, Solution, Value, Worth

SECONDS = 4.0
"""How many seconds the computer searches for a proven move, and for how soon it wins or how long it lasts.

After that, it suggests what looks best.
"""


class HintStage(StrEnum):
    """How much a hint reveals."""

    SPACE = "space"
    PIECE = "piece"
    MOVE = "move"


class ConfirmHint(CustomId, word="take-hint"):
    """Begins a hint after which ``game`` won't count on the ladder."""

    game: int


class ShowStage(CustomId, word="hint-stage"):
    """Shows a stage of the hint about ``move`` in ``game`` at ``revision``."""

    game: int
    revision: Count
    move: Move
    stage: HintStage


def stages(position: Position, move: Move) -> list[HintStage]:
    """Return the stages of a hint about ``move``, without those that would only state the obvious."""
    spaces = {each.space for each in position.legal_moves}
    kinds = {each.kind for each in position.legal_moves if each.space is move.space}
    telling = {HintStage.SPACE: len(spaces) > 1, HintStage.PIECE: len(kinds) > 1, HintStage.MOVE: True}
    return [stage for stage in HintStage if telling[stage]]


def warning_panel(words: Words, game: Game) -> Content:
    """Ask the player in a game with the computer whether a hint is worth its price."""
    return confirm_panel(
        words.say("With a hint, a win won't count as beating level {level}.", level=game.level),
        ConfirmHint(game.number),
        words.say("Show hint"),
        words.label("change nothing", "Cancel"),
        style=discord.ButtonStyle.primary,
    )


def part_panel(words: Words, game: Game, player_id: int, move: Move, stage: HintStage) -> Content:
    """Return a stage before the last, with the button for the next one."""
    place = f"**{move.space}**"
    if stage is HintStage.SPACE:
        # Translators: a heading: the first part of a hint, where to play.
        title, text = words.say("Hint: the space"), words.say("Play on {space}.", space=place)
    else:
        texts = {
            Kind.SQUARE: words.say("Play a Square on {space}."),
            Kind.TRIANGLE: words.say("Play a Triangle on {space}."),
            Kind.CYLINDER: words.say("Play a Cylinder on {space}."),
        }
        # Translators: a heading: the second part of a hint, what to play.
        title, text = words.say("Hint: the piece"), texts[move.kind].format(space=place)
    shown = stages(game.position, move)
    following = shown[shown.index(stage) + 1]
    labels = {HintStage.PIECE: words.say("Show piece"), HintStage.MOVE: words.say("Show move")}
    custom_id = ShowStage(game.number, game.revision, move, following)
    row = Row(button(custom_id, labels[following]))
    lines = [f"### {title}", text, *_footer(words, game, player_id)]
    return boxed(lines, rows=[row])


async def whole_panel(
    words: Words, game: Game, player_id: int, move: Move, solution: Solution | None
) -> Content:
    """Return the last stage: the move on the board, why it's good, and the button that plays it.

    ``solution`` is None if it's the only move.
    """
    picture = await board_picture(words, game, chosen=move)
    why = reasons(words, game.position, move, solution)
    lines = [f"### {move_text(move, game.position.turn)}", why, *_footer(words, game, player_id)]
    # The same button as on the confirmation of a move, so that it's played like any other.
    play = ConfirmMove(game.number, game.revision, move)
    row = Row(button(play, words.say("Play it"), discord.ButtonStyle.success))
    return boxed(picture, lines, rows=[row])


def _footer(words: Words, game: Game, player_id: int) -> list[str]:
    """Return how many hints the player has used, and what that means."""
    used = len(game.seat_of(player_id).hints)
    if not used:
        return []
    said = words.count(
        "You've used {count} hint in this game.", "You've used {count} hints in this game.", used, count=used
    )
    if game.level is None:
        return [f"-# {said}"]
    uncounted = words.say("It doesn't count on the ladder.")
    return [f"-# {said} {uncounted}"]


@on_click(TakeHint)
async def offer_hint(context: Context, clicked: TakeHint) -> None:
    """Begin a hint for the player to move, or ask them first if it would cost them a place on the ladder."""
    services, who = context.services, context.user.id
    game, hidden = await _asked(context, clicked.game)
    await context.admit_extra()
    if not services.computer.available:
        raise ComputerUnavailableError
    first, *others = game.position.legal_moves
    if not others:
        # Everyone can see it, so it isn't help and isn't counted.
        await _show(context, game, await whole_panel(context.words, context.named(game), who, first, None))
    elif game.is_unaided:
        await _show(context, game, warning_panel(context.words, game))
    else:
        await _begin(context, game, hidden)


@on_click(ConfirmHint)
async def take_hint(context: Context, clicked: ConfirmHint) -> None:
    """Begin the hint that the person confirmed."""
    async with _in_place(context):
        await _begin(context, *await _asked(context, clicked.game))


@on_click(ShowStage)
async def tell_more(context: Context, clicked: ShowStage) -> None:
    """Go on to a later stage of a hint, if the game hasn't changed since."""
    async with _in_place(context):
        game, hidden = await _asked(context, clicked.game, revision=clicked.revision)
        if not has_hint(game, game.position.turn):
            raise UnknownButtonError
        check_legal(game.position, clicked.move)
        await refuse(context, hidden.forks(game.position).get(clicked.move))
        last = clicked.stage is HintStage.MOVE
        solution = await _solve(context, game, hidden) if last else None
        await _tell(context, game, clicked.move, clicked.stage, solution)


async def _asked(context: Context, number: int, *, revision: int | None = None) -> tuple[Game, OffLimits]:
    """Return the game as it stands, if the person can have a hint in it now, and what's off limits there.

    ``revision`` is that of an earlier hint, if they want to see more of it.
    """
    game = await context.services.games.get(number)
    check_may_have_hint(game, revision, player_id=context.user.id)
    return game, await open_values(context, game.position)


async def _begin(context: Context, game: Game, hidden: OffLimits) -> None:
    """Choose the move of a hint, count it, and show the first stage."""
    solution = await _solve(context, game, hidden)
    move = solution.best
    if move is None:
        raise ValueError(game.position)
    who, revision = context.user.id, game.revision
    noted = await context.services.games.change(
        game.number, lambda game, _: give_hint(game, revision, player_id=who)
    )
    first, *_later = stages(noted.position, move)
    await _tell(context, noted, move, first, solution)


async def _tell(
    context: Context, game: Game, move: Move, stage: HintStage, solution: Solution | None
) -> None:
    words, who, named = context.words, context.user.id, context.named(game)
    if stage is not HintStage.MOVE:
        content = part_panel(words, named, who, move, stage)
    else:
        content = await whole_panel(words, named, who, move, solution)
    await _show(context, game, content)


async def _solve(context: Context, game: Game, hidden: OffLimits) -> Solution:
    """Say that it's thinking; return the values, or refuse if the best move would help in another game."""
    await context.admit_extra()
    await context.reply.progress(boxed(context.words.say("Thinking about a hint…")))
    solution = await context.services.computer.solve(
        game.position, context.user.id, seconds=SECONDS, line=False, distances=Distances.BEST
    )
    shown = hidden.solution(game.position, solution)
    if shown.best is None:
        await refuse(context, hidden.reason(game.position))
    return shown


async def _show(context: Context, game: Game, content: Content) -> None:
    """Show a stage in place of the previous one, or of an earlier hint in this game."""
    await context.reply.private_about(("hint", game.number, context.user.id), content)


@asynccontextmanager
async def _in_place(context: Context) -> AsyncIterator[None]:
    """Replace the hint with a sentence that says so if the game has gone on."""
    try:
        yield
    except (FinishedGameError, NotYourTurnError, StaleRevisionError) as error:
        check_player(error.game, context.user.id)
        await context.reply.replace(unboxed(context.refusal(error)))


def reasons(words: Words, position: Position, move: Move, solution: Solution | None) -> str:
    """Return true statements about a move in a running position; no ``solution`` if it's the only move."""
    if solution is None:
        only = words.say("It's your only move.")
        return f"{only} {explanation(words, position, move)}".strip()
    value, worth = solution.moves[move], Worth.solved(move, solution)
    if (value is not solution.value or worth.gives_away) and solution.best is not None:
        # The search for an earlier stage of the hint may have had less time.
        return words.say(
            "I've looked further since I suggested it, and now I'd play {move}.",
            move=bold_move(solution.best, position.turn),
        )
    known = explanation(words, position, move, worth)
    if value is not Value.UNKNOWN or position.play(move).outcome() is not None:
        return known
    guessed = words.say("I couldn't see to the end of this game, so this is my best guess.")
    return f"{guessed} {known}".strip()
