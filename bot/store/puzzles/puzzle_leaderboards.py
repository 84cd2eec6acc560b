"""The leaderboards of a guild's puzzles of the day: who solved most in a month, and who solved a day's."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from sqlalchemy import select

from bot.store.schema.tables import daily_solves, puzzle_months
from bot.store.standings.ranked_lists import RankedList, admitted


@dataclass(frozen=True, slots=True)
class SolverRow:
    """A player, and how many puzzles of the day they solved in a guild in the month.

    ``tries`` is how many it took them to solve today's, or None if they haven't. Equal results share a
    ``rank``.
    """

    rank: int
    player_id: int
    name: str
    solved: int
    tries: int | None


def of_month(guild_id: int, day: date, without: Collection[int] = ()) -> RankedList[SolverRow]:
    """Return the solvers of the month of a day, as of that day: by most solved, then by who got there first.

    No one in ``without`` is on it.
    """
    month, solve = puzzle_months.c, daily_solves.c
    today = select(solve.tries).where(solve.guild_id == guild_id, solve.day == day)
    return RankedList(
        pool=guild_id,
        listed=[
            month.guild_id == guild_id,
            month.month == day.replace(day=1),
            *admitted(month.player_id, guild_id, without),
        ],
        highest_first=(month.solved,),
        among_equals=(month.reached_at, month.player_id),
        with_facts=lambda lines, found: lines.add_columns(
            today.where(solve.player_id == found.c.player_id).scalar_subquery().label("tries")
        ),
        make=lambda reached_at, **facts: SolverRow(**facts),  # noqa: ARG005 - it only decides on the order
    )


def of_day(guild_id: int, day: date, without: Collection[int] = ()) -> RankedList[SolverRow]:
    """Return the solvers of a day: the fewest tries first, then who was first that day.

    No one in ``without`` is on it.
    """
    month, solve = puzzle_months.c, daily_solves.c
    in_month = select(month.solved).where(month.guild_id == guild_id, month.month == day.replace(day=1))
    return RankedList(
        pool=guild_id,
        listed=[
            solve.guild_id == guild_id,
            solve.day == day,
            *admitted(solve.player_id, guild_id, without),
        ],
        lowest_first=(solve.tries,),
        among_equals=(solve.solved_at, solve.player_id),
        with_facts=lambda lines, found: lines.add_columns(
            in_month.where(month.player_id == found.c.player_id).scalar_subquery().label("solved")
        ),
        make=lambda solved_at, **facts: SolverRow(**facts),  # noqa: ARG005 - it only decides on the order
    )
