"""The life of a challenge, on real databases."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot.matches.challenges.blocks import Blocks
from bot.matches.challenges.challenge_errors import (
    BlockedByYouError,
    BotChallengeError,
    ClosedChallengeError,
    CounterChallengeError,
    DeclinedLatelyError,
    NotChallengedError,
    OwnChallengeError,
    RatedHintsError,
    RepeatedChallengeError,
    SelfBlockError,
    SelfChallengeError,
    TakenChallengeError,
    TooManyChallengesError,
    TooSoonError,
    UnknownCodeError,
    UnwelcomeError,
)
from bot.matches.challenges.challenges import Challenges
from bot.matches.challenges.proposing import (
    MOST_OPEN,
    NAMED_LIFETIME,
    OPEN_LIFETIME,
    PAUSE,
    PAUSE_AFTER_DECLINE,
)
from bot.matches.clocks.due import DueTimes
from bot.matches.codes import LENGTH, parse_code
from bot.matches.errors import MatchError
from bot.matches.match.match import Match
from bot.matches.preferences import Preferences
from bot.matches.values.challenges import Challenge, ChallengeStatus, ColorChoice, Terms
from bot.matches.values.clocks import DueKind
from bot.matches.values.players import ChallengePolicy, Place, Player
from bot.store.connections.database import Database
from engine import Ruleset, Start
from tests.bot.clocks import StandingClock

pytestmark = pytest.mark.quick

ADA, BLAISE, CHIYO = Player(101, "Ada"), Player(102, "Blaise"), Player(103, "Chiyo")
HERE, ELSEWHERE = Place(10, 20), Place(11, 21)
TERMS = Terms(Ruleset.CLASSIC, ColorChoice.WHITE, "fr", Start.SWAP, hints=True, thread=True)
UNTIMED = replace(TERMS, move_seconds=None)
SECOND = timedelta(seconds=1)


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
def challenges(database: Database, clock: StandingClock) -> Challenges:
    return Challenges(database, clock, Random(1))


@pytest.fixture
def due_times(database: Database, clock: StandingClock) -> DueTimes:
    return DueTimes(database, clock)


@pytest.fixture
def blocks(database: Database, clock: StandingClock) -> Blocks:
    return Blocks(database, clock)


@pytest.fixture
def preferences(database: Database, clock: StandingClock) -> Preferences:
    return Preferences(database, clock)


async def challenge(
    challenges: Challenges, challenger: Player = ADA, opponent: Player = BLAISE, place: Place = HERE
) -> Challenge:
    return await challenges.propose(place, challenger, opponent, TERMS, opponent_is_bot=False)


async def challenge_all(challenges: Challenges, challenger: Player = ADA) -> Challenge:
    return await challenges.propose_to_all(HERE, challenger, TERMS)


async def test_a_challenge_is_kept_as_it_was_made(challenges: Challenges, clock: StandingClock) -> None:
    made = await challenge(challenges)
    assert await challenges.get(made.number) == made
    assert (made.challenger, made.opponent, made.terms, made.place) == (ADA, BLAISE, TERMS, HERE)
    assert (made.status, made.code) == (ChallengeStatus.OPEN, None)
    assert made.expires_at == clock.now() + NAMED_LIFETIME


async def test_a_challenge_to_all_has_a_code_and_no_opponent(
    challenges: Challenges, clock: StandingClock
) -> None:
    made = await challenge_all(challenges)
    assert made.opponent is None
    assert made.code is not None
    assert parse_code(made.code) == made.code
    assert len(made.code) == LENGTH
    assert made.expires_at == clock.now() + OPEN_LIFETIME


async def test_a_persons_open_challenges_in_a_server_can_be_listed(
    challenges: Challenges, clock: StandingClock
) -> None:
    closed = await challenge(challenges)
    await challenges.cancel(closed.number, ADA)
    clock.move(OPEN_LIFETIME)
    made = await challenge_all(challenges)
    await challenge_all(challenges, BLAISE)
    assert await challenges.open_of(HERE.guild_id, challenger_id=ADA.id) == [made]
    assert await challenges.open_of(ELSEWHERE.guild_id, challenger_id=ADA.id) == []
    clock.move(OPEN_LIFETIME)
    assert await challenges.open_of(HERE.guild_id, challenger_id=ADA.id) == []


async def test_the_person_who_joins_a_challenge_to_everyone_plays_it(challenges: Challenges) -> None:
    made = await challenge_all(challenges)
    game = await challenges.accept(made.number, BLAISE, message_id=7)
    assert (game.white, game.black, game.message_id) == (ADA, BLAISE, 7)
    assert (game.ruleset, game.start, game.hints) == (Ruleset.CLASSIC, Start.SWAP, True)
    joined = await challenges.get(made.number)
    assert (joined.opponent, joined.status, joined.code) == (BLAISE, ChallengeStatus.ACCEPTED, None)


async def test_if_many_people_join_at_the_same_time_one_plays(challenges: Challenges) -> None:
    made = await challenge_all(challenges)
    people = [Player(200 + number, f"P{number}") for number in range(8)]
    results = await asyncio.gather(
        *(challenges.accept(made.number, player, message_id=7) for player in people), return_exceptions=True
    )
    assert sum(isinstance(result, Match) for result in results) == 1
    assert sum(isinstance(result, TakenChallengeError) for result in results) == 7


async def test_people_cannot_join_or_decline_challenges_to_others(challenges: Challenges) -> None:
    to_all = await challenge_all(challenges, BLAISE)
    with pytest.raises(OwnChallengeError):
        await challenges.accept(to_all.number, BLAISE, message_id=7)
    with pytest.raises(NotChallengedError):
        await challenges.decline(to_all.number, CHIYO)
    named = await challenge(challenges)
    with pytest.raises(NotChallengedError):
        await challenges.accept(named.number, CHIYO, message_id=7)


async def test_a_code_is_understood_in_any_spelling(challenges: Challenges) -> None:
    made = await challenge_all(challenges)
    assert made.code is not None
    await challenges.set_card(made.number, message_id=70)
    typed = f" {made.code[:3].lower()}-{made.code[3:]} "
    found = await challenges.find(typed, HERE.guild_id)
    game = await challenges.accept(found.number, BLAISE)
    assert (game.place, game.message_id) == (HERE, 70)
    with pytest.raises(UnknownCodeError):
        await challenges.find(made.code, HERE.guild_id)


async def test_a_code_works_in_its_own_server_and_outside_servers(challenges: Challenges) -> None:
    made = await challenge_all(challenges)
    assert made.code is not None
    with pytest.raises(UnknownCodeError):
        await challenges.find(made.code, ELSEWHERE.guild_id)
    assert await challenges.find(made.code) == made


@pytest.mark.parametrize("text", ["", "K7M4", "K7M4QB", "no code at all", "K7M4QX" * 100])
async def test_an_invalid_code_is_unknown(challenges: Challenges, text: str) -> None:
    with pytest.raises(UnknownCodeError):
        await challenges.find(text)


@pytest.mark.parametrize(("make", "lifetime"), [(challenge, NAMED_LIFETIME), (challenge_all, OPEN_LIFETIME)])
async def test_a_challenge_cannot_be_answered_from_the_moment_it_expires(
    challenges: Challenges,
    clock: StandingClock,
    due_times: DueTimes,
    make: Callable[[Challenges], Awaitable[Challenge]],
    lifetime: timedelta,
) -> None:
    made = await make(challenges)
    clock.move(lifetime - SECOND)
    assert await due_times.overdue(10) == []
    assert (await challenges.get(made.number)).status is ChallengeStatus.OPEN
    clock.move(SECOND)
    with pytest.raises(ClosedChallengeError) as refused:
        await challenges.accept(made.number, BLAISE, message_id=7)
    assert refused.value.challenge.status is ChallengeStatus.EXPIRED
    with pytest.raises(ClosedChallengeError):
        await challenges.cancel(made.number, ADA)
    if made.code is not None:
        with pytest.raises(UnknownCodeError):
            await challenges.find(made.code)
    (due,) = await due_times.overdue(10)
    expired = await challenges.expire(due)
    assert expired is not None
    assert (expired.number, expired.status) == (made.number, ChallengeStatus.EXPIRED)
    assert await challenges.expire(due) is None
    assert await due_times.overdue(10) == []


@pytest.mark.parametrize("answer", [Challenges.accept, Challenges.decline])
async def test_an_answered_challenge_does_not_expire(
    challenges: Challenges,
    clock: StandingClock,
    due_times: DueTimes,
    answer: Callable[[Challenges, int, Player], Awaitable[object]],
) -> None:
    made = await challenges.propose(HERE, ADA, BLAISE, UNTIMED, opponent_is_bot=False)
    await answer(challenges, made.number, BLAISE)
    clock.move(NAMED_LIFETIME)
    assert DueKind.CHALLENGE not in {due.kind for due in await due_times.overdue(10)}
    assert (await challenges.get(made.number)).status is not ChallengeStatus.EXPIRED


async def test_the_number_of_open_challenges_in_a_server_is_limited(
    challenges: Challenges, clock: StandingClock
) -> None:
    made = []
    for number in range(MOST_OPEN):
        made.append(await challenge(challenges, opponent=Player(200 + number, "x")))
        clock.move(PAUSE)
    with pytest.raises(TooManyChallengesError):
        await challenge(challenges)
    with pytest.raises(TooManyChallengesError):
        await challenge_all(challenges)
    await challenge(challenges, place=ELSEWHERE)
    clock.move(PAUSE)
    await challenges.cancel(made[0].number, ADA)
    await challenge(challenges)


async def test_expired_challenges_do_not_count_toward_the_limit(
    challenges: Challenges, clock: StandingClock
) -> None:
    for number in range(MOST_OPEN):
        await challenge(challenges, opponent=Player(200 + number, "x"))
        clock.move(PAUSE)
    clock.move(NAMED_LIFETIME)
    await challenge(challenges)


async def test_many_simultaneous_challenges_do_not_exceed_the_limit(challenges: Challenges) -> None:
    people = [Player(200 + number, "x") for number in range(6)]
    results = await asyncio.gather(
        *(challenge(challenges, opponent=player) for player in people), return_exceptions=True
    )
    assert sum(isinstance(result, Challenge) for result in results) == 1
    assert sum(isinstance(result, TooSoonError) for result in results) == 5


async def test_two_people_who_challenge_each_other_at_the_same_time_make_one_challenge(
    challenges: Challenges,
) -> None:
    results = await asyncio.gather(
        challenge(challenges, ADA, BLAISE), challenge(challenges, BLAISE, ADA), return_exceptions=True
    )
    assert [type(result) for result in results if not isinstance(result, Challenge)] == [
        CounterChallengeError
    ]


async def test_the_next_challenge_has_to_wait_unless_the_last_was_accepted_or_withdrawn(
    challenges: Challenges, clock: StandingClock
) -> None:
    accepted = await challenge(challenges)
    await challenges.accept(accepted.number, BLAISE, message_id=7)
    withdrawn = await challenge(challenges)
    await challenges.set_card(withdrawn.number, message_id=8)
    await challenges.cancel(withdrawn.number, ADA)
    declined = await challenge(challenges)
    await challenges.decline(declined.number, BLAISE)
    with pytest.raises(TooSoonError) as refused:
        await challenge(challenges, opponent=CHIYO, place=ELSEWHERE)
    assert refused.value.until == clock.now() + PAUSE
    clock.move(PAUSE)
    await challenge(challenges, opponent=CHIYO)


async def test_after_a_challenge_that_no_one_saw_the_next_need_not_wait(challenges: Challenges) -> None:
    unposted = await challenge(challenges)
    await challenges.cancel(unposted.number, ADA)
    await challenge(challenges)


async def test_someone_who_declined_cannot_be_challenged_again_for_a_while(
    challenges: Challenges, clock: StandingClock
) -> None:
    made = await challenge(challenges)
    clock.move(PAUSE)
    await challenges.decline(made.number, BLAISE)
    with pytest.raises(DeclinedLatelyError) as refused:
        await challenge(challenges)
    assert refused.value.until == clock.now() + PAUSE_AFTER_DECLINE
    await challenge(challenges, BLAISE, ADA)
    await challenge(challenges, opponent=CHIYO)
    clock.move(PAUSE_AFTER_DECLINE)
    with pytest.raises(CounterChallengeError):
        await challenge(challenges)


async def test_a_pair_can_only_have_one_open_challenge_in_a_server(
    challenges: Challenges, clock: StandingClock
) -> None:
    made = await challenge(challenges)
    clock.move(PAUSE)
    with pytest.raises(RepeatedChallengeError) as repeated:
        await challenge(challenges)
    with pytest.raises(CounterChallengeError) as counter:
        await challenge(challenges, BLAISE, ADA)
    assert repeated.value.challenge == counter.value.challenge == made
    await challenge(challenges, place=ELSEWHERE)


async def test_blocked_and_unwanted_challengers_get_the_same_refusal(
    challenges: Challenges, blocks: Blocks, preferences: Preferences
) -> None:
    await blocks.block(BLAISE, ADA)
    with pytest.raises(UnwelcomeError) as blocked:
        await challenge(challenges)
    await blocks.unblock(BLAISE.id, other_id=ADA.id)
    await preferences.change_player(BLAISE, lambda old: replace(old, challenge_policy=ChallengePolicy.NOBODY))
    with pytest.raises(UnwelcomeError) as unwanted:
        await challenge(challenges)
    assert vars(blocked.value) == vars(unwanted.value)
    await preferences.change_player(
        BLAISE, lambda old: replace(old, challenge_policy=ChallengePolicy.EVERYONE)
    )
    await challenge(challenges)


async def test_blocked_players_cannot_join_the_blockers_challenges(
    challenges: Challenges, blocks: Blocks
) -> None:
    made = await challenge_all(challenges)
    await blocks.block(ADA, BLAISE)
    with pytest.raises(UnwelcomeError):
        await challenges.accept(made.number, BLAISE, message_id=7)
    await challenges.accept(made.number, CHIYO, message_id=7)


async def test_people_cannot_play_with_those_they_have_blocked(
    challenges: Challenges, blocks: Blocks
) -> None:
    made = await challenge_all(challenges)
    await blocks.block(BLAISE, ADA)
    with pytest.raises(BlockedByYouError):
        await challenges.accept(made.number, BLAISE, message_id=7)
    with pytest.raises(BlockedByYouError):
        await challenge(challenges, BLAISE, ADA)


async def test_a_challenge_made_before_a_block_cannot_be_accepted_after_it(
    challenges: Challenges, blocks: Blocks
) -> None:
    made = await challenge(challenges)
    await blocks.block(ADA, BLAISE)
    with pytest.raises(UnwelcomeError):
        await challenges.accept(made.number, BLAISE, message_id=7)


async def test_only_past_opponents_may_challenge_someone_who_chose_that(
    challenges: Challenges, preferences: Preferences
) -> None:
    assert (await preferences.player(BLAISE.id)).challenge_policy is ChallengePolicy.EVERYONE
    await preferences.change_player(
        BLAISE, lambda old: replace(old, challenge_policy=ChallengePolicy.ACQUAINTANCES)
    )
    assert (await preferences.player(BLAISE.id)).challenge_policy is ChallengePolicy.ACQUAINTANCES
    with pytest.raises(UnwelcomeError):
        await challenge(challenges)
    made = await challenge(challenges, BLAISE, ADA)
    await challenges.accept(made.number, ADA, message_id=7)
    await challenge(challenges)


async def test_blocks_are_listed_in_pages_newest_first(blocks: Blocks, clock: StandingClock) -> None:
    people = [Player(200 + number, f"P{number}") for number in range(5)]
    for player in people:
        await blocks.block(ADA, player)
        await blocks.block(ADA, player)
        clock.move(SECOND)
    assert await blocks.blocked(ADA.id, page=0, size=3) == ([*reversed(people)][:3], True)
    assert await blocks.blocked(ADA.id, page=1, size=3) == ([*reversed(people)][3:], False)
    assert await blocks.blocked(BLAISE.id, page=0, size=3) == ([], False)
    with pytest.raises(SelfBlockError):
        await blocks.block(ADA, ADA)


@pytest.mark.parametrize(
    ("opponent", "terms", "is_bot", "error"),
    [
        (ADA, TERMS, False, SelfChallengeError),
        (BLAISE, TERMS, True, BotChallengeError),
        (
            BLAISE,
            Terms(Ruleset.PYRGA, ColorChoice.WHITE, "fr", rated=True, hints=True),
            False,
            RatedHintsError,
        ),
    ],
)
async def test_a_refused_proposal_leaves_nothing_behind(
    challenges: Challenges,
    opponent: Player,
    terms: Terms,
    is_bot: bool,  # noqa: FBT001 - one of the table's columns
    error: type[MatchError],
) -> None:
    with pytest.raises(error):
        await challenges.propose(HERE, ADA, opponent, terms, opponent_is_bot=is_bot)
    assert (await challenge(challenges)).number == 1
