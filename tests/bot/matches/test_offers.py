"""Draw offers, takebacks and canceled games."""

from datetime import timedelta
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.matches.challenges.computer_games import ComputerGames, ComputerTerms
from bot.matches.match.match import FEWEST_COUNTED_PLIES, Match, Offer, OfferKind
from bot.matches.match.match_errors import (
    ClaimableGameError,
    ComputerThinksError,
    FinishedGameError,
    NotAddressedError,
    NotAPlayerError,
    NothingToTakeBackError,
    OfferedLatelyError,
    OpenOfferError,
    RatedTakeBackError,
    StaleRevisionError,
    TooEarlyError,
    TooLateError,
    WithComputerError,
)
from bot.matches.match.offers import ask_for_text
from bot.matches.values.challenges import ColorChoice, Terms
from bot.matches.values.clocks import DueKind
from bot.matches.values.players import Place, Player
from engine import Color, Outcome, Position, Reason, Ruleset, Start
from tests.bot.matches.clocked import ADA, BLAISE, CHIYO, DAY, HOUR, Clocked, until

pytestmark = pytest.mark.quick

LEVEL = Player(3, "Computer, level 3")


async def after(clocked: Clocked, moves: int, start: Start = Start.PLAIN) -> Match:
    """Return a game between Ada, as White, and Blaise after these moves."""
    game = await clocked.begin(DAY, start)
    for _ in range(moves):
        game = await clocked.play(game)
    return game


async def rated(clocked: Clocked) -> Match:
    terms = Terms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB", rated=True)
    challenge = await clocked.challenges.propose(Place(10, 20), ADA, BLAISE, terms, opponent_is_bot=False)
    game = await clocked.challenges.accept(challenge.number, BLAISE, message_id=1)
    return await clocked.play(await clocked.play(game))


async def with_computer(clocked: Clocked, moves: int) -> Match:
    games = ComputerGames(clocked.database, clocked.clock, Random(1))
    terms = ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB")
    game = await games.begin(Place(10, 20), ADA, LEVEL, terms)
    for _ in range(moves):
        game = await clocked.play(game)
    return game


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
        with pytest.raises(NotAddressedError):
            await answer(game.number, 3, ADA.id)
        with pytest.raises(NotAPlayerError):
            await answer(game.number, 3, CHIYO.id)
        with pytest.raises(StaleRevisionError):
            await answer(game.number, 2, BLAISE.id)
    assert (await clocked.games.get(game.number)).offer == game.offer


async def test_a_declined_offer_leaves_the_game_and_its_clock_as_they_were(clocked: Clocked) -> None:
    game = await after(clocked, 2)
    await clocked.players.offer_draw(game.number, 2, ADA.id)
    clocked.clock.move(HOUR)
    declined = await clocked.players.decline(game.number, 3, BLAISE.id)
    assert (declined.position, until(declined), declined.offer) == (game.position, until(game), None)
    assert await clocked.games.get(game.number) == declined
    with pytest.raises(StaleRevisionError):
        await clocked.players.accept(game.number, 4, BLAISE.id)


async def test_a_move_cancels_an_offer(clocked: Clocked) -> None:
    game = await clocked.players.offer_draw((await after(clocked, 2)).number, 2, BLAISE.id)
    moved = await clocked.play(game)
    assert moved.offer is None
    for revision in (3, 4):
        with pytest.raises(StaleRevisionError):
            await clocked.players.accept(game.number, revision, ADA.id)


async def test_a_draw_can_be_offered_again_after_four_moves_but_by_the_other_player_right_away(
    clocked: Clocked,
) -> None:
    game = await clocked.players.offer_draw((await after(clocked, 2)).number, 2, ADA.id)
    game = await clocked.players.decline(game.number, game.revision, BLAISE.id)
    for missing in (4, 3, 2, 1):
        with pytest.raises(OfferedLatelyError) as refused:
            await clocked.players.offer_draw(game.number, game.revision, ADA.id)
        assert refused.value.plies == missing
        game = await clocked.play(game)
    await clocked.players.offer_draw(game.number, game.revision, ADA.id)

    other = await clocked.begin(None, opponent=CHIYO)
    other = await clocked.play(await clocked.play(other))
    other = await clocked.players.offer_draw(other.number, other.revision, ADA.id)
    other = await clocked.players.decline(other.number, other.revision, CHIYO.id)
    assert (await clocked.players.offer_draw(other.number, other.revision, CHIYO.id)).offer is not None


