"""Clicks on a game's message."""

from collections.abc import Sequence
from functools import partial

from bot.matches.games.allowances import both_have_moved
from bot.matches.games.errors import (
    FinishedGameError,
    ForbiddenMoveError,
    GameError,
    RepeatedMoveError,
    StaleRevisionError,
    TooLateError,
)
from bot.matches.games.games import check_player, check_turn, repeats
from bot.matches.processes.interactions import TakenInteractionError
from bot.matches.values.games import Game
from bot.ui.board.board_posts import redraw
from bot.ui.board.clicked_boards import (
    LostBoardError,
    OldBoardError,
    adopt,
    check_board,
    lead_on,
    show_on_clicked,
)
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.move_buttons import NOTHING, Choice, Mode, choice_of, mode
from bot.ui.board.show_game import show_turn_after_click
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_choice, on_click
from bot.ui.context.services import Services
from bot.ui.games.abort_panel import abort_panel
from bot.ui.games.draw_panel import draw_panel
from bot.ui.games.move_panel import move_panel
from bot.ui.games.resign_panel import resign_panel
from bot.ui.message.actions import GameAction, MoveAction
from bot.ui.message.content import Content
from bot.ui.message.custom_ids import GameButton
from bot.ui.message.select_ids import MoveSelect


@on_click(
    GameButton,
    *MoveAction,
    GameAction.SWAP,
    GameAction.CLAIM,
    GameAction.GIVE_TIME,
    GameAction.DRAW,
    GameAction.ACCEPT,
    GameAction.DECLINE,
    GameAction.WITHDRAW,
    GameAction.RESIGN,
    GameAction.CANCEL,
)
async def answer_board_click(context: Context, clicked: GameButton) -> None:
    """Play, choose, answer an offer, or ask before something bigger, as the button says.

    A button of an earlier state updates the board instead, and one on an outdated message leads to the game's
    own.
    """
    with context.client.intake.click(context.interaction.id):
        await _answer_in_turn(context, clicked)


async def _answer_in_turn(context: Context, clicked: GameButton) -> None:
    """Answer a click on a board after the clicks on the same board that came before it."""
    async with context.services.games.lock(clicked.game):
        try:
            await _answer_on_board(context, clicked)
        except LostBoardError as error:
            await adopt(context, error.game, error.message_id)
            await _answer_on_board(context, clicked)


@on_choice(MoveSelect)
async def answer_move_choice(context: Context, used: MoveSelect, chosen: Sequence[str]) -> None:
    """Play what was chosen in the menu of moves, or ask first if the player to move wants that."""
    (move,) = chosen
    game = await context.seen_game(used.game)
    action = MoveAction.ASK if game.controls.confirm else MoveAction.MOVE
    await answer_board_click(context, GameButton(used.game, used.revision, action, move))


async def _answer_on_board(context: Context, clicked: GameButton) -> None:
    """Do what a button of the board says, on the message that was clicked.

    Raises:
        LostBoardError: the clicked message has to become the game's board first.
    """
    choice = NOTHING
    try:
        if clicked.action is MoveAction.MOVE:
            game = await _play(context, clicked)
        else:
            game = await _game_on_board(context, clicked)
            if _asks_first(game, clicked):
                await _ask(context, game, clicked)
                return
            game, choice = await _act(context.services, game, clicked, context.user.id)
    except TakenInteractionError:
        return
    except OldBoardError as error:
        await _answer_on_older(context, error.game, clicked)
        return
    except RepeatedMoveError as error:
        if error.game.shown:
            await context.reply.acknowledge()
            return
        game = error.game
    except (FinishedGameError, StaleRevisionError, ForbiddenMoveError) as error:
        game = error.game
    else:
        if game.revision > clicked.revision:
            await show_turn_after_click(context, game)
            let_computer_play(context.client, game, context.reply.amend)
            return
    await _bring_up_to_date(context, game, choice)


