"""What counts because a match has ended: ratings, records, badges and openings; and what no longer does.

Everything is written in the same order everywhere, so that two transactions never wait for each other.
"""

from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.match.match import UNCOUNTED, Match
from bot.matches.standings import openings
from bot.matches.standings.badge_recomputing import revoke
from bot.matches.standings.badges import award_for_game
from bot.matches.standings.rated_games import pools_of
from bot.matches.standings.ratings import rate, revert
from bot.store.standings import accuracies, ladder, records


async def count_result(connection: AsyncConnection, match: Match, now: datetime) -> Match:
    """Count a match that has just ended, if it counts; return it with what it brought its players."""
    if not match.is_counted:
        return match
    if match.level is None:
        await records.count(connection, match.number, map(str, UNCOUNTED))
    else:
        await ladder.count(connection, match.number)
    changes = await rate(connection, match, now)
    badges = await award_for_game(connection, match, now)
    # Last, because many matches share these rows, and writing to one keeps the others waiting.
    await openings.count(connection, match)
    return replace(match, rating_changes=changes, badges=badges)


async def uncount_result(connection: AsyncConnection, match: Match) -> None:
    """Take a match that still has its result out of the records."""
    if match.level is None:
        await records.uncount(connection, match.number, map(str, UNCOUNTED))


async def undo_result(connection: AsyncConnection, match: Match) -> None:
    """Undo everything else that a match did, which is stored without its result now."""
    if match.level is not None and match.winner is not None and match.winner.level is None:
        await ladder.recount(connection, pools_of(match.place.guild_id), match.winner.id)
    await revert(connection, match)
    await revoke(connection, match)
    await accuracies.remove(connection, match.number)
    await openings.uncount(connection, match)
