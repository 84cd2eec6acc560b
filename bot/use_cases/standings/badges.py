"""Who earns which badges, and when.

A badge belongs to the person, no matter where they earned it. Badges for a game's end or its review are
stored with that game; ``badge_recomputing`` finds the same badges again.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime
from operator import itemgetter
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import daily_games, votes
from bot.store.connections.transactions import retried
from bot.store.daily_games import FinishedDayRow
from bot.store.events.cups import medals_of
from bot.store.events.nights import wins_of
from bot.store.puzzles import daily_puzzles, puzzles
from bot.store.settings import players
from bot.store.standings import badges
from bot.store.standings.badges import BadgeRow
from bot.use_cases.names import remember
from bot.use_cases.standings.profiles import read_review
from bot.use_cases.use_cases import UseCases
from bot.values.badges import (
    CUP_MEDALS,
    MANY_OPPONENTS,
    MANY_VOTES,
    Badge,
    EarnedBadge,
    Evidence,
    HeldBadge,
    JudgedDay,
    PlayedGame,
    ReviewedGame,
    SolvedDay,
    SolvedPuzzle,
    badges_for,
    earned_by,
    in_order,
)
from bot.values.crowds import VoterScore
from bot.values.game.daily_results import Square
from bot.values.game.game import Game
from bot.values.players import Player
from bot.values.standings import OPENING_MOVES, streaks_over
from engine import Puzzle, Reason, Review, Ruleset, Value, mover

_BATCH: Final = 500
"""Number of players whose games are read at a time."""

Dated = tuple[datetime, int, int | None, Evidence]
"""A time, a player, a game, and the evidence that arose then."""
Earned = Callable[[PlayedGame], AbstractSet[Badge]]
"""Returns the badges that a game earns one of its players."""


class Badges(UseCases):
    """The badges of the players of one database."""

    @retried
    async def badges_of(self, player_id: int, *, guild_id: int | None = None) -> list[HeldBadge]:
        """Return the badges that a player has, in the order badges are listed.

        In a guild, they're also for what they've won in its cups and game nights that doesn't count
        elsewhere.
        """
        async with self._database.reading() as connection:
            found = await badges.of_player(connection, player_id)
            won: list[tuple[Badge, datetime]] = []
            if guild_id is not None:
                medals = await medals_of(connection, guild_id, player_id=player_id)
                wins = await wins_of(connection, guild_id, player_id=player_id)
                won = [(CUP_MEDALS[place], ended_at) for place, ended_at in medals]
                won += [(Badge.NIGHT_WIN, ended_at) for ended_at in wins]
        # Each since it was won first.
        here = dict(sorted(won, key=itemgetter(1), reverse=True))
        held = here | {Badge(row.badge): row.earned_at for row in found}
        return [HeldBadge(badge, held[badge]) for badge in Badge if badge in held]

    @retried
    async def finish_lesson(self, player: Player) -> tuple[Badge, ...]:
        """Record that a player has solved the last task of the lesson; return the badge if it's new."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember(connection, player, now)
            return await give(connection, player.id, {Badge.LESSON}, now)


async def give(
    connection: AsyncConnection, player_id: int, earned: AbstractSet[Badge], now: datetime
) -> tuple[Badge, ...]:
    """Give a known player badges that no game earned them; return those that are new to them, in order."""
    new = await badges.add(connection, [BadgeRow(player_id, badge, None, now) for badge in earned])
    return tuple(sorted((Badge(row.badge) for row in new), key=list(Badge).index))


async def award_for_review(connection: AsyncConnection, game: Game, review: Review, now: datetime) -> None:
    """Give both players what they earned according to the review of their game, unless it has gaps.

    Where a channel plays, it's those who voted well, unless the game was annulled.
    """
    is_annulled = game.outcome is not None and game.outcome.reason is Reason.ANNULLED
    if game.crowd is not None and not is_annulled:
        await _award_votes(
            connection, await votes.scores(connection, game.number, first_judged=OPENING_MOVES), now
        )
    if review.complete:
        await award_for_game(connection, game, now, lambda played: earned_by(reviewed_game(played, review)))


