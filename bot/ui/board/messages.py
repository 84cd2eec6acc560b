"""Sends, edits and clears away the messages of boards, opens their threads, and leads people to them."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import discord
import structlog
from discord import ui
from discord.utils import format_dt

from bot.locale import Words, first_known, words_for
from bot.ui.board.board_message import board_message
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.looks import LONGEST_LOSS
from bot.ui.context.permissions import meant_board
from bot.ui.context.posting import send_private
from bot.ui.context.requests import (
    PASSING,
    DoneError,
    ForbiddenError,
    GoneError,
    RefusedError,
    RequestError,
    Thing,
    ask,
    nonce_of,
)
from bot.ui.context.sending import change, say, send
from bot.ui.message.content import Box, Content, boxed, layout
from bot.ui.text.status import called_sentence, started_sentence
from bot.ui.text.words import (
    board_for,
    game_name,
    link_to,
    message_link,
    name,
    named_in,
    plain_name,
    result,
    sides,
)
from bot.use_cases.challenges.challenges import POSTING
from bot.values.base36 import format_number
from bot.values.challenges import Challenge, ChallengeStatus
from bot.values.game.game import Board, Game
from bot.values.game.presence import Delivery, held_until, reach
from bot.values.players import FORGOTTEN_PLACE, Place, Player
from engine import Color

Telling = Callable[[Sequence[Game], Words], str]
"""Says something about games, which have the names for where it's said."""

_MOST_LINKED: Final = 10

log = structlog.get_logger(__name__)


async def send_board(
    client: ServingClient, game: Game, board: Board, *, called: Sequence[Player] = ()
) -> int:
    """Post a board of a game, in place of its older message if it has one; return the new message's id.

    It notifies ``called``.

    Raises:
        RequestError: Discord refuses, or can't be reached.
    """
    named = game.as_seen_on(board)
    content = await board_message(named, client.icons, board=board, called=called)
    users = [discord.Object(player.id) for player in called]
    message = await send(
        client.get_partial_messageable(board.place.channel_id).send,
        content,
        allowed_mentions=discord.AllowedMentions(users=users),
        # The older message is a part of it, or else Discord would find that one even once it's deleted.
        nonce=nonce_of(game.number, game.revision, board.place.channel_id, board.message_id),
    )
    return message.id


async def edit(
    client: ServingClient,
    channel_id: int,
    *,
    message_id: int,
    content: Content,
    called: Sequence[Player] = (),
) -> None:
    """Replace a message, even in an archived thread, with ``content``.

    ``called`` are those whom it mentions and who become members of the thread. It notifies no one.

    Raises:
        RequestError: Discord refuses, or can't be reached.
    """
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    users = discord.AllowedMentions(users=[discord.Object(player.id) for player in called])
    try:
        await change(message.edit, content, allowed_mentions=users)
    except ForbiddenError as error:
        if not error.asleep:
            raise
        thread = await ask(client.fetch_channel(channel_id))
        if isinstance(thread, discord.Thread):
            await ask(thread.edit(archived=False))
        await change(message.edit, content, allowed_mentions=users)


async def clear_away(
    client: ServingClient, channel_id: int, *, message_id: int, game: Game, board: Board
) -> None:
    """Delete a message that no longer shows ``game``, as far as Discord allows; ``board`` does now.

    If the game has moved to another channel, a line with a link stays: people may look for it where it was,
    or have been mentioned there. It also stays if the message can't be deleted.
    """
    stays = board.place.channel_id in {channel_id, FORGOTTEN_PLACE.channel_id}
    try:
        if stays and await delete(client, channel_id, message_id=message_id):
            return
        await edit(client, channel_id, message_id=message_id, content=moved_message(game, board))
    except RequestError as error:
        # Until this is done, a click on the old message gives the same link.
        log.info("old board not turned into a link", message=message_id, error=str(error))
        if not client.looks.fails(message_id, error, LONGEST_LOSS) and error.gone is not Thing.MESSAGE:
            client.leftovers[message_id] = partial(
                clear_away, client, channel_id, message_id=message_id, game=game, board=board
            )


