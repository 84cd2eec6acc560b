"""The boards that show a match: where they are, and which state they're known to show."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from bot.values.game.game import MOST_WATCHED, Board, Match
from bot.values.game.game_errors import BoardLimitError, FinishedGameError, NotAPlayerError, TextWantedError
from bot.values.players import FORGOTTEN_PLACE, Place
from engine import Color


def put(  # noqa: PLR0913 - what's known of a board
    match: Match,
    place: Place,
    now: datetime,
    shown: int | None = None,
    side: Color | None = None,
    *,
    message_id: int,
) -> Match:
    """Note that a new message, posted by now, is the board where the match is played from here on.

    ``shown`` is the revision that it shows, if that's known. If the match is in two places, it's where the
    player of ``side`` plays. If that was lost, it may be in their DMs from now on.
    """
    older = match.home_of(side)
    reader = side if place.guild_id is None else None
    others = [board for board in match.boards if board is older or side is None or board.reader is not side]
    board = replace(older, place=place, message_id=message_id, posted_at=now, shown=shown, reader=reader)
    if reader is not None:
        board = replace(board, server_name=None)
    return forget_places(replace(match, boards=tuple(board if one is older else one for one in others)))


def put_private(  # noqa: PLR0913 - what's known of a board
    match: Match, player_id: int, place: Place, *, message_id: int, now: datetime, shown: int | None = None
) -> Match:
    """Note that a new message in a player's DMs is their private board from here on.

    ``shown`` is the revision that it shows, if that's known.

    Raises:
        NotAPlayerError: the player doesn't play in the match.
    """
    color = match.color_of(player_id)
    if color is None:
        raise NotAPlayerError(match)
    home, older = match.home_of(color), match.private_board_of(player_id)
    if older is home:
        return put(match, place, now, shown, color, message_id=message_id)
    own = Board(place, home.language, home.theme, color, message_id, now, shown)
    others = [board for board in match.boards if board is not older]
    return replace(match, boards=(*others, own))


def check_may_watch(match: Match) -> None:
    """Check that a board can be added for people who watch a match in another channel.

    Raises:
        FinishedGameError: the match is over.
        BoardLimitError: it's watched in as many channels as possible.
    """
    if match.outcome is not None:
        raise FinishedGameError(match)
    if sum(board.watched for board in match.boards) >= MOST_WATCHED:
        raise BoardLimitError(match)


def watch(match: Match, board: Board) -> Match:
    """Note a new board for people who watch the match, unless there's already one in its channel.

    Raises:
        MatchError: as in ``check_may_watch``.
    """
    if any(known.place.channel_id == board.place.channel_id for known in match.boards):
        return match
    check_may_watch(match)
    return replace(match, boards=(*match.boards, board))


def lose(match: Match, message_id: int) -> Match:
    """Note that a message that showed the match is gone, or can't be reached."""
    boards = tuple(
        replace(board, message_id=None, shown=None) if board.message_id == message_id else board
        for board in match.boards
    )
    kept = (board for board in boards[1:] if board.message_id is not None or board.side is not None)
    return forget_places(replace(match, boards=(boards[0], *kept)))


def lose_home(match: Match, side: Color | None, now: datetime) -> Match:
    """Note that nothing can be posted where the match is played, or the player of a side plays."""
    older = match.home_of(side)
    lost = replace(older, message_id=None, posted_at=now, shown=None)
    return replace(match, boards=tuple(lost if board is older else board for board in match.boards))


def show(match: Match, message_ids: Collection[int], revision: int) -> Match:
    """Note that these messages show exactly the state at a revision, which may be an earlier one."""
    boards = tuple(
        replace(board, shown=revision) if board.message_id in message_ids else board for board in match.boards
    )
    return forget_places(replace(match, boards=boards))


def forget_places(match: Match) -> Match:
    """Forget where outside servers a match is shown, because that would tell who a deleted player was.

    A board that the bot can still edit, and that has to be, keeps its place until it has been. Nothing is
    forgotten of a match whose players are known, or of the private board of one who is.
    """
    if not match.has_deleted_player:
        return match
    kept = (
        board
        for board in match.boards[1:]
        if not _is_of_deleted(board, match) or board.needs_edit(match.revision)
    )
    return replace(match, boards=(_without_place(match.board, match), *kept))


def _is_of_deleted(board: Board, match: Match) -> bool:
    return board.reader is not None and match.player(board.reader).is_deleted


def _without_place(board: Board, match: Match) -> Board:
    is_known = board.reader is not None and not _is_of_deleted(board, match)
    if board.place.guild_id is not None or is_known or board.needs_edit(match.revision):
        return board
    # Where only a click can change the message, it's recognized by its id.
    awaited = not board.place.reachable and board.shown != match.revision
    return replace(board, place=FORGOTTEN_PLACE, message_id=board.message_id if awaited else None)


def doubt(match: Match) -> Match:
    """Note that no board is known to show the match, because something else about it has changed."""
    return replace(match, boards=tuple(replace(board, shown=None) for board in match.boards))


def doubt_tally(match: Match) -> Match:
    """Note that no board is known to show how many have voted, where that's shown."""
    blind = match.position.turn.opponent
    boards = (board if board.side is blind else replace(board, shown=None) for board in match.boards)
    return replace(match, boards=tuple(boards))


def hide_text(match: Match, player_id: int) -> Match:
    """Show the board for everyone as a picture only.

    Raises:
        NotAPlayerError: the player doesn't play in the match.
        TextWantedError: the other player wants it in words.
    """
    if match.color_of(player_id) is None:
        raise NotAPlayerError(match)
    other = match.opponent_of(player_id)
    if match.seat_of(other.id).text_board:
        raise TextWantedError(match, other)
    return replace(doubt(match), chosen_text_board=False)
