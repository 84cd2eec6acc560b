"""Whatever is done by or with someone whose data is just being deleted is done after that, or refused."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pytest
from sqlalchemy import select, text

from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.schema.tables import rating_changes
from bot.store.settings import rating_roles
from bot.use_cases.games.notes import Notes
from bot.use_cases.privacy import Deletion
from bot.use_cases.searches import Asked
from bot.use_cases.servers import Reports
from bot.use_cases.standings.rating_roles import RatingRole, RatingRoles
from bot.use_cases.training import Training
from bot.values.errors import Refusal, UnknownOfferError
from bot.values.events.cup import CupTerms
from bot.values.events.team_match import TeamTerms
from bot.values.game.game_errors import DeletedOpponentError, FormerVoterError, NotAPlayerError
from bot.values.players import Player, ThemeName
from bot.values.searches import SearchClock, SearchTerms
from engine import Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, DAY, HERE, TERMS, THERE
from tests.bot.use_cases.made_puzzles import RIGHT, WRONG
from tests.bot.use_cases.teams.rivals import CAFE, CLUB
from tests.bot.use_cases.test_limits_at_once import connect
from tests.bot.use_cases.town import PUZZLE, Town

pytestmark = pytest.mark.thorough

WAITING = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
DORA = Player(104, "Dora")

Act = Callable[[], Coroutine[Any, Any, object]]
Prepare = Callable[[Town], Awaitable[Act]]
ACTS: Final[dict[str, Prepare]] = {}
"""How each act of Ada, or with her, is prepared while she's there."""


def act(prepare: Prepare) -> Prepare:
    ACTS[prepare.__name__] = prepare
    return prepare


@act
async def vote(town: Town) -> Act:
    game = await town.channels.open(place=HERE)
    return partial(town.channels.vote, game, ADA, str(game.position.legal_moves[0]))


@act
async def vote_again(town: Town) -> Act:
    game = await town.channels.open(place=HERE)
    await town.channels.vote(game, ADA, str(game.position.legal_moves[0]))
    return partial(town.channels.vote, game, ADA, str(game.position.legal_moves[1]))


@act
async def be_excluded(town: Town) -> Act:
    game = await town.channels.open(place=HERE)
    await town.channels.vote(game, ADA, str(game.position.legal_moves[0]))
    return partial(town.channels.crowds.exclude, game.number, ADA, CHIYO, guild_id=10)


@act
async def move(town: Town) -> Act:
    game = await town.clocked.begin(DAY)
    return partial(town.clocked.play, game)


@act
async def answer(town: Town) -> Act:
    """Have the other player move."""
    game = await town.clocked.play(await town.clocked.begin(DAY))
    return partial(town.clocked.play, game)


@act
async def offer_a_draw(town: Town) -> Act:
    game = await town.clocked.play(await town.clocked.begin(DAY), 4)
    return partial(town.clocked.players.offer_draw, game.number, game.revision, ADA.id)


@act
async def play_the_computer(town: Town) -> Act:
    return town.clocked.begin_with_computer


@act
async def write_a_note(town: Town) -> Act:
    game = await town.clocked.begin(None)
    return partial(Notes(town.database, town.clock).write, game.number, "Hm.", player_id=ADA.id)


@act
async def guess(town: Town) -> Act:
    game = await town.clocked.agree(BLAISE, challenger=CHIYO)
    return partial(
        town.guesses.guess, game.number, revision=game.revision, text="Sb2", guesser=ADA, guild_id=10
    )


@act
async def get_a_role(town: Town) -> Act:
    """Have Discord answer that it has given a role for a rating."""
    await town.clocked.begin(DAY)
    roles = RatingRoles(town.database, town.clock)
    await roles.put(10, RatingRole(1500, None))
    await town.database.write(rating_roles.note_players, 10, [ADA.id], town.clock.now())
    (check,) = await roles.due(1)
    return partial(roles.done, check, [1500])


@act
async def challenge_someone(town: Town) -> Act:
    return partial(town.clocked.propose, CHIYO)


@act
async def be_challenged(town: Town) -> Act:
    return partial(town.clocked.propose, ADA, challenger=CHIYO)


@act
async def be_accepted(town: Town) -> Act:
    made = await town.clocked.challenges.propose_to_all(HERE, ADA, TERMS)
    return partial(town.clocked.challenges.accept, made.number, CHIYO, message_id=7)


