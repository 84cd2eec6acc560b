"""The life of a challenge, on real databases."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from bot.use_cases.challenges.challenges import Challenges
from bot.use_cases.challenges.proposing import (
    MOST_OPEN,
    NAMED_LIFETIME,
    OPEN_LIFETIME,
    PAUSE,
    PAUSE_AFTER_DECLINE,
)
from bot.use_cases.codes import LENGTH, parse_code
from bot.values import challenge_errors
from bot.values.challenges import Challenge, ChallengeStatus, ColorChoice, Terms
from bot.values.clocks import DueKind
from bot.values.errors import Refusal
from bot.values.players import ChallengePolicy, Place, Player
from bot.values.standings import Reliability
from engine import Ruleset, Start
from tests.bot import acts
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, HERE, HOUR, OUTSIDE, TERMS, THERE, Clocked

pytestmark = pytest.mark.quick

CHOSEN = Terms(Ruleset.CLASSIC, ColorChoice.WHITE, "fr", Start.SWAP, hints=True, thread=True)
SECOND = timedelta(seconds=1)


async def challenge(
    clocked: Clocked, challenger: Player = ADA, opponent: Player = BLAISE, place: Place = HERE
) -> Challenge:
    return await clocked.challenges.propose(place, challenger, opponent, CHOSEN, opponent_is_bot=False)


async def challenge_all(clocked: Clocked, challenger: Player = ADA) -> Challenge:
    return await clocked.challenges.propose_to_all(HERE, challenger, CHOSEN)


async def test_a_challenge_is_kept_as_it_was_made(clocked: Clocked) -> None:
    made = await challenge(clocked)
    assert await clocked.challenges.get(made.number) == made
    assert (made.challenger, made.opponent, made.terms, made.place) == (ADA, BLAISE, CHOSEN, HERE)
    assert (made.status, made.code) == (ChallengeStatus.OPEN, None)
    assert made.expires_at == clocked.clock.now() + NAMED_LIFETIME


async def test_a_challenge_to_all_has_a_code_and_no_opponent(clocked: Clocked) -> None:
    made = await challenge_all(clocked)
    assert made.opponent is None
    assert made.code is not None
    assert parse_code(made.code) == made.code
    assert len(made.code) == LENGTH
    assert made.expires_at == clocked.clock.now() + OPEN_LIFETIME


async def test_a_persons_open_challenges_in_a_server_can_be_listed(clocked: Clocked) -> None:
    closed = await challenge(clocked)
    await clocked.challenges.cancel(closed.number, ADA)
    clocked.clock.move(OPEN_LIFETIME)
    made = await challenge_all(clocked)
    await challenge_all(clocked, BLAISE)
    assert await clocked.challenges.open_of(HERE.guild_id, challenger_id=ADA.id) == [made]
    assert await clocked.challenges.open_of(THERE.guild_id, challenger_id=ADA.id) == []
    clocked.clock.move(OPEN_LIFETIME)
    assert await clocked.challenges.open_of(HERE.guild_id, challenger_id=ADA.id) == []


async def test_the_person_who_joins_a_challenge_to_everyone_plays_it(clocked: Clocked) -> None:
    made = await challenge_all(clocked)
    game = await clocked.challenges.accept(made.number, BLAISE, message_id=7)
    assert (game.white, game.black, game.message_id) == (ADA, BLAISE, 7)
    assert (game.ruleset, game.start, game.hints) == (Ruleset.CLASSIC, Start.SWAP, True)
    joined = await clocked.challenges.get(made.number)
    assert (joined.opponent, joined.status, joined.code) == (BLAISE, ChallengeStatus.ACCEPTED, None)


async def test_people_cannot_join_or_decline_challenges_to_others(clocked: Clocked) -> None:
    to_all = await challenge_all(clocked, BLAISE)
    with pytest.raises(challenge_errors.OwnChallengeError):
        await clocked.challenges.accept(to_all.number, BLAISE, message_id=7)
    with pytest.raises(challenge_errors.NotChallengedError):
        await clocked.challenges.decline(to_all.number, CHIYO)
    named = await challenge(clocked)
    with pytest.raises(challenge_errors.NotChallengedError):
        await clocked.challenges.accept(named.number, CHIYO, message_id=7)


async def test_a_code_is_understood_in_any_spelling(clocked: Clocked) -> None:
    made = await challenge_all(clocked)
    assert made.code is not None
    await clocked.challenges.set_card(made.number, message_id=70)
    typed = f" {made.code[:3].lower()}-{made.code[3:]} "
    found = await clocked.challenges.find(typed, HERE.guild_id)
    game = await clocked.challenges.accept(found.number, BLAISE)
    assert (game.place, game.message_id) == (HERE, 70)
    with pytest.raises(challenge_errors.UnknownCodeError):
        await clocked.challenges.find(made.code, HERE.guild_id)


async def test_a_code_works_in_its_own_server_and_outside_servers(clocked: Clocked) -> None:
    made = await challenge_all(clocked)
    assert made.code is not None
    with pytest.raises(challenge_errors.UnknownCodeError):
        await clocked.challenges.find(made.code, THERE.guild_id)
    assert await clocked.challenges.find(made.code) == made


@pytest.mark.parametrize("text", ["", "K7M4", "K7M4QB", "no code at all", "K7M4QX" * 100])
async def test_an_invalid_code_is_unknown(clocked: Clocked, text: str) -> None:
    with pytest.raises(challenge_errors.UnknownCodeError):
        await clocked.challenges.find(text)


@pytest.mark.parametrize(("make", "lifetime"), [(challenge, NAMED_LIFETIME), (challenge_all, OPEN_LIFETIME)])
async def test_a_challenge_cannot_be_answered_from_the_moment_it_expires(
    clocked: Clocked, make: Callable[[Clocked], Awaitable[Challenge]], lifetime: timedelta
) -> None:
    made = await make(clocked)
    await clocked.live(lifetime - SECOND)
    assert await clocked.overdue() == []
    assert (await clocked.challenges.get(made.number)).status is ChallengeStatus.OPEN
    await clocked.live(SECOND)
    with pytest.raises(challenge_errors.ClosedChallengeError) as refused:
        await clocked.challenges.accept(made.number, BLAISE, message_id=7)
    assert refused.value.challenge.status is ChallengeStatus.EXPIRED
    with pytest.raises(challenge_errors.ClosedChallengeError):
        await clocked.challenges.cancel(made.number, ADA)
    if made.code is not None:
        with pytest.raises(challenge_errors.UnknownCodeError):
            await clocked.challenges.find(made.code)
    due = await clocked.due(DueKind.CHALLENGE)
    expired = await clocked.challenges.expire(due)
    assert expired is not None
    assert (expired.number, expired.status) == (made.number, ChallengeStatus.EXPIRED)
    assert await clocked.challenges.expire(due) is None
    assert await clocked.overdue() == []


@pytest.mark.parametrize("answer", [Challenges.accept, Challenges.decline])
async def test_an_answered_challenge_does_not_expire(
    clocked: Clocked, answer: Callable[[Challenges, int, Player], Awaitable[object]]
) -> None:
    made = await challenge(clocked)
    await answer(clocked.challenges, made.number, BLAISE)
    clocked.clock.move(NAMED_LIFETIME)
    assert DueKind.CHALLENGE not in {kind for kind, _ in await clocked.overdue()}
    assert (await clocked.challenges.get(made.number)).status is not ChallengeStatus.EXPIRED


async def test_the_number_of_open_challenges_in_a_server_is_limited(clocked: Clocked) -> None:
    made = []
    for number in range(MOST_OPEN):
        made.append(await challenge(clocked, opponent=Player(200 + number, "x")))
        clocked.clock.move(PAUSE)
    with pytest.raises(challenge_errors.TooManyChallengesError):
        await challenge(clocked)
    with pytest.raises(challenge_errors.TooManyChallengesError):
        await challenge_all(clocked)
    await challenge(clocked, place=THERE)
    clocked.clock.move(PAUSE)
    await clocked.challenges.cancel(made[0].number, ADA)
    await challenge(clocked)


async def test_expired_challenges_do_not_count_toward_the_limit(clocked: Clocked) -> None:
    for number in range(MOST_OPEN):
        await challenge(clocked, opponent=Player(200 + number, "x"))
        clocked.clock.move(PAUSE)
    clocked.clock.move(NAMED_LIFETIME)
    await challenge(clocked)


async def test_the_next_challenge_has_to_wait_unless_the_last_was_accepted_or_withdrawn(
    clocked: Clocked,
) -> None:
    accepted = await challenge(clocked)
    await clocked.challenges.accept(accepted.number, BLAISE, message_id=7)
    withdrawn = await challenge(clocked)
    await clocked.challenges.set_card(withdrawn.number, message_id=8)
    await clocked.challenges.cancel(withdrawn.number, ADA)
    declined = await challenge(clocked)
    await clocked.challenges.decline(declined.number, BLAISE)
    with pytest.raises(challenge_errors.TooSoonError) as refused:
        await challenge(clocked, opponent=CHIYO, place=THERE)
    assert refused.value.until == clocked.clock.now() + PAUSE
    clocked.clock.move(PAUSE)
    await challenge(clocked, opponent=CHIYO)


async def test_after_a_challenge_that_no_one_saw_the_next_need_not_wait(clocked: Clocked) -> None:
    unposted = await challenge(clocked)
    await clocked.challenges.cancel(unposted.number, ADA)
    await challenge(clocked)


async def test_someone_who_declined_cannot_be_challenged_again_for_a_while(clocked: Clocked) -> None:
    made = await challenge(clocked)
    clocked.clock.move(PAUSE)
    await clocked.challenges.decline(made.number, BLAISE)
    with pytest.raises(challenge_errors.DeclinedLatelyError) as refused:
        await challenge(clocked)
    assert refused.value.until == clocked.clock.now() + PAUSE_AFTER_DECLINE
    await challenge(clocked, BLAISE, ADA)
    await challenge(clocked, opponent=CHIYO)
    clocked.clock.move(PAUSE_AFTER_DECLINE)
    with pytest.raises(challenge_errors.CounterChallengeError):
        await challenge(clocked)


async def test_a_pair_can_only_have_one_open_challenge_in_a_server(clocked: Clocked) -> None:
    made = await challenge(clocked)
    clocked.clock.move(PAUSE)
    with pytest.raises(challenge_errors.RepeatedChallengeError) as repeated:
        await challenge(clocked)
    with pytest.raises(challenge_errors.CounterChallengeError) as counter:
        await challenge(clocked, BLAISE, ADA)
    assert repeated.value.challenge == counter.value.challenge == made
    await challenge(clocked, place=THERE)


async def test_blocked_and_unwanted_challengers_get_the_same_refusal(clocked: Clocked) -> None:
    await clocked.blocks.block(BLAISE, ADA)
    with pytest.raises(challenge_errors.UnwelcomeError) as blocked:
        await challenge(clocked)
    await clocked.blocks.unblock(BLAISE.id, other_id=ADA.id)
    await clocked.choose(BLAISE, challenge_policy=ChallengePolicy.NOBODY)
    with pytest.raises(challenge_errors.UnwelcomeError) as unwanted:
        await challenge(clocked)
    assert vars(blocked.value) == vars(unwanted.value)
    await clocked.choose(BLAISE, challenge_policy=ChallengePolicy.EVERYONE)
    await challenge(clocked)


async def test_blocked_players_cannot_accept_what_the_blocker_proposed_even_before_the_block(
    clocked: Clocked,
) -> None:
    named, to_all = await challenge(clocked), await challenge_all(clocked, CHIYO)
    await clocked.blocks.block(ADA, BLAISE)
    await clocked.blocks.block(CHIYO, BLAISE)
    for made in (named, to_all):
        with pytest.raises(challenge_errors.UnwelcomeError):
            await clocked.challenges.accept(made.number, BLAISE, message_id=7)
    await clocked.challenges.accept(to_all.number, ADA, message_id=7)


async def test_people_cannot_play_with_those_they_have_blocked(clocked: Clocked) -> None:
    made = await challenge_all(clocked)
    await clocked.blocks.block(BLAISE, ADA)
    with pytest.raises(challenge_errors.BlockedByYouError):
        await clocked.challenges.accept(made.number, BLAISE, message_id=7)
    with pytest.raises(challenge_errors.BlockedByYouError):
        await challenge(clocked, BLAISE, ADA)


async def test_only_past_opponents_may_challenge_someone_who_chose_that(clocked: Clocked) -> None:
    assert (await clocked.preferences.player(BLAISE.id)).challenge_policy is ChallengePolicy.EVERYONE
    await clocked.choose(BLAISE, challenge_policy=ChallengePolicy.ACQUAINTANCES)
    assert (await clocked.preferences.player(BLAISE.id)).challenge_policy is ChallengePolicy.ACQUAINTANCES
    with pytest.raises(challenge_errors.UnwelcomeError):
        await challenge(clocked)
    made = await challenge(clocked, BLAISE, ADA)
    await clocked.challenges.accept(made.number, ADA, message_id=7)
    await challenge(clocked)


async def test_blocks_are_listed_in_pages_newest_first(clocked: Clocked) -> None:
    blocks = clocked.blocks
    people = [Player(200 + number, f"P{number}") for number in range(5)]
    for player in people:
        await blocks.block(ADA, player)
        await blocks.block(ADA, player)
        clocked.clock.move(SECOND)
    newest, rest = [await blocks.blocked(ADA.id, page=page, size=3) for page in (0, 1)]
    assert [each.player for each in (*newest[0], *rest[0])] == [*reversed(people)]
    assert (newest[1], rest[1]) == (True, False)
    assert await blocks.blocked(BLAISE.id, page=0, size=3) == ([], False)
    with pytest.raises(challenge_errors.SelfBlockError):
        await blocks.block(ADA, ADA)


@pytest.mark.parametrize(
    ("opponent", "terms", "is_bot", "error"),
    [
        (ADA, CHOSEN, False, challenge_errors.SelfChallengeError),
        (BLAISE, CHOSEN, True, challenge_errors.BotChallengeError),
        (
            BLAISE,
            Terms(Ruleset.PYRGA, ColorChoice.WHITE, "fr", rated=True, hints=True),
            False,
            challenge_errors.RatedHintsError,
        ),
    ],
)
async def test_a_refused_proposal_leaves_nothing_behind(
    clocked: Clocked,
    opponent: Player,
    terms: Terms,
    is_bot: bool,  # noqa: FBT001 - one of the table's columns
    error: type[Refusal],
) -> None:
    with pytest.raises(error):
        await clocked.challenges.propose(HERE, ADA, opponent, terms, opponent_is_bot=is_bot)
    assert (await challenge(clocked)).number == 1


class First(Random):
    """Always draws the first of what there is."""

    def choice(self, seq: Any) -> Any:
        return seq[0]


async def test_a_challenge_for_both_colors_starts_two_games_that_are_both_rated_or_neither(
    clocked: Clocked,
) -> None:
    challenges = Challenges(clocked.database, clocked.clock, First())
    terms = replace(TERMS, both=True, rated=True, start=Start.BALANCED)
    for number, rated, opponent in ((1, True, BLAISE), (2, True, None), (3, False, None), (4, False, BLAISE)):
        if opponent is None:
            made = await challenges.propose_to_all(HERE, ADA, terms)
        else:
            made = await challenges.propose(HERE, ADA, opponent, terms, opponent_is_bot=False)
            assert made.terms.rated is rated
        await challenges.accept(made.number, BLAISE, message_id=number)
        first, second = await challenges.begun(made)
        assert (first.white, first.black) == (second.black, second.white) == (ADA, BLAISE)
        assert (first.message_id, second.message_id, second.is_unseen) == (number, None, True)
        assert first.moves[0].text != second.moves[0].text
        assert (first.rated, first.over_limit) == (second.rated, second.over_limit) == (rated, not rated)
        clocked.clock.move(HOUR)
    with pytest.raises(challenge_errors.BothSimulError):
        await challenges.propose_to_all(HERE, CHIYO, replace(terms, seats=3))


async def test_a_challenge_says_how_many_games_the_challenger_has_finished_and_lost_on_time_there(
    clocked: Clocked,
) -> None:
    for loser in (ADA, BLAISE, None):
        game = await clocked.play(await clocked.agree(opponent=CHIYO, move_seconds=60), 4)
        if loser is None:
            clocked.clock.move(HOUR)
            await acts.run_out(clocked.games, await clocked.due(DueKind.DEADLINE))
        else:
            await clocked.resign(game, ADA if loser is ADA else CHIYO)
    for place, known in ((HERE, Reliability(3, 1)), (THERE, Reliability(0, 0)), (OUTSIDE, None)):
        made = await clocked.propose(opponent=Player(104, "Dora"), place=place)
        assert made.reliability == known
        await clocked.challenges.cancel(made.number, ADA)
