"""Clicks on a game's message."""

from datetime import timedelta
from functools import partial
from typing import Final

from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.controls import ActOnBoard, AskBeforeMove, BoardAction, ChooseMove, PlayMove
from bot.ui.board.display import adopt, show
from bot.ui.board.messages import lead_on
from bot.ui.board.move_buttons import NOTHING, Choice, Mode, mode
from bot.ui.context.context import Context
from bot.ui.context.context_errors import ElsewhereError, UnshownChangeError, UnshownMoveError
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_belongs_here, is_apart, meant_board
from bot.ui.context.requests import ForbiddenError, RefusedError, UnreachableError
from bot.ui.games.endings import abort_panel, draw_panel, resign_panel
from bot.ui.games.lists import offer_next
from bot.ui.games.moves import move_panel
from bot.ui.games.pauses import pause_panel
from bot.ui.games.watching import answer_guess
from bot.ui.message.content import Content
from bot.use_cases.processes import TakenInteractionError
from bot.values.game import offers, turns
from bot.values.game.endings import check_may_cancel
from bot.values.game.game import Board, Game
from bot.values.game.game_errors import (
    FinishedGameError,
    ForbiddenMoveError,
    HelpfulAnswerError,
    NotAPlayerError,
    RepeatedMoveError,
    StaleRevisionError,
)
from bot.values.game.offers import check_may_offer_draw
from bot.values.game.turns import check_player, check_turn, repeats

_CHANGES = {
    BoardAction.SWAP: turns.swap,
    BoardAction.CLAIM: turns.claim,
    BoardAction.GIVE_TIME: turns.give_time,
    BoardAction.ACCEPT: offers.accept,
    BoardAction.DECLINE: offers.decline,
    BoardAction.WITHDRAW: offers.withdraw,
}
"""What the buttons do that change the game at once."""

_DOUBLE_CLICK: Final = timedelta(seconds=15)
"""The longest time between the clicks of a double click: the second may wait until Discord has sent it."""

Clicked = PlayMove | AskBeforeMove | ChooseMove | ActOnBoard
"""What is answered on the board itself."""


@on_click(PlayMove, claims=True)
@on_click(AskBeforeMove)
@on_click(ChooseMove)
@on_click(ActOnBoard)
async def answer_board_click(context: Context, clicked: Clicked) -> None:
    """Play, choose, answer an offer, or ask before something bigger, as the button says.

    A button of an earlier state updates the board instead, and one on an outdated message leads to the game's
    own. A move that someone else clicks is their guess.
    """
    with context.client.intake.click(context.interaction.id):
        try:
            await _answer_on_board(context, clicked)
        except LostBoardError as error:
            await adopt(context, error.game, message_id=error.message_id)
            await _answer_on_board(context, clicked)
        except HelpfulAnswerError as error:
            await context.reply.private(pause_panel(context, error))
        except NotAPlayerError as error:
            if isinstance(clicked, ActOnBoard):
                raise
            await answer_guess(context, error.game, clicked)


async def _answer_on_board(context: Context, clicked: Clicked) -> None:
    """Do what a button of the board says, on the message that was clicked.

    Raises:
        LostBoardError: the clicked message has to become the game's board first.
        NotAPlayerError: someone else clicked.
    """
    choice, repeated, changed = NOTHING, False, False
    try:
        if isinstance(clicked, PlayMove):
            game = await _play(context, clicked)
        else:
            game = await _game_on_board(context, clicked)
            if not isinstance(clicked, ChooseMove) and _asks_first(game, clicked):
                await _ask(context, game, clicked)
                return
            game, choice = await _act(context, game, clicked)
        changed = game.revision > clicked.revision
    except TakenInteractionError:
        return
    except OldBoardError as error:
        await _answer_on_older(context, error.game, clicked)
        return
    except RepeatedMoveError as error:
        # Of a hidden board there may be a copy on another device.
        if error.game.shown and not error.game.board.hidden:
            await context.reply.acknowledge()
            return
        game, repeated = error.game, True
    except (FinishedGameError, StaleRevisionError, ForbiddenMoveError) as error:
        game = error.game
    await _show(context, game, clicked, choice, repeated=repeated, changed=changed)


async def _show(  # noqa: PLR0913 - what is shown, after which click
    context: Context, game: Game, clicked: Clicked, choice: Choice, *, repeated: bool, changed: bool
) -> None:
    """Show the game after a click on its board, then have others play, or lead to the person's next game."""
    try:
        game = await show(context.client, game, context, choice, repeated=repeated, calls=changed)
    except (RefusedError, ForbiddenError, UnreachableError) as error:
        if not changed:
            raise
        raise (UnshownMoveError if isinstance(clicked, PlayMove) else UnshownChangeError) from error
    finally:
        let_computer_play(context.client, game, context)
    if changed and isinstance(clicked, PlayMove):
        await offer_next(context, game)


