"""People who play whole games with each other and with the computer, and what they're told about them."""

from collections.abc import Sequence

from bot.use_cases.reviews import Reviews
from bot.use_cases.standings.badges import Badges
from bot.values.badges import Badge
from bot.values.game.game import Game
from bot.values.players import Place, Player
from engine import Color, Distances, Position, Ruleset, Solution, Start, Value
from tests.bot.use_cases.clocked import ADA, BLAISE, HERE, MINUTE, Clocked

FOUR = "Sb2 Ta2e Tc2n Sc3"
QUICK = "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1 Cd2 Sd2"
"""White wins with three Towers in eleven moves. `FOUR` has just enough moves for a game to count."""

SLOW = "Td1w Cc1 Tc1n Tc3w Cb3 Sb3 Tb4s Tb3s Tb1e Sc1 Sc2 Cc3 Sc3"
POINTS = """
    Ta2n Ta4s Ta3s Ca1 Ta1n Ca2 Sa2 Tb2n Sb4 Tc4s Tc3s Tc2s Tc1e Sd1 Sc1 Cb1 Sb1 Cc1 Sd3 Td4s Cd3 Sb3 Cb4 Cd2
"""
TIED = """
    Tc4s Tc2s Cc1 Tc1e Td1n Td3n Sd4 Cd3 Sd3 Td2w Ca2 Ta2s Ta1n Ca4 Sa4 Sb4 Ta4s Sa3 Sb3 Cb2 Tb2n Cb3 Sc3 Sc2
    Cc3 Cb1
"""
STUCK = """
    Sb3 Sb4 Tb3s Tb2e Tc2n Tc3n Sc4 Sc3 Td3n Sd4 Tc4w Sa4 Sa3 Ta4e Tb4s Tb1e Cd1 Sd1 Sc1 Cc2 Sc2 Tc1w Ca1 Cd2
    Ca2
"""
"""Black wins with three Towers, White on points, no one, and White in Pilotis because Black can't move."""


class Oracle:
    """A solver that only knows the values for White that it was given, and no lines. Other moves lose."""

    def __init__(self, values: Sequence[Value] = ()) -> None:
        self.values = values

    async def solve(
        self,
        position: Position,
        player_id: int,
        *,
        seconds: float | None = None,
        line: bool = True,
        distances: Distances = Distances.NONE,
    ) -> Solution:
        del player_id, seconds, distances
        if line:
            return Solution(Value.UNKNOWN, {}, Value.UNKNOWN, None, (), nodes=0)
        value = self.values[position.ply]
        if position.turn is Color.BLACK:
            value = value.reversed
        moves = dict.fromkeys(position.legal_moves, Value.LOSS)
        return Solution(value, moves, value, None, (), nodes=1)


class Club(Clocked):
    """The use cases around games, on one database. A minute passes before every game."""

    def __init__(self, clocked: Clocked) -> None:
        super().__init__(clocked.database, clocked.clock)
        self.badges = Badges(self.database, self.clock)
        self.oracle = Oracle()
        self.reviews = Reviews(self.database, self.clock, self.oracle)

    async def start(
        self,
        white: Player = ADA,
        black: Player = BLAISE,
        *,
        ruleset: Ruleset = Ruleset.PYRGA,
        place: Place = HERE,
        hints: bool = False,
        start: Start = Start.PLAIN,
    ) -> Game:
        """Return a game between two people."""
        self.clock.move(MINUTE)
        return await self.agree(black, place, white, ruleset=ruleset, start=start, hints=hints)

    async def start_with_computer(self, level: int) -> Game:
        """Return a game between Ada, as White, and the computer."""
        self.clock.move(MINUTE)
        return await self.begin_with_computer(level)

    async def resigned(self, game: Game, loser: Player) -> Game:
        """Return a game that someone resigned after four moves."""
        return await self.resign(await self.move(game, FOUR), loser)

    async def review(self, game: Game, values: Sequence[Value]) -> None:
        """Review a game whose positions had these values for White before each move."""
        self.clock.move(MINUTE)
        self.oracle.values = values
        await (await self.reviews.begin(game, ADA.id)).result()

    async def held(self, player: Player) -> list[Badge]:
        """Return the badges that someone has."""
        return [held.badge for held in await self.badges.badges_of(player.id)]
