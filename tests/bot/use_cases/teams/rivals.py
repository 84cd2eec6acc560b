"""Two servers that play team matches, with everything that a bot does for them without Discord."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from bot.store.codes import Code
from bot.store.connections.database import Database
from bot.use_cases.events.team_matches import TeamMatches
from bot.values.clocks import DueKind
from bot.values.events.parts import Card
from bot.values.events.team_match import TeamMatch, TeamTerms
from bot.values.game import boards
from bot.values.game.endings import adjudicate
from bot.values.game.game import Game
from bot.values.players import Place, Player, ThemeName
from engine import Color, Ruleset
from tests.bot import acts
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, Clocked

EMMY, FELIX, GRACE = Player(201, "Emmy"), Player(202, "Felix"), Player(203, "Grace")
HOME, AWAY = (ADA, BLAISE, CHIYO), (EMMY, FELIX, GRACE)
CAFE = Card(Place(10, 20), ADA.id, "en-US", ThemeName.AEGEAN, "Pyrga Café")
CLUB = Card(Place(11, 21), EMMY.id, "fr", ThemeName.BASALT, "Game Night")
OPENING = 4
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Rivals:
    """The use cases around team matches on one database."""

    def __init__(self, database: Database, clock: StandingClock) -> None:
        self.clocked = Clocked(database, clock)
        self.database, self.clock = database, clock
        self.games = self.clocked.games
        self.matches = TeamMatches(database, clock, Random(1))

    @property
    def now(self) -> datetime:
        return self.clock.now()

    async def live(self, step: timedelta) -> None:
        """Let time pass while the bot is up."""
        await self.clocked.live(step)

    async def offer(self, **terms: Any) -> Code:
        """Return the café's code."""
        chosen = TeamTerms(**{"ruleset": Ruleset.PYRGA, "sign_up_days": 1, **terms})
        return await self.matches.offer(ADA, CAFE, chosen)

    async def stay_apart(self, guild_id: int, *, apart: bool = True) -> None:
        """Switch a server's games across servers off, or on again."""
        await self.clocked.preferences.change_guild(
            guild_id, lambda old: replace(old, across_servers=not apart)
        )

    async def agree(self, **terms: Any) -> TeamMatch:
        """Return a team match that both servers have agreed on, and no one has signed up for."""
        code = await self.offer(**terms)
        return await self.matches.accept(code.text, EMMY, CLUB)

    async def sign_up(self, match: TeamMatch, *people: Player) -> TeamMatch:
        """Have these people sign up, each for their own server."""
        for person in people:
            await self.clocked.preferences.change_player(
                person, lambda old: replace(old, across_servers=True)
            )
            match = await self.matches.sign_up(match, person, guild_id=10 if person in HOME else 11)
        return match

    async def begin(self, people: Sequence[Player] = (*HOME[:2], *AWAY[:2]), **terms: Any) -> TeamMatch:
        """Return a team match that has just started, with all games begun."""
        match = await self.agree(**terms)
        await self.sign_up(match, *people)
        await self.live(DAY)
        return await self.keep(match.number)

    async def keep(self, number: int) -> TeamMatch:
        """Do for a team match what the job does: all that's due, until nothing is."""
        while True:
            for due in await self.clocked.due_times.overdue(50):
                if due.kind is DueKind.RESULT:
                    await self.matches.take_results(number)
                elif due.kind is DueKind.DEADLINE:
                    await acts.run_out(self.games, due)
                else:
                    await self.clocked.due_times.take(due)
            before = await self.matches.advance(number)
            for match in self.matches.undecided(before):
                await self.games.update(match, lambda game, now: adjudicate(game, None, now))
            while await self.matches.begin_next(number) is not None:
                pass
            after = await self.matches.get(number)
            if after == before and not await self.clocked.overdue():
                return after

    async def note(self, match: TeamMatch, change: Callable[..., TeamMatch], *facts: Any) -> TeamMatch:
        """Note something about a team match that isn't a change of it."""
        return await self.matches.note(match, lambda each, _: change(each, *facts))

    async def played(self, match: TeamMatch) -> list[Game]:
        """Return the games that have begun and still count, board by board."""
        numbers = [game.number for game in match.games if game.number is not None and not game.struck]
        return [await self.games.get(number) for number in numbers]

    async def play(self, match: TeamMatch, *, without: Sequence[Player] = ()) -> None:
        """Have everyone play some moves in every game, as far as it isn't the turn of one of them."""
        for begun in await self.played(match):
            game = begun
            while game.outcome is None and game.position.ply < OPENING and game.to_move not in without:
                game = await self.clocked.play(game)

    async def post(self, game: Game, color: Color) -> None:
        """Post the board of a player."""
        place = game.home_of(color).place
        await self.games.update(
            game.number, lambda each, now: boards.put(each, place, now, message_id=game.number, side=color)
        )

    async def lose(self, match: TeamMatch, *losers: Player) -> None:
        """Have these people resign their running games."""
        for game in await self.played(match):
            for loser in losers:
                if game.outcome is None and loser in {game.white, game.black}:
                    await acts.resign(self.games, game.number, player_id=loser.id)
