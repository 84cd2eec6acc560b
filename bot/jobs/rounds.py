"""What the leader does every few seconds or once a day, one small thing after another.

A round that fails is only logged, because the next one may succeed; what's left to do is stored.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

import structlog
from discord.ext import tasks

from bot.jobs import crowds, events
from bot.jobs.failures import going_on
from bot.metrics import REPAIRED_BOARDS
from bot.store.rows import batches
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.display import may_draw, show
from bot.ui.context.client import ServingClient
from bot.ui.context.posting import announce_result
from bot.ui.context.requests import LONGEST, RequestError, ask
from bot.ui.context.sight import is_gone
from bot.ui.daily_games import refresh_card
from bot.ui.events.lobby import keep_lobby
from bot.ui.notices import tell_of_searches
from bot.ui.searches import end_stranded, start_games
from bot.ui.servers.rating_roles import give_and_take, take_away
from bot.ui.standings.seasons import announce_season
from bot.use_cases.processes import Round
from bot.values.events.lobbies import Lobby
from bot.values.game.daily_results import CardKey

REPAIR_INTERVAL = 30.0
_BATCH = 20

log = structlog.get_logger(__name__)


def rounds(client: ServingClient) -> tuple[tasks.Loop[Any], ...]:
    """Return the jobs, to be started once the client is logged in."""
    work: tuple[tuple[float, Callable[[ServingClient], Coroutine[Any, Any, None]], str], ...] = (
        (REPAIR_INTERVAL, repair_boards, "repair failed"),
        (20.0, announce_results, "announcing results failed"),
        (20.0, let_computers_play, "looking for the computer's turns failed"),
        (30.0, rate_again, "rating games again failed"),
        (crowds.INTERVAL, crowds.Tallies().keep, "keeping tallies failed"),
        (events.INTERVAL, events.keep_cups, "keeping cups failed"),
        (60.0, events.keep_leagues, "keeping leagues failed"),
        (ROLES_INTERVAL, keep_roles, "giving roles failed"),
        (events.INTERVAL, events.keep_team_matches, "keeping team matches failed"),
        (events.NIGHT_INTERVAL, events.keep_nights, "keeping game nights failed"),
        (60.0, find_opponents, "finding opponents failed"),
        (60.0, keep_lobbies, "keeping lobbies failed"),
        (20.0, tell_of_searches, "telling people of searches failed"),
        (10.0, DailyCards().show, "showing results of the day failed"),
        (60 * 60.0, make_game_puzzles, "making puzzles from games failed"),
        (10 * 60.0, prepare_daily_games, "making the game of the day failed"),
        (60.0, keep_seasons, "seasons failed"),
        (60 * 60.0, drop_outdated, "dropping limits and searches failed"),
        (60 * 60.0, check_servers, "checking servers failed"),
    )
    return tuple(leader_job(client, seconds, partial(begin, client), told) for seconds, begin, told in work)


async def announce_results(client: ServingClient) -> None:
    """Post the results that haven't been announced yet."""
    for announcement in await client.services.announcements.due(_BATCH):
        await announce_result(client, announcement)


async def let_computers_play(client: ServingClient) -> None:
    """Have the computer move in games that have waited for it long enough: after a start or a failed turn.

    If it can't move, the boards of these games say so.
    """
    for game in await client.services.computer_games.waiting(_BATCH):
        let_computer_play(client, game)


async def rate_again(client: ServingClient) -> None:
    """Rate the games after one that was annulled, a few at a time, so that no one waits for long."""
    while await client.services.ratings.rerate_some():
        log.info("some games rated again")


async def keep_seasons(client: ServingClient) -> None:
    """End and start monthly seasons, and announce those that have ended."""
    await roll_over_seasons(client)
    await announce_seasons(client)


async def roll_over_seasons(client: ServingClient) -> None:
    """End the seasons of earlier months, and start those of this month."""
    seasons = client.services.seasons
    for guild_id in await seasons.due():
        await seasons.roll_over(guild_id)


async def announce_seasons(client: ServingClient) -> None:
    """Post the ends of seasons that haven't been announced yet."""
    for end in await client.services.seasons.to_announce(_BATCH):
        await announce_season(client, end)


async def find_opponents(client: ServingClient) -> None:
    """Start games for people who look for an opponent, and who fit by now because they've waited."""
    await start_games(client)


async def keep_lobbies(client: ServingClient) -> None:
    """Bring the lobbies of servers up to date, each with one edit, a few at a time."""
    for some in batches(await client.services.lobbies.kept(), _BATCH):
        await asyncio.gather(*(_keep_lobby(client, lobby) for lobby in some))


