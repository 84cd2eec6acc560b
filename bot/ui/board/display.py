"""Shows games on their boards, and tells the players what they can't see for themselves.

The display owns the boards' messages. Each game has a mailbox (``bot.ui.context.client``): while Discord
is busy with one state, newer ones come in, and then only the newest is shown. A click's own answer is one of
the ways to show it. Nothing waits for Discord while it keeps others from a game.

Edits don't notify anyone. So a change that someone has to know about who isn't present is posted as a new
message with a mention, and the previous message is cleared away.
"""

from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

import discord
import structlog

from bot.locale import words_for
from bot.ui.board.board_message import board_message
from bot.ui.board.messages import (
    bring_in_silently,
    called,
    clear_away,
    delete,
    edit,
    lead_on,
    loss_text,
    open_channel,
    post_at,
    post_opening,
    rename_thread,
    send_board,
    tell_in_private,
    thread_on,
)
from bot.ui.board.move_buttons import NOTHING, Choice
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.context_errors import PrivateAnswersOnlyError, UnshownChangeError
from bot.ui.context.looks import LONGEST_LOSS
from bot.ui.context.permissions import is_apart, meant_board
from bot.ui.context.requests import LOST, PASSING, RefusedError, RequestError, Thing, ask, nonce_of
from bot.ui.context.sight import is_gone
from bot.ui.text.words import named_in
from bot.values.errors import Refusal
from bot.values.game import boards
from bot.values.game.game import Board, Game, Thread, Transition
from bot.values.game.presence import (
    Deliveries,
    Delivery,
    deliveries,
    held_until,
    is_out_of_sight,
    someone_waits,
)
from bot.values.players import Place, Player
from engine import Color

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Click:
    """A click on a board, to be answered.

    If another message shows the game by now, the person is led there, unless they have seen it come: then
    the click is ``expected`` to be followed by it. ``error`` is why it couldn't be answered.
    """

    context: Context
    expected: bool
    error: Exception | None = None

    def is_on(self, board: Board) -> bool:
        """Return whether the message of a board was clicked, or a copy that only its player sees."""
        message = self.context.message
        return message is not None and (message.id == board.message_id or board.hidden)


@dataclass(slots=True)
class _Showing:
    """A state of ``game`` to show, in answer to a click on a board if there's one.

    ``choice`` is what the player to move has chosen so far. ``calls`` says whether to tell those who have to
    know and aren't present, ``at_once`` even if other games may wait for them, too, and ``channel_id`` where
    to post a new board in any case. Once it's done, ``shown`` is the game with its boards.
    """

    game: Game
    click: _Click | None
    choice: Choice
    calls: bool
    at_once: bool
    channel_id: int | None
    shown: Game


async def show(  # noqa: PLR0913 - what is shown, in answer to what
    client: ServingClient,
    game: Game,
    context: Context | None = None,
    choice: Choice = NOTHING,
    *,
    repeated: bool = False,
    calls: bool = False,
    at_once: bool = False,
    channel_id: int | None = None,
) -> Game:
    """Show a game on every board that isn't known to show it; return it with its boards.

    A click on a board is answered with ``choice``, what the player to move has chosen so far. If another
    message shows the game by now, the person is led there, unless the click is ``repeated``: the second of a
    double click, by someone who has seen it come. With ``calls``, those who have to know and aren't present
    are told: within a minute, if they play several games and have more than an hour for a move, so that one
    message can be about all that wait for them, or ``at_once``. With ``channel_id``, a new board is posted
    there.

    If someone deleted the message, the board is posted again, unless a player's data was deleted. If the
    channel is gone or the bot has no access to it, as two looks say, each player of a game in two places
    gets their board in DMs. After any other failure, or if only the next click can change the message, the
    game stays marked for redrawing later, until nothing has happened in it for ``LONGEST_LOSS``.
    """
    click = None if context is None else _Click(context, expected=calls or repeated)
    showing = _Showing(game, click, choice, calls, at_once or channel_id is not None, channel_id, game)
    await client.mailboxes.hand_in(game.number, showing, partial(_show_newest, client))
    if click is not None and click.error is not None:
        raise click.error
    return showing.shown


async def announce(
    client: ServingClient, game: Game, context: Context | None = None, *, at_once: bool = False
) -> Game:
    """Show a game that has changed, and tell those who have to know; return it with its boards.

    If a click on a board changed it, that's answered.
    """
    return await show(client, game, context, calls=True, at_once=at_once)