async def delete(client: ServingClient, channel_id: int, *, message_id: int) -> bool:
    """Delete a message of the bot; False if Discord doesn't allow it."""
    try:
        message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
        await ask(message.delete())
    except RequestError as error:
        log.info("old board not deleted", message=message_id, error=str(error))
        return error.gone is Thing.MESSAGE
    return True


def card_nonce(challenge: Challenge) -> str:
    """Return what's the same each time that the card of a challenge is posted."""
    return nonce_of("challenge", challenge.number)


async def send_card(
    client: ServingClient, challenge: Challenge, content: Content, called: Sequence[Player]
) -> int:
    """Post the card of a challenge, and return the message's id. It notifies ``called``.

    Raises:
        RequestError: Discord refuses, or can't be reached.
    """
    channel = client.get_partial_messageable(challenge.place.channel_id)
    users = discord.AllowedMentions(users=[discord.Object(player.id) for player in called])
    nonce = card_nonce(challenge)
    return (await send(channel.send, content, allowed_mentions=users, nonce=nonce)).id


async def edit_card(client: ServingClient, challenge: Challenge, content: Content) -> bool:
    """Replace the card of a challenge with ``content``, as far as Discord allows.

    Returns:
        Whether the card still exists, as far as is known. If only its channel is out of reach, that takes two
        looks.
    """
    message_id = challenge.message_id
    if message_id is None or not challenge.place.reachable:
        return True
    try:
        await edit(client, challenge.place.channel_id, message_id=message_id, content=content)
    except RequestError as error:
        # Until this is done, a click on the old card updates it.
        log.info("card not edited", challenge=challenge.number, error=str(error))
        looks, is_deleted = client.looks, error.gone is Thing.MESSAGE
        is_gone, is_open = looks.fails(message_id, error), challenge.status is ChallengeStatus.OPEN
        if not (is_open or challenge.games or is_deleted or looks.is_gone(message_id, LONGEST_LOSS)):
            client.leftovers[message_id] = partial(edit_card, client, challenge, content)
        return not (is_deleted or is_gone)
    client.looks.there(message_id)
    return True


def moved_message(game: Game, board: Board) -> Content:
    """Return a link to the board that shows ``game`` now, without buttons.

    It doesn't change when the game goes on or ends, so it says nothing that could become untrue.
    """
    text = words_for(board.language).say(
        "Game {game} moved here: [open the board]({link})",
        game=game_name(game.number),
        link=link_to(board.place, board.message_id),
    )
    return boxed(text, accent=None)


def post_at(board: Board) -> tuple[str, int]:
    """Return what's looked for when a board is to be posted, apart from messages that are there."""
    return "post", board.place.channel_id


def started_text(context: Context, game: Game) -> str:
    """Return what a player is told once their game has started: where its board is, or that it's coming.

    It's coming if another task is about to post it, or if the bot does so by itself as soon as it can.
    """
    board = board_for(game, context.user.id)
    now = context.services.clock.now()
    is_coming = (
        board.place.reachable
        and not context.client.looks.is_missing(post_at(board))
        and (board.posted_at is None or now - board.posted_at < POSTING)
    )
    return started_sentence(context.words, context.named(game), context.user.id, is_coming=is_coming)


def called(player: Player, games: Sequence[Game], words: Words) -> str:
    """Return what a player is told: their turn, a question, how the game ended, or that several wait."""
    if len(games) > 1:
        return words.count(
            "{count} game is waiting for you: {games}",
            "{count} games are waiting for you: {games}",
            len(games),
            count=len(games),
            games=_linked_games(words, games, player),
        )
    (game,) = games
    opponent = name(game.opponent_of(player.id))
    facts = {"game": game_name(game.number), "opponent": opponent, "link": message_link(game, player.id)}
    if game.outcome is not None:
        over = words.say("Your game {game} against {opponent} is over.", **facts)
        there = words.say("[Open the board]({link})", **facts)
        return f"{over} {result(words, game)} {there}"
    return called_sentence(words, game).format(**facts)


