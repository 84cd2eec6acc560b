"""Draw offers, takebacks and canceled games."""

import functools
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.values.game import game_errors
from bot.values.game.game import FEWEST_COUNTED_PLIES, Game, Offer, OfferKind
from bot.values.game.offers import ask_for_text, ask_to_cancel
from bot.values.players import Player
from engine import Color, Outcome, Reason, Start, parse_record, print_record
from tests.bot import acts
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, DAY, HOUR, Clocked, until

pytestmark = pytest.mark.quick


async def after(clocked: Clocked, moves: int, start: Start = Start.PLAIN) -> Game:
    """Return a game between Ada, as White, and Blaise after these moves."""
    return await clocked.play(await clocked.begin(DAY, start), moves)


async def test_a_draw_is_offered_and_accepted(clocked: Clocked) -> None:
    game = await after(clocked, 2)
    offered = await clocked.players.offer_draw(game.number, 2, BLAISE.id)
    assert (offered.offer, offered.revision) == (Offer(OfferKind.DRAW, Color.BLACK, ply=2, revision=3), 3)
    assert offered.awaited == ADA
    assert await clocked.games.get(game.number) == offered

    ended = await clocked.players.accept(game.number, 3, ADA.id)
    assert ended.outcome == Outcome(None, Reason.AGREEMENT)
    assert await clocked.games.get(game.number) == ended
    assert await clocked.overdue() == []


async def test_only_the_other_player_can_answer_an_offer_and_only_while_it_is_open(clocked: Clocked) -> None:
    game = await clocked.players.offer_draw((await after(clocked, 2)).number, 2, ADA.id)
    for answer in (clocked.players.accept, clocked.players.decline):
        with pytest.raises(game_errors.NotAddressedError):
            await answer(game.number, 3, ADA.id)
        with pytest.raises(game_errors.NotAPlayerError):
            await answer(game.number, 3, CHIYO.id)
        with pytest.raises(game_errors.StaleRevisionError):
            await answer(game.number, 2, BLAISE.id)
    assert (await clocked.games.get(game.number)).offer == game.offer


async def test_a_declined_offer_leaves_the_game_and_its_clock_as_they_were(clocked: Clocked) -> None:
    game = await after(clocked, 2)
    await clocked.players.offer_draw(game.number, 2, ADA.id)
    clocked.clock.move(HOUR)
    declined = await clocked.players.decline(game.number, 3, BLAISE.id)
    assert (declined.position, until(declined), declined.offer) == (game.position, until(game), None)
    assert await clocked.games.get(game.number) == declined
    with pytest.raises(game_errors.StaleRevisionError):
        await clocked.players.accept(game.number, 4, BLAISE.id)


async def test_a_move_cancels_an_offer(clocked: Clocked) -> None:
    game = await clocked.players.offer_draw((await after(clocked, 2)).number, 2, BLAISE.id)
    moved = await clocked.play(game)
    assert moved.offer is None
    for revision in (3, 4):
        with pytest.raises(game_errors.StaleRevisionError):
            await clocked.players.accept(game.number, revision, ADA.id)


async def test_a_draw_can_be_offered_again_after_four_moves_but_by_the_other_player_right_away(
    clocked: Clocked,
) -> None:
    game = await clocked.players.offer_draw((await after(clocked, 2)).number, 2, ADA.id)
    game = await clocked.players.decline(game.number, game.revision, BLAISE.id)
    for missing in (4, 3, 2, 1):
        with pytest.raises(game_errors.OfferedLatelyError) as refused:
            await clocked.players.offer_draw(game.number, game.revision, ADA.id)
        assert refused.value.number == missing
        game = await clocked.play(game)
    await clocked.players.offer_draw(game.number, game.revision, ADA.id)

    other = await clocked.play(await clocked.begin(None, opponent=CHIYO), 2)
    other = await clocked.players.offer_draw(other.number, other.revision, ADA.id)
    other = await clocked.players.decline(other.number, other.revision, CHIYO.id)
    assert (await clocked.players.offer_draw(other.number, other.revision, CHIYO.id)).offer is not None


@pytest.mark.thorough
@pytest.mark.parametrize("played", [0, 2])
async def test_a_draw_can_be_offered_again_after_four_moves_although_others_were_taken_back(
    clocked: Clocked, played: int
) -> None:
    game = await clocked.players.offer_draw((await after(clocked, 6)).number, 6, ADA.id)
    game = await clocked.play(await clocked.players.decline(game.number, 7, BLAISE.id), played)
    game = await clocked.players.take_back(game.number, game.revision, ADA.id)
    game = await clocked.players.accept(game.number, game.revision, BLAISE.id)
    assert game.position.ply == 4 + played
    for missing in range(4 - played, 0, -1):
        with pytest.raises(game_errors.OfferedLatelyError) as refused:
            await clocked.players.offer_draw(game.number, game.revision, ADA.id)
        assert refused.value.number == missing
        game = await clocked.play(game)
    assert (await clocked.players.offer_draw(game.number, game.revision, ADA.id)).offer is not None


