"""If the answer to a commit is lost, use cases that work only once have succeeded and aren't refused."""

from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.clock import SystemClock
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.use_cases.challenges.challenges import Challenges
from bot.use_cases.challenges.computer_games import ComputerGames, ComputerTerms
from bot.use_cases.events.cups import Cups
from bot.use_cases.events.leagues import Leagues
from bot.use_cases.games.games import Games
from bot.use_cases.servers import Moderation
from bot.use_cases.standings.seasons import Seasons
from bot.values.challenge_errors import ClosedChallengeError
from bot.values.challenges import ColorChoice, Terms
from bot.values.errors import NoSeasonError, RunningSeasonError
from bot.values.events.cup import CupTerms
from bot.values.events.parts import EventStatus
from bot.values.game.game_errors import RepeatedMoveError
from bot.values.players import Place, Player, ThemeName
from engine import Outcome, Reason, Ruleset
from tests.bot import acts
from tests.bot.failing_wire import FailingWire

ADA, BLAISE, LEVEL = Player(101, "Ada"), Player(102, "Blaise"), Player(3, "level 3")
GUILD = 500
HERE = Place(GUILD, 601)
TERMS = ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB")


@pytest.fixture
async def cut_off(failing_wire: FailingWire) -> AsyncIterator[Database]:
    """Yield a database that's reached over the failing wire."""
    database = Database(Settings(database_url=failing_wire.address).database())
    yield database
    await database.close()


async def test_a_challenge_is_accepted(cut_off: Database, failing_wire: FailingWire) -> None:
    challenges = Challenges(cut_off, SystemClock(), Random(1))
    terms = Terms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB")
    challenge = await challenges.propose(HERE, ADA, BLAISE, terms, opponent_is_bot=False)
    failing_wire.doomed = b"INSERT INTO games"
    game = await challenges.accept(challenge.number, BLAISE)
    assert failing_wire.lost == 1
    assert game.number == (await challenges.accepted_game(challenge.number)).number
    with pytest.raises(ClosedChallengeError):
        await challenges.accept(challenge.number, BLAISE)


async def test_a_typed_move_is_played_once(cut_off: Database, failing_wire: FailingWire) -> None:
    clock = SystemClock()
    game = await ComputerGames(cut_off, clock, Random(1)).begin(HERE, ADA, LEVEL, TERMS)
    failing_wire.doomed = b"UPDATE games"
    games = Games(cut_off, clock)
    played = await acts.play(games, game.number, revision=game.revision, text="Sb2", player_id=ADA.id)
    assert failing_wire.lost == 1
    assert (played.revision, len(played.moves)) == (1, 1)
    with pytest.raises(RepeatedMoveError):
        await acts.play(games, game.number, revision=game.revision, text="Sb2", player_id=ADA.id)


@pytest.mark.thorough
async def test_a_season_and_a_game_with_the_computer_begin_and_end_once(
    cut_off: Database, failing_wire: FailingWire
) -> None:
    seasons = Seasons(cut_off, SystemClock())
    failing_wire.doomed = b"INSERT INTO seasons"
    begun = await seasons.start(GUILD)
    with pytest.raises(RunningSeasonError):
        await seasons.start(GUILD)
    failing_wire.doomed = b"UPDATE seasons"
    assert (await seasons.end(GUILD)).number == begun.number
    with pytest.raises(NoSeasonError):
        await seasons.end(GUILD)

    playing, moderation = ComputerGames(cut_off, SystemClock(), Random(1)), Moderation(cut_off, SystemClock())
    failing_wire.doomed = b"INSERT INTO games"
    game = await playing.begin(HERE, ADA, LEVEL, TERMS)
    # That was the only one: the next one has the next number.
    assert (await playing.begin(HERE, ADA, LEVEL, TERMS)).number == game.number + 1
    act = await moderation.propose_annulment(game, BLAISE, None)
    failing_wire.doomed = b"UPDATE moderation_acts"
    await moderation.annul(act)
    ended = await Games(cut_off, SystemClock()).get(game.number)
    assert ended.outcome == Outcome(None, Reason.ANNULLED)
    assert failing_wire.lost == 4


@pytest.mark.thorough
async def test_cups_and_leagues_are_made_joined_and_left_once(
    cut_off: Database, failing_wire: FailingWire
) -> None:
    cups, leagues = Cups(cut_off, SystemClock()), Leagues(cut_off, SystemClock())
    terms = CupTerms("Winter", Ruleset.PYRGA, wanted=3)
    failing_wire.doomed = b"INSERT INTO cups"
    cup = await cups.create(HERE, ADA, terms, language="en-US", theme=ThemeName.AEGEAN)
    assert [each.number for each in await cups.in_guild(GUILD)] == [cup.number]
    failing_wire.doomed = b"INSERT INTO cup_entrants"
    assert len((await cups.join(cup, BLAISE)).entrants) == 1
    failing_wire.doomed = b"DELETE FROM cup_entrants"
    assert (await cups.leave(cup.number, player_id=BLAISE.id)).entrants == ()
    failing_wire.doomed = b"UPDATE cups"
    assert (await cups.cancel(cup.number, ADA, guild_id=GUILD)).status is EventStatus.CANCELED

    failing_wire.doomed = b"INSERT INTO leagues"
    league = await leagues.create(HERE, ADA, Ruleset.PYRGA, 86_400, language="en-US", theme=ThemeName.AEGEAN)
    failing_wire.doomed = b"INSERT INTO league_members"
    assert len((await leagues.join(league.number, BLAISE)).members) == 1
    failing_wire.doomed = b"DELETE FROM league_members"
    assert (await leagues.leave(league.number, player_id=BLAISE.id)).members == ()
    assert failing_wire.lost == 7
