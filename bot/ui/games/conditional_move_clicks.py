"""Clicks and choices on the panel of a plan."""

from collections.abc import Sequence

from bot.matches.games.errors import StaleRevisionError
from bot.matches.values.conditional_moves import Plan
from bot.matches.values.games import Game
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_choice, on_click
from bot.ui.games.conditional_moves import plan_panel
from bot.ui.message.custom_ids import PlanAction, PlanButton
from bot.ui.message.select_ids import PlanSelect
from engine import Space


@on_click(PlanButton, *PlanAction)
async def answer_plan_click(context: Context, clicked: PlanButton) -> None:
    """Go to another place of the plan, or forget a part of it.

    Raises:
        MatchError: the person cannot plan here now.
    """
    plans, who = context.services.plans, context.user.id
    try:
        if clicked.action is PlanAction.FORGET:
            game, plan = await plans.forget(clicked.game, clicked.revision, who, clicked.line)
        else:
            game, plan = await _current(context, clicked)
    except StaleRevisionError:
        await _start_again(context, clicked.game)
        return
    await context.reply.replace(plan_panel(context.words, game, plan, clicked.line))


@on_choice(PlanSelect)
async def answer_plan_choice(context: Context, used: PlanSelect, chosen: Sequence[str]) -> None:
    """Go on with the move of the other player that was chosen, or plan the answer to it.

    Raises:
        MatchError: the person cannot plan here now, or not this.
    """
    line, (move,) = used.line, chosen
    try:
        game, plan = await _current(context, used)
        space = _space(move)
        if space is None and len(line) % 2:
            plans, who = context.services.plans, context.user.id
            game, plan = await plans.answer(used.game, used.revision, who, line, move)
        elif space is None:
            line = (*line, move)
    except StaleRevisionError:
        await _start_again(context, used.game)
        return
    await context.reply.replace(plan_panel(context.words, game, plan, line, space))


async def _current(context: Context, used: PlanButton | PlanSelect) -> tuple[Game, Plan]:
    game, plan = await context.services.plans.get(used.game, context.user.id)
    if game.revision != used.revision:
        raise StaleRevisionError(game)
    return game, plan


async def _start_again(context: Context, number: int) -> None:
    game, plan = await context.services.plans.get(number, context.user.id)
    await context.reply.replace(plan_panel(context.words, game, plan))


def _space(text: str) -> Space | None:
    try:
        return Space.parse(text)
    except ValueError:
        return None
