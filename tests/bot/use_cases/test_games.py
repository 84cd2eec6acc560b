"""The use cases of a game, on real databases."""

import asyncio
from collections import Counter
from random import Random
from time import monotonic

import pytest
from sqlalchemy import Engine

from bot.store.connections.database import Database
from bot.store.connections.transactions import Fence, behind
from bot.store.standings import records
from bot.values.challenge_errors import ClosedChallengeError, UnknownChallengeError
from bot.values.challenges import ColorChoice
from bot.values.errors import Refusal
from bot.values.game import game_errors
from bot.values.game.game import Game
from bot.values.players import Controls, Player
from bot.values.preferences import PlayerPreferences
from engine import Color, Outcome, Reason, Ruleset
from tests.bot import acts
from tests.bot.clocks import StandingClock
from tests.bot.statements import heard
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, Clocked

pytestmark = pytest.mark.quick


async def test_an_accepted_challenge_is_a_game_at_revision_0(clocked: Clocked) -> None:
    game = await clocked.agree()
    assert (game.white, game.black, game.revision, game.position.ply) == (ADA, BLAISE, 0, 0)
    assert game.outcome is None


@pytest.mark.thorough
async def test_the_colors_are_random_unless_one_is_chosen(clocked: Clocked) -> None:
    assert (await clocked.agree(color=ColorChoice.BLACK)).black == ADA
    seats = {(await clocked.agree(color=ColorChoice.RANDOM)).white for _ in range(20)}
    assert seats == {ADA, BLAISE}


async def test_a_move_raises_the_revision_and_is_stored(clocked: Clocked) -> None:
    game = await clocked.agree()
    await clocked.players.see_all_boards(game)
    after = await clocked.move(game, "Tc2n")
    assert (after.revision, str(after.position.last_move), after.shown) == (1, "Tc2n", False)
    assert await clocked.games.get(game.number) == after
    await clocked.players.see_all_boards(after)
    assert await is_shown(clocked, game)


async def is_shown(clocked: Clocked, game: Game) -> bool:
    return (await clocked.games.get(game.number)).shown


async def test_a_board_is_redrawn_if_a_dead_process_may_still_be_drawing_an_older_one(
    clocked: Clocked, database: Database, clock: StandingClock
) -> None:
    game = await clocked.agree()
    await clocked.players.see_all_boards(game)
    drawing = await Clocked(database, clock).move(game, "Tc2n")
    await clocked.players.see_all_boards(await clocked.play(drawing))
    assert await is_shown(clocked, game) is not database.is_shared
    await clocked.players.see_all_boards(await clocked.games.get(game.number))
    assert await is_shown(clocked, game)


async def test_a_board_is_noted_as_shown_even_by_a_leader_that_has_lost_its_lease(clocked: Clocked) -> None:
    game = await clocked.agree()
    with behind(Fence(term=-1, until=monotonic() + 60)):
        await clocked.players.see_all_boards(game)
    assert await is_shown(clocked, game)


async def test_an_older_board_that_replaces_a_newer_one_is_redrawn(clocked: Clocked) -> None:
    game = await clocked.agree()
    await clocked.players.see_all_boards(game)
    older = await clocked.move(game, "Tc2n")
    await clocked.players.see_all_boards(await clocked.play(older))
    await clocked.players.see_all_boards(await clocked.games.get(game.number))
    assert await is_shown(clocked, game)
    await clocked.players.see_all_boards(older)
    assert not await is_shown(clocked, game)


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
    assert await is_shown(clocked, game) is not redrawn


async def test_only_one_of_many_simultaneous_moves_is_played(clocked: Clocked) -> None:
    game = await clocked.agree()
    moves = [str(move) for move in game.position.legal_moves][:40]
    results = await asyncio.gather(*(clocked.move(game, move) for move in moves), return_exceptions=True)
    assert Counter(map(type, results)) == {Game: 1, game_errors.StaleRevisionError: 39}
    assert (await clocked.games.get(game.number)).position.ply == 1