def _linked_games(words: Words, games: Sequence[Game], player: Player) -> str:
    """Return links to the first of a player's games, with their opponents, and how many others there are."""
    linked = [
        words.say(
            "[{game}]({link}) against {opponent}",
            game=game_name(game.number),
            link=message_link(game, player.id),
            opponent=name(game.opponent_of(player.id)),
        )
        for game in games[:_MOST_LINKED]
    ]
    others = len(games) - len(linked)
    if others:
        linked.append(words.count("{count} other", "{count} others", others, count=others))
    return ", ".join(linked)


async def remind(client: ServingClient, games: Sequence[Game]) -> bool | None:
    """Remind the player to move of their deadlines, as in ``tell_waiting``, unless they're present."""
    return await _tell(client, games, games[0].to_move, _reminder)


async def tell_of_turns(client: ServingClient, games: Sequence[Game]) -> bool | None:
    """Tell a player, as in ``tell_waiting``, which of their games wait for them."""
    return await _tell_awake(client, games, games[0].awaited, partial(called, games[0].awaited))


async def tell_of_end(client: ServingClient, game: Game, player: Player) -> bool | None:
    """Tell a player, as in ``tell_waiting``, how their game has ended."""
    return await _tell_awake(client, [game], player, partial(called, player))


async def tell_waiting(client: ServingClient, game: Game) -> bool | None:
    """Tell the waiting player, in the way they chose, that they can claim the win.

    False if that's not accepted, None if it's not possible now or they're in their quiet hours.
    """
    return await _tell_awake(client, [game], game.opponent_of(game.to_move.id), _claimable)


async def tell_in_private(
    client: ServingClient,
    player: Player,
    games: Sequence[Game],
    write: Telling,
    nonce: str | None = None,
) -> bool | None:
    """Send a DM about games, as in ``send_private``.

    Discord only says which language a person uses when they click, so their choice is used, or else the
    game's.
    """
    chosen = (await client.services.preferences.remembered(player.id)).language
    language = board_for(games[0], player.id).language
    words = words_for(first_known(chosen, language))
    seen = [named_in(words, game.as_seen_from(None, player_id=player.id)) for game in games]
    text = write(seen, words)
    return await send_private(client, player.id, text, nonce or _nonce_of(player, games, text))


def loss_text(games: Sequence[Game], words: Words, *, color: Color, is_away: bool, is_here: bool) -> str:
    """Return what someone is told in a DM whose board's place is out of reach: what follows for their game.

    They play with this ``color``, or have a channel play. ``is_away`` says that the server is out of reach,
    too, and ``is_here`` that their board is in their DMs now.
    """
    (game,) = games
    facts = {"game": game_name(game.number), "opponent": name(game.player(color.opponent))}
    said = [_loss(words, is_away=is_away, is_here=is_here).format(**facts)]
    if game.clock is not None:
        said.append(_time_of_lost(words, ends=is_away and not game.is_in_two_places))
    if not is_here:
        said.append(_way_on(words, game, is_away=is_away))
    return " ".join(said)


def _loss(words: Words, *, is_away: bool, is_here: bool) -> str:
    if is_here:
        return words.say(
            "I can't post in the channel of game {game} against {opponent} right now, so your board is here. "
            "Your game is safe."
        )
    if is_away:
        return words.say(
            "I can't get into the server of game {game} against {opponent} right now. Your game is safe."
        )
    return words.say(
        "I can't show game {game} against {opponent} in its channel right now. Your game is safe."
    )


def _time_of_lost(words: Words, *, ends: bool) -> str:
    if ends:
        return words.say(
            "Time keeps running: if I'm still not back when a reminder or the deadline comes, the game ends "
            "without a result."
        )
    return words.say("Time keeps running.")


def _way_on(words: Words, game: Game, *, is_away: bool) -> str:
    if game.crowd is not None and is_away:
        return words.say("It goes on once I'm back.")
    if game.crowd is not None:
        return words.say(
            "It goes on by itself once I can post there again. To move it, use /pyrga show in another "
            "channel."
        )
    if is_away:
        return words.say("To play on, you can both use /pyrga show here, in DMs with me.")
    return words.say(
        "To play on, use /pyrga show in another channel, or here. Once I can post there again, I'll bring "
        "its board up to date."
    )


