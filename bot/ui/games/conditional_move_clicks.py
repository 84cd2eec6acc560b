"""Clicks and choices on the panel of conditional moves."""

from collections.abc import Sequence

from bot.matches.games.errors import StaleRevisionError
from bot.matches.values.conditional_moves import ConditionalTree
from bot.matches.values.games import Game
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_choice, on_click
from bot.ui.games.conditional_moves import conditional_move_panel
from bot.ui.message.actions import ConditionalMoveAction
from bot.ui.message.custom_ids import ConditionalMoveButton
from bot.ui.message.select_ids import ConditionalMoveSelect
from engine import Space


@on_click(ConditionalMoveButton, *ConditionalMoveAction)
async def answer_conditional_move_click(context: Context, clicked: ConditionalMoveButton) -> None:
    """Go to another place in the conditional moves, or delete some of them.

    Raises:
        MatchError: the person can't plan moves here now.
    """
    conditional_moves, who = context.services.conditional_moves, context.user.id
    try:
        if clicked.action is ConditionalMoveAction.FORGET:
            game, tree = await conditional_moves.forget(clicked.game, clicked.revision, who, clicked.line)
        else:
            game, tree = await _current(context, clicked)
    except StaleRevisionError:
        await _start_again(context, clicked.game)
        return
    await context.reply.replace(conditional_move_panel(context.words, game, tree, clicked.line))


@on_choice(ConditionalMoveSelect)
async def answer_conditional_move_choice(
    context: Context, used: ConditionalMoveSelect, chosen: Sequence[str]
) -> None:
    """Continue with the other player's move that was chosen, or plan the answer to it.

    Raises:
        MatchError: the person can't plan moves here now, or not this one.
    """
    line, (move,) = used.line, chosen
    try:
        game, tree = await _current(context, used)
        space = _space(move)
        if space is None and len(line) % 2:
            conditional_moves, who = context.services.conditional_moves, context.user.id
            game, tree = await conditional_moves.answer(used.game, used.revision, who, line, move)
        elif space is None:
            line = (*line, move)
    except StaleRevisionError:
        await _start_again(context, used.game)
        return
    await context.reply.replace(conditional_move_panel(context.words, game, tree, line, space))


async def _current(
    context: Context, used: ConditionalMoveButton | ConditionalMoveSelect
) -> tuple[Game, ConditionalTree]:
    game, tree = await context.services.conditional_moves.get(used.game, context.user.id)
    if game.revision != used.revision:
        raise StaleRevisionError(game)
    return game, tree


async def _start_again(context: Context, number: int) -> None:
    game, tree = await context.services.conditional_moves.get(number, context.user.id)
    await context.reply.replace(conditional_move_panel(context.words, game, tree))


def _space(text: str) -> Space | None:
    try:
        return Space.parse(text)
    except ValueError:
        return None
