"""Changes or posts boards and cards, except as answers to clicks on them."""

from collections.abc import Sequence

import discord
import structlog

from bot.matches.base36 import format_number
from bot.matches.values.challenges import Challenge
from bot.matches.values.games import Game
from bot.matches.values.players import Player
from bot.ui.board.board_message import board_message
from bot.ui.board.pointer import moved_message
from bot.ui.context.client import ServingClient
from bot.ui.context.failures import FAILURES, impatiently
from bot.ui.message.content import Content
from bot.ui.text.links import shown_in

# Discord's codes for a deleted message and for one in an archived thread.
_DELETED = 10008
_ASLEEP = 50083

log = structlog.get_logger(__name__)


async def redraw(client: ServingClient, game: Game, *, besides: int | None = None) -> None:
    """Make every message of a game show ``game``, except for the message ``besides``, which already does.

    If someone deleted the message, the board is posted again. If that's impossible, or the channel is gone or
    the bot has no access to it, the game is recorded as having no message, and ``/pyrga show`` posts a new
    one. The same happens if a player's data was deleted. After any other failure, or if only the next click
    can change the message, the game stays marked for redrawing later.
    """
    if await redraw_messages(client, game, besides=besides):
        await client.services.games.mark_shown(game)


async def redraw_messages(client: ServingClient, game: Game, *, besides: int | None = None) -> bool:
    """Do what ``redraw`` does, but let the caller record that the messages show ``game``.

    Returns:
        Whether all of them do. If not, it has to be tried again.
    """
    complete = await _redraw_own_boards(client, game, besides)
    if game.message_id in {None, besides}:
        return complete
    return await _redraw_common_board(client, game) and complete


async def _redraw_common_board(client: ServingClient, game: Game) -> bool:
    """Redraw the board that everyone sees; False if that has to be tried again."""
    if not game.place.reachable or game.message_id is None:
        return False
    try:
        await _edit(client, game.place.channel_id, game.message_id, await board_message(game, client.icons))
    except (discord.NotFound, discord.Forbidden) as error:
        log.info("board message lost", game=game.number, code=error.code)
        # A deleted player's board is only redrawn for its names, and may be very old.
        may_post = error.code == _DELETED and not game.has_deleted_player
        if not may_post or await _post(client, game) is None:
            await client.services.games.set_board(game, game.place, None)
    except FAILURES as error:
        log.warning("board not redrawn", game=game.number, error=str(error))
        return False
    return True


async def _redraw_own_boards(client: ServingClient, game: Game, besides: int | None) -> bool:
    """Redraw the players' private boards; False if that has to be tried again.

    One that's gone or can't be reached is forgotten, and its player is notified in the game's channel
    instead.
    """
    complete = True
    for board in game.private_boards:
        if board.message_id == besides:
            continue
        try:
            await _edit(client, board.channel_id, board.message_id, await board_message(game, client.icons))
        except (discord.NotFound, discord.Forbidden) as error:
            log.info("own board lost", game=game.number, code=error.code)
            await client.services.private_boards.forget(game.number, board)
        except FAILURES as error:
            log.warning("own board not redrawn", game=game.number, error=str(error))
            complete = False
    return complete


async def post(
    client: ServingClient, game: Game, *, called: Sequence[Player] = (), besides: int | None = None
) -> Game | None:
    """Post the board of a game again in the channel of its last message, and return the game as shown by it.

    ``called`` are the people it notifies. If Discord doesn't allow it, nothing changes and the result is
    None. Private boards are redrawn, except for the message ``besides``.
    """
    newer = await _post(client, game, called)
    if newer is not None and await _redraw_own_boards(client, game, besides):
        await client.services.games.mark_shown(game)
    return newer


async def _post(client: ServingClient, game: Game, called: Sequence[Player] = ()) -> Game | None:
    if not game.place.reachable:
        return None
    try:
        message_id = await send_board(client, game.place.channel_id, game, called)
    except FAILURES as error:
        log.info("board not reposted", game=game.number, error=str(error))
        return None
    return await client.services.games.set_board(game, game.place, message_id)