async def test_the_same_move_with_the_same_button_is_a_repetition(clocked: Clocked) -> None:
    game = await clocked.agree()
    await clocked.move(game, "Sa1")
    with pytest.raises(game_errors.RepeatedMoveError):
        await clocked.move(game, "Sa1")
    with pytest.raises(game_errors.StaleRevisionError) as raised:
        await acts.play(clocked.games, game.number, revision=0, text="Sa1", player_id=BLAISE.id)
    assert not isinstance(raised.value, game_errors.RepeatedMoveError)


@pytest.mark.parametrize(
    ("move", "player", "error"),
    [
        ("Sa1", BLAISE, game_errors.NotYourTurnError),
        ("Sa1", CHIYO, game_errors.NotAPlayerError),
        ("Ta1s", ADA, game_errors.ForbiddenMoveError),
        ("Ta1", ADA, game_errors.ForbiddenMoveError),
        ("nonsense", ADA, game_errors.ForbiddenMoveError),
    ],
)
async def test_an_impossible_move_changes_nothing(
    clocked: Clocked, move: str, player: Player, error: type[Refusal]
) -> None:
    game = await clocked.agree()
    with pytest.raises(error):
        await acts.play(clocked.games, game.number, revision=0, text=move, player_id=player.id)
    assert (await clocked.games.get(game.number)).revision == 0


async def test_what_is_unknown_cannot_be_played_or_answered(clocked: Clocked) -> None:
    with pytest.raises(game_errors.UnknownGameError):
        await acts.play(clocked.games, 4711, revision=0, text="Sa1", player_id=ADA.id)
    for answer in (clocked.challenges.accept, clocked.challenges.decline):
        with pytest.raises(UnknownChallengeError):
            await answer(4711, BLAISE)


async def test_either_player_may_resign_at_any_time_but_only_once(clocked: Clocked) -> None:
    game = await clocked.agree()
    ended = await clocked.resign(game, BLAISE)
    assert ended.outcome == Outcome(Color.WHITE, Reason.RESIGNATION)
    assert ended.winner == ADA
    for again in (ADA, BLAISE):
        with pytest.raises(game_errors.FinishedGameError):
            await clocked.resign(game, again)
    with pytest.raises(game_errors.FinishedGameError):
        await clocked.move(ended, "Sa1")


@pytest.mark.thorough
@pytest.mark.parametrize("ruleset", Ruleset)
async def test_a_finished_game_has_the_outcome_of_the_rules(clocked: Clocked, ruleset: Ruleset) -> None:
    game, random = await clocked.agree(ruleset=ruleset), Random(3)
    while game.outcome is None:
        game = await clocked.move(game, str(random.choice(list(game.position.legal_moves))))
    assert game.outcome == game.position.outcome()
    async with clocked.database.reading() as connection:
        record = await records.of_player(connection, 10, player_id=(game.winner or ADA).id)
    assert [(row.result, row.games) for row in record] == [("win" if game.winner else "draw", 1)]


async def test_a_challenge_is_only_accepted_once_no_matter_how_many_try(clocked: Clocked) -> None:
    challenge = await clocked.propose()
    results = await asyncio.gather(
        *(clocked.challenges.accept(challenge.number, BLAISE, message_id=1) for _ in range(10)),
        return_exceptions=True,
    )
    assert Counter(map(type, results)) == {Game: 1, ClosedChallengeError: 9}


async def test_that_two_fast_moves_are_shown_is_noted_in_a_statement_each(clocked: Clocked) -> None:
    first = await clocked.move(await clocked.agree(), "Sb2")
    second = await clocked.move(first, "Sb1")
    with heard(Engine) as statements:
        for game in (first, second):
            await clocked.games.note_shown(game, [game.message_id or 0])
    assert len(statements) == 2, statements
    assert await is_shown(clocked, first)