async def test_the_board_is_put_in_words_if_the_other_player_agrees(clocked: Clocked) -> None:
    game = await after(clocked, 2)
    asked = await clocked.games.change(game.number, lambda match, _: ask_for_text(match, 2, player_id=ADA.id))
    assert asked.offer == Offer(OfferKind.TEXT, Color.WHITE, ply=2, revision=3)
    assert (asked.has_text(), asked.awaited) == (False, BLAISE)
    agreed = await clocked.players.accept(game.number, 3, BLAISE.id)
    assert (agreed.has_text(), agreed.offer, agreed.position) == (True, None, game.position)
    assert until(agreed) == until(game)
    assert await clocked.games.get(game.number) == agreed


async def test_text_mode_can_be_declined_and_is_asked_for_again_after_four_moves(clocked: Clocked) -> None:
    game = await after(clocked, 2)
    await clocked.games.change(game.number, lambda match, _: ask_for_text(match, 2, player_id=ADA.id))
    game = await clocked.players.decline(game.number, 3, BLAISE.id)
    assert not game.has_text()
    with pytest.raises(OfferedLatelyError):
        ask_for_text(game, game.revision, player_id=ADA.id)
    for _ in range(4):
        game = await clocked.play(game)
    assert ask_for_text(game, game.revision, player_id=ADA.id).offer is not None


async def test_there_is_one_offer_at_a_time(clocked: Clocked) -> None:
    game = await clocked.players.offer_draw((await after(clocked, 2)).number, 2, ADA.id)
    for who in (ADA, BLAISE):
        with pytest.raises(OpenOfferError):
            await clocked.players.offer_draw(game.number, 3, who.id)
        with pytest.raises(OpenOfferError):
            await clocked.players.take_back(game.number, 3, who.id)


@pytest.mark.parametrize(("start", "moves"), [(Start.PLAIN, 2), (Start.SWAP, 2), (Start.BALANCED, 3)])
async def test_before_both_have_moved_a_game_is_canceled_and_not_drawn(
    clocked: Clocked, start: Start, moves: int
) -> None:
    for who in (ADA, BLAISE):
        opened = await after(clocked, 0, start)
        while opened.position.ply < moves - 1:
            opened = await clocked.play(opened)
        with pytest.raises(TooEarlyError):
            await clocked.players.offer_draw(opened.number, opened.revision, who.id)
        with pytest.raises(NotAPlayerError):
            await clocked.players.cancel(opened.number, CHIYO.id)
        ended = await clocked.players.cancel(opened.number, who.id)
        assert ended.outcome == Outcome(None, Reason.ABORTED)
        with pytest.raises(FinishedGameError):
            await clocked.players.cancel(opened.number, who.id)

    opened = await after(clocked, 0, start)
    while opened.position.ply < moves:
        opened = await clocked.play(opened)
    with pytest.raises(TooLateError):
        await clocked.players.cancel(opened.number, ADA.id)


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
        with pytest.raises(StaleRevisionError):
            await clocked.games.play(
                game.number, revision=revision, text=str(back.position.legal_moves[0]), player_id=player.id
            )
    assert (await clocked.play(back)).position.ply == left + 1


async def test_the_clock_after_a_takeback_is_that_of_the_one_who_moves_again(clocked: Clocked) -> None:
    game = await after(clocked, 3)
    await clocked.players.take_back(game.number, 3, ADA.id)
    await clocked.players.accept(game.number, 4, BLAISE.id)
    clocked.clock.move(DAY)
    late = await clocked.games.run_out(await clocked.due(DueKind.DEADLINE))
    assert late is not None
    assert late.clock is not None
    assert (late.to_move, late.clock.claimable) == (ADA, True)


async def test_a_random_move_and_one_before_a_swap_cannot_be_taken_back(clocked: Clocked) -> None:
    balanced = await after(clocked, 0, Start.BALANCED)
    for who in (ADA, BLAISE):
        with pytest.raises(NothingToTakeBackError):
            await clocked.players.take_back(balanced.number, 0, who.id)
    swapped = await clocked.players.swap((await after(clocked, 1, Start.SWAP)).number, 1, BLAISE.id)
    for who in (ADA, BLAISE):
        with pytest.raises(NothingToTakeBackError):
            await clocked.players.take_back(swapped.number, 2, who.id)
    begun = await after(clocked, 0)
    with pytest.raises(NothingToTakeBackError):
        await clocked.players.take_back(begun.number, 0, ADA.id)


async def test_a_declined_takeback_can_be_asked_for_again_two_moves_later(clocked: Clocked) -> None:
    game = await clocked.players.take_back((await after(clocked, 2)).number, 2, ADA.id)
    game = await clocked.players.decline(game.number, 3, BLAISE.id)
    with pytest.raises(OfferedLatelyError):
        await clocked.players.take_back(game.number, 4, ADA.id)
    game = await clocked.play(await clocked.play(game))
    game = await clocked.players.take_back(game.number, game.revision, ADA.id)
    game = await clocked.players.accept(game.number, game.revision, BLAISE.id)
    game = await clocked.play(game)
    assert (await clocked.players.take_back(game.number, game.revision, ADA.id)).offer is not None


