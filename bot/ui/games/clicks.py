"""Clicks on a game's message."""

from functools import partial

from bot.matches.games.errors import (
    FinishedGameError,
    ForbiddenMoveError,
    GameError,
    RepeatedMoveError,
    StaleRevisionError,
)
from bot.matches.games.games import check_player, check_turn
from bot.matches.interactions import TakenInteractionError
from bot.matches.values.games import Game
from bot.ui.board.board_message import board_message
from bot.ui.board.board_posts import redraw
from bot.ui.board.clicked_boards import LostBoardError, OldBoardError, adopt, check_board, pointer
from bot.ui.board.move_buttons import NOTHING, Choice, choice_of
from bot.ui.board.shown_games import show_turn_after_click
from bot.ui.challenges.rematches import answer_rematch_click
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction, Services
from bot.ui.games.more_clicks import show_more
from bot.ui.games.resign_panel import resign_panel
from bot.ui.guide.help_page import game_help_page
from bot.ui.message.custom_ids import GameAction, GameButton, MoveAction
from bot.ui.message.select_ids import MoveSelect
from bot.ui.review.hint_answer import show_hint


async def answer_game_click(interaction: Interaction, responder: Responder, clicked: GameButton) -> None:
    """Play, choose, offer, answer, ask to resign, give a hint or explain, as the button says.

    A button of an earlier state brings the board up to date instead, and one on an older message than the
    game's own becomes a pointer to that.
    """
    games = interaction.client.services.games
    if clicked.action is GameAction.HELP:
        await responder.show(game_help_page(responder.words, await games.get(clicked.game)))
        return
    if clicked.action is GameAction.HINT:
        await show_hint(interaction, responder, clicked.game)
        return
    if clicked.action is GameAction.MORE:
        await show_more(interaction, responder, clicked.game)
        return
    if clicked.action is GameAction.REMATCH:
        await answer_rematch_click(interaction, responder, clicked.game)
        return
    with interaction.client.intake.click(interaction.id):
        await _answer_in_turn(interaction, responder, clicked)


async def _answer_in_turn(interaction: Interaction, responder: Responder, clicked: GameButton) -> None:
    """Answer a click on a board after those on the same board that came before it."""
    async with interaction.client.services.games.lock(clicked.game):
        try:
            await _answer_on_board(interaction, responder, clicked)
        except LostBoardError as error:
            await adopt(interaction, error.game)
            await _answer_on_board(interaction, responder, clicked)


async def answer_move_choice(
    interaction: Interaction, responder: Responder, used: MoveSelect, chosen: str
) -> None:
    """Play what was chosen in the menu of moves, or ask first, as the player to move wants it."""
    game = await interaction.client.services.games.get(used.game)
    action = MoveAction.ASK if game.controls.confirm else MoveAction.MOVE
    await answer_game_click(interaction, responder, GameButton(used.game, used.revision, action, chosen))


async def _answer_on_board(interaction: Interaction, responder: Responder, clicked: GameButton) -> None:
    """Do what a button of the board says, on the message that was clicked.

    Raises:
        LostBoardError: that message has to be taken for the game's board first.
    """
    choice = NOTHING
    try:
        if clicked.action is MoveAction.MOVE:
            game = await _play(interaction, responder, clicked)
        elif _asks_to_resign(game := await _game_on_board(interaction, clicked), clicked):
            check_player(game, interaction.user.id)
            await responder.show(resign_panel(responder.words, game, interaction.user.id))
            return
        else:
            game, choice = await _act(interaction.client.services, game, clicked, interaction.user.id)
    except TakenInteractionError:
        return
    except OldBoardError as error:
        await responder.update(pointer(interaction, error.game))
        return
    except RepeatedMoveError as error:
        if error.game.shown:
            await responder.acknowledge()
            return
        game = error.game
    except (FinishedGameError, StaleRevisionError, ForbiddenMoveError) as error:
        game = error.game
    else:
        if game.revision > clicked.revision:
            await show_turn_after_click(interaction, responder, game)
            interaction.client.let_computer_play(game, responder.amend)
            return
    await _bring_up_to_date(interaction, responder, game, choice)


async def _bring_up_to_date(
    interaction: Interaction, responder: Responder, game: Game, choice: Choice
) -> None:
    """Show the board as the game stands, with what its player to move has chosen."""
    await responder.update(await board_message(game, interaction.client.icons, choice))
    if not game.shown and interaction.message is not None:
        await redraw(interaction.client, game, besides=interaction.message.id)
    interaction.client.let_computer_play(game, responder.amend)


async def _play(interaction: Interaction, responder: Responder, clicked: GameButton) -> Game:
    """Play a move. That reads the game and claims the interaction, so nothing is done before it.

    Raises:
        TakenInteractionError: another process answers the click.
        GameError: the move cannot be played.
    """
    try:
        return await interaction.client.services.games.play(
            clicked.game,
            clicked.revision,
            clicked.argument,
            interaction.user.id,
            admit=partial(check_board, interaction),
            interaction_id=interaction.id,
        )
    except GameError as error:
        if not await responder.claims():
            raise TakenInteractionError from error
        # Whoever clicks is at the board, whatever comes of it.
        await _see(interaction, error.game)
        raise


async def _game_on_board(interaction: Interaction, clicked: GameButton) -> Game:
    """The game, whose board was clicked."""
    game = await interaction.client.services.games.get(clicked.game)
    check_board(interaction, game)
    return await _see(interaction, game)


async def _see(interaction: Interaction, game: Game) -> Game:
    """Note that a player is at the board; the game with that."""
    if game.colour_of(interaction.user.id) is None:
        return game
    return await interaction.client.services.notices.see(game, interaction.user.id)


def _asks_to_resign(game: Game, clicked: GameButton) -> bool:
    # A board that waits for a click to be brought up to date is so first, as nothing else can do it.
    outdated = not game.place.reachable and not game.shown and game.revision > clicked.revision
    return clicked.action is GameAction.RESIGN and game.outcome is None and not outdated


async def _act(services: Services, game: Game, clicked: GameButton, who: int) -> tuple[Game, Choice]:
    """Do what any other button says; the game after it, and what its player to move has chosen."""
    changes = {
        GameAction.SWAP: services.games.swap,
        GameAction.CLAIM: services.timeouts.claim,
        GameAction.GIVE_TIME: services.timeouts.give_time,
        GameAction.DRAW: services.offers.offer_draw,
        GameAction.ACCEPT: services.offers.accept,
        GameAction.DECLINE: services.offers.decline,
    }
    if isinstance(clicked.action, GameAction) and clicked.action in changes:
        return await changes[clicked.action](clicked.game, clicked.revision, who), NOTHING
    check_turn(game, clicked.revision, who)
    if not isinstance(clicked.action, MoveAction):
        raise StaleRevisionError(game)
    try:
        return game, choice_of(clicked.action, clicked.argument)
    except ValueError as error:
        raise ForbiddenMoveError(game, clicked.argument) from error
