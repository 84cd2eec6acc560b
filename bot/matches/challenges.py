"""One person challenges another, who accepts or declines."""

from random import Random

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.matches.errors import (
    BotChallengeError,
    ClosedChallengeError,
    NotChallengedError,
    NotChallengerError,
    RatedHintsError,
    SelfChallengeError,
    UnknownChallengeError,
)
from bot.matches.games import load, load_all
from bot.matches.values import (
    Challenge,
    ChallengeStatus,
    ColourChoice,
    Game,
    Place,
    Player,
    Start,
    Terms,
    ThemeName,
)
from bot.store import challenges as challenge_rows
from bot.store import games as game_rows
from bot.store import presences
from bot.store.challenges import ChallengeRow, NewChallenge
from bot.store.database import Database
from bot.store.games import BY_LOT, MoveRow, NewGame
from bot.store.identities import guild_theme, remember_guild, remember_player
from engine import Ruleset, balanced_first_moves


class Challenges:
    """The challenges in one database."""

    def __init__(self, database: Database, clock: Clock, random: Random) -> None:
        self._database = database
        self._clock = clock
        self._random = random

    async def propose(
        self, place: Place, challenger: Player, opponent: Player, terms: Terms, *, opponent_is_bot: bool
    ) -> Challenge:
        """Open a challenge.

        Raises:
            SelfChallengeError: both are the same person.
            BotChallengeError: the opponent is a bot.
            RatedHintsError: hints in a rated game.
        """
        if terms.rated and terms.hints:
            raise RatedHintsError
        if challenger.id == opponent.id:
            raise SelfChallengeError
        if opponent_is_bot:
            raise BotChallengeError(opponent.name)
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember_guild(connection, place.guild_id, now)
            await remember_player(connection, challenger.id, challenger.name, now)
            await remember_player(connection, opponent.id, opponent.name, now)
            theme = ThemeName.chosen(await guild_theme(connection, place.guild_id))
            row = NewChallenge(
                guild_id=place.guild_id,
                channel_id=place.channel_id,
                challenger_id=challenger.id,
                opponent_id=opponent.id,
                ruleset=terms.ruleset,
                colour=terms.colour,
                language=terms.language,
                theme=theme,
                start=terms.start,
                rated=terms.rated,
                hints=terms.hints,
            )
            number = await challenge_rows.add(connection, row, now)
        return Challenge(number, place, None, challenger, opponent, terms, theme, now, ChallengeStatus.OPEN)

    async def place(self, number: int, message_id: int) -> None:
        """Note which message is the card of a challenge."""
        async with self._database.writing() as connection:
            await challenge_rows.place(connection, number, message_id)

    async def accept(self, number: int, who: Player, message_id: int) -> Game:
        """Begin the game. The card, which is the message ``message_id``, becomes its board.

        Raises:
            UnknownChallengeError, ClosedChallengeError: there is nothing to accept.
            NotChallengedError: ``who`` is not the challenged.
        """
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember_player(connection, who.id, who.name, now)
            challenge = await _load_challenge(connection, number)
            if who.id != challenge.opponent.id:
                raise NotChallengedError(challenge)
            await self._close(connection, challenge, ChallengeStatus.ACCEPTED)
            white, black = self._seats(challenge)
            row = NewGame(
                challenge_id=number,
                guild_id=challenge.place.guild_id,
                channel_id=challenge.place.channel_id,
                message_id=message_id,
                white_id=white.id,
                white_name=white.name,
                black_id=black.id,
                black_name=black.name,
                ruleset=challenge.terms.ruleset,
                language=challenge.terms.language,
                theme=challenge.theme,
                start=challenge.terms.start,
                rated=challenge.terms.rated,
                hints=challenge.terms.hints,
                posted_at=challenge.proposed_at,
            )
            game = await game_rows.add(connection, row, now)
            if challenge.terms.start is Start.BALANCED:
                first = self._random.choice(balanced_first_moves(challenge.terms.ruleset))
                await game_rows.add_move(connection, MoveRow(game, 0, str(first), BY_LOT), now)
            await presences.see(connection, game, challenge.challenger.id, challenge.proposed_at)
            await presences.see(connection, game, who.id, now)
            return await load(connection, game)

    async def decline(self, number: int, who: Player) -> Challenge:
        """Refuse a challenge.

        Raises:
            UnknownChallengeError, ClosedChallengeError: there is nothing to decline.
            NotChallengedError: ``who`` is not the challenged.
        """
        async with self._database.writing() as connection:
            challenge = await _load_challenge(connection, number)
            if who.id != challenge.opponent.id:
                raise NotChallengedError(challenge)
            return await self._close(connection, challenge, ChallengeStatus.DECLINED)

    async def cancel(self, number: int, who: Player) -> Challenge:
        """Take a challenge back.

        Raises:
            UnknownChallengeError, ClosedChallengeError: there is nothing to cancel.
            NotChallengerError: ``who`` is not the challenger.
        """
        async with self._database.writing() as connection:
            challenge = await _load_challenge(connection, number)
            if who.id != challenge.challenger.id:
                raise NotChallengerError(challenge)
            return await self._close(connection, challenge, ChallengeStatus.CANCELLED)

    async def accepted_game(self, number: int) -> Game:
        """The game that an accepted challenge became.

        Raises:
            UnknownChallengeError: it became none.
        """
        async with self._database.reading() as connection:
            row = await game_rows.fetch_of_challenge(connection, number)
            if row is None:
                raise UnknownChallengeError
            return (await load_all(connection, [row]))[0]

    async def _close(
        self, connection: AsyncConnection, challenge: Challenge, status: ChallengeStatus
    ) -> Challenge:
        closed = await challenge_rows.close(connection, challenge.number, status, self._clock.now())
        present = await _load_challenge(connection, challenge.number)
        if not closed:
            raise ClosedChallengeError(present)
        return present

    def _seats(self, challenge: Challenge) -> tuple[Player, Player]:
        colour = challenge.terms.colour
        if colour is ColourChoice.RANDOM:
            colour = self._random.choice((ColourChoice.WHITE, ColourChoice.BLACK))
        if colour is ColourChoice.WHITE:
            return challenge.challenger, challenge.opponent
        return challenge.opponent, challenge.challenger


async def _load_challenge(connection: AsyncConnection, number: int) -> Challenge:
    row = await challenge_rows.fetch(connection, number)
    if row is None:
        raise UnknownChallengeError
    return _challenge(row)


def _challenge(row: ChallengeRow) -> Challenge:
    return Challenge(
        number=row.id,
        place=Place(row.guild_id, row.channel_id),
        message_id=row.message_id,
        challenger=Player(row.challenger_id, row.challenger_name),
        opponent=Player(row.opponent_id, row.opponent_name),
        terms=Terms(
            Ruleset(row.ruleset),
            ColourChoice(row.colour),
            row.language,
            Start(row.start),
            rated=row.rated,
            hints=row.hints,
        ),
        theme=ThemeName(row.theme),
        proposed_at=row.created_at,
        status=ChallengeStatus(row.status),
    )
