"""Games of one person against the computer.

The computer is a player whose id is its level, so ``bot.use_cases.games.games`` plays its moves like
anyone's. Such a game has no challenge, is never rated, and allows hints.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import games
from bot.store.challenges import challenges
from bot.store.challenges.challenges import RematchRow
from bot.store.connections.transactions import retried
from bot.store.settings.guilds import remember_guild
from bot.store.standings.leaderboards import highest_beaten
from bot.use_cases.games.answers import check_answer, may_answer
from bot.use_cases.games.storing import begin, load
from bot.use_cases.names import remember, remember_nickname
from bot.use_cases.preferences import guild_preferences
from bot.use_cases.use_cases import UseCases
from bot.values.challenges import ColorChoice
from bot.values.game.game import Board, Game
from bot.values.game.game_errors import RematchedError, RunningComputerGameError, TooManyComputerGamesError
from bot.values.game.presence import see
from bot.values.players import LEVELS, Place, Player
from engine import Position, Reason, Ruleset

MOST_GAMES = 3
"""Maximum number of running games with the computer per person in a server, and again outside servers."""

LONGEST_TURN = timedelta(seconds=20)
"""How long a game that waits for the computer is left to the process that is thinking about its move.

If it takes longer, two processes may think about the move, but only one plays it.
"""


@dataclass(frozen=True, slots=True)
class ComputerTerms:
    """How a person wants to play. ``color`` is theirs, and ``language`` a locale as Discord names it.

    With ``only``, no game starts if they already have one in the same place.
    """

    ruleset: Ruleset
    color: ColorChoice
    language: str
    only: bool = False


class ComputerGames(UseCases):
    """The games with the computer in one database."""

    async def next_level(self, guild_id: int | None, *, player_id: int) -> int:
        """Return one level above the highest that a player has beaten in a guild, or else anywhere.

        It's the first level for someone who hasn't beaten any.
        """
        beaten = await self._database.read_once(highest_beaten, guild_id, player_id=player_id)
        return LEVELS[0] if beaten is None else min(beaten + 1, LEVELS[-1])

    async def begin(
        self,
        place: Place,
        person: Player,
        computer: Player,
        terms: ComputerTerms,
        *,
        rematch_of: int | None = None,
    ) -> Game:
        """Start a game, which has no message yet. The id of ``computer`` is its level.

        ``rematch_of`` is the number of the game that this one is a rematch of.
        """
        # If the answer to the commit is lost, the game is recognized by the time at which it began.
        now = self._clock.now()
        return await self._begin(place, person, computer, terms, rematch_of=rematch_of, now=now)

    @retried
    async def _begin(  # noqa: PLR0913 - what was asked for, and when
        self,
        place: Place,
        person: Player,
        computer: Player,
        terms: ComputerTerms,
        *,
        rematch_of: int | None,
        now: datetime,
        repeated: bool = False,
    ) -> Game:
        white, black = terms.color.seats(person, computer, self._random)
        async with self._database.writing() as connection:
            if place.guild_id is not None:
                await remember_guild(connection, place.guild_id, now)
            for player in (person, computer):
                await remember(connection, player, now)
            await remember_nickname(connection, place.guild_id, person)
            running = await games.running_with_computer(
                connection, place.guild_id, player_id=person.id, limit=MOST_GAMES
            )
            done = [game for game in running if game.created_at == now] if repeated else []
            if done:
                return done[0]
            if rematch_of is not None:
                await _check_rematch(connection, rematch_of)
            if terms.only and running:
                raise RunningComputerGameError(running[0])
            if len(running) == MOST_GAMES:
                raise TooManyComputerGamesError(tuple(running))
            theme = (await guild_preferences(connection, place.guild_id)).theme
            new = Game(
                white=white,
                black=black,
                position=Position.start(terms.ruleset),
                created_at=now,
                boards=(Board(place, terms.language, theme),),
                hints=True,
            )
            await check_answer(connection, new, now)
            game = await begin(connection, see(new, person.id, now), now)
            if rematch_of is not None:
                await challenges.keep_rematch(connection, RematchRow(rematch_of, next_game_id=game.number))
            return game

    async def waiting(self, limit: int) -> list[Game]:
        """Return games where it's the computer's move, and that wouldn't help the person elsewhere.

        If several processes can share the database, only those that have waited for ``LONGEST_TURN``.
        """
        since = self._clock.now() - LONGEST_TURN if self._database.is_shared else None
        return await self._database.read(_waiting, limit, since, self._clock.now())


async def _waiting(
    connection: AsyncConnection, limit: int, since: datetime | None, now: datetime
) -> list[Game]:
    found = await games.waiting_for_computer(connection, limit, since)
    return [game for game in found if await may_answer(connection, game, now)]


async def _check_rematch(connection: AsyncConnection, number: int) -> None:
    # If there are two clicks at the same time, the second sees the game of the first.
    await games.lock(connection, number)
    rematch = await challenges.fetch_rematch(connection, number)
    if rematch is None or rematch.next_game_id is None:
        return
    game = await load(connection, rematch.next_game_id)
    if game.outcome is None or game.outcome.reason is not Reason.ABORTED:
        raise RematchedError(game)