def _nonce_of(player: Player, games: Sequence[Game], text: str) -> str:
    """Return what's the same if a player is told the same about the same states of games."""
    return nonce_of(player.id, text, *((game.number, game.revision) for game in games))


async def _tell_awake(
    client: ServingClient, games: Sequence[Game], player: Player, write: Telling
) -> bool | None:
    """Tell a player, unless they're in their quiet hours: then it isn't possible now."""
    is_held = held_until(games[0], player, client.services.clock.now()) is not None
    return None if is_held else await _tell(client, games, player, write)


async def _tell(client: ServingClient, games: Sequence[Game], player: Player, write: Telling) -> bool | None:
    """Tell a player in the way they chose, where the first game is played, or else in another way."""
    delivery = reach(games[0], player, client.services.clock.now())
    ways = {Delivery.PRIVATE: (tell_in_private, _mention), Delivery.MENTION: (_mention, tell_in_private)}
    answers = list[bool | None]()
    for way in ways.get(delivery, ()):
        if way is _mention and games[0].plays_apart(player.id):
            continue
        answers.append(await way(client, player, games, write))
        if answers[-1]:
            return True
    return None if None in answers else not answers


async def _mention(
    client: ServingClient, player: Player, games: Sequence[Game], write: Telling
) -> bool | None:
    home = games[0].home_of(games[0].color_of(player.id))
    if not home.place.reachable:
        return False
    channel = client.get_partial_messageable(home.place.channel_id)
    users = discord.AllowedMentions(users=[discord.Object(player.id)])
    words = words_for(home.language)
    text = f"<@{player.id}> {write([named_in(words, game) for game in games], words)}"
    try:
        await say(channel.send, text, allowed_mentions=users, nonce=_nonce_of(player, games, text))
    except RequestError as error:
        log.info("player not told", game=games[0].number, error=str(error))
        return None if isinstance(error, PASSING) else False
    return True


def _reminder(games: Sequence[Game], words: Words) -> str:
    game = games[0]
    until = "" if game.clock is None else format_dt(game.clock.until, "R")
    if len(games) > 1:
        # Translators: Discord shows {until} in the reader's language, such as "in 3 hours".
        return words.count(
            "{count} move due {until}: {games}",
            "{count} moves due, the first {until}: {games}",
            len(games),
            count=len(games),
            until=until,
            games=_linked_games(words, games, game.to_move),
        )
    # Translators: Discord shows {until} in the reader's language, such as "in 3 hours".
    return words.say(
        "Your move in game {game} against {opponent} is due {until}: [open the board]({link})",
        game=game_name(game.number),
        opponent=name(game.opponent_of(game.to_move.id)),
        until=until,
        link=message_link(game, game.to_move.id),
    )


def _claimable(games: Sequence[Game], words: Words) -> str:
    (game,) = games
    link = message_link(game, game.opponent_of(game.to_move.id).id)
    # Translators: {late} is a player's name.
    return words.say(
        "{late} has run out of time in game {game}. Claim the win or give more time: [open the "
        "board]({link})",
        late=name(game.to_move),
        game=game_name(game.number),
        link=link,
    )


async def lead_on(context: Context, game: Game) -> None:
    """Answer a click on an older message of ``game``: link to the newer one, and clear the old one away."""
    here, clicked = context.place, context.message
    board = meant_board(context, game)
    pointer = moved_message(game, board)
    if clicked is None or not here.reachable:
        await context.reply.replace(pointer)
        return
    await context.learn_words()
    # It may already be gone, and then it can't be replaced.
    await context.reply.private(pointer)
    if board.message_id is not None and clicked.id > board.message_id:
        # Another process has just posted it, and is about to store that it's the board.
        return
    await clear_away(context.client, here.channel_id, message_id=clicked.id, game=game, board=board)


# The longest that Discord offers; an archived thread is reopened by the next board.
_MINUTES_UNTIL_ASLEEP: Final = 10080


async def create_thread(channel: discord.TextChannel, game: Game, message_id: int | None) -> discord.Thread:
    """Create the thread of a game on a message of a channel, or without one.

    Raises:
        RequestError: Discord refuses, or can't be reached.
    """
    name = _thread_name(game)
    if message_id is not None:
        message = channel.get_partial_message(message_id)
        return await ask(message.create_thread(name=name, auto_archive_duration=_MINUTES_UNTIL_ASLEEP))
    return await ask(
        channel.create_thread(
            name=name, type=discord.ChannelType.public_thread, auto_archive_duration=_MINUTES_UNTIL_ASLEEP
        )
    )


