"""Handles what comes due: one task, which sleeps until the next thing does.

It doesn't need to be woken when something is scheduled soon: no sleep is longer than a few seconds. So it
also notices in time if another process has scheduled something, such as the end of a total time.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any

import structlog
from discord.ext import tasks

from bot.jobs.events import take_results
from bot.jobs.failures import going_on
from bot.ui.board.display import announce, show
from bot.ui.board.messages import edit_card, remind, tell_of_end, tell_of_turns, tell_waiting
from bot.ui.challenges.card import challenge_card
from bot.ui.challenges.starting import show_simul
from bot.ui.context.client import ServingClient
from bot.ui.context.sight import is_gone
from bot.ui.crowds import show_closed
from bot.values.clocks import CLOCK_KINDS, Due, DueKind
from bot.values.game import boards, endings
from bot.values.game.crowds import give_up
from bot.values.game.game import Game
from bot.values.game.game_errors import FinishedGameError, StaleRevisionError
from bot.values.game.presence import asleep_at_end, deliveries, someone_waits
from bot.values.game.turns import on_due, run_out

LONGEST_SLEEP = timedelta(seconds=5)
_BATCH = 50

log = structlog.get_logger(__name__)


def due_job(client: ServingClient) -> tasks.Loop[Any]:
    """Return the job, to be started once the client is logged in."""
    sleep = LONGEST_SLEEP

    async def begin() -> None:
        nonlocal sleep
        if await do_due(client):
            sleep = await client.services.due_times.wait(LONGEST_SLEEP)

    @tasks.loop(seconds=LONGEST_SLEEP.total_seconds())
    async def due() -> None:
        nonlocal sleep
        sleep = LONGEST_SLEEP
        # A job that died in one bad hour would leave every later deadline without effect.
        with going_on("due times failed"):
            await client.services.leadership.lead(begin)
        # A round run from outside, as in the demo, doesn't affect the loop's own sleep.
        if asyncio.current_task() is due.get_task():
            due.change_interval(seconds=sleep.total_seconds())

    return due


async def do_due(client: ServingClient) -> bool:
    """Handle what has come due, one thing at a time; False if something has to be tried again."""
    waiting = 0
    while batch := await client.services.due_times.overdue(_BATCH, offset=waiting):
        waiting += sum([not await _is_done(client, due) for due in batch])
        if len(batch) < _BATCH:
            break
    return not waiting


async def _is_done(client: ServingClient, due: Due) -> bool:
    """Handle one thing that has come due; False if that has to be tried again."""
    with going_on("due time failed", kind=due.kind, about=due.about):
        try:
            abandoned = due.kind in CLOCK_KINDS and await _is_abandoned(client, due)
            if abandoned:
                await announce(client, await client.services.games.update(due.about, endings.abandon))
            return abandoned or (abandoned is False and await _EFFECTS[due.kind](client, due) is not False)
        except (StaleRevisionError, FinishedGameError):
            log.info("came due too late", kind=due.kind, about=due.about)
    return False


async def _is_abandoned(client: ServingClient, due: Due) -> bool | None:
    """Return whether a game's server is gone, as in ``is_gone``."""
    game = await client.services.games.get(due.about)
    # Of a game in two places, each board moves to its player's DMs, and the clock decides.
    if game.is_in_two_places or game.guild_id is None or not game.place.reachable:
        return False
    return await is_gone(client, game.guild_id)


async def _run_out(client: ServingClient, due: Due) -> None:
    games = client.services.games
    if (await games.get(due.about)).crowd is not None:
        await show_closed(client, await client.services.crowd_games.close(due))
        return
    game = await games.update(due.about, on_due(due, run_out))
    if game.outcome is not None:
        await announce(client, game)
        return
    game = await show(client, game)
    if await tell_waiting(client, game):
        await games.note_told([game])


async def _give_up(client: ServingClient, due: Due) -> None:
    await announce(client, await client.services.games.update(due.about, on_due(due, give_up)))


async def _remind(client: ServingClient, due: Due) -> None:
    games = client.services.games
    reminders = await games.told_with(due)
    # Someone may have deleted the boards that the reminder links to.
    shown = [await show(client, boards.doubt(game)) for game in reminders.values()]
    if shown and await remind(client, shown) is None:
        await _call_later(client, shown)
    await games.note_reminded(reminders or [due])


async def _close_challenge(client: ServingClient, due: Due) -> None:
    expired = await client.services.challenges.expire(due)
    if expired is not None:
        await edit_card(client, expired, await challenge_card(expired))


async def _call(client: ServingClient, due: Due) -> None:
    games = client.services.games
    told = [*(await games.told_with(due)).values()]
    if len(told) == 1 and (told[0].clock is None or not told[0].clock.claimable):
        await _announce(client, told[0])
    elif told:
        shown = [await show(client, game) for game in told]
        is_told = await (tell_waiting(client, shown[0]) if len(shown) == 1 else tell_of_turns(client, shown))
        if is_told is None:
            await _call_later(client, shown)
        else:
            await games.note_told(shown)


async def _announce(client: ServingClient, game: Game) -> None:
    """Show a game, and tell those who have to know, or later if they're present."""
    game = await announce(client, game, at_once=True)
    told = deliveries(game, client.services.clock.now())
    if game.outcome is None and (game.is_unseen or someone_waits(told)):
        await client.services.games.call_later(game)


async def _call_later(client: ServingClient, games: Sequence[Game]) -> None:
    for game in games:
        await client.services.games.call_later(game)


async def _take_result(client: ServingClient, due: Due) -> None:
    event = await client.services.game_queries.event_of(due.about)
    if event is None:
        game = await client.services.games.get(due.about)
        if game.simul is not None:
            await show_simul(client, game.simul)
        await client.services.due_times.take(due)
    else:
        kind = next(each for each in client.services.events if each.kind == event.kind)
        await take_results(client, kind, event.number)


async def _tell_in_the_morning(client: ServingClient, due: Due) -> bool:
    """Tell those who were asleep when their game ended how it did."""
    game = await client.services.games.get(due.about)
    if None in [await tell_of_end(client, game, player) for player in asleep_at_end(game)]:
        return False
    await client.services.due_times.take(due)
    return True


async def _drop(client: ServingClient, due: Due) -> None:
    # Nothing to do when a vacation ends: the deadlines were already put off when it began.
    await client.services.due_times.take(due)


# An effect that returns False has to be tried again.
_EFFECTS: dict[DueKind, Callable[[ServingClient, Due], Awaitable[bool | None]]] = {
    DueKind.DEADLINE: _run_out,
    DueKind.CLAIM: _give_up,
    DueKind.REMINDER: _remind,
    DueKind.VACATION: _drop,
    DueKind.CHALLENGE: _close_challenge,
    DueKind.NOTIFICATION: _call,
    DueKind.LISTING: _drop,
    DueKind.RESULT: _take_result,
    DueKind.MORNING: _tell_in_the_morning,
}
