"""Games that channels play: begin one, also between two servers, vote, close voting, exclude someone."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from random import Random

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store import games, moderation, votes
from bot.store.codes import Code
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.store.moderation import NewAct
from bot.store.settings import guilds
from bot.use_cases import codes
from bot.use_cases.challenges.limits import KeptLimits
from bot.use_cases.codes import CodeKind
from bot.use_cases.games.answers import check_vote
from bot.use_cases.games.games import Check, Games, admit_all
from bot.use_cases.games.storing import begin, load_to_change
from bot.use_cases.names import remember
from bot.use_cases.preferences import guild_preferences
from bot.use_cases.use_cases import CHANCE, UseCases
from bot.values.acts import ActKind
from bot.values.challenges import ColorChoice
from bot.values.clocks import Due
from bot.values.crowds import MOST_CROWDS, Crowd, Vote, VotedMove, VoterScore, VoteTally, VotingWindow
from bot.values.errors import OutsideServerError
from bot.values.game import crowds, turns
from bot.values.game.game import Board, Game
from bot.values.game.game_errors import (
    ApartError,
    ChannelPlaysError,
    ExcludedVoterError,
    FinishedGameError,
    FormerVoterError,
    OtherChannelPlaysError,
    OtherSideError,
    TooManyChannelsPlayError,
)
from bot.values.game.turns import draw_first_move
from bot.values.players import CROWDS, Place, Player
from bot.values.standings import OPENING_MOVES
from engine import Color, Position, Ruleset, Start


@dataclass(frozen=True, slots=True)
class CrowdTerms:
    """How a channel is to play: ``name`` is what it's called in the game, and ``color`` is its own.

    With ``in_words``, its board is in words, too. ``host`` is who starts the game.
    """

    name: str
    ruleset: Ruleset
    color: ColorChoice
    window: VotingWindow
    crowd: Crowd
    language: str
    in_words: bool = False
    host: Player | None = None


class CrowdGames(UseCases):
    """The games that channels play in one database."""

    def __init__(self, database: Database, clock: Clock, games: Games, random: Random = CHANCE) -> None:
        super().__init__(database, clock, random)
        self._games = games
        self._kept_limits = KeptLimits()

    async def next_level(self, guild_id: int) -> int:
        """Return the computer's level against which channels of a guild play."""
        return await self._database.read_once(guilds.crowd_level, guild_id)

    async def begin(self, place: Place, terms: CrowdTerms, computer: Player) -> Game:
        """Start a game of a channel against the computer, which has no message yet."""
        # If the answer to the commit is lost, the game is recognized by the time at which it began.
        return await self._begin(place, terms, computer, self._clock.now())

    @retried
    async def _begin(
        self, place: Place, terms: CrowdTerms, computer: Player, now: datetime, *, repeated: bool = False
    ) -> Game:
        async with self._database.writing() as connection:
            preferences = await guild_preferences(connection, place.guild_id)
            running = await running_in(connection, place, now, to_add=True)
            done = [game for game in running if game.created_at == now and repeated]
            if done:
                return done[0]
            check_room(running, place)
            seats = terms.color.seats(None, computer, self._random)
            white, black = (
                player or Player(CROWDS[color], terms.name)
                for color, player in zip(Color, seats, strict=True)
            )
            await remember_crowds(connection, now)
            await remember(connection, computer, now)
            if terms.host is not None:
                await remember(connection, terms.host, now)
            new = Game(
                white=white,
                black=black,
                position=Position.start(terms.ruleset),
                created_at=now,
                boards=(Board(place, terms.language, preferences.theme),),
                move_seconds=terms.window,
                crowd=terms.crowd,
                chosen_text_board=terms.in_words,
            )
            color = Color.WHITE if white.is_crowd else Color.BLACK
            return await _begin(connection, new, {color: terms.host}, now)

    async def host_id(self, number: int, color: Color) -> int | None:
        """Return the id of who has had the channel of this color play; None if they're unknown or deleted."""
        return await self._database.read_once(votes.host_id, number, color=color)

    @retried
    async def vote(  # noqa: PLR0913 - what a click says, and how it's answered
        self, number: int, *, ply: int, choice: str, voter: Player, place: Place, admit: Check = admit_all
    ) -> Game:
        """Vote for a move, or to resign, at a ply of a game, instead of what the person chose there before.

        ``admit`` is called with the game first, and may refuse with its own error.
        """
        async with self._database.writing() as connection:
            before, now = await load_to_change(connection, number), self._clock.now()
            admit(before)
            crowds.check_vote(before, ply, choice, place, now)
            await check_vote(connection, before, choice, now, player_id=voter.id)
            hashes = await self._kept_limits.hashes_of(connection, voter.id, game=number)
            vote = Vote(voter.id, choice, now)
            cast = partial(
                votes.cast, vote=vote, game_id=number, ply=ply, guild_id=place.guild_id, hashes=hashes
            )
            if not await cast(connection):
                if await votes.is_excluded(connection, number, player_id=voter.id, guild_id=place.guild_id):
                    raise ExcludedVoterError(before)
                if await votes.is_bound(connection, number, player_id=voter.id, ply=ply):
                    raise OtherSideError(before)
                if await votes.has_left(connection, hashes):
                    raise FormerVoterError(before)
                await remember(connection, voter, now)
                await cast(connection)
            return await self._games.save(connection, before, crowds.take_vote(before, now), now)

    @retried
    async def close(self, due: Due) -> Game:
        """Close the window of a game that came due; return the game after it.

        Raises:
            StaleRevisionError: voting closed earlier, or another process was faster.
        """
        async with self._database.writing() as connection:
            before, now = await load_to_change(connection, due.about), self._clock.now()
            turns.check_due(before, due)
            polled = await _poll(connection, before)
            after = crowds.close(before, polled.cast, now)
            await _drop_excluded(connection, before, after, polled)
            return await self._games.save(connection, before, after, now)

    @retried
    async def close_early(self, number: int) -> Game:
        """Close the window of a game if no one has to be waited for; return the game."""
        async with self._database.writing() as connection:
            before, now = await load_to_change(connection, number), self._clock.now()
            polled = await _poll(connection, before)
            voters = await votes.voters_at(connection, number, crowds.earlier_windows(before))
            earlier = [each - polled.excluded for each in voters]
            after = crowds.close_early(before, polled.cast, earlier, now)
            await _drop_excluded(connection, before, after, polled)
            return await self._games.save(connection, before, after, now)

    @retried
    async def exclude(self, number: int, voter: Player, moderator: Player, *, guild_id: int) -> Game:
        """Count no votes of someone for a guild's channel in a game from now on, and log it.

        The votes stay until the turn is over: otherwise the board would show what they were for.
        """
        async with self._database.writing() as connection:
            game, now = await load_to_change(connection, number), self._clock.now()
            if game.outcome is not None:
                raise FinishedGameError(game)
            if not await votes.is_excluded(connection, number, player_id=voter.id, guild_id=guild_id):
                for person in (voter, moderator):
                    await remember(connection, person, now)
                act = NewAct(guild_id, moderator.id, ActKind.EXCLUDE, game_id=number, player_id=voter.id)
                await moderation.log(connection, act, now)
            return game

    async def tallies(self) -> tuple[Mapping[int, VoteTally], datetime]:
        """Return how many have voted for the present turn of each game, where someone has, and the time."""
        return await self._database.read_once(votes.tallies), self._clock.now()

    async def counts(self, number: int) -> Mapping[int, list[VotedMove]]:
        """Return what was voted for at each ply of a game, the most votes first."""
        found: dict[int, list[VotedMove]] = {}
        for voted in await self._database.read_once(votes.counts, number):
            found.setdefault(voted.ply, []).append(voted)
        return found

    async def choice_of(self, game: Game, player_id: int) -> str | None:
        """Return what a person has voted for in the present turn of a game, or None."""
        ply = game.position.ply
        return await self._database.read_once(votes.choice_of, game.number, ply=ply, player_id=player_id)

    async def score(self, number: int, *, player_id: int) -> VoterScore:
        """Return how well a person voted in a game, as far as it's known."""
        scores = await self._database.read_once(
            votes.scores, number, first_judged=OPENING_MOVES, player_id=player_id
        )
        return scores[0] if scores else VoterScore(number, player_id)


