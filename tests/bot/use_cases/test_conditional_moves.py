"""Conditional moves: planned in secret, played immediately, dropped if they don't fit."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.values.game import game_errors
from bot.values.game.game import MOST_ANSWERS, ConditionalTree, Game
from bot.values.game.turns import position_after
from bot.values.players import Player
from engine import Start
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, DAY, HOUR, Clocked, until

pytestmark = pytest.mark.quick


async def plan(
    clocked: Clocked, game: Game, line: tuple[str, ...], answer: str | None = None, player: Player = BLAISE
) -> str:
    """Have someone plan an answer to the last move of a line, by default any; return it."""
    chosen = answer or str(position_after(game, *line).legal_moves[0])
    await clocked.players.plan(game.number, game.revision, player.id, line, chosen)
    return chosen


async def test_a_planned_answer_is_played_immediately(clocked: Clocked) -> None:
    game = await clocked.begin(DAY)
    await plan(clocked, game, ("Sb2",), "Ta2e")
    clocked.clock.move(HOUR)
    after = await clocked.move(game, "Sb2")
    assert (after.position.ply, after.revision, after.to_move) == (2, 2, ADA)
    assert str(after.position.last_move) == "Ta2e"
    assert until(after) == clocked.now + DAY
    assert await clocked.games.get(game.number) == after
    assert await clocked.players.planned(game.number, BLAISE.id) == ConditionalTree()


async def test_conditional_moves_look_ahead_and_are_dropped_if_they_do_not_fit(clocked: Clocked) -> None:
    game = await clocked.begin(DAY)
    await plan(clocked, game, ("Sb2",), "Ta2e")
    deeper = str(position_after(game, "Sb2", "Ta2e").legal_moves[0])
    answer = await plan(clocked, game, ("Sb2", "Ta2e", deeper))
    await plan(clocked, game, ("Sa1",), "Cb1")

    game = await clocked.move(game, "Sb2")
    assert await clocked.players.planned(game.number, BLAISE.id) == ConditionalTree().with_answer(
        (deeper,), answer
    )
    game = await clocked.move(game, deeper)
    assert (str(game.position.last_move), game.position.ply) == (answer, 4)
    assert await clocked.players.planned(game.number, BLAISE.id) == ConditionalTree()


async def test_conditional_moves_that_do_not_match_are_dropped(clocked: Clocked) -> None:
    game = await clocked.begin(DAY)
    await plan(clocked, game, ("Sb2",), "Ta2e")
    game = await clocked.move(game, "Sb3")
    assert (game.position.ply, game.to_move) == (1, BLAISE)
    game = await clocked.play(game)
    assert await clocked.players.planned(game.number, BLAISE.id) == ConditionalTree()


async def test_both_players_conditional_moves_answer_each_other(clocked: Clocked) -> None:
    game = await clocked.move(await clocked.begin(DAY), "Sb2")
    third = await plan(clocked, game, ("Ta2e",), player=ADA)
    fourth = str(position_after(game, "Ta2e", third).legal_moves[0])
    fifth = await plan(clocked, game, ("Ta2e", third, fourth), player=ADA)
    game = await clocked.move(game, "Ta2e")
    assert (game.position.ply, game.revision, game.to_move) == (3, 3, BLAISE)
    game = await clocked.move(game, fourth)
    assert (game.position.ply, str(game.position.last_move)) == (5, fifth)


async def test_only_the_waiting_player_can_plan_conditional_moves(clocked: Clocked) -> None:
    game = await clocked.begin(DAY)
    with pytest.raises(game_errors.OwnTurnError):
        await clocked.players.planned(game.number, ADA.id)
    with pytest.raises(game_errors.OwnTurnError):
        await clocked.players.plan(game.number, 0, ADA.id, ("Sb2",), "Ta2e")
    with pytest.raises(game_errors.NotAPlayerError):
        await clocked.players.planned(game.number, CHIYO.id)
    with pytest.raises(game_errors.StaleRevisionError):
        await clocked.players.plan(game.number, 1, BLAISE.id, ("Sb2",), "Ta2e")
    for line, move in ((("Sb2",), "Sd4"), (("Sb5",), "Ta2e"), (("Sb2",), "x")):
        with pytest.raises(game_errors.ForbiddenMoveError):
            await plan(clocked, game, line, move)
    with pytest.raises(game_errors.StaleRevisionError):
        await plan(clocked, game, ("Sb2", "Ta2e", "Cc1"), "Sc1")
    await clocked.resign(game, ADA)
    with pytest.raises(game_errors.FinishedGameError):
        await clocked.players.planned(game.number, BLAISE.id)


async def test_conditional_moves_are_limited_to_five_moves_and_thirty_answers(clocked: Clocked) -> None:
    game = await clocked.begin(DAY)
    line: tuple[str, ...] = ()
    for _ in range(5):
        line = (*line, str(position_after(game, *line).legal_moves[0]))
        line = (*line, await plan(clocked, game, line))
    sixth = (*line, str(position_after(game, *line).legal_moves[0]))
    with pytest.raises(game_errors.PlanLimitError):
        await plan(clocked, game, sixth)
    firsts = [str(move) for move in game.position.legal_moves if str(move) != line[0]]
    for count, first in enumerate(firsts, start=6):
        if count > MOST_ANSWERS:
            with pytest.raises(game_errors.PlanLimitError):
                await plan(clocked, game, (first,))
            break
        await plan(clocked, game, (first,))


async def test_answers_can_be_changed_and_removed(clocked: Clocked) -> None:
    game = await clocked.begin(DAY)
    await plan(clocked, game, ("Sb2",), "Ta2e")
    await plan(clocked, game, ("Sa1",), "Cb1")
    await plan(clocked, game, ("Sb2",), "Tb1n")
    tree = await clocked.players.planned(game.number, BLAISE.id)
    assert tree.answers == {("Sb2",): "Tb1n", ("Sa1",): "Cb1"}
    await clocked.players.forget_plan(game.number, 0, BLAISE.id, ("Sa1",))
    assert (await clocked.players.planned(game.number, BLAISE.id)).answers == {("Sb2",): "Tb1n"}
    await clocked.players.forget_plan(game.number, 0, BLAISE.id, ())
    assert await clocked.players.planned(game.number, BLAISE.id) == ConditionalTree()


async def test_takebacks_and_swaps_drop_all_conditional_moves(clocked: Clocked) -> None:
    game = await clocked.play(await clocked.begin(DAY), 2)
    await plan(clocked, game, (str(game.position.legal_moves[0]),))
    await clocked.players.take_back(game.number, 2, BLAISE.id)
    back = await clocked.players.accept(game.number, 3, ADA.id)
    again = await clocked.play(back)
    assert await clocked.players.planned(game.number, BLAISE.id) == ConditionalTree()
    await clocked.resign(again, ADA)

    game = await clocked.move(await clocked.begin(DAY, Start.SWAP, opponent=CHIYO), "Sb2")
    await plan(clocked, game, ("Ta2e",), player=ADA)
    swapped = await clocked.players.swap(game.number, 1, CHIYO.id)
    after = await clocked.move(swapped, "Ta2e")
    assert (after.position.ply, after.to_move) == (2, CHIYO)


_LINES = st.lists(st.sampled_from("abc"), min_size=1, max_size=7).filter(lambda line: len(line) % 2 == 1)


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(answers=st.lists(st.tuples(_LINES.map(tuple), st.sampled_from("xyz"))), move=st.sampled_from("abc"))
def test_conditional_moves_survive_storage_and_continue_below_the_played_move(
    answers: list[tuple[tuple[str, ...], str]], move: str
) -> None:
    tree = ConditionalTree()
    for line, answer in answers:
        tree = tree.with_answer(line, answer)
        assert tree.answers[line] == answer
    assert ConditionalTree.of_lines(reversed(tree.lines())) == tree
    reply, rest = tree.after(move)
    assert reply == tree.answers.get((move,))
    assert rest.answers == {
        line[2:]: later
        for line, later in tree.answers.items()
        if len(line) > 2 and line[0] == move and line[1] == reply
    }
    assert tree.without(()) == ConditionalTree()
