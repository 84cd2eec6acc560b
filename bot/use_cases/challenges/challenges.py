"""Challenges: to one person, who accepts or declines, or to everyone, until someone joins."""

from dataclasses import replace
from datetime import timedelta
from random import Random

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.store import games
from bot.store.challenges import challenges
from bot.store.challenges.challenges import RematchRow
from bot.store.clocks import due_times
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.use_cases.challenges.accepting import (
    as_of,
    begin_game,
    begin_second,
    check_may_accept,
    closed_error,
    load_challenge,
)
from bot.use_cases.challenges.limits import KeptLimits
from bot.use_cases.challenges.proposing import Proposal, check_blocks, propose
from bot.use_cases.codes import parse_code
from bot.use_cases.games.storing import load_to_change
from bot.use_cases.names import remember, remember_nickname
from bot.use_cases.use_cases import CHANCE, UseCases
from bot.values.challenge_errors import (
    BotChallengeError,
    BothSimulError,
    NotChallengedError,
    NotChallengerError,
    RatedAdvantageError,
    RatedHintsError,
    SelfChallengeError,
    ShortWeekendsError,
    UnfitSeatsError,
    UnknownChallengeError,
    UnknownCodeError,
)
from bot.values.challenges import FEWEST_SEATS, MOST_SEATS, Challenge, ChallengeStatus, Terms
from bot.values.clocks import SHORTEST_WITH_WEEKENDS, Due
from bot.values.game.game import Game
from bot.values.game.game_errors import DeletedOpponentError
from bot.values.players import Place, Player
from engine import Start

POSTING = timedelta(seconds=30)
"""The longest time between making a challenge and posting its card."""


def check_opponent(challenger: Player, opponent: Player, *, is_bot: bool) -> None:
    """Check that one person can play the other at all."""
    if challenger.id == opponent.id:
        raise SelfChallengeError
    if is_bot:
        raise BotChallengeError(opponent.name)