@act
async def accept(town: Town) -> Act:
    made = await town.clocked.challenges.propose_to_all(HERE, CHIYO, replace(TERMS, rated=True))
    return partial(town.clocked.challenges.accept, made.number, ADA, message_id=7)


@act
async def cancel_a_challenge(town: Town) -> Act:
    made = await town.clocked.challenges.propose_to_all(HERE, ADA, TERMS)
    return partial(town.clocked.challenges.cancel, made.number, ADA)


@act
async def ask_for_a_rematch(town: Town) -> Act:
    game = await town.clocked.resign(await town.clocked.begin(None), BLAISE)
    return partial(town.clocked.rematches.propose, game.number, ADA)


@act
async def be_asked_for_a_rematch(town: Town) -> Act:
    game = await town.clocked.resign(await town.clocked.begin(None), BLAISE)
    return partial(town.clocked.rematches.propose, game.number, BLAISE)


@act
async def look_for_an_opponent(town: Town) -> Act:
    terms = SearchTerms(Ruleset.PYRGA, SearchClock.DAY, rated=False)
    return partial(town.searches.ask, ADA, Asked(HERE, terms, "en-US", everywhere=False))


@act
async def be_found(town: Town) -> Act:
    terms = SearchTerms(Ruleset.PYRGA, SearchClock.DAY, rated=False)
    for person in (ADA, CHIYO):
        await town.searches.ask(person, Asked(HERE, terms, "en-US", everywhere=False))
    # Until players this far apart are good enough for each other.
    town.clock.move(5 * DAY)
    (pair,) = await town.searches.pairs()
    return partial(town.searches.begin, pair, together=True)


@act
async def block(town: Town) -> Act:
    return partial(town.clocked.blocks.block, ADA, CHIYO)


@act
async def be_blocked(town: Town) -> Act:
    return partial(town.clocked.blocks.block, CHIYO, ADA)


@act
async def choose_settings(town: Town) -> Act:
    return partial(town.clocked.choose, ADA, across_servers=True, reminders=frozenset({3}))


@act
async def be_asked_about_lists(town: Town) -> Act:
    return partial(town.clocked.preferences.note_asked, ADA.id)


@act
async def go_on_vacation(town: Town) -> Act:
    return partial(town.clocked.vacations.start, ADA, 3)


@act
async def solve_a_puzzle(town: Town) -> Act:
    return partial(town.puzzles.attempt, ADA, PUZZLE, RIGHT, 10)


@act
async def see_an_answer(town: Town) -> Act:
    await town.puzzles.attempt(ADA, PUZZLE, WRONG)
    return partial(town.puzzles.show_answer, ADA, PUZZLE)


@act
async def train(town: Town) -> Act:
    return partial(Training(town.database, town.clock).begin, ADA, Ruleset.PYRGA)


@act
async def create_a_cup(town: Town) -> Act:
    terms = CupTerms("Winter", Ruleset.PYRGA, wanted=8)
    return partial(town.cups.cups.create, HERE, ADA, terms=terms, language="en-US", theme=ThemeName.AEGEAN)


@act
async def join_a_cup(town: Town) -> Act:
    cup = await town.cups.open([BLAISE])
    return partial(town.cups.cups.join, cup, ADA)


@act
async def leave_a_cup(town: Town) -> Act:
    cup = await town.cups.open([ADA, BLAISE])
    return partial(town.cups.cups.leave, cup.number, player_id=ADA.id)


@act
async def be_removed_from_a_cup(town: Town) -> Act:
    cup = await town.cups.open([ADA, BLAISE])
    return partial(town.cups.cups.remove, cup.number, CHIYO, guild_id=10, player_id=ADA.id)


@act
async def remove_someone_from_a_cup(town: Town) -> Act:
    cup = await town.cups.open([CHIYO, BLAISE])
    return partial(town.cups.cups.remove, cup.number, ADA, guild_id=10, player_id=CHIYO.id)


@act
async def have_a_cup_started(town: Town) -> Act:
    cup = await town.cups.open([ADA, BLAISE, CHIYO, DORA])
    await town.cups.live(DAY)
    return partial(town.cups.cups.advance, cup.number)


@act
async def have_a_game_of_a_cup_begun(town: Town) -> Act:
    cup = await town.cups.open([ADA, BLAISE, CHIYO, DORA])
    await town.cups.live(DAY)
    await town.cups.cups.advance(cup.number)
    return partial(town.cups.cups.begin_next, cup.number)


@act
async def create_a_league(town: Town) -> Act:
    league = partial(town.cups.leagues.create, HERE, ADA, Ruleset.PYRGA, 86_400)
    return partial(league, language="en-US", theme=ThemeName.AEGEAN)