@dataclass(frozen=True, slots=True)
class _Poll:
    """The votes that count in a turn, and the people whose votes don't."""

    cast: list[Vote]
    excluded: set[int]


async def _poll(connection: AsyncConnection, game: Game) -> _Poll:
    """Return what was voted for in the present turn of a game."""
    guild_id = game.home_of(game.position.turn).place.guild_id
    excluded = await votes.excluded(connection, game.number, guild_id=guild_id)
    cast = await votes.at(connection, game.number, ply=game.position.ply)
    return _Poll([vote for vote in cast if vote.player_id not in excluded], excluded)


async def _drop_excluded(connection: AsyncConnection, before: Game, after: Game, polled: _Poll) -> None:
    """Once a turn is over, delete the votes of those whose votes don't count."""
    is_over = after.position.ply != before.position.ply or after.outcome is not None
    if is_over and polled.excluded:
        await votes.drop(connection, before.number, polled.excluded, turn=before.position.ply)


async def remember_crowds(connection: AsyncConnection, now: datetime) -> None:
    """Store channels as players. What they're called is only known to each game."""
    for number in CROWDS.values():
        await remember(connection, Player(number, "Channel"), now)


async def running_in(
    connection: AsyncConnection, place: Place, now: datetime, *, to_add: bool = False
) -> list[Game]:
    """Return the games that channels of a place's guild play, which may be new.

    ``to_add`` keeps others from adding one until the transaction ends.
    """
    if place.guild_id is None:
        raise OutsideServerError
    await guilds.remember_guild(connection, place.guild_id, now)
    if to_add:
        await guilds.lock(connection, [place.guild_id])
    return await _running_in(connection, place.guild_id)


