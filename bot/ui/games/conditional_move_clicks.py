"""Clicks and choices on the panel of a plan."""

from bot.matches.games.errors import StaleRevisionError
from bot.matches.values.conditional_moves import Plan
from bot.matches.values.games import Game
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction
from bot.ui.games.conditional_moves import plan_panel
from bot.ui.message.custom_ids import PlanAction, PlanButton
from bot.ui.message.select_ids import PlanSelect
from engine import Space


async def answer_plan_click(interaction: Interaction, responder: Responder, clicked: PlanButton) -> None:
    """Go to another place of the plan, or forget a part of it.

    Raises:
        MatchError: the person cannot plan here now.
    """
    plans, who = interaction.client.services.plans, interaction.user.id
    try:
        if clicked.action is PlanAction.FORGET:
            game, plan = await plans.forget(clicked.game, clicked.revision, who, clicked.line)
        else:
            game, plan = await _current(interaction, clicked)
    except StaleRevisionError:
        await _start_again(interaction, responder, clicked.game)
        return
    await responder.update(plan_panel(responder.words, game, plan, clicked.line))


async def answer_plan_choice(
    interaction: Interaction, responder: Responder, used: PlanSelect, chosen: str
) -> None:
    """Go on with the move of the other player that was chosen, or plan the answer to it.

    Raises:
        MatchError: the person cannot plan here now, or not this.
    """
    line = used.line
    try:
        game, plan = await _current(interaction, used)
        space = _space(chosen)
        if space is None and len(line) % 2:
            plans, who = interaction.client.services.plans, interaction.user.id
            game, plan = await plans.answer(used.game, used.revision, who, line, chosen)
        elif space is None:
            line = (*line, chosen)
    except StaleRevisionError:
        await _start_again(interaction, responder, used.game)
        return
    await responder.update(plan_panel(responder.words, game, plan, line, space))


async def _current(interaction: Interaction, used: PlanButton | PlanSelect) -> tuple[Game, Plan]:
    game, plan = await interaction.client.services.plans.get(used.game, interaction.user.id)
    if game.revision != used.revision:
        raise StaleRevisionError(game)
    return game, plan


async def _start_again(interaction: Interaction, responder: Responder, number: int) -> None:
    game, plan = await interaction.client.services.plans.get(number, interaction.user.id)
    await responder.update(plan_panel(responder.words, game, plan))


def _space(text: str) -> Space | None:
    try:
        return Space.parse(text)
    except ValueError:
        return None