def reviewed_game(game: PlayedGame, review: Review) -> ReviewedGame:
    """Return what a complete review says about the player who sees ``game``."""
    own = [
        reviewed
        for ply, reviewed in enumerate(review.moves)
        if ply >= review.starting_moves and mover(ply) is game.color
    ]
    # A perfect game has no mistake in its opening, either.
    accuracy = replace(review, opening_moves=0).accuracy(game.color)
    return ReviewedGame(
        game=game,
        decisions=accuracy.decisions,
        mistakes=accuracy.decisions - accuracy.kept,
        lost_turns=sum(reviewed.before is Value.LOSS for reviewed in own),
    )


async def award_for_game(
    connection: AsyncConnection, game: Game, now: datetime, earned: Earned = earned_by
) -> tuple[EarnedBadge, ...]:
    """Give both players what they earned with a game that has ended, if it counts; return what's new."""
    if not game.is_counted:
        return ()
    sides = await badges.played(
        connection, game.number, white_id=game.white.id, black_id=game.black.id, most_opponents=MANY_OPPONENTS
    )
    rows = [BadgeRow(row.player_id, badge, game.number, now) for row in sides for badge in earned(row)]
    new = await badges.add(connection, rows)
    return in_order(game.white.id, (EarnedBadge(row.player_id, Badge(row.badge)) for row in new))


async def _award_votes(connection: AsyncConnection, scores: Iterable[VoterScore], now: datetime) -> None:
    """Give people the badge for the first of their games in which they voted well."""
    rows: dict[int, BadgeRow] = {}
    for score in scores:
        if score.votes >= MANY_VOTES and score.kept == score.judgeable:
            row = BadgeRow(score.player_id, Badge.GOOD_VOTES, score.game_id, now)
            rows.setdefault(score.player_id, row)
    await badges.add(connection, [*rows.values()])


async def revoke_votes(connection: AsyncConnection, number: int, now: datetime) -> None:
    """Take back the badges that people earned with their votes in a game, which was annulled.

    Whoever has voted as well in another game has it for that one from now on.
    """
    await badges.keep_others_out(connection)
    people = await badges.drop_of_game(connection, number, Badge.GOOD_VOTES)
    await _award_votes(connection, await votes.scores_of(connection, people, first_judged=OPENING_MOVES), now)


async def recompute(connection: AsyncConnection, every_puzzle: Sequence[Puzzle]) -> int:
    """Find all badges again and correct what's stored; return how many were missing, wrong or extra.

    ``every_puzzle`` has all there are. Games that end meanwhile wait.
    """
    await badges.keep_others_out(connection)
    names = {puzzle.number for puzzle in every_puzzle}
    wrong, last = 0, 0
    while batch := await badges.players_after(connection, last, limit=_BATCH):
        games = await _games_of(connection, batch)
        wrong += await _correct(connection, batch, games, PlayedGame, ReviewedGame)
        solved = await _puzzles_of(connection, batch, names)
        wrong += await _correct(connection, batch, solved, SolvedPuzzle, SolvedDay)
        wrong += await _correct(connection, batch, await _days_of(connection, batch), JudgedDay)
        last = batch[-1]
    return wrong


async def revoke(connection: AsyncConnection, game: Game) -> None:
    """Take back the badges that a finished game brought its players: it no longer counts.

    If another of their games earns them the same badge, they keep it for that one.
    """
    await badges.keep_others_out(connection)
    people = [player.id for player in (game.white, game.black) if player.level is None]
    games = await _games_of(connection, people)
    await _correct(connection, people, games, PlayedGame, ReviewedGame)
    await _correct(connection, people, await _days_of(connection, people), JudgedDay)