async def _running_in(connection: AsyncConnection, guild_id: int) -> list[Game]:
    return await games.running_of_crowds(connection, MOST_CROWDS, guild_id=guild_id)


def check_room(running: list[Game], place: Place) -> None:
    """Check that a channel can play another game, given those that channels of its guild play."""
    for game in running:
        if game.home_in(place.channel_id) is not None:
            raise ChannelPlaysError(game)
    if len(running) >= MOST_CROWDS:
        raise TooManyChannelsPlayError(tuple(running))


@dataclass(frozen=True, slots=True)
class DuelSide:
    """A channel of a server: ``name`` is that of the server, and ``language`` the one of the board.

    ``host`` is who has it play.
    """

    guild_id: int
    channel_id: int
    name: str
    language: str
    host: Player | None = None

    @property
    def place(self) -> Place:
        return Place(self.guild_id, self.channel_id)


class Duels(UseCases):
    """The games between channels in one database."""

    @retried
    async def offer(self, side: DuelSide, ruleset: Ruleset, window: VotingWindow, maker: Player) -> Code:
        """Make a code with which a channel of another server can play this one."""
        now = self._clock.now()
        terms = {
            "channel": side.channel_id,
            "name": side.name,
            "language": side.language,
            "ruleset": ruleset,
            "window": window,
        }
        async with self._database.writing() as connection:
            check_room(await running_in(connection, side.place, now), side.place)
            await _check_across(connection, side.guild_id)
            await remember(connection, maker, now)
            kind, text = CodeKind.CHANNEL_DUEL, json.dumps(terms)
            return await codes.make(
                connection, kind, side.guild_id, maker_id=maker.id, terms=text, random=self._random, now=now
            )

    async def accept(self, text: str, side: DuelSide) -> Game:
        """Start the game that a code of another server offers; return it. No message shows it yet."""
        # If the answer to the commit is lost, the game is recognized by the time at which it began.
        return await self._accept(text, side, self._clock.now())

    @retried
    async def _accept(self, text: str, side: DuelSide, now: datetime, *, repeated: bool = False) -> Game:
        async with self._database.writing() as connection:
            running = await running_in(connection, side.place, now)
            done = [game for game in running if game.created_at == now and repeated]
            if done:
                return done[0]
            code = await codes.use(connection, CodeKind.CHANNEL_DUEL, text, side.guild_id, now)
            await guilds.lock(connection, [side.guild_id, code.guild_id])
            check_room(await _running_in(connection, side.guild_id), side.place)
            await _check_across(connection, side.guild_id)
            if side.host is not None:
                await remember(connection, side.host, now)
            terms = json.loads(code.terms)
            maker = Player(code.maker_id, "")
            offered = DuelSide(code.guild_id, terms["channel"], terms["name"], terms["language"], maker)
            try:
                check_room(await _running_in(connection, offered.guild_id), offered.place)
            except (ChannelPlaysError, TooManyChannelsPlayError) as error:
                raise OtherChannelPlaysError from error
            await remember_crowds(connection, now)
            sides = dict(zip(Color, ColorChoice.RANDOM.seats(offered, side, self._random), strict=True))
            ruleset = Ruleset(terms["ruleset"])
            first = draw_first_move(ruleset, self._random, now)
            white, black = (Player(CROWDS[color], sides[color].name) for color in Color)
            new = Game(
                white=white,
                black=black,
                position=Position.replay(ruleset, [first.text]),
                created_at=now,
                boards=tuple([await _board(connection, color, sides[color]) for color in Color]),
                start=Start.BALANCED,
                moves=(first,),
                move_seconds=terms["window"],
                crowd=Crowd(),
            )
            return await _begin(connection, new, {color: sides[color].host for color in Color}, now)


async def _begin(
    connection: AsyncConnection, new: Game, hosts: Mapping[Color, Player | None], now: datetime
) -> Game:
    """Begin a game, and store who has had each channel play; they're stored as players already."""
    game = await begin(connection, new, now)
    for color, host in hosts.items():
        if host is not None:
            await votes.add_host(connection, game.number, color=color, player_id=host.id)
    return game


async def _check_across(connection: AsyncConnection, guild_id: int) -> None:
    """Check that a guild allows games across servers."""
    if not (await guild_preferences(connection, guild_id)).across_servers:
        raise ApartError


async def _board(connection: AsyncConnection, color: Color, side: DuelSide) -> Board:
    theme = (await guild_preferences(connection, side.guild_id)).theme
    return Board(side.place, side.language, theme, side=color)
