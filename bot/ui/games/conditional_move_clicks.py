"""Clicks and choices on the panel of conditional moves."""

from bot.matches.games.errors import StaleRevisionError
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
    game, tree = await context.services.conditional_moves.get(clicked.game, context.user.id)
    shown = clicked if game.revision == clicked.revision else ShowConditionalMoves(game.number, game.revision)
    panel = conditional_move_panel(context.words, game, tree, texts(shown.line), shown.space)
    await context.reply.replace(panel)


@on_click(ForgetConditionalMoves)
async def forget_conditional_moves(context: Context, clicked: ForgetConditionalMoves) -> None:
    """Delete the answer to a line and everything after it.

    Raises:
        MatchError: the person can't plan moves here now.
    """
    conditional_moves, who, line = context.services.conditional_moves, context.user.id, texts(clicked.line)
    try:
        game, tree = await conditional_moves.forget(clicked.game, clicked.revision, who, line)
    except StaleRevisionError as error:
        await _start_again(context, error.game.number)
        return
    await context.reply.replace(conditional_move_panel(context.words, game, tree, line))


@on_click(PlanAnswer)
async def plan_answer(context: Context, clicked: PlanAnswer) -> None:
    """Plan the answer that was chosen.

    Raises:
        MatchError: the person can't plan moves here now, or not this one.
    """
    conditional_moves, who, line = context.services.conditional_moves, context.user.id, texts(clicked.line)
    try:
        game, tree = await conditional_moves.answer(
            clicked.game, clicked.revision, who, line, str(clicked.move)
        )
    except StaleRevisionError as error:
        await _start_again(context, error.game.number)
        return
    await context.reply.replace(conditional_move_panel(context.words, game, tree, line))


async def _start_again(context: Context, number: int) -> None:
    game, tree = await context.services.conditional_moves.get(number, context.user.id)
    await context.reply.replace(conditional_move_panel(context.words, game, tree))
