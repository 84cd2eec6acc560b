"""The boards that show a game: where they are, and which state they're known to show."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from bot.values.game.game import MOST_WATCHED, Board, Game, Thread
from bot.values.game.game_errors import BoardLimitError, FinishedGameError, NotAPlayerError, TextWantedError
from bot.values.players import FORGOTTEN_PLACE, Place, Player
from engine import Color


def put(  # noqa: PLR0913 - what's known of a board
    game: Game,
    place: Place,
    now: datetime,
    shown: int | None = None,
    side: Color | None = None,
    *,
    message_id: int,
) -> Game:
    """Note that a new message, posted by now, is the board where the game is played from here on.

    ``shown`` is the revision that it shows, if that's known. If the game is in two places, it's where the
    player of ``side`` plays. If that was lost, it may be in their DMs from now on.
    """
    older = game.home_of(side)
    reader = side if place.guild_id is None else None
    others = [board for board in game.boards if board is older or side is None or board.reader is not side]
    board = replace(
        _found(older), place=place, message_id=message_id, posted_at=now, shown=shown, reader=reader
    )
    if reader is not None:
        board = replace(board, server_name=None)
    return forget_places(replace(game, boards=tuple(board if one is older else one for one in others)))


def put_private(  # noqa: PLR0913 - what's known of a board
    game: Game, player_id: int, place: Place, *, message_id: int, now: datetime, shown: int | None = None
) -> Game:
    """Note that a new message in a player's DMs is their private board from here on.

    ``shown`` is the revision that it shows, if that's known.
    """
    color = game.color_of(player_id)
    if color is None:
        raise NotAPlayerError(game)
    home, older = game.home_of(color), game.private_board_of(player_id)
    if older is home:
        return put(game, place, now, shown, color, message_id=message_id)
    own = Board(place, home.language, home.theme, color, message_id, now, shown)
    others = [board for board in game.boards if board is not older]
    return replace(game, boards=(*others, own))


def check_may_watch(game: Game) -> None:
    """Check that a board can be added for people who watch a game in another channel."""
    if game.outcome is not None:
        raise FinishedGameError(game)
    if sum(board.watched for board in game.boards) >= MOST_WATCHED:
        raise BoardLimitError(game)


def watch(game: Game, board: Board) -> Game:
    """Note a new board for people who watch the game, unless there's already one in its channel."""
    if any(known.place.channel_id == board.place.channel_id for known in game.boards):
        return game
    check_may_watch(game)
    return replace(game, boards=(*game.boards, board))


def lose(game: Game, message_id: int) -> Game:
    """Note that a message that showed the game is gone, or can't be reached."""
    boards = tuple(
        replace(board, message_id=None, shown=None) if board.message_id == message_id else board
        for board in game.boards
    )
    kept = (board for board in boards[1:] if board.message_id is not None or board.side is not None)
    return forget_places(replace(game, boards=(boards[0], *kept)))


def lose_home(game: Game, side: Color | None, now: datetime) -> Game:
    """Note that nothing can be posted where the game is played, or the player of a side plays."""
    lost = replace(game.home_of(side), message_id=None, posted_at=now, shown=None)
    return _with_home(game, side, lost)


def show(game: Game, message_ids: Collection[int], revision: int) -> Game:
    """Note that these messages show exactly the state at a revision, which may be an earlier one."""
    boards = tuple(
        replace(_found(board), shown=revision) if board.message_id in message_ids else board
        for board in game.boards
    )
    return forget_places(replace(game, boards=boards))


def miss(game: Game, side: Color | None, message_id: int | None, now: datetime) -> Game:
    """Note that the place of a board where the game is played is out of reach, unless it has another now."""
    home = game.home_of(side)
    if home.message_id != message_id or home.lost_at is not None:
        return game
    return _with_home(game, side, replace(home, lost_at=now))


def tell_loss(game: Game, color: Color) -> Game:
    """Note that who plays with this color, or has a channel play, knows that their board is out of reach."""
    home = game.home_of(color)
    if home.lost_at is None or color in home.told_loss:
        return game
    return _with_home(game, color, replace(home, told_loss=(*home.told_loss, color)))


def _found(board: Board) -> Board:
    return board if board.lost_at is None else replace(board, lost_at=None, told_loss=())


def _with_home(game: Game, side: Color | None, home: Board) -> Game:
    older = game.home_of(side)
    return replace(game, boards=tuple(home if board is older else board for board in game.boards))


def open_thread(game: Game, side: Color | None, thread: Thread) -> Game:
    """Note that a thread was opened for a game, or for the player of a side."""
    return _with_home(game, side, replace(game.home_of(side), thread=thread))


def forget_thread(game: Game, thread: Thread) -> Game:
    """Forget a thread that was opened for a game, because nothing about it has to be changed anymore."""
    boards = (replace(board, thread=None) if board.thread == thread else board for board in game.boards)
    return replace(game, boards=tuple(boards))


def forget_places(game: Game) -> Game:
    """Forget places that would tell who a deleted player was.

    Those are the places outside servers where a game is shown, and of a game in two places the one where only
    the deleted player was. A board that the bot can still edit, and that has to be, keeps its place until it
    has been. Nothing is forgotten of a game whose players are known, or of the private board of one who is.
    """
    if not game.has_deleted_player:
        return game
    homes = game.homes
    kept = (
        board
        for board in game.boards
        if board in homes or board.needs_edit(game.revision) or not _tells_of_deleted(board, game)
    )
    return replace(
        game, boards=tuple(_without_place(board, game) if board in homes else board for board in kept)
    )


def _tells_of_deleted(board: Board, game: Game) -> bool:
    """Return whether a board is where only a deleted player is, or is watched in the server of one."""
    if board.watched and game.is_in_two_places:
        known = (home for home in game.homes if not _tells_of_deleted(home, game))
        return board.place.guild_id not in {home.place.guild_id for home in known}
    color = board.reader or board.side
    return color is not None and game.player(color).is_deleted


def _without_place(home: Board, game: Game) -> Board:
    is_of_known = (home.reader or home.side) is not None and not _tells_of_deleted(home, game)
    is_of_both = home.side is None and home.place.guild_id is not None
    if is_of_known or is_of_both or home.needs_edit(game.revision):
        return home
    # Where only a click can change the message, it's recognized by its id.
    awaited = not home.place.reachable and home.shown != game.revision
    return replace(
        home,
        place=FORGOTTEN_PLACE,
        message_id=home.message_id if awaited else None,
        posted_at=home.posted_at or game.created_at,
        server_name=None,
    )


def doubt(game: Game) -> Game:
    """Note that no board is known to show the game, because something else about it has changed."""
    return replace(game, boards=tuple(replace(board, shown=None) for board in game.boards))


def doubt_tally(game: Game) -> Game:
    """Note that no board is known to show how many have voted, where that's shown."""
    blind = game.position.turn.opponent
    boards = (board if board.side is blind else replace(board, shown=None) for board in game.boards)
    return replace(game, boards=tuple(boards))


def hide_text(game: Game, player_id: int) -> Game:
    """Show the board for everyone as a picture only."""
    color = game.color_of(player_id)
    if color is None:
        raise NotAPlayerError(game)
    keeper = text_keeper(game, color)
    if keeper is not None:
        raise TextWantedError(game, keeper)
    return replace(doubt(game), chosen_text_board=False)


def text_keeper(game: Game, color: Color) -> Player | None:
    """Return whose settings keep the player of this color from taking the words off the board for everyone.

    That's the other person, or in a game with the computer, the player.
    """
    keeper = color.opponent if game.level is None else color
    return game.player(keeper) if game.seat(keeper).text_board else None