async def award_for_days(connection: AsyncConnection, player_id: int) -> None:
    """Give a player exactly what their games of the day earn by now: an earlier day may be judged later."""
    await players.lock(connection, [player_id])
    await _correct(connection, [player_id], await _days_of(connection, [player_id]), JudgedDay)


async def _correct(
    connection: AsyncConnection,
    player_ids: Collection[int],
    evidence: Iterable[Dated],
    *kinds: type[Evidence],
) -> int:
    right: dict[tuple[int, str], BadgeRow] = {}
    for at, player_id, game_id, each in evidence:
        for badge in earned_by(each):
            right.setdefault((player_id, badge), BadgeRow(player_id, badge, game_id, at))
    return await badges.correct(connection, player_ids, badges_for(*kinds), list(right.values()))


async def _games_of(connection: AsyncConnection, player_ids: Collection[int]) -> list[Dated]:
    """Return the games and then the reviews of some players, each in chronological order."""
    rows = await badges.played_by(connection, player_ids)
    found: list[Dated] = []
    sides: dict[int, list[PlayedGame]] = defaultdict(list)
    for game in _counted(sorted(rows, key=lambda row: (row.finished_at, row.game_id))):
        found.append((game.finished_at, game.player_id, game.game_id, game))
        sides[game.game_id].append(game)
    reviews = await badges.reviews_of(connection, player_ids)
    for kept in sorted(reviews, key=lambda row: (row.made_at, row.game_id)):
        review = read_review(kept.review)
        if review is not None and review.complete:
            found += [
                (kept.made_at, game.player_id, kept.game_id, reviewed_game(game, review))
                for game in sides[kept.game_id]
            ]
    return found


def _counted(games: Iterable[PlayedGame]) -> Iterator[PlayedGame]:
    """Yield games in order, each with the counts as of its end."""
    met: dict[int, set[int]] = defaultdict(set)
    won_in: dict[int, set[Ruleset]] = defaultdict(set)
    for game in games:
        opponents = rulesets = 0
        if game.level is None and game.opponent_id not in met[game.player_id]:
            met[game.player_id].add(game.opponent_id)
            opponents = len(met[game.player_id])
        has_won = game.is_won_against_person and game.reason is not Reason.ADJUDICATION
        if has_won and game.ruleset not in won_in[game.player_id]:
            won_in[game.player_id].add(game.ruleset)
            rulesets = len(won_in[game.player_id])
        yield replace(game, opponents=opponents, rulesets=rulesets)


async def _days_of(connection: AsyncConnection, player_ids: Collection[int]) -> list[Dated]:
    """Return the judged games of the day of some players, in the order of the days."""
    played = defaultdict[int, list[FinishedDayRow]](list)
    for row in await daily_games.judged_by(connection, player_ids):
        played[row.player_id].append(row)
    found: list[Dated] = []
    for rows in played.values():
        for row, streak in zip(rows, streaks_over([row.day for row in rows]), strict=True):
            judged = JudgedDay({*row.squares} == {Square.KEPT}, streak.length)
            found.append((row.finished_at, row.player_id, row.game_id, judged))
    return found


async def _puzzles_of(
    connection: AsyncConnection, player_ids: Collection[int], names: AbstractSet[str]
) -> list[Dated]:
    """Return the named puzzles that some players have solved, and then the days, each in order."""
    rows = await puzzles.solved_by(connection, player_ids)
    known = sorted((row for row in rows if row.puzzle in names), key=lambda row: row.solved_at)
    solved: Counter[int] = Counter()
    found: list[Dated] = []
    for row in known:
        solved[row.player_id] += 1
        found.append((row.solved_at, row.player_id, None, SolvedPuzzle(solved[row.player_id])))
    days = await daily_puzzles.solved_by(connection, player_ids)
    found += [
        (day.solved_at, day.player_id, None, SolvedDay(day.streak))
        for day in sorted(days, key=lambda day: day.solved_at)
    ]
    return found
