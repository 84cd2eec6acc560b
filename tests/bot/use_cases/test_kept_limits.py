"""Someone who deletes their data and comes back is still limited by what others chose and they did."""

import hmac
import re
from dataclasses import replace

import pytest

from bot.store import privacy
from bot.use_cases.challenges.limits import WAIT
from bot.use_cases.challenges.proposing import PAUSE, PAUSE_AFTER_DECLINE
from bot.use_cases.games.storing import MOST_RATED
from bot.use_cases.privacy import Exports
from bot.values.challenge_errors import BlockedByYouError, DeletedLatelyError, UnwelcomeError
from bot.values.challenges import Challenge
from bot.values.game.game import Game
from bot.values.players import Player
from tests.bot.clocks import StandingClock
from tests.bot.personal_rows import contents
from tests.bot.statements import counted
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, HERE, HOUR, MINUTE, TERMS, Clocked
from tests.bot.use_cases.cups.club import CupClub

pytestmark = pytest.mark.quick


async def challenge(clocked: Clocked, challenger: Player, opponent: Player | None) -> Challenge:
    if opponent is None:
        return await clocked.challenges.propose_to_all(HERE, challenger, replace(TERMS, rated=True))
    return await clocked.propose(opponent, challenger=challenger, rated=True)


async def begin(clocked: Clocked, challenger: Player, opponent: Player) -> Game:
    return await clocked.agree(opponent, challenger=challenger, rated=True)


async def kept(clocked: Clocked) -> list[str]:
    return [row.kind for row in (await contents(clocked.database))["kept_limits"]]


async def offered(clocked: Clocked, player: Player) -> list[int]:
    """Return the challenges in the list of those that someone may accept."""
    return [each.number for each in await clocked.challenges.open_to(10, player_id=player.id, limit=50)]


@pytest.mark.thorough
async def test_a_block_outlasts_the_deletion_of_the_person_who_was_blocked(clocked: Clocked) -> None:
    await clocked.blocks.block(BLAISE, ADA)
    for _ in range(3):
        await clocked.deletions.delete(ADA.id)
        clocked.clock.move(400 * WAIT)
        with pytest.raises(UnwelcomeError):
            await challenge(clocked, ADA, BLAISE)
        joinable = await challenge(clocked, BLAISE, None)
        with pytest.raises(UnwelcomeError):
            await clocked.challenges.accept(joinable.number, ADA)
        assert await offered(clocked, ADA) == []
        assert await offered(clocked, CHIYO) == [joinable.number]
        with pytest.raises(BlockedByYouError):
            await challenge(clocked, BLAISE, ADA)
        clocked.clock.move(PAUSE)
        await begin(clocked, ADA, CHIYO)


async def test_the_blocker_can_unblock_someone_who_came_back(clocked: Clocked) -> None:
    await clocked.blocks.block(BLAISE, ADA)
    await clocked.blocks.block(CHIYO, ADA)
    (before,), _ = await clocked.blocks.blocked(BLAISE.id, page=0, size=5)
    (theirs,), _ = await clocked.blocks.blocked(CHIYO.id, page=0, size=5)
    await clocked.deletions.delete(ADA.id)
    clocked.clock.move(WAIT)
    await clocked.blocks.block(BLAISE, ADA)
    assert await clocked.blocks.blocked(BLAISE.id, page=0, size=5) == ([before], False)
    await clocked.blocks.unblock_by(BLAISE.id, theirs.handle)
    with pytest.raises(UnwelcomeError):
        await challenge(clocked, ADA, BLAISE)
    await clocked.blocks.unblock_by(BLAISE.id, before.handle)
    await challenge(clocked, ADA, BLAISE)
    with pytest.raises(UnwelcomeError):
        await challenge(clocked, ADA, CHIYO)


async def test_blocks_by_the_person_go_also_those_of_people_who_deleted_their_data(clocked: Clocked) -> None:
    await clocked.blocks.block(ADA, BLAISE)
    await clocked.blocks.block(ADA, CHIYO)
    await clocked.deletions.delete(CHIYO.id)
    await clocked.deletions.delete(ADA.id)
    assert "blocked" not in await kept(clocked)
    await challenge(clocked, BLAISE, ADA)


@pytest.mark.thorough
@pytest.mark.parametrize("opponent", [BLAISE, CHIYO, None])
async def test_the_next_challenge_after_a_deletion_waits_a_day(
    clocked: Clocked, opponent: Player | None
) -> None:
    """So the pause after a decline, which is shorter, and the pace of challenges aren't reset, either."""
    assert max(PAUSE, PAUSE_AFTER_DECLINE) < WAIT
    declined = await challenge(clocked, ADA, BLAISE)
    await clocked.challenges.decline(declined.number, BLAISE)
    ends = clocked.now + WAIT
    for _ in range(3):
        await clocked.deletions.delete(ADA.id)
        with pytest.raises(DeletedLatelyError) as refused:
            await challenge(clocked, ADA, opponent)
        assert refused.value.until == ends
    # Others can challenge them, and after a game, deleting it starts another day.
    game = await begin(clocked, CHIYO, ADA)
    clocked.clock.move(HOUR)
    await clocked.deletions.delete(ADA.id)
    clocked.clock.move(WAIT - MINUTE)
    with pytest.raises(DeletedLatelyError) as refused:
        await challenge(clocked, ADA, opponent)
    assert (await clocked.games.get(game.number)).white == CHIYO
    clocked.clock.move(MINUTE)
    await challenge(clocked, ADA, opponent)