async def test_the_board_is_put_in_words_if_the_other_player_agrees(clocked: Clocked) -> None:
    game = await after(clocked, 2)
    asked = await clocked.games.change(game.number, lambda game, _: ask_for_text(game, 2, player_id=ADA.id))
    assert asked.offer == Offer(OfferKind.TEXT, Color.WHITE, ply=2, revision=3)
    assert (asked.has_text(), asked.awaited) == (False, BLAISE)
    agreed = await clocked.players.accept(game.number, 3, BLAISE.id)
    assert (agreed.has_text(), agreed.offer, agreed.position) == (True, None, game.position)
    assert until(agreed) == until(game)
    assert await clocked.games.get(game.number) == agreed


async def test_both_players_can_cancel_a_rated_game_that_has_begun_and_it_counts_nowhere(
    clocked: Clocked,
) -> None:
    game = await clocked.play(await clocked.agree(rated=True), 6)
    assert game.rated
    ask = functools.partial(ask_to_cancel, revision=6, player_id=ADA.id)
    asked = await clocked.games.change(game.number, lambda game, _: ask(game))
    assert asked.offer == Offer(OfferKind.CANCEL, Color.WHITE, ply=6, revision=7)
    canceled = await clocked.players.accept(game.number, 7, BLAISE.id)
    assert canceled == await clocked.games.get(game.number)
    assert canceled.outcome == Outcome(None, Reason.ABORTED)
    assert (canceled.rating_changes, canceled.score, canceled.is_counted) == ((), None, False)
    assert parse_record(print_record(canceled.record)).outcome == canceled.outcome
    with pytest.raises(game_errors.TooEarlyError):
        ask_to_cancel(await clocked.begin(None, opponent=CHIYO), 0, player_id=ADA.id)
    with pytest.raises(game_errors.EventGameError):
        ask(replace(game, event=1))


async def test_text_mode_can_be_declined_and_is_asked_for_again_after_four_moves(clocked: Clocked) -> None:
    game = await after(clocked, 2)
    await clocked.games.change(game.number, lambda game, _: ask_for_text(game, 2, player_id=ADA.id))
    game = await clocked.players.decline(game.number, 3, BLAISE.id)
    assert not game.has_text()
    with pytest.raises(game_errors.OfferedLatelyError):
        ask_for_text(game, game.revision, player_id=ADA.id)
    game = await clocked.play(game, 4)
    assert ask_for_text(game, game.revision, player_id=ADA.id).offer is not None


async def test_there_is_one_offer_at_a_time(clocked: Clocked) -> None:
    game = await clocked.players.offer_draw((await after(clocked, 2)).number, 2, ADA.id)
    for who in (ADA, BLAISE):
        with pytest.raises(game_errors.OpenOfferError):
            await clocked.players.offer_draw(game.number, 3, who.id)
        with pytest.raises(game_errors.OpenOfferError):
            await clocked.players.take_back(game.number, 3, who.id)


@pytest.mark.thorough
@pytest.mark.parametrize(("start", "moves"), [(Start.PLAIN, 2), (Start.SWAP, 2), (Start.BALANCED, 3)])
async def test_before_both_have_moved_a_game_is_canceled_and_not_drawn(
    clocked: Clocked, start: Start, moves: int
) -> None:
    for who in (ADA, BLAISE):
        opened = await clocked.begin(DAY, start)
        opened = await clocked.play(opened, moves - 1 - opened.position.ply)
        with pytest.raises(game_errors.TooEarlyError):
            await clocked.players.offer_draw(opened.number, opened.revision, who.id)
        with pytest.raises(game_errors.NotAPlayerError):
            await clocked.players.cancel(opened.number, CHIYO.id)
        ended = await clocked.players.cancel(opened.number, who.id)
        assert ended.outcome == Outcome(None, Reason.ABORTED)
        with pytest.raises(game_errors.FinishedGameError):
            await clocked.players.cancel(opened.number, who.id)

    opened = await clocked.begin(DAY, start)
    opened = await clocked.play(opened, moves - opened.position.ply)
    with pytest.raises(game_errors.TooLateError):
        await clocked.players.cancel(opened.number, ADA.id)


@pytest.mark.thorough
@pytest.mark.parametrize(("player", "left"), [(ADA, 2), (BLAISE, 3)])
async def test_the_last_move_is_taken_back_once_the_other_agrees(
    clocked: Clocked, player: Player, left: int
) -> None:
    other = BLAISE if player == ADA else ADA
    game = await after(clocked, 4)
    asked = await clocked.players.take_back(game.number, 4, player.id)
    color = Color.WHITE if player == ADA else Color.BLACK
    assert asked.offer == Offer(OfferKind.TAKE_BACK, color, ply=4, revision=5)
    assert asked.position.ply == 4

    clocked.clock.move(HOUR)
    back = await clocked.players.accept(game.number, 5, other.id)
    assert (back.position.ply, back.revision, back.to_move, back.offer) == (left, 6, player, None)
    assert until(back) == clocked.now + DAY
    assert await clocked.games.get(game.number) == back

    # Earlier buttons no longer work, and the game can go on.
    for revision in range(6):
        with pytest.raises(game_errors.StaleRevisionError):
            await acts.play(
                clocked.games,
                game.number,
                revision=revision,
                text=str(back.position.legal_moves[0]),
                player_id=player.id,
            )
    assert (await clocked.play(back)).position.ply == left + 1