def _thread_name(game: Game) -> str:
    players = f"{plain_name(game.white)} \N{EN DASH} {plain_name(game.black)}"
    return f"{players} · {_end_of_name(game)}"


def _end_of_name(game: Game) -> str:
    return f"Pyrga {game_name(game.number)}"


async def rename_thread(
    client: ServingClient, game: Game, board: Board, *, thread_id: int, channel_id: int | None
) -> None:
    """Put the present names of a game on its thread, and on the message that it's on, which only has those.

    Without a ``channel_id``, it isn't known whether there's such a thread. What people have deleted is left
    out.

    Raises:
        RequestError: Discord refuses, or can't be reached.
    """
    thread = await _thread_of(client, game, thread_id)
    parent_id = channel_id if thread is None else thread.parent_id
    if parent_id is not None and game.board_with(thread_id) is None:
        try:
            await edit(client, parent_id, message_id=thread_id, content=_opening(game, board))
        except GoneError as error:
            log.info("thread without a first message", game=game.number, error=str(error))
    if thread is not None and thread.name != _thread_name(game):
        await ask(thread.edit(name=_thread_name(game), archived=False))


async def _thread_of(client: ServingClient, game: Game, thread_id: int) -> discord.Thread | None:
    """Return the thread with this id, if it's there and the bot has opened it for a game."""
    try:
        thread = await ask(client.fetch_channel(thread_id))
    except GoneError:
        return None
    if not isinstance(thread, discord.Thread) or client.user is None or thread.owner_id != client.user.id:
        return None
    return thread if thread.name.endswith(_end_of_name(game)) else None


def _opening(game: Game, board: Board) -> Content:
    words = words_for(board.language)
    said = f"**{game_name(game.number)}** · {sides(words, named_in(words, game))}"
    return Content(layout(Box(ui.TextDisplay(said))))


async def open_channel(client: ServingClient, place: Place) -> discord.TextChannel | None:
    """Return the channel of a place, or None if it's of a kind that has no threads.

    Raises:
        RequestError: Discord refuses, or can't be reached.
    """
    channel = await ask(client.fetch_channel(place.channel_id))
    return channel if isinstance(channel, discord.TextChannel) else None


async def post_opening(channel: discord.TextChannel, game: Game, board: Board) -> int:
    """Post the line that a game's thread will be on, and return the message's id. It notifies no one."""
    # If each player has a thread of their own, each has an opening of its own.
    opening = f"opening-{board.side.value[0]}" if board.side else "opening"
    # Discord ignores the second of two messages with the same nonce, so what a restart interrupts is only
    # posted once.
    nonce = f"{format_number(game.number)}-{opening}"
    message = await send(partial(channel.send, silent=True, nonce=nonce), _opening(game, board))
    return message.id


async def thread_on(channel: discord.TextChannel, game: Game, message_id: int) -> int | None:
    """Return the id of the thread of a game on a message, which may be new; None if there can't be one."""
    try:
        return (await create_thread(channel, game, message_id)).id
    except DoneError:
        # A thread has the id of the message that it's on.
        return message_id
    except (ForbiddenError, RefusedError, GoneError) as error:
        log.info("no thread", game=game.number, error=str(error))
    return None


async def bring_in_silently(
    client: ServingClient, game: Game, board: Board, people: Sequence[Player]
) -> None:
    """Make players members of the thread of a board that has just been posted there.

    Discord does that for everyone whom an edit mentions, and notifies no one. If they were added directly, it
    would tell each of them.
    """
    if board.message_id is None:
        return
    named = game.as_seen_on(board)
    content = await board_message(named, client.icons, board=board, called=people)
    try:
        await edit(
            client, board.place.channel_id, message_id=board.message_id, content=content, called=people
        )
    except RequestError as error:
        # They can still find the thread through the event.
        log.info("players not in thread", game=game.number, error=str(error))
