"""Clicks and choices on the panel of conditional moves."""

from bot.matches.games.games import Transition
from bot.matches.match.match_errors import StaleRevisionError
from bot.matches.match.turns import forget_plan, plan, planned_by
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.games.conditional_moves import (
    ForgetConditionalMoves,
    PlanAnswer,
    ShowConditionalMoves,
    conditional_move_panel,
    texts,
)


@on_click(ShowConditionalMoves)
async def show_conditional_moves(context: Context, clicked: ShowConditionalMoves) -> None:
    """Go to another place in the conditional moves, or to their beginning if the game has gone on.

    Raises:
        MatchError: the person can't plan moves here now.
    """
    game = await context.services.games.get(clicked.game)
    tree = planned_by(game, context.user.id)
    shown = clicked if game.revision == clicked.revision else ShowConditionalMoves(game.number, game.revision)
    panel = conditional_move_panel(context.words, game, tree, texts(shown.line), shown.space)
    await context.reply.replace(panel)


@on_click(ForgetConditionalMoves)
async def forget_conditional_moves(context: Context, clicked: ForgetConditionalMoves) -> None:
    """Delete the answer to a line and everything after it.

    Raises:
        MatchError: the person can't plan moves here now.
    """
    who, line = context.user.id, texts(clicked.line)
    await _change(context, clicked, lambda match, _: forget_plan(match, clicked.revision, who, line))


@on_click(PlanAnswer)
async def plan_answer(context: Context, clicked: PlanAnswer) -> None:
    """Plan the answer that was chosen.

    Raises:
        MatchError: the person can't plan moves here now, or not this one.
    """
    who, line, move = context.user.id, texts(clicked.line), str(clicked.move)
    await _change(context, clicked, lambda match, _: plan(match, clicked.revision, who, line, move))


async def _change(
    context: Context, clicked: PlanAnswer | ForgetConditionalMoves, transition: Transition
) -> None:
    """Change the plans and show them where the person was, or from the beginning if the game has gone on."""
    line = texts(clicked.line)
    try:
        game = await context.services.games.change(clicked.game, transition)
    except StaleRevisionError as error:
        game, line = error.game, ()
    tree = planned_by(game, context.user.id)
    await context.reply.replace(conditional_move_panel(context.words, game, tree, line))