async def _answer_on_older(context: Context, game: Game, clicked: GameButton) -> None:
    """Lead to the newer board. The second click of a double click has seen it come and needs no answer."""
    if repeats(game, clicked.revision, clicked.argument, context.user.id):
        await context.reply.acknowledge()
    else:
        await lead_on(context, game)


async def _bring_up_to_date(context: Context, game: Game, choice: Choice) -> None:
    """Show the board as the game stands, with what the player to move has chosen."""
    game, board = await show_on_clicked(context, game, choice)
    if not game.shown:
        await redraw(context.client, game, besides=board)
    let_computer_play(context.client, game, context.reply.amend)


async def _play(context: Context, clicked: GameButton) -> Game:
    """Play a move. This reads the game and claims the context, so nothing is done before it.

    Raises:
        TakenInteractionError: another process answers the click.
        GameError: the move can't be played.
    """
    try:
        return await context.services.games.play(
            clicked.game,
            clicked.revision,
            clicked.argument,
            context.user.id,
            admit=partial(check_board, context),
            interaction_id=context.interaction.id,
        )
    except GameError as error:
        if not await context.claims():
            raise TakenInteractionError from error
        # A click means that the player is present, even if nothing comes of it.
        await context.services.notifications.see(error.game, context.user.id)
        raise


async def _game_on_board(context: Context, clicked: GameButton) -> Game:
    """The game whose board was clicked."""
    game = await context.seen_game(clicked.game)
    check_board(context, game)
    return await context.services.notifications.see(game, context.user.id)


def _asks_first(game: Game, clicked: GameButton) -> bool:
    """Whether the button asks the person privately before anything happens."""
    if clicked.action in {MoveAction.ASK, GameAction.DRAW}:
        return True
    # A board that only a click can update is updated first, because nothing else can do it.
    outdated = not game.place.reachable and not game.shown and game.revision > clicked.revision
    asks = clicked.action in {GameAction.RESIGN, GameAction.CANCEL}
    return asks and game.outcome is None and not outdated


async def _ask(context: Context, game: Game, clicked: GameButton) -> None:
    """Ask privately about what a button says; the board stays as it is."""
    question = await _question(context, game, clicked)
    if clicked.action is MoveAction.ASK and mode(game.position, NOTHING, game.controls) is Mode.MENU:
        # A menu goes on showing what was chosen, and doesn't take it again, until its message is edited.
        await show_on_clicked(context, game)
    await context.reply.private(question)


async def _question(context: Context, game: Game, clicked: GameButton) -> Content:
    who, words = context.user.id, context.words
    if clicked.action is MoveAction.ASK:
        check_turn(game, clicked.revision, who)
        return await move_panel(words, game, clicked.argument)
    if clicked.action is GameAction.DRAW:
        await context.services.offers.check_draw(clicked.game, clicked.revision, who)
        return draw_panel(words, game, who)
    check_player(game, who)
    if clicked.action is GameAction.RESIGN:
        return resign_panel(words, game, who)
    if both_have_moved(game):
        raise TooLateError(game)
    return abort_panel(words, game)


async def _act(services: Services, game: Game, clicked: GameButton, player_id: int) -> tuple[Game, Choice]:
    """Do what any other button says; return the game after it, and the choice of the player to move."""
    changes = {
        GameAction.SWAP: services.games.swap,
        GameAction.CLAIM: services.timeouts.claim,
        GameAction.GIVE_TIME: services.timeouts.give_time,
        GameAction.ACCEPT: services.offers.accept,
        GameAction.DECLINE: services.offers.decline,
        GameAction.WITHDRAW: services.offers.withdraw,
    }
    if isinstance(clicked.action, GameAction) and clicked.action in changes:
        return await changes[clicked.action](clicked.game, clicked.revision, player_id), NOTHING
    check_turn(game, clicked.revision, player_id)
    if not isinstance(clicked.action, MoveAction):
        raise StaleRevisionError(game)
    try:
        return game, choice_of(clicked.action, clicked.argument)
    except ValueError as error:
        raise ForbiddenMoveError(game, clicked.argument) from error