async def announce_after_panel(
    context: Context,
    game: Game,
    answer: Coroutine[Any, Any, object],
    unshown: type[Refusal] = UnshownChangeError,
) -> Game:
    """Answer a click on a private panel that changed a game, show the game, and tell those who have to know.

    The game is also shown if Discord refuses the answer. If the bot can't edit the board on its own, a click
    there posts a new one, and the next click on the old one leads there.

    Raises:
        Refusal: ``unshown``, if Discord refuses the answer.
    """
    try:
        await answer
    except RequestError as error:
        await announce_beside(context, game)
        raise unshown from error
    return await announce_beside(context, game)


async def announce_beside(context: Context, game: Game) -> Game:
    """Show a game that has changed, as ``announce`` does, after another answer to a click.

    Where the bot can only answer, the board is posted beside that.
    """
    if not game.place.reachable and context.place.channel_id == game.place.channel_id:
        told = deliveries(game, context.services.clock.now())
        followed_up = [player for player, delivery in told.items() if delivery is Delivery.FOLLOWUP]
        try:
            game = await publish(context, game, called=followed_up, beside=True)
        except (RequestError, PrivateAnswersOnlyError) as error:
            log.info("board not posted after a panel", game=game.number, error=repr(error))
    return await announce(context.client, game)


async def move_to(client: ServingClient, game: Game, channel_id: int) -> Game | None:
    """Post the board in another channel, and tell those who have to know; return the game as shown.

    If Discord doesn't allow it, nothing changes and the result is None.
    """
    shown = await show(client, game, calls=True, channel_id=channel_id)
    return shown if shown.place.channel_id == channel_id else None


async def publish(
    context: Context, game: Game, *, called: Sequence[Player] = (), beside: bool = False
) -> Game:
    """Post the board as the answer, or ``beside`` it, for the whole channel; return the game.

    ``called`` are the people that it notifies. Only the player sees that of a game of the day.

    Raises:
        RequestError: Discord refuses, or can't be reached.
        PrivateAnswersOnlyError: the server lets no one else see what the bot answers here.
    """
    board = meant_board(context, game)
    if is_apart(context, game) and board.reader is None:
        board = replace(board, reader=game.color_of(context.user.id), side=None)
    content = await board_message(context.named(game), context.client.icons, board=board, called=called)
    if board.hidden:
        return await adopt(context, game, game.revision, message_id=await context.reply.hidden(content))
    post = context.reply.follow_up if beside else context.reply.public
    message_id = await post(content, ping=[discord.Object(player.id) for player in called])
    return await adopt(context, game, game.revision, message_id=message_id)


async def repost(context: Context, game: Game) -> Game:
    """Post the board of a game as the answer, and show the game on its other boards; return the game."""
    return await show(context.client, await publish(context, game))


async def adopt(context: Context, game: Game, shown: int | None = None, *, message_id: int) -> Game:
    """Make a message in the channel of an interaction the board of a game there; return the game.

    ``shown`` is the revision that it shows, if that's known. The message that was this board until then is
    cleared away. If a newer one is, nothing changes.
    """
    here, who, apart = context.place, context.user.id, is_apart(context, game)
    replaced: Board | None = None

    def put(stored: Game, now: datetime) -> Game:
        nonlocal replaced
        # It may have been posted since the game was read.
        home = stored.home_for(who, here)
        known = stored.private_board_of(who) if apart else home
        if known is not None and (known.message_id or 0) > message_id:
            return stored
        replaced = known
        if apart:
            return boards.put_private(stored, who, here, message_id=message_id, now=now, shown=shown)
        place = home.place if home.hidden else replace(home.place, channel_id=here.channel_id)
        return boards.put(stored, place, now, shown, home.side, message_id=message_id)

    newer = await context.services.games.update(game.number, put)
    if replaced is not None:
        await _clear_replaced(context.client, replaced, message_id, newer)
    return newer


async def _clear_replaced(client: ServingClient, replaced: Board, by: int, game: Game) -> None:
    """Clear away the message of a board that another message has replaced."""
    older = replaced.message_id
    if older is not None and older != by and replaced.is_editable:
        client.replaced.add(older)
        newer = game.board_with(by) or game.board
        await clear_away(client, replaced.place.channel_id, message_id=older, game=game, board=newer)