async def _keep_lobby(client: ServingClient, lobby: Lobby) -> None:
    with going_on("lobby not kept", guild=lobby.guild_id):
        await keep_lobby(client, lobby)


async def prepare_daily_games(client: ServingClient) -> None:
    """Make the games of the next days, if this host has a computer."""
    if client.services.computer.available:
        await client.services.daily_games.prepare()


@dataclass(slots=True)
class DailyCards:
    """What one process knows of the cards of games of the day: since when it has seen which are outdated.

    Another process may have edited one just before that.
    """

    _seen: dict[CardKey, datetime] = field(default_factory=dict)

    async def show(self, client: ServingClient) -> None:
        """Judge the games that are over, and bring the cards up to date, each once in ``PACE`` at most."""
        results, now = client.services.daily_results, client.services.clock.now()
        if client.services.computer.available:
            await results.judge_some()
        rows = await results.outdated()
        self._seen = {row.key: self._seen.get(row.key, now) for row in rows}
        for row in rows:
            if row.message_id is None or now - self._seen[row.key] >= crowds.PACE:
                del self._seen[row.key]
                with going_on("results of the day not shown", channel=row.channel_id):
                    await refresh_card(client, row.key, is_new=row.message_id is None)


async def make_game_puzzles(client: ServingClient) -> None:
    """Make puzzles from games whose players allow it, if this host has a computer."""
    if client.services.computer.available:
        await client.services.game_puzzles.make_some()


async def drop_outdated(client: ServingClient) -> None:
    """Forget what limited people who deleted their data, and searches, once they're over."""
    await client.services.deletions.drop_limits()
    await client.services.opponent_searches.drop_expired()


async def check_servers(client: ServingClient) -> None:
    """Ask Discord where the bot is, and note which servers have removed it, so that their choices can go.

    Discord would say so immediately, but only along with events about every server, which the bot doesn't
    need. If it doesn't answer, nothing changes. Its list may lack some, so it's also asked about each.
    """
    servers = client.services.removed_servers
    try:
        present = await ask(_guild_ids(client), LONGEST)
    except RequestError as error:
        log.warning("servers not listed", error=str(error))
        return
    missing = await servers.missing_in(present)
    gone = [guild_id for guild_id in missing[:_BATCH] if await is_gone(client, guild_id)]
    await servers.note(present, gone=gone)
    await end_stranded(client)


async def _guild_ids(client: ServingClient) -> set[int]:
    return {guild.id async for guild in client.fetch_guilds(limit=None, with_counts=False)}


async def repair_boards(client: ServingClient) -> None:
    """Redraw every board that's marked dirty, one after another, as long as Discord may be asked."""
    last = None
    while batch := await client.services.games.unshown(_BATCH, below=last):
        for number in [game.number for game in batch if may_draw(client, game)]:
            if client.limits.is_closed:
                return
            with going_on("board not repaired", game=number):
                await _repair(client, number)
        last = batch[-1].number


async def clear_leftovers(client: ServingClient) -> None:
    """Clear away the messages that no longer show a game and that this process couldn't clear away before."""
    for message_id in [*client.leftovers]:
        if client.looks.is_due(message_id):
            await client.leftovers.pop(message_id)()


async def _repair(client: ServingClient, number: int) -> None:
    game = await client.services.games.get(number)
    if not game.shown:
        await show(client, game)
        REPAIRED_BOARDS.inc()


def lasting_job(seconds: float, begin: Round, failure: str) -> tasks.Loop[Any]:
    """Return a job with a round every ``seconds``. ``failure`` is what's logged when one fails."""

    @tasks.loop(seconds=seconds)
    async def job() -> None:
        # A job that died in one bad hour would leave everything later undone. The next round may succeed.
        with going_on(failure):
            await begin()

    return job


def leader_job(client: ServingClient, seconds: float, begin: Round, failure: str) -> tasks.Loop[Any]:
    """Return a job that the leader does every ``seconds``, to be started once the client is logged in."""
    return lasting_job(seconds, partial(client.services.leadership.lead, begin), failure)


ROLES_INTERVAL = 20.0
"""Number of seconds between two looks."""

_ROLES_AT_ONCE = 10


async def keep_roles(client: ServingClient) -> None:
    """Give and take roles. What Discord doesn't do is tried again later, and nothing else waits for it."""
    roles = client.services.rating_roles
    for check in await roles.due(_ROLES_AT_ONCE):
        change = await roles.begin(check)
        if change is not None:
            await give_and_take(client, change)
    for removal in await roles.removals(_ROLES_AT_ONCE):
        await take_away(client, removal)
