"""Another game between the same two on the same terms, with the colors swapped."""

from bot.store.challenges.challenges import fetch_rematch, former_game
from bot.store.connections.database import Database
from bot.store.connections.transactions import retried
from bot.use_cases.challenges.challenges import Challenges
from bot.use_cases.challenges.computer_games import ComputerGames, ComputerTerms
from bot.use_cases.games.storing import load
from bot.use_cases.standings.profiles import score_between
from bot.values.challenge_errors import CounterChallengeError, RepeatedChallengeError
from bot.values.challenges import Challenge, ChallengeStatus, ColorChoice, Terms
from bot.values.game.game import Game
from bot.values.game.game_errors import (
    AnnulledGameError,
    DeletedOpponentError,
    EventRematchError,
    RematchedError,
    StaleRevisionError,
    TwoPlacesRematchError,
)
from bot.values.game.turns import check_player
from bot.values.players import Player
from bot.values.standings import Score
from engine import Color, Reason


class Rematches:
    """The rematches in one database."""

    def __init__(self, database: Database, challenges: Challenges, computer_games: ComputerGames) -> None:
        self._database = database
        self._challenges = challenges
        self._computer_games = computer_games

    async def propose(self, number: int, player: Player) -> Challenge | Game:
        """Propose a rematch of a finished game, or accept the one that the other player proposed.

        It is a challenge like any other, in the place of the finished game. It stays the same one if its card
        may never have been posted. The game starts right away if the other player has already proposed a
        rematch, or if that's the computer; then it has no message yet.
        """
        game, color = await self._finished(number, player)
        if game.level is not None:
            return await self._begin_with_computer(game, player, color, game.opponent_of(player.id))
        proposed = await self._proposed(number)
        if proposed is not None:
            return await self._agree(proposed, player)
        try:
            return await self._challenges.propose_rematch(game, player, _terms(game, color))
        except CounterChallengeError:
            # Both may have pressed at the same time, and the other was faster.
            proposed = await self._proposed(number)
            if proposed is None:
                raise
            return await self._agree(proposed, player)

    async def begin_next_level(self, number: int, player: Player, computer: Player) -> Game:
        """Start a game with ``computer``: a level above the one that was beaten, or below the one that won.

        It takes the place of the rematch, so a second click doesn't start a second game.
        """
        game, color = await self._finished(number, player)
        if game.winner is None or game.level is None:
            raise StaleRevisionError(game)
        following = game.level + 1 if game.winner.id == player.id else game.level - 1
        if computer.level != following:
            raise StaleRevisionError(game)
        return await self._begin_with_computer(game, player, color, computer)

    @retried
    async def former(self, challenge: Challenge) -> Game | None:
        """Return the game that a challenge is a rematch of; None for any other challenge."""
        async with self._database.reading() as connection:
            number = await former_game(connection, challenge.number)
            return None if number is None else await load(connection, number)

    @retried
    async def score(self, challenge: Challenge) -> Score | None:
        """Return the score so far between the two people of a rematch; None for any other challenge.

        It covers all their finished games in the same server, or all those outside servers.
        """
        opponent = challenge.opponent
        if opponent is None:
            return None
        async with self._database.reading() as connection:
            if await former_game(connection, challenge.number) is None:
                return None
            guild_id = challenge.place.guild_id
            return await score_between(
                connection, guild_id, player_id=challenge.challenger.id, other_id=opponent.id
            )

    async def _finished(self, number: int, player: Player) -> tuple[Game, Color]:
        """Return a game that is over and can be followed by another, and the color of ``player``."""
        game = await self._database.read_once(load, number)
        if game.outcome is None:
            raise StaleRevisionError(game)
        color = check_player(game, player.id)
        if game.outcome.reason is Reason.ANNULLED:
            raise AnnulledGameError(game)
        if game.opponent_of(player.id).is_deleted:
            raise DeletedOpponentError(game)
        if game.is_in_two_places:
            raise TwoPlacesRematchError(game)
        if game.event is not None:
            raise EventRematchError(game)
        return game, color

    async def _proposed(self, number: int) -> Challenge | None:
        rematch = await self._database.read_once(fetch_rematch, number)
        if rematch is None or rematch.challenge_id is None:
            return None
        challenge = await self._challenges.get(rematch.challenge_id)
        live = challenge.status in {ChallengeStatus.OPEN, ChallengeStatus.ACCEPTED}
        return challenge if live else None

    async def _agree(self, challenge: Challenge, player: Player) -> Challenge | Game:
        if challenge.status is ChallengeStatus.ACCEPTED:
            raise RematchedError(await self._challenges.accepted_game(challenge.number))
        if challenge.challenger.id == player.id:
            if self._challenges.is_unseen(challenge):
                return challenge
            raise RepeatedChallengeError(challenge)
        return await self._challenges.accept(challenge.number, player)

    async def _begin_with_computer(self, game: Game, player: Player, color: Color, computer: Player) -> Game:
        terms = ComputerTerms(game.ruleset, ColorChoice(color.opponent), game.language)
        return await self._computer_games.begin(game.place, player, computer, terms, rematch_of=game.number)


def _terms(game: Game, color: Color) -> Terms:
    return Terms(
        game.ruleset,
        ColorChoice(color.opponent),
        game.language,
        game.start,
        rated=game.rated or game.over_limit,
        hints=game.hints,
        weekends_off=game.weekends_off,
        move_seconds=game.move_seconds,
        total=game.total,
    )