def may_draw(client: ServingClient, game: Game) -> bool:
    """Return whether a board of a game that isn't known to show it wasn't out of reach just now."""
    edited = [board.message_id for board in game.boards if board.needs_edit(game.revision)]
    threads = [_thread_of(thread.id) for thread in game.outdated_threads]
    return any(map(client.looks.is_due, [*edited, *map(post_at, game.unposted), *threads]))


def _thread_of(thread_id: int) -> tuple[str, int]:
    """Return what's looked for when a thread is to be renamed."""
    return "thread", thread_id


def _forget_thread(thread: Thread, game: Game, now: datetime) -> Game:
    del now
    return boards.forget_thread(game, thread)


async def _show_newest(client: ServingClient, showings: Sequence[_Showing]) -> None:
    """Show the newest of several states of a game, and answer all clicks."""
    newest = max(showings, key=lambda showing: showing.game.revision)
    game, choice = newest.game, newest.choice
    if any(board.message_id is None or board.message_id in client.replaced for board in game.boards):
        # It was read before a board was posted or replaced.
        game = await client.services.games.get(game.number)
        choice = choice if game.revision == newest.game.revision else NOTHING
    clicks = [showing.click for showing in showings if showing.click is not None]
    showing_round = _Round(client, game, choice, clicks)
    channels = [showing.channel_id for showing in showings if showing.channel_id is not None]
    click = None if newest.click is None else newest.click.context.interaction.id
    about = {"game": game.number, "guild": game.guild_id, "interaction": click}
    known = {name: number for name, number in about.items() if number is not None}
    with structlog.contextvars.bound_contextvars(**known):
        await showing_round.run(
            calls=any(showing.calls for showing in showings),
            at_once=any(showing.calls and showing.at_once for showing in showings),
            channel_id=channels[-1] if channels else None,
        )
    for showing in showings:
        showing.shown = showing_round.game