async def test_a_random_move_and_one_before_a_swap_cannot_be_taken_back(clocked: Clocked) -> None:
    balanced = await after(clocked, 0, Start.BALANCED)
    for who in (ADA, BLAISE):
        with pytest.raises(game_errors.NothingToTakeBackError):
            await clocked.players.take_back(balanced.number, 0, who.id)
    swapped = await clocked.players.swap((await after(clocked, 1, Start.SWAP)).number, 1, BLAISE.id)
    for who in (ADA, BLAISE):
        with pytest.raises(game_errors.NothingToTakeBackError):
            await clocked.players.take_back(swapped.number, 2, who.id)
    begun = await after(clocked, 0)
    with pytest.raises(game_errors.NothingToTakeBackError):
        await clocked.players.take_back(begun.number, 0, ADA.id)


async def test_a_declined_takeback_can_be_asked_for_again_two_moves_later(clocked: Clocked) -> None:
    game = await clocked.players.take_back((await after(clocked, 2)).number, 2, ADA.id)
    game = await clocked.players.decline(game.number, 3, BLAISE.id)
    with pytest.raises(game_errors.OfferedLatelyError):
        await clocked.players.take_back(game.number, 4, ADA.id)
    game = await clocked.play(game, 2)
    game = await clocked.players.take_back(game.number, game.revision, ADA.id)
    game = await clocked.players.accept(game.number, game.revision, BLAISE.id)
    game = await clocked.play(game)
    assert (await clocked.players.take_back(game.number, game.revision, ADA.id)).offer is not None


async def test_no_move_can_be_taken_back_in_a_rated_or_finished_game(clocked: Clocked) -> None:
    game = await clocked.play(await clocked.agree(rated=True), 2)
    with pytest.raises(game_errors.RatedTakeBackError):
        await clocked.players.take_back(game.number, game.revision, ADA.id)
    assert (await clocked.players.offer_draw(game.number, game.revision, ADA.id)).offer is not None
    ended = await clocked.resign(game, ADA)
    for ask in (clocked.players.offer_draw, clocked.players.take_back):
        with pytest.raises(game_errors.FinishedGameError):
            await ask(game.number, ended.revision, ADA.id)
    assert (await clocked.games.get(game.number)).offer is None


async def test_nothing_can_be_offered_while_the_win_can_be_claimed(clocked: Clocked) -> None:
    game = await after(clocked, 2)
    await clocked.live(DAY)
    await clocked.run_out()
    for ask in (clocked.players.offer_draw, clocked.players.take_back):
        with pytest.raises(game_errors.ClaimableGameError):
            await ask(game.number, 3, ADA.id)


async def test_an_offer_expires_when_time_runs_out(clocked: Clocked) -> None:
    game = await clocked.players.offer_draw((await after(clocked, 2)).number, 2, BLAISE.id)
    await clocked.live(DAY + timedelta(seconds=1))
    late = await clocked.run_out()
    assert (await clocked.games.get(game.number)).offer is None
    with pytest.raises(game_errors.StaleRevisionError):
        await clocked.players.accept(game.number, late.revision, ADA.id)


async def test_the_computer_allows_any_takeback_and_cannot_be_offered_a_draw(clocked: Clocked) -> None:
    game = await clocked.play(await clocked.begin_with_computer(), 2)
    with pytest.raises(game_errors.WithComputerError):
        await clocked.players.offer_draw(game.number, game.revision, ADA.id)
    assert game.is_unaided
    for _ in range(5):
        game = await clocked.players.take_back(game.number, game.revision, ADA.id)
        assert (game.position.ply, game.offer, game.is_unaided) == (0, None, False)
        game = await clocked.play(game)
        with pytest.raises(game_errors.ComputerThinksError):
            await clocked.players.take_back(game.number, game.revision, ADA.id)
        game = await clocked.play(game)


async def test_a_win_after_a_takeback_is_not_on_the_ladder(clocked: Clocked) -> None:
    next_level = clocked.computer_games.next_level
    game = await clocked.play(await clocked.begin_with_computer(), 2)
    game = await clocked.players.take_back(game.number, game.revision, ADA.id)
    await clocked.play(game, FEWEST_COUNTED_PLIES)
    await clocked.resign(game, game.black)
    assert await next_level(10, player_id=ADA.id) == 1
    other = await clocked.play(await clocked.begin_with_computer(), FEWEST_COUNTED_PLIES)
    await clocked.resign(other, other.black)
    assert await next_level(10, player_id=ADA.id) == 4
