"""Plays moves in a database as fast as it takes them, without Discord and without pictures.

`python -m benchmarks.growing.mover DATABASE FIRST LAST SECONDS` plays the games from FIRST to LAST, a few at
a time, with the same two transactions as a click: one claims the interaction and plays the move, the other
records that the board shows it. It prints the number of moves and its own CPU time in seconds.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from itertools import count
from random import Random
from time import monotonic, process_time

from benchmarks.click_load.games import ClickedGame, new_games
from bot.clock import SystemClock
from bot.matches.games.games import Games
from bot.settings import Settings
from bot.store.connections.database import Database

AT_ONCE = 8
"""Number of games that a mover plays at the same time."""

_IDS_PER_MOVER = 10_000_000


async def play_moves(url: str, first: int, last: int, seconds: float) -> int:
    """Play for this many ``seconds``, and return the number of moves."""
    database = Database(Settings(database_url=url).database())
    games = Games(database, SystemClock())
    fresh = iter(new_games(last)[first - 1 :])
    ids, end = count(first * _IDS_PER_MOVER), monotonic() + seconds
    try:
        return sum(await asyncio.gather(*(_play(games, fresh, ids, end) for _ in range(AT_ONCE))))
    finally:
        await database.close()


async def _play(games: Games, fresh: Iterator[ClickedGame], ids: Iterator[int], end: float) -> int:
    """Play one game after another, and return the number of moves."""
    moves, random = 0, Random(next(ids))
    game = next(fresh)
    while monotonic() < end:
        if game.is_over:
            game = next(fresh)
        move = random.choice(game.position.legal_moves)
        played = await games.play(
            game.number, game.revision, str(move), game.to_move.id, interaction_id=next(ids)
        )
        await games.mark_shown(played, told=True)
        game.position, game.revision = game.position.play(move), game.revision + 1
        moves += 1
    return moves


def main() -> int:
    """Play, and print the number of moves and the CPU time."""
    parser = argparse.ArgumentParser()
    parser.add_argument("database", help="a URL as in PYRGA_DATABASE_URL")
    parser.add_argument("first", type=int, help="number of the first game")
    parser.add_argument("last", type=int, help="number of the last game")
    parser.add_argument("seconds", type=float)
    options = parser.parse_args()
    before = process_time()
    moves = asyncio.run(play_moves(options.database, options.first, options.last, options.seconds))
    print(moves, process_time() - before)
    return 0


if __name__ == "__main__":
    sys.exit(main())