class Challenges(UseCases):
    """The challenges in one database."""

    def __init__(self, database: Database, clock: Clock, random: Random = CHANCE) -> None:
        super().__init__(database, clock, random)
        self._kept_limits = KeptLimits()

    async def propose(
        self, place: Place, challenger: Player, opponent: Player, terms: Terms, *, opponent_is_bot: bool
    ) -> Challenge:
        """Challenge one person.

        Raises:
            RepeatedChallengeError, CounterChallengeError: one of the two has already challenged the other.
        """
        _check_terms(terms)
        check_opponent(challenger, opponent, is_bot=opponent_is_bot)
        return await self._database.write(self._propose, Proposal(place, challenger, opponent, terms))

    @retried
    async def propose_rematch(self, game: Game, challenger: Player, terms: Terms) -> Challenge:
        """Challenge the other player of ``game`` to another game in the same place, as ``propose`` does."""
        async with self._database.writing() as connection:
            # If both propose it at the same time, the second sees the challenge of the first.
            known = (await load_to_change(connection, game.number)).opponent_of(challenger.id)
            if known.is_deleted:
                raise DeletedOpponentError(game)
            # What they're called in the server may have changed since the game.
            opponent = known.outside_servers
            proposal = Proposal(game.place, challenger, opponent, terms)
            challenge = await self._propose(connection, proposal)
            await challenges.keep_rematch(connection, RematchRow(game.number, challenge_id=challenge.number))
            people = (challenger.id, opponent.id)
            return replace(challenge, apart=frozenset(filter(game.plays_apart, people)))

    async def propose_to_all(self, place: Place, challenger: Player, terms: Terms) -> Challenge:
        """Make a challenge that anyone can join, by its card or by its code.

        It has no code if the bot can't turn the card into a board without a click on it.
        """
        _check_terms(terms)
        return await self._database.write(self._propose, Proposal(place, challenger, None, terms))

    async def get(self, number: int) -> Challenge:
        """Return the challenge with this number."""
        return await self._database.read(load_challenge, number, self._clock.now())

    async def open_of(self, guild_id: int | None, *, challenger_id: int) -> list[Challenge]:
        """Return a person's open challenges in a guild, or outside all of them; the newest first."""
        now = self._clock.now()
        found = await self._database.read_once(
            challenges.open_of, guild_id, challenger_id=challenger_id, now=now
        )
        return [as_of(stored, now) for stored in found]

    @retried
    async def open_to(self, guild_id: int, *, player_id: int, limit: int) -> list[Challenge]:
        """Return the open challenges in a guild that a person may accept, the newest first."""
        now = self._clock.now()
        async with self._database.reading() as connection:
            found = await challenges.open_to(connection, guild_id, player_id=player_id, now=now, limit=limit)
            current = [as_of(stored, now) for stored in found]
            people = {player_id, *(challenge.challenger.id for challenge in current)}
            apart = await self._kept_limits.blocks_among(connection, people)
        return [each for each in current if frozenset({player_id, each.challenger.id}) not in apart]

    def is_unseen(self, challenge: Challenge) -> bool:
        """Return whether no card was ever recorded for a challenge, even though there was enough time.

        The process that made it may have died before it posted the card.
        """
        return challenge.message_id is None and self._clock.now() - challenge.proposed_at >= POSTING

    async def set_card(self, number: int, *, message_id: int) -> None:
        await self._database.write(challenges.set_card, number, message_id=message_id)

    @retried
    async def accept(
        self,
        number: int,
        player: Player,
        *,
        message_id: int | None = None,
        repeated: bool = False,
        apart: bool = False,
    ) -> Game:
        """Start the game for the person who was challenged or who joins.

        The card becomes its board: the message ``message_id``, or the one that was recorded. The game of
        someone who joins a simul still has to be posted, and so has the second game of a challenge for both
        colors. Who joins ``apart`` does so in their DMs.

        Raises:
            UnknownChallengeError, ClosedChallengeError: there is nothing to accept.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            await challenges.lock_people(connection, number, player_id=player.id)
            await remember(connection, player, now)
            done = await _game_of(connection, number, player) if repeated else None
            if done is not None:
                return done
            await challenges.lock(connection, number)
            challenge = await load_challenge(connection, number, now)
            check_may_accept(challenge, player)
            limits = await self._kept_limits.between(
                connection, player.id, other_id=challenge.challenger.id, now=now
            )
            await check_blocks(connection, player, challenge.challenger, limits)
            await remember_nickname(connection, challenge.place.guild_id, player)
            seats = challenge.terms.seats
            if seats in {None, len(challenge.games) + 1}:
                await self._close(connection, challenge, player, ChallengeStatus.ACCEPTED)
            if seats is None:
                await challenges.join(connection, number, opponent_id=player.id)
            # Someone who joins from elsewhere may have a nickname where the game is.
            joined = await load_challenge(connection, number, now, opponent_id=player.id)
            private = joined.apart | {player.id} if apart else joined.apart
            accepted = replace(joined, message_id=message_id or joined.message_id, apart=private)
            rated_besides = limits.rated + accepted.terms.both
            game = await begin_game(connection, accepted, now, self._random, rated_besides)
            if accepted.terms.both:
                await begin_second(connection, accepted, game, now, self._random)
            return game

    async def find(self, text: str, guild_id: int | None = None) -> Challenge:
        """Return the open challenge to everyone that has the code ``text``, in this guild if one is given."""
        code = parse_code(text)
        if code is None:
            raise UnknownCodeError(text)
        stored = await self._database.read_once(challenges.fetch_of_code, code)
        challenge = None if stored is None else as_of(stored, self._clock.now())
        # Don't reveal that another server has this challenge.
        if challenge is None or guild_id not in {None, challenge.place.guild_id}:
            raise UnknownCodeError(text)
        if challenge.status is not ChallengeStatus.OPEN:
            raise UnknownCodeError(text)
        return challenge

    @retried
    async def decline(self, number: int, player: Player) -> Challenge:
        """Decline a challenge.

        Raises:
            UnknownChallengeError, ClosedChallengeError: there is nothing to decline.
        """
        async with self._database.writing() as connection:
            challenge = await load_challenge(connection, number, self._clock.now())
            if challenge.opponent is None or player.id != challenge.opponent.id:
                raise NotChallengedError(challenge)
            return await self._close(connection, challenge, player, ChallengeStatus.DECLINED)

    @retried
    async def cancel(self, number: int, player: Player) -> Challenge:
        """Withdraw a challenge.

        Raises:
            UnknownChallengeError, ClosedChallengeError: there is nothing to cancel.
        """
        async with self._database.writing() as connection:
            challenge = await load_challenge(connection, number, self._clock.now())
            if player.id != challenge.challenger.id:
                raise NotChallengerError(challenge)
            return await self._close(connection, challenge, player, ChallengeStatus.CANCELED)

    @retried
    async def expire(self, due: Due) -> Challenge | None:
        """Close a challenge whose time has run out, according to the row ``due``.

        None if it is already closed, or if it has time left by this process's clock.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            closed = await challenges.expire(connection, due.about, now)
            challenge = await load_challenge(connection, due.about, now)
            if challenge.status is not ChallengeStatus.OPEN:
                await due_times.take(connection, due.id, due.at)
            return challenge if closed else None

    async def accepted_game(self, number: int) -> Game:
        """Return the game that a challenge became when it was accepted."""
        game = await self._database.read_once(games.fetch_of_challenge, number)
        if game is None:
            raise UnknownChallengeError
        return game

    async def begun(self, challenge: Challenge) -> list[Game]:
        """Return the games that a challenge to one person started: one, or two if it was for both colors."""
        return await self._database.read_once(
            games.of_challenges, challenge.challenger.id, challenge.proposed_at
        )

    @retried
    async def of_game(self, game: Game) -> Challenge:
        """Return the challenge that ``game`` came from."""
        async with self._database.reading() as connection:
            number = await games.challenge_of(connection, game.number)
            if number is None:
                raise UnknownChallengeError
            return await load_challenge(connection, number, self._clock.now())

    async def _propose(self, connection: AsyncConnection, proposal: Proposal) -> Challenge:
        return await propose(connection, proposal, self._clock.now(), self._random, self._kept_limits)

    async def _close(
        self, connection: AsyncConnection, challenge: Challenge, player: Player, status: ChallengeStatus
    ) -> Challenge:
        now = self._clock.now()
        closed = await challenges.close(connection, challenge.number, status, now)
        present = await load_challenge(connection, challenge.number, now)
        if not closed:
            raise closed_error(present, player)
        await due_times.drop_of_challenge(connection, challenge.number)
        return present


async def _game_of(connection: AsyncConnection, number: int, player: Player) -> Game | None:
    """Return the game of someone who has accepted or joined a challenge, if there is one."""
    row = await games.fetch_of_challenge(connection, number)
    rows = await games.of_simul(connection, number) if row is None else [row]
    return next((game for game in rows if game.color_of(player.id) is not None), None)


def _check_terms(terms: Terms) -> None:
    if terms.rated and terms.hints:
        raise RatedHintsError
    if terms.rated and terms.start is Start.ADVANTAGE:
        raise RatedAdvantageError
    if terms.seats is not None and not FEWEST_SEATS <= terms.seats <= MOST_SEATS:
        raise UnfitSeatsError
    if terms.seats is not None and terms.both:
        raise BothSimulError
    if terms.weekends_off and (terms.move_seconds or 0) < SHORTEST_WITH_WEEKENDS:
        raise ShortWeekendsError