async def send_board(
    client: ServingClient, channel_id: int, game: Game, called: Sequence[Player] = ()
) -> int:
    """Post the board of a game in a channel, and return the message's id.

    Raises:
        HTTPException, OSError: Discord refuses, or can't be reached.
    """
    content = await board_message(game, client.icons, called=called)
    users = [discord.Object(player.id) for player in called]
    message = await impatiently(
        client.get_partial_messageable(channel_id).send(
            view=content.view,
            files=content.files(),
            allowed_mentions=discord.AllowedMentions(users=users),
            # Discord ignores the second of two messages with the same nonce, so a retried request only
            # pings once.
            nonce=f"{format_number(game.number)}-{game.revision}",
        )
    )
    return message.id


async def clear_board_away(client: ServingClient, older: Game, newer: Game) -> None:
    """Clear away the message that showed a game, now that another one is known to show it.

    They may be the same: Discord doesn't repeat a post that was already made by this process or one that
    died.
    """
    if older.message_id not in {None, newer.message_id} and older.place.reachable:
        await clear_away(client, older.place.channel_id, older.message_id, newer)


async def clear_away(
    client: ServingClient, channel_id: int, message_id: int, game: Game, reader: int | None = None
) -> None:
    """Delete a message that no longer shows ``game``, as far as Discord allows.

    If the game has moved to another channel, a line with a link stays: people may look for it where it was,
    or have been mentioned there. It also stays if the message can't be deleted. The link takes a ``reader``
    who has a private board there.
    """
    try:
        if channel_id == shown_in(game, reader) and await _delete(client, channel_id, message_id):
            return
        await _edit(client, channel_id, message_id, moved_message(game, reader))
    except FAILURES as error:
        # Nothing depends on this: a click on the old message gives the same link.
        log.info("old board not turned into a link", message=message_id, error=str(error))


async def _delete(client: ServingClient, channel_id: int, message_id: int) -> bool:
    """Delete a message of the bot; False if Discord doesn't allow it."""
    try:
        message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
        await impatiently(message.delete())
    except discord.NotFound:
        return True
    except FAILURES as error:
        log.info("old board not deleted", message=message_id, error=str(error))
        return False
    return True


async def send_card(client: ServingClient, challenge: Challenge, content: Content, called: Player) -> int:
    """Post the card of a challenge, and return the message's id. It notifies ``called``.

    Raises:
        HTTPException, OSError: Discord refuses, or can't be reached.
    """
    message = await impatiently(
        client.get_partial_messageable(challenge.place.channel_id).send(
            view=content.view,
            files=content.files(),
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(called.id)]),
        )
    )
    return message.id


async def edit_card(client: ServingClient, challenge: Challenge, content: Content) -> bool:
    """Replace the card of a challenge with ``content``, as far as Discord allows.

    Returns:
        Whether the card still exists, as far as is known.
    """
    if challenge.message_id is None or not challenge.place.reachable:
        return True
    try:
        await _edit(client, challenge.place.channel_id, challenge.message_id, content)
    except FAILURES as error:
        # A click on the old card updates it.
        log.info("card not edited", challenge=challenge.number, error=str(error))
        return not isinstance(error, discord.NotFound)
    return True


async def _edit(client: ServingClient, channel_id: int, message_id: int, content: Content) -> None:
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    try:
        await impatiently(message.edit(view=content.view, attachments=content.files()))
    except discord.HTTPException as error:
        if error.code != _ASLEEP:
            raise
        await _wake(client, channel_id)
        await impatiently(message.edit(view=content.view, attachments=content.files()))


async def _wake(client: ServingClient, thread_id: int) -> None:
    thread = await impatiently(client.fetch_channel(thread_id))
    if isinstance(thread, discord.Thread):
        await impatiently(thread.edit(archived=False))
