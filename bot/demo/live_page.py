"""What the page shows, kept up to date: the welcome, earlier boards, and the imitation's clock."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import discord
import simcord

from bot.app import PyrgaClient
from bot.clock import SystemClock
from bot.demo.cafe import Cafe, spoken
from bot.locale import words_for
from bot.matches.match.boards import put
from bot.matches.match.match import Match
from bot.matches.values.players import Place
from bot.ui.board.messages import send_board
from bot.ui.challenges.card import challenge_card
from bot.ui.context.client import ServingClient
from bot.ui.guide.help_page import welcome
from bot.ui.message.content import Content

# In seconds: how often the page is compared with what the bot has done, and how often the jobs run.
_LOOK = 0.25
_JOBS = 5.0

_MOST_GAMES = 25


def catch_up(env: simcord.Env) -> None:
    """Move the imitation's clock, which otherwise stands still, to the real time."""
    env.backend.advance_clock(max(0.0, (SystemClock().now() - env.now()).total_seconds()))


class LivePage:
    """Shows in every tab what the bot does, whatever made it do that. The jobs of ``env`` are stopped."""

    def __init__(self, env: simcord.Env, client: PyrgaClient, preview: simcord.Preview) -> None:
        self._env = env
        self._client = client
        self._preview = preview
        self._changed = datetime.now(UTC)
        env.backend.subscribers.append(self._note)

    async def keep_up(self) -> None:
        """Keep the page up to date until canceled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._run_jobs())
            tasks.create_task(self._follow())

    async def _run_jobs(self) -> None:
        while True:
            await asyncio.sleep(_JOBS)
            await self._client.run_jobs_once()

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            catch_up(self._env)
            self._preview.capture_time = self._env.now()
            self._publish()

    def _note(self, event: str, _payload: Any) -> None:
        if event.startswith("MESSAGE_"):
            self._changed = datetime.now(UTC)

    def _publish(self) -> None:
        # A click is only published in the tab where it was made. ``Preview.refresh`` publishes all tabs, even
        # those that are up to date, and a tab refuses any click that's on its way while it's being published.
        # It also waits for the bot, and meanwhile all clicks are lost. So only tabs that are out of date are
        # published here.
        for page in tuple(self._preview._pages.values()):  # noqa: SLF001 - there is no public way to do that
            published = page.published_at
            is_behind = published is None or datetime.fromisoformat(published) < self._changed
            if is_behind or self._lacks_private_change(page.snapshot["messages"], page.viewer.id):
                self._preview._publish(page, reason="refresh")  # noqa: SLF001 - as above

    def _lacks_private_change(self, shown: Mapping[str, Any], viewer_id: int) -> bool:
        """Whether the viewer's private messages differ from ``shown``: they send no events."""
        messages = self._env.backend.messages.get(self._preview.channel.id, {}).values()
        newest = max(map(int, shown), default=0)
        return any(
            shown[str(message.id)]["edited_timestamp"] != message.edited_timestamp
            if str(message.id) in shown
            else message.id > newest
            for message in messages
            if message.is_ephemeral and message.visible_to(viewer_id)
        )


async def post_all(client: ServingClient, cafe: Cafe) -> None:
    """Post the welcome, then open challenges and the boards of running games, the newest last.

    The imitation forgets its messages when it ends, but the bot remembers where they were.
    """
    services, channel_id = client.services, cafe.channel.id
    words = words_for(await spoken(client, cafe))
    # Translators: "Viewing as" is what the demo's page calls its menu, always in English.
    note = words.gettext(
        "In this demo you're everyone: the menu **Viewing as** at the top says who you are. Challenge Blaise "
        "as Ada, then become Blaise and accept."
    )
    hello = await welcome(words, computer=services.computer.available, note=f"-# {note}")
    client.commands.link(hello.view)
    await _post(client, channel_id, hello)
    for member in cafe.members:
        for challenge in await services.challenges.open_of(cafe.guild_id, member.id):
            score = await services.rematches.score(challenge)
            card_id = await _post(client, channel_id, await challenge_card(challenge, score))
            await services.challenges.set_card(challenge.number, card_id)
    for running in reversed(await services.moderation.running(cafe.guild_id, _MOST_GAMES)):
        await _show_again(client, running, Place(cafe.guild_id, channel_id))


async def _show_again(client: ServingClient, match: Match, place: Place) -> None:
    board_id = await send_board(client, match, replace(match.board, place=place))
    await client.services.games.update(
        match.number, lambda latest, now: put(latest, place, board_id, now, match.revision)
    )


async def _post(client: ServingClient, channel_id: int, content: Content) -> int:
    message = await client.get_partial_messageable(channel_id).send(
        view=content.view, files=content.files(), allowed_mentions=discord.AllowedMentions.none()
    )
    return message.id