async def test_no_move_can_be_taken_back_in_a_rated_or_finished_game(clocked: Clocked) -> None:
    game = await rated(clocked)
    with pytest.raises(RatedTakeBackError):
        await clocked.players.take_back(game.number, game.revision, ADA.id)
    assert (await clocked.players.offer_draw(game.number, game.revision, ADA.id)).offer is not None
    ended = await clocked.games.resign(game.number, player_id=ADA.id)
    for ask in (clocked.players.offer_draw, clocked.players.take_back):
        with pytest.raises(FinishedGameError):
            await ask(game.number, ended.revision, ADA.id)
    assert (await clocked.games.get(game.number)).offer is None


async def test_nothing_can_be_offered_while_the_win_can_be_claimed(clocked: Clocked) -> None:
    game = await after(clocked, 2)
    await clocked.live(DAY)
    await clocked.games.run_out(await clocked.due(DueKind.DEADLINE))
    for ask in (clocked.players.offer_draw, clocked.players.take_back):
        with pytest.raises(ClaimableGameError):
            await ask(game.number, 3, ADA.id)


async def test_an_offer_expires_when_time_runs_out(clocked: Clocked) -> None:
    game = await clocked.players.offer_draw((await after(clocked, 2)).number, 2, BLAISE.id)
    await clocked.live(DAY + timedelta(seconds=1))
    late = await clocked.games.run_out(await clocked.due(DueKind.DEADLINE))
    assert late is not None
    assert (await clocked.games.get(game.number)).offer is None
    with pytest.raises(StaleRevisionError):
        await clocked.players.accept(game.number, late.revision, ADA.id)


async def test_the_computer_allows_any_takeback_and_cannot_be_offered_a_draw(clocked: Clocked) -> None:
    game = await with_computer(clocked, 2)
    with pytest.raises(WithComputerError):
        await clocked.players.offer_draw(game.number, game.revision, ADA.id)
    assert game.is_unaided
    for _ in range(5):
        game = await clocked.players.take_back(game.number, game.revision, ADA.id)
        assert (game.position.ply, game.offer, game.is_unaided) == (0, None, False)
        game = await clocked.play(game)
        with pytest.raises(ComputerThinksError):
            await clocked.players.take_back(game.number, game.revision, ADA.id)
        game = await clocked.play(game)


async def test_a_win_after_a_takeback_is_not_on_the_ladder(clocked: Clocked) -> None:
    games = ComputerGames(clocked.database, clocked.clock, Random(1))
    game = await with_computer(clocked, 2)
    game = await clocked.players.take_back(game.number, game.revision, ADA.id)
    await clocked.play(game, FEWEST_COUNTED_PLIES)
    await clocked.games.resign(game.number, player_id=LEVEL.id)
    assert await games.next_level(10, player_id=ADA.id) == 1
    other = await clocked.play(await with_computer(clocked, 2), FEWEST_COUNTED_PLIES)
    await clocked.games.resign(other.number, player_id=LEVEL.id)
    assert await games.next_level(10, player_id=ADA.id) == LEVEL.id + 1


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
async def test_after_takebacks_the_game_is_as_if_only_the_remaining_moves_were_played(
    clocked: Clocked, data: st.DataObject
) -> None:
    # This many challenges in a row would exceed the limits for people.
    clocked.clock.move(DAY)
    game, line, taken = await clocked.begin(None), list[str](), 0
    for _ in range(data.draw(st.integers(4, 10))):
        if game.outcome is not None:
            break
        asker = data.draw(st.sampled_from([ADA, BLAISE, None]))
        if asker is None:
            move = str(data.draw(st.sampled_from(list(game.position.legal_moves))))
            game = await clocked.games.play(
                game.number, revision=game.revision, text=move, player_id=game.to_move.id
            )
            line.append(move)
            continue
        try:
            game = await clocked.players.take_back(game.number, game.revision, asker.id)
        except (NothingToTakeBackError, OfferedLatelyError):
            continue
        before = game.revision
        game = await clocked.players.accept(game.number, game.revision, game.awaited.id)
        assert game.revision == before + 1
        taken += 1
        line = line[: game.position.ply]
        assert game.to_move == asker
    assert game.position == Position.replay(Ruleset.PYRGA, line)
    assert (await clocked.games.get(game.number)).position == game.position
    record = (await clocked.games.get(game.number)).record
    assert [str(played.move) for played in record.moves] == line
    assert len((await clocked.games.get(game.number)).takebacks) == taken
    if game.outcome is None:
        await clocked.games.resign(game.number, player_id=ADA.id)