@act
async def join_a_league(town: Town) -> Act:
    league = await town.cups.leagues.create(
        HERE, CHIYO, Ruleset.PYRGA, 86_400, language="en-US", theme=ThemeName.AEGEAN
    )
    return partial(town.cups.leagues.join, league.number, ADA)


@act
async def offer_a_team_match(town: Town) -> Act:
    return partial(town.teams.matches.offer, ADA, CAFE, TeamTerms(ruleset=Ruleset.PYRGA))


@act
async def have_an_offer_answered(town: Town) -> Act:
    code = await town.teams.offer()
    return partial(town.teams.matches.accept, code.text, CHIYO, replace(CLUB, host_id=CHIYO.id))


@act
async def answer_an_offer(town: Town) -> Act:
    code = await town.teams.matches.offer(CHIYO, replace(CAFE, host_id=CHIYO.id), TeamTerms(Ruleset.PYRGA))
    return partial(town.teams.matches.accept, code.text, ADA, replace(CLUB, host_id=ADA.id))


@act
async def sign_up(town: Town) -> Act:
    await town.clocked.choose(ADA, across_servers=True)
    match = await town.teams.agree()
    return partial(town.teams.matches.sign_up, match, ADA, guild_id=10)


@act
async def decide_about_a_game(town: Town) -> Act:
    game = await town.clocked.agree(BLAISE, challenger=CHIYO)
    return partial(town.clocked.moderation.propose_annulment, game, ADA, None)


@act
async def report_a_game(town: Town) -> Act:
    terms = SearchTerms(Ruleset.PYRGA, SearchClock.DAY, rated=False)
    for person, place in ((ADA, HERE), (CHIYO, THERE)):
        await town.clocked.choose(person, across_servers=True)
        await town.searches.ask(person, Asked(place, terms, "en-US", everywhere=True))
    # Until players this far apart are good enough for each other.
    town.clock.move(5 * DAY)
    (pair,) = await town.searches.pairs()
    game = await town.searches.begin(pair, together=False)
    assert game is not None
    return partial(Reports(town.database, town.clock).report, game.number, "Rude.", player_id=ADA.id)


@pytest.fixture
async def town(postgresql: str, clock: StandingClock) -> AsyncIterator[Town]:
    """Yield a town on a database where transactions can wait for each other. Ada has won a rated game."""
    opened = Database(Settings(database_url=postgresql).database())
    town = Town(opened, clock)
    await town.clocked.resign(await town.clocked.play(await town.clocked.agree(rated=True), 4), BLAISE)
    clock.move(DAY)
    yield town
    await opened.close()


async def wait_for(town: Town, waiting: int, task: asyncio.Task[object]) -> None:
    """Wait until so many transactions wait for others, or the task is done."""
    async with town.database.reading_once() as looking:
        while not task.done() and (await looking.scalar(WAITING) or 0) < waiting:  # noqa: ASYNC110 - the server has no event for it
            await asyncio.sleep(0.01)


async def during_a_deletion(town: Town, act: Act) -> object:
    """Do something while Ada's data is being deleted; return the result, or what it's refused with."""
    await connect(town.database)
    async with town.database.writing() as holding:
        # This is what a deletion changes last.
        await holding.execute(select(rating_changes).with_for_update())
        deleting = asyncio.create_task(town.clocked.deletions.delete(ADA.id))
        await wait_for(town, 1, deleting)
        acting = asyncio.create_task(act())
        await wait_for(town, 2, acting)
    assert isinstance(await deleting, Deletion)
    try:
        return await acting
    except Refusal as refusal:
        return refusal


@pytest.mark.parametrize("prepare", ACTS.values(), ids=ACTS)
async def test_what_is_done_during_a_deletion_is_done_after_it_or_refused(
    town: Town, prepare: Prepare
) -> None:
    await during_a_deletion(town, await prepare(town))


@pytest.mark.parametrize(
    ("prepare", "refusal"),
    [
        (vote_again, FormerVoterError),
        (write_a_note, NotAPlayerError),
        (be_asked_for_a_rematch, DeletedOpponentError),
        (have_an_offer_answered, UnknownOfferError),
    ],
)
async def test_it_is_refused_as_it_would_be_later(
    town: Town, prepare: Prepare, refusal: type[Refusal]
) -> None:
    assert type(await during_a_deletion(town, await prepare(town))) is refusal
