"""The use cases of a game, on real databases."""

import asyncio
from random import Random
from time import monotonic

import pytest
from sqlalchemy import Engine

from bot.matches.challenges.challenge_errors import ClosedChallengeError, UnknownChallengeError
from bot.matches.challenges.challenges import Challenges
from bot.matches.errors import MatchError
from bot.matches.games.games import Games
from bot.matches.match.match import Match
from bot.matches.match.match_errors import (
    FinishedGameError,
    ForbiddenMoveError,
    NotAPlayerError,
    NotYourTurnError,
    RepeatedMoveError,
    StaleRevisionError,
    UnknownGameError,
)
from bot.matches.preferences import PlayerPreferences
from bot.matches.values.challenges import ColorChoice, Terms
from bot.matches.values.players import Controls, Place, Player
from bot.store.connections.database import Database
from bot.store.connections.transactions import Fence, behind
from bot.store.standings import records
from engine import Color, Move, Outcome, Reason, Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.matches.clocked import Clocked
from tests.bot.matches.players import Players
from tests.bot.statements import heard

pytestmark = pytest.mark.quick

ADA, BLAISE, CHIYO = Player(101, "Ada"), Player(102, "Blaise"), Player(103, "Chiyo")
PLACE = Place(10, 20)


@pytest.fixture
def games(database: Database) -> Games:
    return Games(database, StandingClock())


@pytest.fixture
def challenges(database: Database) -> Challenges:
    return Challenges(database, StandingClock(), Random(1))


async def begin(challenges: Challenges, color: ColorChoice = ColorChoice.WHITE) -> Match:
    terms = Terms(Ruleset.PYRGA, color, "en-GB")
    challenge = await challenges.propose(PLACE, ADA, BLAISE, terms, opponent_is_bot=False)
    return await challenges.accept(challenge.number, BLAISE, message_id=100 + challenge.number)


async def test_an_accepted_challenge_is_a_game_at_revision_0(challenges: Challenges) -> None:
    game = await begin(challenges)
    assert (game.white, game.black, game.revision, game.position.ply) == (ADA, BLAISE, 0, 0)
    assert game.outcome is None


async def test_the_colors_are_random_unless_one_is_chosen(challenges: Challenges) -> None:
    assert (await begin(challenges, ColorChoice.BLACK)).black == ADA
    seats = {(await begin(challenges, ColorChoice.RANDOM)).white for _ in range(20)}
    assert seats == {ADA, BLAISE}


async def test_a_move_raises_the_revision_and_is_stored(challenges: Challenges, games: Games) -> None:
    game = await begin(challenges)
    await Players(games).see_all_boards(game)
    after = await games.play(game.number, revision=0, text="Tc2n", player_id=ADA.id)
    assert (after.revision, str(after.position.last_move), after.shown) == (1, "Tc2n", False)
    assert await games.get(game.number) == after
    await Players(games).see_all_boards(after)
    assert (await games.get(game.number)).shown


async def test_a_board_is_redrawn_if_a_dead_process_may_still_be_drawing_an_older_one(
    challenges: Challenges, games: Games, database: Database, clock: StandingClock
) -> None:
    game = await begin(challenges)
    await Players(games).see_all_boards(game)
    drawing = await Games(database, clock).play(game.number, revision=0, text="Tc2n", player_id=ADA.id)
    after = await games.play(
        game.number, revision=1, text=str(drawing.position.legal_moves[0]), player_id=BLAISE.id
    )
    await Players(games).see_all_boards(after)
    assert (await games.get(game.number)).shown is not database.is_shared
    await Players(games).see_all_boards(await games.get(game.number))
    assert (await games.get(game.number)).shown


async def test_a_board_is_noted_as_shown_even_by_a_leader_that_has_lost_its_lease(
    challenges: Challenges, games: Games
) -> None:
    game = await begin(challenges)
    with behind(Fence(term=-1, until=monotonic() + 60)):
        await Players(games).see_all_boards(game)
    assert (await games.get(game.number)).shown


async def test_an_older_board_that_replaces_a_newer_one_is_redrawn(
    challenges: Challenges, games: Games
) -> None:
    game = await begin(challenges)
    await Players(games).see_all_boards(game)
    older = await games.play(game.number, revision=0, text="Tc2n", player_id=ADA.id)
    newer = await games.play(
        game.number, revision=1, text=str(older.position.legal_moves[0]), player_id=BLAISE.id
    )
    await Players(games).see_all_boards(newer)
    await Players(games).see_all_boards(await games.get(game.number))
    assert (await games.get(game.number)).shown
    await Players(games).see_all_boards(older)
    assert not (await games.get(game.number)).shown


@pytest.mark.parametrize(
    ("choice", "redrawn"),
    [
        (PlayerPreferences(listed=True), False),
        (PlayerPreferences(text_board=True), True),
        (PlayerPreferences(controls=Controls(compact=True)), True),
    ],
)
async def test_a_choice_redraws_boards_only_if_it_can_be_seen_there(
    clocked: Clocked, choice: PlayerPreferences, *, redrawn: bool
) -> None:
    game = await clocked.begin(None)
    await clocked.players.see_all_boards(game)
    await clocked.preferences.change_player(ADA, lambda _: choice)
    assert (await clocked.games.get(game.number)).shown is not redrawn