async def _answer_on_older(context: Context, game: Game, clicked: Clicked) -> None:
    """Lead to the newer board. The second click of a double click has seen it come and needs no answer."""
    who, since = context.user.id, context.services.clock.now() - _DOUBLE_CLICK
    if isinstance(clicked, PlayMove) and repeats(
        game, clicked.revision, str(clicked.move), player_id=who, since=since
    ):
        await context.reply.acknowledge()
    else:
        await lead_on(context, game)


async def _play(context: Context, clicked: PlayMove) -> Game:
    """Play a move. This reads the game and claims the context, so nothing is done before it.

    Raises:
        TakenInteractionError: another process answers the click.
        GameError, BoardError: the move can't be played.
    """
    who = context.user.id
    try:
        return await context.services.games.change(
            clicked.game,
            partial(turns.play, revision=clicked.revision, text=str(clicked.move), player_id=who),
            by=who,
            admit=partial(check_board, context),
            interaction_id=context.interaction.id,
        )
    except TakenInteractionError:
        raise
    except Exception as error:
        # The move wasn't played, and so the click isn't claimed yet.
        if not await context.claims():
            raise TakenInteractionError from error
        raise


async def _game_on_board(context: Context, clicked: Clicked) -> Game:
    game = await context.seen_game(clicked.game)
    check_board(context, game)
    return await context.services.games.see(game, context.user.id)


def _asks_first(game: Game, clicked: AskBeforeMove | ActOnBoard) -> bool:
    """Return whether the button asks the person privately before anything happens."""
    if isinstance(clicked, AskBeforeMove) or clicked.action is BoardAction.DRAW:
        return True
    # A board that only a click can update is updated first, because nothing else can do it.
    outdated = not game.place.reachable and not game.shown and game.revision > clicked.revision
    return (
        clicked.action in {BoardAction.RESIGN, BoardAction.CANCEL} and game.outcome is None and not outdated
    )


async def _ask(context: Context, game: Game, clicked: AskBeforeMove | ActOnBoard) -> None:
    """Ask privately about what a button says; the board stays as it is."""
    question = await _question(context, game, clicked)
    compact = game.controls.compact
    if isinstance(clicked, AskBeforeMove) and mode(game.position, NOTHING, compact=compact) is Mode.MENU:
        # A menu goes on showing what was chosen, and doesn't take it again, until its message is edited.
        await show(context.client, game, context)
    await context.reply.private(question)


async def _question(context: Context, game: Game, clicked: AskBeforeMove | ActOnBoard) -> Content:
    who, words, game = context.user.id, context.words, context.named(game)
    if isinstance(clicked, AskBeforeMove):
        check_turn(game, clicked.revision, player_id=who)
        return await move_panel(words, game, clicked.move)
    if clicked.action is BoardAction.DRAW:
        check_may_offer_draw(game, clicked.revision, player_id=who)
        return draw_panel(words, game, who)
    check_player(game, who)
    if clicked.action is BoardAction.RESIGN:
        return resign_panel(words, game, who)
    check_may_cancel(game, who)
    return abort_panel(words, game)


async def _act(
    context: Context, game: Game, clicked: AskBeforeMove | ChooseMove | ActOnBoard
) -> tuple[Game, Choice]:
    """Do what any other button says; return the game after it, and the choice of the player to move."""
    revision, who = clicked.revision, context.user.id
    if isinstance(clicked, ActOnBoard) and clicked.action in _CHANGES:
        change = _CHANGES[clicked.action]
        changed = await context.services.games.change(
            clicked.game, partial(change, revision=revision, player_id=who), by=who
        )
        return changed, NOTHING
    check_turn(game, revision, player_id=who)
    if not isinstance(clicked, ChooseMove):
        raise StaleRevisionError(game)
    return game, clicked.choice


class BoardError(Exception):
    """The clicked message isn't the one that shows ``game``. The handler of the click deals with it."""

    def __init__(self, game: Game) -> None:
        self.game = game


class LostBoardError(BoardError):
    """The game has no known board that the person could have clicked, so the clicked message must be it.

    Or it's newer than that board, and about to be stored.
    """

    def __init__(self, game: Game, message_id: int) -> None:
        super().__init__(game)
        self.message_id = message_id


class OldBoardError(BoardError):
    """A newer message has replaced the clicked one."""


def check_board(context: Context, game: Game) -> None:
    """Check that the clicked message is the one that shows ``game`` to the person who clicked."""
    clicked, who = context.message, context.user.id
    if clicked is None:
        return
    plays, here = game.color_of(who) is not None, context.place.channel_id
    if not plays and here not in {board.place.channel_id for board in game.boards}:
        raise ElsewhereError(game)
    if game.board_with(clicked.id) is not None or (game.board.hidden and plays):
        return
    if not is_apart(context, game):
        check_belongs_here(context, game)
        known: Board | None = meant_board(context, game)
    elif plays:
        known = game.private_board_of(who)
    else:
        raise OldBoardError(game)
    if known is None or known.message_id is None or clicked.id > known.message_id:
        raise LostBoardError(game, clicked.id)
    raise OldBoardError(game)
