"""What is done once a day: the daily puzzle in servers that want it, and the backup, if the host wants it."""

from datetime import datetime, timedelta
from functools import partial

import discord
import structlog

from bot.clock import Clock
from bot.environment import CommandError
from bot.store.copies import DailyBackups, in_own_thread
from bot.ui.context.client import ServingClient
from bot.ui.context.looks import LONGEST_LOSS
from bot.ui.context.requests import RequestError
from bot.ui.context.sending import change, send
from bot.ui.message.content import Content
from bot.ui.puzzles.solving import daily_card
from bot.use_cases.puzzles.daily_puzzles import DailyPuzzle, Subscription
from bot.values.base36 import format_number

RETRY_AFTER = timedelta(hours=1)
MOST_TRIES = 4
"""Maximum number of tries per day and process to post a server's puzzle."""

log = structlog.get_logger(__name__)


class DailyPosts:
    """The posts of one process, and which of them failed today."""

    def __init__(self, client: ServingClient, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._failed: dict[int, list[datetime]] = {}

    async def bring_up_to_date(self) -> None:
        """Post the puzzles that are due, and edit the messages that are outdated."""
        await self.post_due()
        await self.edit_outdated()

    async def post_due(self) -> None:
        """Post today's puzzle in every server that wants it, doesn't have it yet, and is worth a try now."""
        puzzles = self._client.services.daily_puzzles
        for subscription in await puzzles.due():
            if self._may_try(subscription):
                daily = await puzzles.claim(subscription)
                if daily is not None:
                    await self._post(daily)

    async def edit_outdated(self) -> None:
        """Edit the messages that don't show yet who has solved the puzzle, or its solution after the day."""
        for posted in await self._client.services.daily_puzzles.take_outdated():
            guild_id = posted.daily.subscription.guild_id
            card = await self._card(posted.daily)
            self._client.finish(card.view)
            channel = self._client.get_partial_messageable(posted.channel_id)
            try:
                message = channel.get_partial_message(posted.message_id)
                await change(message.edit, card, allowed_mentions=discord.AllowedMentions.none())
            except RequestError as error:
                # It will be edited again for the next solver or the next day's puzzle.
                log.info("daily puzzle not edited", guild=guild_id, error=str(error))

    async def _card(self, daily: DailyPuzzle) -> Content:
        return await daily_card(daily, computer=self._client.services.computer.available)

    def _may_try(self, subscription: Subscription) -> bool:
        now = self._clock.now()
        failed = [at for at in self._failed.get(subscription.guild_id, ()) if at.date() == now.date()]
        self._failed[subscription.guild_id] = failed
        return not failed or (len(failed) < MOST_TRIES and now - failed[-1] >= RETRY_AFTER)

    async def _post(self, daily: DailyPuzzle) -> None:
        puzzles, guild_id = self._client.services.daily_puzzles, daily.subscription.guild_id
        thing = ("daily puzzle", daily.subscription.channel_id)
        try:
            message_id = await self._send(daily)
        except RequestError as error:
            await puzzles.give_back(daily)
            self._failed[guild_id].append(self._clock.now())
            log.warning("daily puzzle not posted", guild=guild_id, error=str(error))
            if self._client.looks.fails(thing, error, LONGEST_LOSS):
                await puzzles.switch_off(guild_id)
        else:
            self._client.looks.there(thing)
            await puzzles.note_posted(daily, message_id)

    async def _send(self, daily: DailyPuzzle) -> int:
        card = await self._card(daily)
        self._client.finish(card.view)
        channel = self._client.get_partial_messageable(daily.subscription.channel_id)
        # Discord only posts one message per nonce, in case the library sends it twice.
        nonce = f"{format_number(daily.subscription.guild_id)}-{daily.day.toordinal()}"
        nobody = discord.AllowedMentions.none()
        return (await send(channel.send, card, allowed_mentions=nobody, nonce=nonce)).id


class BackupRounds:
    """Makes today's backup, and tries again an hour after one that failed."""

    def __init__(self, daily: DailyBackups, clock: Clock) -> None:
        self._daily = daily
        self._clock = clock
        self._next = clock.now()
        self.problem: str | None = None
        """Why the last backup failed; None if it didn't."""

    async def back_up(self) -> None:
        """Make today's backup, if it's wanted and isn't there."""
        now = self._clock.now()
        if now < self._next:
            return
        self._next = now + RETRY_AFTER
        try:
            file = await in_own_thread(partial(self._daily.make, now))
        except CommandError as error:
            # It says what to do about it; a traceback would help no one.
            self.problem = str(error)
            log.error("daily backup failed, next try in an hour", problem=self.problem)  # noqa: TRY400
            return
        self._next, self.problem = now, None
        if file is not None:
            log.info("database backed up", file=str(file))