async def test_only_one_of_many_simultaneous_moves_is_played(challenges: Challenges, games: Games) -> None:
    game = await begin(challenges)
    moves = [str(move) for move in game.position.legal_moves][:40]
    results = await asyncio.gather(
        *(games.play(game.number, revision=0, text=move, player_id=ADA.id) for move in moves),
        return_exceptions=True,
    )
    played = [result for result in results if isinstance(result, Match)]
    refused = [result for result in results if isinstance(result, StaleRevisionError)]
    assert (len(played), len(refused)) == (1, 39)
    assert (await games.get(game.number)).position.ply == 1


async def test_the_same_move_with_the_same_button_is_a_repetition(
    challenges: Challenges, games: Games
) -> None:
    game = await begin(challenges)
    await games.play(game.number, revision=0, text="Sa1", player_id=ADA.id)
    with pytest.raises(RepeatedMoveError):
        await games.play(game.number, revision=0, text="Sa1", player_id=ADA.id)
    with pytest.raises(StaleRevisionError) as raised:
        await games.play(game.number, revision=0, text="Sa1", player_id=BLAISE.id)
    assert not isinstance(raised.value, RepeatedMoveError)


@pytest.mark.parametrize(
    ("move", "player", "error"),
    [
        ("Sa1", BLAISE, NotYourTurnError),
        ("Sa1", CHIYO, NotAPlayerError),
        ("Ta1s", ADA, ForbiddenMoveError),
        ("Ta1", ADA, ForbiddenMoveError),
        ("nonsense", ADA, ForbiddenMoveError),
    ],
)
async def test_an_impossible_move_changes_nothing(
    challenges: Challenges, games: Games, move: str, player: Player, error: type[MatchError]
) -> None:
    game = await begin(challenges)
    with pytest.raises(error):
        await games.play(game.number, revision=0, text=move, player_id=player.id)
    assert (await games.get(game.number)).revision == 0


async def test_an_unknown_game_cannot_be_played(games: Games) -> None:
    with pytest.raises(UnknownGameError):
        await games.play(4711, revision=0, text="Sa1", player_id=ADA.id)


async def test_either_player_may_resign_at_any_time_but_only_once(
    challenges: Challenges, games: Games
) -> None:
    game = await begin(challenges)
    ended = await games.resign(game.number, player_id=BLAISE.id)
    assert ended.outcome == Outcome(Color.WHITE, Reason.RESIGNATION)
    assert ended.winner == ADA
    for again in (ADA, BLAISE):
        with pytest.raises(FinishedGameError):
            await games.resign(game.number, player_id=again.id)
    with pytest.raises(FinishedGameError):
        await games.play(game.number, revision=1, text="Sa1", player_id=ADA.id)


@pytest.mark.parametrize("ruleset", Ruleset)
async def test_a_finished_game_has_the_outcome_of_the_rules(
    challenges: Challenges, games: Games, database: Database, ruleset: Ruleset
) -> None:
    terms = Terms(ruleset, ColorChoice.WHITE, "en-GB")
    challenge = await challenges.propose(PLACE, ADA, BLAISE, terms, opponent_is_bot=False)
    game = await challenges.accept(challenge.number, BLAISE, message_id=1)
    random = Random(3)
    while game.outcome is None:
        move: Move = random.choice(list(game.position.legal_moves))
        game = await games.play(
            game.number, revision=game.revision, text=str(move), player_id=game.to_move.id
        )
    assert game.outcome == game.position.outcome()
    async with database.reading() as connection:
        record = await records.of_player(connection, 10, player_id=(game.winner or ADA).id)
    assert [(row.result, row.games) for row in record] == [("win" if game.winner else "draw", 1)]


async def test_a_challenge_is_only_accepted_once_no_matter_how_many_try(challenges: Challenges) -> None:
    terms = Terms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB")
    challenge = await challenges.propose(PLACE, ADA, BLAISE, terms, opponent_is_bot=False)
    results = await asyncio.gather(
        *(challenges.accept(challenge.number, BLAISE, message_id=1) for _ in range(10)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Match) for result in results) == 1
    assert sum(isinstance(result, ClosedChallengeError) for result in results) == 9


async def test_an_unknown_challenge_cannot_be_answered(challenges: Challenges) -> None:
    with pytest.raises(UnknownChallengeError):
        await challenges.accept(4711, BLAISE, message_id=1)
    with pytest.raises(UnknownChallengeError):
        await challenges.decline(4711, BLAISE)


async def test_that_two_fast_moves_are_shown_is_noted_in_a_statement_each(
    games: Games, challenges: Challenges
) -> None:
    game = await begin(challenges)
    first = await games.play(game.number, revision=0, text="Sb2", player_id=ADA.id)
    second = await games.play(game.number, revision=1, text="Sb1", player_id=BLAISE.id)
    with heard(Engine) as statements:
        for match in (first, second):
            await games.note_shown(match, [match.message_id or 0])
    assert len(statements) == 2, statements
    assert (await games.get(game.number)).shown
