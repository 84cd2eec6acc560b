"""Profiles, with how good someone's moves were according to reviews, and the score between two people."""

from collections.abc import Callable, Collection, Iterable, Sequence
from math import ceil
from typing import Final, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store import games, reviews
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.game_rows import read_boards
from bot.store.standings import profiles, records
from bot.store.standings.leaderboards import rated_players
from bot.store.standings.profiles import AccuracyRow, BestWinRow, CountedGameRow, ProfileRow
from bot.store.standings.ranked_lists import line_of
from bot.store.standings.ratings import pool_of
from bot.store.standings.records import RecordRow, ResultsRow, TwoPlayers
from bot.use_cases.standings.leaderboards import leaderboard_of
from bot.use_cases.standings.ratings import pools_of
from bot.use_cases.use_cases import UseCases
from bot.values.errors import EmptyProfileError, OneselfError, OthersGamesError
from bot.values.game.game import Game, home_among
from bot.values.glicko import Rating, aged, periods_between
from bot.values.players import Player
from bot.values.standings import (
    NO_GAMES,
    BestWin,
    LeaderboardChoice,
    Meeting,
    Profile,
    Record,
    Score,
    Standing,
    Versus,
)
from engine import Accuracy, Color, Reason, Review, Ruleset, parse_review

_BATCH: Final = 500
"""Number of reviews that a recomputation reads at a time."""

LATEST: Final = 5
"""Number of games listed with the score between two players."""

POINTS: Final = 200
"""About how many ratings are in the history of a player with many more games."""

Row = TypeVar("Row", RecordRow, ResultsRow)
Key = TypeVar("Key")


async def keep_accuracy(connection: AsyncConnection, number: int, review: Review) -> None:
    """Store how good the moves in a game were, for each person in it; nothing if the game doesn't count."""
    await games.lock(connection, number)
    for game in await profiles.games_that_count(connection, [number]):
        await profiles.keep_accuracy(connection, _rows(game, review))


async def recompute(connection: AsyncConnection) -> None:
    """Recompute, from all reviews, what ``keep_accuracy`` stores."""
    await profiles.clear_accuracy(connection)
    last = 0
    while batch := await reviews.after(connection, last, limit=_BATCH):
        found = {number: review for number, text in batch if (review := read_review(text)) is not None}
        last, _ = batch[-1]
        played = await profiles.games_that_count(connection, found)
        await profiles.keep_accuracy(
            connection, [row for game in played for row in _rows(game, found[game.game_id])]
        )


def read_review(text: str) -> Review | None:
    """Return a stored review; None if it can't be read because a newer version of the bot made it."""
    try:
        return parse_review(text)
    except ValueError:
        return None


def _rows(game: CountedGameRow, review: Review) -> Sequence[AccuracyRow]:
    rows = []
    for color, player_id in ((Color.WHITE, game.white_id), (Color.BLACK, game.black_id)):
        accuracy = review.accuracy(color)
        if Player(player_id, "").is_person and accuracy.decisions:
            rows += [
                AccuracyRow(game.game_id, player_id, pool, game.ruleset, accuracy.kept, accuracy.decisions)
                for pool in pools_of(game.guild_id)
            ]
    return rows