async def test_someone_whose_name_was_only_mentioned_by_others_waits_too(clocked: Clocked) -> None:
    await challenge(clocked, BLAISE, ADA)
    await clocked.deletions.delete(ADA.id)
    with pytest.raises(DeletedLatelyError):
        await challenge(clocked, ADA, BLAISE)
    await challenge(clocked, CHIYO, BLAISE)


@pytest.mark.thorough
@pytest.mark.parametrize("leaver", [ADA, BLAISE])
async def test_the_rated_games_of_the_day_outlast_a_deletion(clocked: Clocked, leaver: Player) -> None:
    stayer = BLAISE if leaver is ADA else ADA
    for played in range(MOST_RATED):
        # Only the one who stays can still challenge.
        game = await begin(clocked, *((stayer, leaver) if played else (ADA, BLAISE)))
        assert game.rated
        await clocked.resign(game, leaver)
        clocked.clock.move(MINUTE)
        if played in {1, 3}:
            await clocked.deletions.delete(leaver.id)
    await clocked.deletions.delete(leaver.id)
    assert not (await begin(clocked, stayer, leaver)).rated
    assert (await begin(clocked, stayer, CHIYO)).rated
    # Until midnight, UTC.
    clocked.clock.move(12 * HOUR)
    assert (await begin(clocked, stayer, leaver)).rated


@pytest.mark.thorough
async def test_they_also_limit_games_of_cups(clocked: Clocked, clock: StandingClock) -> None:
    for _ in range(MOST_RATED):
        await clocked.resign(await begin(clocked, ADA, BLAISE), BLAISE)
        clocked.clock.move(MINUTE)
    await clocked.deletions.delete(BLAISE.id)
    club = CupClub(clocked.database, clock)
    cup = await club.open(starts_at=clocked.now + HOUR)
    await club.live(HOUR)
    games = await club.begun(await club.keep(cup.number))
    assert {CHIYO in (game.white, game.black): game.rated for game in games} == {True: True, False: False}


@pytest.mark.thorough
async def test_games_without_a_result_are_not_kept(clocked: Clocked) -> None:
    game = await begin(clocked, ADA, BLAISE)
    await clocked.players.cancel(game.number, ADA.id)
    await clocked.deletions.delete(ADA.id)
    assert await kept(clocked) == ["waiting"]


@pytest.mark.thorough
async def test_limits_that_are_over_are_dropped(clocked: Clocked) -> None:
    await clocked.blocks.block(CHIYO, ADA)
    game = await begin(clocked, ADA, BLAISE)
    await clocked.resign(game, ADA)
    await clocked.deletions.delete(ADA.id)
    assert sorted(await kept(clocked)) == ["blocked", "rated", "waiting"]
    clocked.clock.move(WAIT - MINUTE)
    await clocked.deletions.drop_limits()
    assert sorted(await kept(clocked)) == ["blocked", "waiting"]
    clocked.clock.move(MINUTE)
    await clocked.deletions.drop_limits()
    assert await kept(clocked) == ["blocked"]


@pytest.mark.thorough
async def test_people_are_only_known_by_a_keyed_hash(clocked: Clocked) -> None:
    await clocked.deletions.prepare()
    async with clocked.database.reading_once() as connection:
        key = await privacy.fetch_key(connection)
    assert key is not None
    assert len(key) == 32
    await clocked.deletions.prepare()
    await clocked.blocks.block(BLAISE, ADA)
    await clocked.deletions.delete(ADA.id)
    stored = await contents(clocked.database)
    (secret,) = stored["secret_keys"]
    assert secret.secret == key
    rows = {(row.person, row.other, row.kind) for row in stored["kept_limits"]}
    ada, blaise = (hmac.digest(key, str(player.id).encode(), "sha256").hex() for player in (ADA, BLAISE))
    assert rows == {(ada, blaise, "blocked"), (ada, None, "waiting")}
    await clocked.blocks.block(ADA, CHIYO)
    for player in (ADA, BLAISE):
        exported = await Exports(clocked.database).export(player.id)
        assert exported is not None
        assert not re.search(f"{ada}|{blaise}|{key.hex()}|kept_limits|secret", exported.decode())


async def test_a_challenge_takes_one_more_statement_at_most(clocked: Clocked) -> None:
    await clocked.deletions.prepare()
    # The key is only read once.
    await challenge(clocked, CHIYO, None)
    for opponent in (BLAISE, None):
        clocked.clock.move(PAUSE)
        with counted() as traffic:
            await challenge(clocked, ADA, opponent)
        asked = [one for one in traffic.statements if "kept_limits" in one or "secret_keys" in one]
        assert len(asked) == (0 if clocked.database.is_shared else 1)