@dataclass(slots=True)
class _Round:
    """One round of showing ``game``, with a choice, that answers ``clicks``.

    ``shown`` are the messages that show it by now and weren't known to, ``posted`` those that are new, and
    ``replaced`` are boards that no longer show it, each with the one that does instead. ``told`` says who has
    to know about it and how, and ``has_told`` that it's stored that all of them do. ``is_cut_off`` says that
    something wasn't possible just now, and ``has_to_tell`` that someone couldn't be told for that reason.
    """

    client: ServingClient
    game: Game
    choice: Choice
    clicks: list[_Click]
    shown: set[int] = field(default_factory=set)
    posted: set[int] = field(default_factory=set)
    replaced: list[tuple[Board, Board]] = field(default_factory=list)
    told: Deliveries = field(default_factory=dict)
    has_told: bool = False
    is_cut_off: bool = False
    has_to_tell: bool = False

    async def run(self, *, calls: bool, at_once: bool, channel_id: int | None) -> None:
        """Show the game everywhere, tell people if it ``calls``, now or soon, and record what's shown."""
        services = self.client.services
        self.told = deliveries(self.game, services.clock.now()) if calls else {}
        is_away = not {Delivery.MENTION, Delivery.PRIVATE}.isdisjoint(self.told.values())
        if is_away and not at_once and await services.games.waits_for_others(self.game):
            calls, self.told = False, {}
        if channel_id is None:
            await self._post_if_needed(calls=calls)
        else:
            await self._move(channel_id)
        await self._edit_boards()
        await self._rename_threads()
        for click in self.clicks:
            if click.error is None:
                await self._acknowledge(click)
        await self._clear_away()
        await self._mention_below()
        await self._call()
        await self._clear_away()
        for home in self.game.homes if self.game.outcome is None else ():
            if self._is_out_of_reach(home):
                await self._tell_of_loss(home)
        waits = self.game.is_unseen or someone_waits(self.told)
        is_over = self.game.outcome is not None
        settled = calls and not (self.has_told or self.has_to_tell) and (is_over or not waits)
        if settled or self.shown:
            await services.games.note_shown(self.game, self.shown, told=settled)
        if self.has_to_tell:
            await services.games.call_later(self.game)

    async def _post_if_needed(self, *, calls: bool) -> None:
        """Post a board again where someone has to be mentioned, or the old one is out of sight.

        Where a channel plays, that's whenever there's something new, without a mention.
        """
        told, unposted, now = self.told, self.game.unposted, self.client.services.clock.now()
        apart = {player for player in told if self.game.private_board_of(player.id) is not None}
        votes = calls and self.game.crowd is not None
        for home in self.game.homes if told or votes else unposted:
            # Where no message shows it, those who have a board in their DMs aren't.
            absent = apart if home.message_id is None else ()
            here = {
                player: told[player]
                for player in told
                if self._home_of(player).side is home.side and player not in absent
            }
            mentioned = [player for player, delivery in here.items() if delivery is Delivery.MENTION]
            out_of_sight = (bool(here) or votes) and not someone_waits(here) and is_out_of_sight(home, now)
            if home.posted_at is None and self.game.opens_thread:
                await self._open(home, mentioned)
                continue
            if home.posted_at is None:
                # Each player is told that the game has begun, also the one who waits for the other.
                people = [
                    player for player in self._people_at(home) if told.get(player) is not Delivery.PRIVATE
                ]
                mentioned = [player for player in people if held_until(self.game, player, now) is None]
            if mentioned or out_of_sight or home in unposted:
                posted = await self._post(home, mentioned)
                is_new, is_gone = home.posted_at is None, self.client.looks.is_gone(post_at(home))
                if not posted and is_new and is_gone and home.side is None:
                    await self._begin_in_private(home, lost=True)

    async def _begin_in_private(self, home: Board, *, lost: bool) -> bool:
        """Post the boards of a game that can't begin where it should in the DMs of its players there.

        If that's because its place is ``lost``, they're told. Return whether anyone has one now.
        """
        if home.side is not None:
            return await self._post_in_private(home)
        for player in self._people_at(home):
            if self.game.private_board_of(player.id) is None:
                color = await self._post_private_board(player, home)
                if lost and color is not None:
                    await self._tell_loser(color, home, is_here=True)
        if self.game.private_boards or self._is_old():
            await self._update(lambda game, now: boards.lose_home(game, None, now))
        return bool(self.game.private_boards)

    def _is_out_of_reach(self, home: Board) -> bool:
        """Return whether two looks say so; one is enough if that was known before a restart."""
        if home.message_id is None and home.posted_at is not None:
            # It was given up, or moved to its players' DMs.
            return False
        thing = post_at(home) if home.message_id is None else home.message_id
        looks = self.client.looks
        return looks.is_gone(thing) or (home.lost_at is not None and looks.is_missing(thing))

    async def _tell_of_loss(self, home: Board) -> None:
        """Tell those who play on a board that's out of reach, once for each time that it's lost.

        That it's lost is stored first, so whoever can't be told now, or by this process, is told later.
        """
        if home.lost_at is None:
            side, message_id = home.side, home.message_id
            await self._update(lambda game, now: boards.miss(game, side, message_id, now))
        for color in Color:
            standing = self.game.home_of(color)
            if standing.side is home.side and standing.lost_at and color not in standing.told_loss:
                await self._tell_loser(color, standing)

    async def _tell_loser(self, color: Color, home: Board, *, is_here: bool = False) -> None:
        """Tell who plays with a color, or has a channel play, that their board is out of reach."""
        game, guild_id, person = self.game, home.place.guild_id, self.game.player(color)
        if person.is_crowd:
            host_id = await self.client.services.crowd_games.host_id(game.number, color)
            person = person if host_id is None else Player(host_id, "")
        settled: bool | None = False
        if person.is_person and not person.is_deleted:
            is_away = guild_id is not None and await is_gone(self.client, guild_id) is not False
            write = partial(loss_text, color=color, is_away=is_away, is_here=is_here)
            nonce = nonce_of("loss", game.number, color, home.lost_at or home.place)
            settled = await tell_in_private(self.client, person, [game], write, nonce)
        if settled is not None:
            await self._update(lambda game, _: boards.tell_loss(game, color))

    async def _post_private_board(self, player: Player, home: Board) -> Color | None:
        """Post a board in a player's DMs; return the color that they play with, or None if it isn't there."""
        shown, color = self.game.revision, self.game.color_of(player.id)
        try:
            channel = await ask(self.client.create_dm(discord.Object(player.id)))
            place = Place(None, channel.id)
            board = replace(home, place=place, reader=color)
            message_id = await send_board(self.client, self.game, board)
        except RequestError as error:
            log.info("private board not posted", error=str(error))
            return None
        await self._update(
            lambda game, now: boards.put_private(
                game, player.id, place, message_id=message_id, now=now, shown=shown
            )
        )
        self.posted.add(message_id)
        return color

    async def _open(self, home: Board, called: Sequence[Player]) -> None:
        """Post the board of an event's or simul's game for the first time, in a thread if there can be one.

        Otherwise, an event's game is played in its players' DMs. Where neither accepts any, and in a simul,
        it's played in the channel. If it can't be posted now, it's tried again later.
        """
        try:
            channel = await open_channel(self.client, home.place)
            if channel is not None and await self._open_in(channel, home, called):
                return
            if self.game.event is None or not await self._begin_in_private(home, lost=False):
                message_id = await send_board(self.client, self.game, home, called=called)
                await self._put(replace(home, message_id=message_id), message_id)
        except RequestError as error:
            log.info("game not opened", error=str(error))
            if self.client.looks.fails(post_at(home), error):
                await self._post_elsewhere(home, called)

    async def _open_in(self, channel: discord.TextChannel, home: Board, called: Sequence[Player]) -> bool:
        """Post the board in a new thread on a line that opens the game; return whether there can be one.

        Whatever was done before a restart is found again, and not done twice. Where there was no thread
        lately, none is tried.
        """
        looks, threads = self.client.looks, ("threads", channel.id)
        if looks.is_missing(threads):
            return False
        opening = await post_opening(channel, self.game, home)
        thread = await thread_on(channel, self.game, opening)
        place = home.place
        if thread is not None:
            place = replace(place, channel_id=thread)
            opened = Thread(channel.id, thread)
            await self._update(lambda game, _: boards.open_thread(game, home.side, opened))
        if thread is not None and await self._post(replace(home, place=place), called):
            await bring_in_silently(
                self.client, self.game, self.game.home_of(home.side), self._people_at(home)
            )
            return True
        looks.missing(threads)
        await delete(self.client, channel.id, message_id=opening)
        return False

    async def _move(self, channel_id: int) -> None:
        """Post the board in another channel, and leave the message that was the board until then."""
        mentioned = [player for player, delivery in self.told.items() if delivery is Delivery.MENTION]
        place = replace(self.game.place, channel_id=channel_id)
        if await self._post(replace(self.game.board, place=place), mentioned):
            self.replaced.clear()

    async def _post(self, board: Board, called: Sequence[Player] = ()) -> bool:
        """Post a board where the game is played; False, with nothing changed, if Discord doesn't allow it.

        The message that showed it before has to be cleared away. If the place of one player is lost, the
        board is posted in their DMs.
        """
        if not board.place.reachable:
            return False
        try:
            message_id = await send_board(self.client, self.game, board, called=called)
        except RequestError as error:
            self.is_cut_off |= isinstance(error, PASSING)
            log.info("board not posted", error=str(error))
            is_gone = self.client.looks.fails(post_at(board), error)
            return is_gone and await self._post_elsewhere(board, called)
        self.client.looks.there(post_at(board))
        await self._put(replace(board, message_id=message_id), message_id, called)
        return True

    async def _put(self, board: Board, message_id: int, called: Sequence[Player] = ()) -> None:
        """Store that a board was posted in place of another one, which has to be cleared away.

        The newest one is the board, whoever posted or found the other one meanwhile. If it mentions everyone
        who has to know, that's stored with it: a process that dies before it has noted that separately would
        leave it to another one to mention them again.
        """
        place, side, shown = board.place, board.side, self.game.revision
        older = self.game.home_of(side)

        def put(game: Game, now: datetime) -> Game:
            nonlocal older
            known = game.home_of(side)
            if known.message_id != message_id:
                older = known
            if (known.message_id or 0) > message_id:
                return game
            return boards.put(game, place, now, shown, side, message_id=message_id)

        uninformed = {player for player, delivery in self.told.items() if delivery is not Delivery.NONE}
        self.has_told |= bool(uninformed) and uninformed <= {*called}
        await self._update(put, told=self.has_told)
        self.posted.add(message_id)
        if self.game.board_with(message_id) is None:
            self.replaced.append((board, self.game.home_of(side)))
        # They may be the same: Discord doesn't repeat a post that was already made.
        elif older.message_id is not None and older.message_id != message_id:
            self.client.replaced.add(older.message_id)
            # A link from a server to someone's DMs would lead no one else anywhere.
            is_linked = older.place.guild_id == place.guild_id
            self.replaced.append((older, board if is_linked else older))

    async def _post_elsewhere(self, board: Board, called: Sequence[Player]) -> bool:
        """Post a board whose place is lost in its player's DMs, or note that it can't be posted at all."""
        if await self._post_in_private(board, called):
            return True
        if board.posted_at is None and self._is_old():
            await self._update(lambda game, now: boards.lose_home(game, board.side, now))
        return False

    async def _post_in_private(self, board: Board, called: Sequence[Player] = ()) -> bool:
        """Post a board of a game in two places in its player's DMs, because where they play is lost.

        False, with nothing changed, if the game is in one place, they're gone, or don't accept it.
        """
        if board.side is None or board.reader is not None:
            return False
        player = self.game.player(board.side)
        if player.is_deleted or not player.is_person:
            return False
        try:
            channel = await ask(self.client.create_dm(discord.Object(player.id)))
        except RequestError as error:
            log.info("no private channel", error=str(error))
            return False
        if not await self._post(replace(board, place=Place(None, channel.id), reader=board.side), called):
            return False
        await self._tell_loser(board.side, board, is_here=True)
        return True

    async def _edit_boards(self) -> None:
        """Edit each board that doesn't show the game, or that was clicked."""
        for board in self.game.boards:
            if board.message_id is None or board.message_id in self.posted:
                continue
            click = next((each for each in reversed(self.clicks) if each.is_on(board)), None)
            if click is not None:
                await self._edit_by_answer(click, board)
            elif board.needs_edit(self.game.revision):
                await self._edit(board, board.message_id)

    async def _edit_by_answer(self, click: _Click, board: Board) -> None:
        """Show the game on a clicked board, or on a new one if someone has deleted it meanwhile."""
        context = click.context
        named = self.game.as_seen_on(board)
        content = await board_message(named, self.client.icons, self.choice, board=board)
        try:
            posted = await context.reply.replace_or_post(content)
        except (*LOST, RefusedError) as error:
            log.info("board not shown by an answer", error=str(error))
            if board.message_id is not None and board.is_editable:
                await self._edit(board, board.message_id)
            if not self.posted and board.message_id not in self.shown:
                click.error = error
            return
        except (RequestError, PrivateAnswersOnlyError) as error:
            # Only the person who clicked can be told.
            click.error = error
            return
        if posted is not None:
            stored = await adopt(context, self.game, self.game.revision, message_id=posted)
            self.game = replace(self.game, boards=stored.boards)
        elif board.message_id is not None and board.shown != self.game.revision:
            self.client.looks.there(board.message_id)
            self.shown.add(board.message_id)

    async def _edit(self, board: Board, message_id: int) -> None:
        named = self.game.as_seen_on(board)
        content = await board_message(named, self.client.icons, board=board)
        try:
            await edit(self.client, board.place.channel_id, message_id=message_id, content=content)
        except RequestError as error:
            log.info("board not edited", error=str(error))
            is_deleted = error.gone is Thing.MESSAGE
            if is_deleted or self.client.looks.fails(message_id, error):
                await self._replace(board, message_id, is_deleted=is_deleted)
        else:
            self.client.looks.there(message_id)
            self.shown.add(message_id)

    async def _rename_threads(self) -> None:
        """Take the names of deleted players off the threads of the game, and off the lines that open them.

        Version 1.0.0 didn't store which threads it opened. So once a board is edited, it's found out whether
        it's in one.
        """
        for board in self.game.boards if self.game.has_deleted_player else ():
            thread, place = board.thread, board.place
            is_unknown = thread is None and board.message_id in self.shown and place.guild_id is not None
            if thread is not None:
                if await self._rename_thread(board, thread_id=thread.id, channel_id=thread.channel_id):
                    await self._update(partial(_forget_thread, thread))
            elif is_unknown and not await self._rename_thread(board, thread_id=place.channel_id):
                self.shown.discard(board.message_id or 0)

    async def _rename_thread(self, board: Board, *, thread_id: int, channel_id: int | None = None) -> bool:
        """Rename a thread, if there's one; return whether that's settled, also because it can't be done."""
        looks = self.client.looks
        named = self.game.as_seen_on(board)
        try:
            await rename_thread(self.client, named, board, thread_id=thread_id, channel_id=channel_id)
        except RequestError as error:
            log.info("thread not renamed", error=str(error))
            return looks.fails(_thread_of(thread_id), error, LONGEST_LOSS)
        looks.there(_thread_of(thread_id))
        return True

    async def _replace(self, board: Board, message_id: int, *, is_deleted: bool) -> None:
        """Post a board again whose message was deleted, or in private if it's out of reach, or forget it.

        What's only out of reach isn't forgotten as long as someone may want to play on.
        """
        # A deleted player's board is only redrawn for its names, and may be very old.
        may_post = board in self.game.homes and not self.game.has_deleted_player
        post = self._post if is_deleted else self._post_in_private
        if may_post and await post(board):
            return
        looks = self.client.looks
        if is_deleted and not (may_post and looks.is_due(post_at(board))):
            looks.missing(message_id)
        if looks.is_gone(message_id) and ((is_deleted and not may_post) or self._is_old()):
            await self._update(lambda game, _: boards.lose(game, message_id))

    def _is_old(self) -> bool:
        """Return whether nothing has happened in the game for so long that its lost boards are forgotten."""
        last = self.game.finished_at or (self.game.moves[-1].played_at if self.game.moves else None)
        return self.client.services.clock.now() - (last or self.game.created_at) >= LONGEST_LOSS

    async def _clear_away(self) -> None:
        """Clear away the messages that no longer show the game."""
        for older, newer in self.replaced:
            if older.message_id is not None and older.is_editable:
                channel_id = older.place.channel_id
                await clear_away(
                    self.client, channel_id, message_id=older.message_id, game=self.game, board=newer
                )
        self.replaced.clear()

    async def _acknowledge(self, click: _Click) -> None:
        """Answer a click on a board unless the board itself was the answer."""
        on_board = any(map(click.is_on, self.game.boards))
        try:
            if on_board or click.expected or click.context.message is None:
                await click.context.reply.acknowledge()
            else:
                await lead_on(click.context, self.game)
        except RequestError as error:
            click.error = error

    async def _mention_below(self) -> None:
        """Mention people below the answer to the last click, where the bot can only answer."""
        for player, delivery in self.told.items() if self.clicks else ():
            if delivery is Delivery.FOLLOWUP:
                context = self.clicks[-1].context
                words = words_for(self.game.language)
                text = called(player, [named_in(words, context.named(self.game))], words)
                await context.reply.mention(player.id, text)

    async def _call(self) -> None:
        """Notify the people that no mention has reached, once there's a board that they can be led to."""
        for player, delivery in () if self.game.is_unseen else self.told.items():
            own = self.game.private_board_of(player.id)
            if own is not None and own.message_id in self.posted:
                continue
            in_private = partial(tell_in_private, self.client, player, [self.game], partial(called, player))
            is_mentioned = delivery is Delivery.MENTION and self._home_of(player).message_id in self.posted
            if is_mentioned or delivery not in {Delivery.PRIVATE, Delivery.MENTION}:
                continue
            is_told = await in_private()
            self.is_cut_off |= is_told is None
            if not is_told and delivery is Delivery.PRIVATE and not self.game.plays_apart(player.id):
                # They chose DMs but don't accept any from the bot. A mention is better than nothing.
                is_told = await self._post(self._home_of(player), [player])
            self.has_to_tell |= not is_told and self.is_cut_off

    def _people_at(self, home: Board) -> list[Player]:
        players = (self.game.white, self.game.black)
        people = [player for player in players if player.is_person and not player.is_deleted]
        there = [player for player in people if not self.game.plays_apart(player.id)]
        return [player for player in there if self._home_of(player).side is home.side]

    def _home_of(self, player: Player) -> Board:
        return self.game.home_of(self.game.color_of(player.id))

    async def _update(self, transition: Transition, *, told: bool = False) -> None:
        """Store a change of the boards. What's shown in this round stays the same state."""
        about = self.game.revision if told else None
        stored = await self.client.services.games.update(self.game.number, transition, told=about)
        self.game = replace(self.game, boards=stored.boards)