class Profiles(UseCases):
    """The profiles in one database. A history that would be longer has about ``points`` ratings."""

    def __init__(self, database: Database, clock: Clock, points: int = POINTS) -> None:
        super().__init__(database, clock)
        self._points = points

    @retried
    async def profile(
        self,
        guild_id: int | None,
        *,
        reader_id: int,
        player_id: int,
        ruleset: Ruleset | None = None,
        without: Collection[int] = (),
    ) -> Profile:
        """Return the profile of a player in a guild, or that of all games if it's None, as someone sees it.

        Without a ruleset, it's the one that they've finished the most games of. No one in ``without`` has a
        rank.
        """
        if guild_id is None and player_id != reader_id:
            raise OthersGamesError
        pool = pool_of(guild_id)
        async with self._database.reading() as connection:
            counted = await records.of_player(connection, pool, player_id=player_id)
            by_ruleset = _sums(counted, lambda row: Ruleset(row.ruleset))
            if ruleset is None:
                ruleset = max(Ruleset, key=lambda one: by_ruleset.get(one, NO_GAMES).games)
            row = await profiles.fetch(connection, (pool, ruleset.value, player_id))
            # Solved puzzles say nothing about the server. If there's nothing else, only the player sees them.
            own = player_id == reader_id
            if row is None or not (
                counted or row.games or row.decisions or row.level or (own and row.puzzles)
            ):
                raise EmptyProfileError
            choice = LeaderboardChoice(guild_id, ruleset)
            standing = await self._standing(connection, choice, player_id, row, without)
            titles = (
                []
                if guild_id is None
                else await profiles.champion_of(connection, guild_id, player_id=player_id)
            )
        of_ruleset = [one for one in counted if one.ruleset == ruleset]
        return Profile(
            player=Player(player_id, row.name),
            ruleset=ruleset,
            standing=standing,
            record=Record(
                by_color=_sums(of_ruleset, lambda one: Color(one.color)),
                by_reason=_sums(of_ruleset, lambda one: Reason(one.reason)),
            ),
            by_ruleset=by_ruleset,
            accuracy=Accuracy(row.kept, row.decisions),
            puzzles=row.puzzles,
            level=row.level,
            cups=row.cups,
            nights=row.nights,
            champion_of=tuple(map(Ruleset, titles)),
        )

    @retried
    async def versus(self, guild_id: int | None, *, reader_id: int, player_id: int, other_id: int) -> Versus:
        """Return how a player did against another in a guild, or in all games if it's None."""
        if player_id == other_id:
            raise OneselfError
        if guild_id is None and reader_id not in {player_id, other_id}:
            raise OthersGamesError
        pair = TwoPlayers(player_id, other_id, guild_id=guild_id, everywhere=guild_id is None)
        async with self._database.reading() as connection:
            counted = await records.results_between(connection, pair)
            latest = await records.meetings(connection, pair, LATEST)
        return Versus(
            _sums(counted, lambda row: Color(row.color)),
            _sums(counted, lambda row: Ruleset(row.ruleset)),
            tuple(_meeting(game, guild_id, reader_id=reader_id) for game in latest),
        )

    async def _standing(
        self,
        connection: AsyncConnection,
        choice: LeaderboardChoice,
        player_id: int,
        row: ProfileRow,
        without: Collection[int],
    ) -> Standing | None:
        if row.rating is None or row.deviation is None or row.volatility is None or row.rated_at is None:
            return None
        rating = Rating(rating=row.rating, deviation=row.deviation, volatility=row.volatility)
        now, games = self._clock.now(), row.games or 0
        leaderboard = await leaderboard_of(connection, choice, now, without)
        rank = None
        if leaderboard is not None:
            listed = await line_of(connection, rated_players(leaderboard), player_id)
            rank = None if listed is None else listed.rank
        key = (pool_of(choice.guild_id), choice.ruleset.value, player_id)
        every = max(1, ceil(games / self._points))
        numbers = {*range(every, games, every), games}
        history = await profiles.history(connection, key, numbers)
        best = await profiles.best_win(connection, key)
        return Standing(
            rating=row.rating,
            deviation=aged(rating, periods_between(row.rated_at, now)).deviation,
            rank=rank,
            games=games,
            streak=row.streak or 0,
            best_streak=row.best_streak or 0,
            best_win=None if best is None else _best_win(best),
            history=tuple(history),
        )


def _sums(rows: Iterable[Row], key: Callable[[Row], Key]) -> dict[Key, Score]:
    sums: dict[Key, Score] = {}
    for row in rows:
        sums[key(row)] = sums.get(key(row), NO_GAMES) + Score.of(row.result, row.games)
    return sums


def _best_win(row: BestWinRow) -> BestWin:
    opponent = Player(row.opponent_id, row.opponent_name)
    won = Color.BLACK if row.opponent_id == row.white_id else Color.WHITE
    # Where the other one played, this player may see nothing.
    board = home_among(read_boards(row.boards, row.created_at), won)
    return BestWin(opponent, row.opponent_rating, row.game_id, board.place, board.message_id)


def _meeting(game: Game, guild_id: int | None, *, reader_id: int) -> Meeting:
    white, black = game.white, game.black
    if guild_id is None:
        white, black = white.outside_servers, black.outside_servers
    if game.outcome is None or game.finished_at is None:
        raise ValueError(game.number)
    board = game.home_of(game.color_of(reader_id))
    return Meeting(
        game.number,
        board.place,
        board.message_id,
        white,
        black,
        {None: None, Color.WHITE: white, Color.BLACK: black}[game.outcome.winner],
        game.ruleset,
        game.outcome.reason,
        game.finished_at,
    )


async def score_between(
    connection: AsyncConnection, guild_id: int | None, *, player_id: int, other_id: int
) -> Score:
    """Return the score of a player against another in a guild, or outside all guilds if it's None."""
    pair = TwoPlayers(player_id, other_id, guild_id=guild_id, everywhere=False)
    rows = await records.results_between(connection, pair)
    return sum((Score.of(row.result, row.games) for row in rows), NO_GAMES)


async def score_with(connection: AsyncConnection, game: Game) -> Score | None:
    """Return White's score against Black with a game that has just ended and isn't stored as ended yet.

    It's None for games that don't count, and for those with the computer.
    """
    if game.outcome is None or not game.is_counted or game.level is not None:
        return None
    before = await score_between(connection, game.guild_id, player_id=game.white.id, other_id=game.black.id)
    result = {None: "draw", Color.WHITE: "win", Color.BLACK: "loss"}[game.outcome.winner]
    return before + Score.of(result, 1)
