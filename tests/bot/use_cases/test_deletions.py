"""Someone's data is deleted; their games, and what's counted from them, stay for others."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from random import Random
from typing import Any

import pytest
from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.database import Database
from bot.store.privacy import DELETED
from bot.use_cases.privacy import Deletion
from bot.use_cases.puzzles.daily_puzzles import DailyPuzzles, Solvers
from bot.use_cases.puzzles.puzzles import Puzzles
from bot.use_cases.reviews import Shares, part_of
from bot.use_cases.servers import Act
from bot.use_cases.standings import ratings
from bot.use_cases.standings.rating_roles import RatingRoles
from bot.use_cases.standings.recomputing import recompute_standings
from bot.use_cases.standings.seasons import Seasons
from bot.values.challenges import Challenge, ChallengeStatus
from bot.values.errors import Refusal
from bot.values.game.boards import lose, put, put_private
from bot.values.game.game import FEWEST_COUNTED_PLIES, Game, Transition
from bot.values.game.game_errors import DeletedOpponentError, NotAPlayerError
from bot.values.game.presence import addressees
from bot.values.players import DELETED_NAME, FORGOTTEN_PLACE, ChallengePolicy, Place, Player
from bot.values.preferences import PlayerPreferences
from engine import Color, Outcome, Reason
from tests.bot.personal_rows import add_rows, columns_to_players, contents, is_about, personal_tables
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, DAY, HERE, MINUTE, TERMS, THERE, Clocked
from tests.bot.use_cases.made_puzzles import RIGHT, made_puzzle, post
from tests.bot.use_cases.test_ratings import begin

pytestmark = pytest.mark.thorough


async def challenge(clocked: Clocked, challenger: Player, opponent: Player | None) -> Challenge:
    if opponent is None:
        return await clocked.challenges.propose_to_all(HERE, challenger, TERMS)
    return await clocked.propose(opponent, challenger=challenger)


async def play_in_two_servers(clocked: Clocked) -> None:
    """Play rated games of Ada and others, and wins against the computer, one of them with a hint."""
    seasons = Seasons(clocked.database, clocked.clock)
    await seasons.start(HERE.guild_id or 0)
    for place in (HERE, THERE, HERE, HERE):
        for opponent, loser in ((BLAISE, ADA), (CHIYO, CHIYO)):
            await clocked.resign(await begin(clocked, place, opponent), loser)
            clocked.clock.move(20 * DAY)
    await seasons.end(HERE.guild_id or 0)
    for place in (HERE, THERE):
        won = await clocked.begin_with_computer(place=place)
        if place is THERE:
            won = await clocked.players.see_hint(won, ADA.id)
        await clocked.play(won, FEWEST_COUNTED_PLIES)
        await clocked.resign(won, won.black)


async def corrections(database: Database) -> list[int]:
    """Return how many ratings, standings and rungs of the ladder a recomputation finds wrong."""
    async with database.writing() as connection:
        return [await ratings.recompute(connection), *await recompute_standings(connection)]


def values(stored: dict[str, Sequence[Row[Any]]]) -> set[object]:
    """Return every value in every table."""
    return {value for rows in stored.values() for row in rows for value in row}


async def test_nothing_has_to_be_recomputed_afterward(clocked: Clocked) -> None:
    await play_in_two_servers(clocked)
    await begin(clocked, THERE)
    before = await contents(clocked.database)
    await clocked.deletions.delete(ADA.id)
    after = await contents(clocked.database)
    for table in ("ratings", "rating_changes", "records", "ladder_rungs"):
        assert len(after[table]) >= len(before[table]) > 0
    assert await corrections(clocked.database) == [0, 0, 0]
    assert await contents(clocked.database) == after


async def test_the_message_with_a_puzzle_of_the_day_no_longer_names_the_person(clocked: Clocked) -> None:
    daily = DailyPuzzles(clocked.database, clocked.clock, [made_puzzle("e0")])
    puzzles = Puzzles(clocked.database, clocked.clock, [made_puzzle("e0")])
    await daily.switch_on(10, channel_id=20, language="en-US")
    (today,) = await post(daily)
    for player in (ADA, BLAISE):
        await puzzles.attempt(player, today.puzzle, RIGHT, 10)
    assert len(await daily.take_outdated()) == 1
    await clocked.deletions.delete(ADA.id)
    (edited,) = await daily.take_outdated()
    assert edited.daily.solvers == Solvers(1, ((BLAISE, 1),))


@pytest.mark.default
async def test_nothing_refers_to_the_person_anymore(clocked: Clocked) -> None:
    await play_in_two_servers(clocked)
    await clocked.preferences.change_player(ADA, lambda old: old)
    game = await clocked.resign(await begin(clocked, moves=0), ADA)
    await clocked.blocks.block(BLAISE, ADA)
    known = {"players": (ADA.id, BLAISE.id), "games": game.number}
    await add_rows(clocked.database, known, "of Ada")
    before = await contents(clocked.database)
    with_players = [table for table in personal_tables() if columns_to_players(table)]
    for table in with_players:
        assert any(is_about(row, table, ADA.id) for row in before[table.name]), table.name
    assert {ADA.id, ADA.name} <= values(before)

    await clocked.deletions.delete(ADA.id)

    roles = RatingRoles(clocked.database, clocked.clock)
    for removal in await roles.removals(10):
        await roles.taken(removal)
    after = await contents(clocked.database)
    assert not {ADA.id, ADA.name} & values(after)
    (new_id,) = {row.id for row in after["players"]} - {row.id for row in before["players"]}
    assert new_id < 0
    assert {row.name for row in after["players"] if row.id == new_id} == {DELETED_NAME}
    for table in with_players:
        theirs = [row for row in after[table.name] if is_about(row, table, new_id)]
        assert bool(theirs) != (table in DELETED), table.name
    assert len(after["games"]) == len(before["games"])
    assert [row.moves for row in after["games"]] == [row.moves for row in before["games"]]


async def test_running_games_are_resigned_and_open_challenges_closed(clocked: Clocked) -> None:
    games = [await begin(clocked), await begin(clocked, THERE, moves=1)]
    games.append(await clocked.begin_with_computer(place=HERE))
    own, theirs = await challenge(clocked, ADA, None), await challenge(clocked, Player(104, "Dave"), ADA)
    others = await challenge(clocked, CHIYO, BLAISE)

    deletion = await clocked.deletions.delete(ADA.id)

    assert deletion is not None
    assert sorted(deletion.games) == sorted(game.number for game in games)
    assert [each.number for each in deletion.challenges] == [own.number, theirs.number]
    for game in games:
        ended = await clocked.games.get(game.number)
        assert ended.outcome == Outcome(Color.BLACK, Reason.RESIGNATION)
        assert (ended.white.name, ended.white.is_deleted, ended.black) == (DELETED_NAME, True, game.black)
        assert [player.id for player in addressees(ended)] == [BLAISE.id] * (game.level is None)
        assert ended.shown == (ended.message_id is None)
    assert [(await clocked.challenges.get(each.number)).status for each in (own, theirs, others)] == [
        ChallengeStatus.CANCELED,
        ChallengeStatus.DECLINED,
        ChallengeStatus.OPEN,
    ]
    due = (await contents(clocked.database))["due_times"]
    assert {row.challenge_id for row in due} - {None} == {others.number}


async def test_every_board_with_the_old_name_is_drawn_again(clocked: Clocked) -> None:
    game = await clocked.resign(await begin(clocked), BLAISE)
    await clocked.players.see_all_boards(game)
    await clocked.deletions.delete(ADA.id)
    # Someone may have been drawing it with the old name.
    await clocked.players.see_all_boards(game)
    assert [unshown.number for unshown in await clocked.games.unshown(10)] == [game.number]


OF_ADA = range(7 * 10**17, 7 * 10**17 + 6)
OF_BLAISE = range(8 * 10**17, 8 * 10**17 + 2)
CARD = 9 * 10**17
"""Ids of private channels, and of messages there, as long as Discord's."""


def numbers_in(stored: dict[str, Sequence[Row[Any]]]) -> set[int]:
    """Return every long number in every table and every text."""
    return {int(number) for number in re.findall(r"\d{18,}", str(values(stored)))}


def private_board(player: Player, channel_id: int) -> Transition:
    """Post a private board for a player."""

    def posted(game: Game, now: datetime) -> Game:
        return put_private(game, player.id, Place(None, channel_id), message_id=channel_id + 1, now=now)

    return posted


async def test_nothing_says_in_which_private_channels_the_person_was(clocked: Clocked) -> None:
    own, friends = Place(None, OF_ADA[0]), Place(None, OF_ADA[1], reachable=False)
    for place in (own, friends, HERE):
        game = await clocked.resign(await begin(clocked, place), BLAISE)
        for player, channel_id in ((ADA, OF_ADA[2]), (BLAISE, OF_BLAISE[0])):
            await clocked.games.update(game.number, private_board(player, channel_id))
        shares = Shares(clocked.database, clocked.clock)
        async with shares.sharing(part_of(game.number, 2), OF_ADA[4]):
            clocked.clock.move(DAY)
    for place in (own, friends):
        await clocked.challenges.propose_to_all(place, ADA, TERMS)
        clocked.clock.move(MINUTE)
        challenger = CHIYO if place is own else BLAISE
        made = await clocked.propose(ADA, place, challenger)
        await clocked.challenges.set_card(made.number, message_id=OF_ADA[5] if place is own else CARD)
        clocked.clock.move(MINUTE)
    before = numbers_in(await contents(clocked.database))
    assert {*OF_ADA, *OF_BLAISE, CARD} <= before

    deletion = await clocked.deletions.delete(ADA.id)

    # Whoever closes the cards still has to find them.
    assert deletion is not None
    assert [card.place for card in deletion.challenges] == [own, own, friends, friends]
    for card in deletion.challenges:
        assert (await clocked.challenges.get(card.number)).place == FORGOTTEN_PLACE
    # Boards that the bot can edit still have to be.
    left = numbers_in(await contents(clocked.database)) & {*OF_ADA}
    assert left == {OF_ADA[0], OF_ADA[2], OF_ADA[2] + 1}
    unshown = await clocked.games.unshown(10)
    assert len(unshown) == 3
    for game in unshown:
        # Where another process may have drawn it meanwhile, it's drawn once more.
        for _ in range(2):
            await clocked.players.see_all_boards(await clocked.games.get(game.number))
        again = await clocked.games.get(game.number)
        assert again.shown
        assert [board.reader for board in again.boards] == [None, Color.BLACK]
        assert again.place == (HERE if game.place == HERE else FORGOTTEN_PLACE)
    after = numbers_in(await contents(clocked.database))
    assert not after & {*OF_ADA}
    # Others keep what's theirs, and a click on a card that only it can change still finds it.
    assert {*OF_BLAISE, CARD} <= after


async def test_a_board_that_is_lost_or_posted_again_is_forgotten_as_well(clocked: Clocked) -> None:
    place = Place(None, OF_ADA[0])
    games = [await clocked.resign(await begin(clocked, place), BLAISE) for _ in range(2)]
    await clocked.deletions.delete(ADA.id)
    lost, posted = [await clocked.games.get(game.number) for game in games]
    await clocked.games.update(lost.number, lambda game, _: lose(game, lost.message_id or 0))
    await clocked.games.update(
        posted.number, lambda game, now: put(game, place, now, game.revision, message_id=OF_ADA[1])
    )
    assert not numbers_in(await contents(clocked.database)) & {*OF_ADA}


@pytest.mark.parametrize(
    ("reason", "cleared"),
    [
        ("ADA was rude", True),
        ("same as adas", False),
        ("Played by <@101>, again", True),
        ("1010 games", False),
        ("as «Ada L.» said", True),
        ("the Countess left", True),
        ("a mistake", False),
    ],
)
async def test_what_a_moderator_wrote_is_cleared_if_it_names_the_person(
    clocked: Clocked, reason: str, *, cleared: bool
) -> None:
    await clocked.resign(await begin(clocked), ADA)
    clocked.clock.move(DAY)
    countess = Player(ADA.id, "Countess", account_name=ADA.name)
    await clocked.challenges.cancel((await clocked.propose(challenger=countess)).number, ADA)
    clocked.clock.move(DAY)
    # It isn't even about their game.
    game, moderation = await clocked.agree(CHIYO, challenger=BLAISE), clocked.moderation
    await moderation.annul(await moderation.propose_annulment(game, Player(104, "Dave"), reason))
    await clocked.deletions.delete(ADA.id)
    ((act,), _) = await moderation.log(HERE.guild_id or 0, page=0, size=5)
    assert isinstance(act, Act)
    assert act.reason == (None if cleared else reason)


async def test_someone_who_comes_back_is_a_new_player(clocked: Clocked) -> None:
    await play_in_two_servers(clocked)
    await clocked.blocks.block(BLAISE, ADA)
    await clocked.choose(ADA, challenge_policy=ChallengePolicy.NOBODY)
    await clocked.deletions.delete(ADA.id)
    assert await clocked.preferences.player(ADA.id) == PlayerPreferences()
    clocked.clock.move(DAY)
    await clocked.blocks.unblock(BLAISE.id, other_id=ADA.id)
    again = await begin(clocked)
    assert again.white == ADA
    ended = await clocked.resign(again, ADA)
    assert [change.before for change in ended.rating_changes if change.player_id == ADA.id] == [1500.0]
    assert await corrections(clocked.database) == [0, 0, 0]
    assert await clocked.deletions.delete(ADA.id) == Deletion((), ())
    assert sum(row.name == DELETED_NAME for row in (await contents(clocked.database))["players"]) == 2


async def test_nothing_is_deleted_for_an_unknown_person(clocked: Clocked) -> None:
    await begin(clocked)
    before = await contents(clocked.database)
    assert await clocked.deletions.delete(999) is None
    assert await contents(clocked.database) == before


async def test_a_rematch_can_no_longer_be_offered(clocked: Clocked) -> None:
    game = await begin(clocked)
    await clocked.deletions.delete(ADA.id)
    with pytest.raises(DeletedOpponentError):
        await clocked.rematches.propose(game.number, BLAISE)
    with pytest.raises(NotAPlayerError):
        await clocked.rematches.propose(game.number, ADA)


async def test_two_simultaneous_deletions_are_one(clocked: Clocked) -> None:
    await begin(clocked)
    await clocked.begin_with_computer(place=THERE)
    await asyncio.gather(*(clocked.deletions.delete(ADA.id) for _ in range(3)))
    stored = await contents(clocked.database)
    assert sum(row.name == DELETED_NAME for row in stored["players"]) == 1
    assert not {ADA.id, ADA.name} & values(stored)


async def test_a_deletion_that_another_overtakes_still_says_which_games_it_ended(
    clocked: Clocked, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, change = await begin(clocked), clocked.games.change

    async def be_overtaken(number: int, transition: Transition, *, by: int) -> Game:
        resigned = await change(number, transition, by=by)
        assert await clocked.deletions.delete(ADA.id) == Deletion((), ())
        return resigned

    monkeypatch.setattr(clocked.games, "change", be_overtaken)
    assert await clocked.deletions.delete(ADA.id) == Deletion((game.number,), ())


@pytest.mark.parametrize("seed", range(4))
async def test_what_happens_meanwhile_does_not_bring_the_person_back_into_old_games(
    clocked: Clocked, seed: int
) -> None:
    games = [await begin(clocked, place, moves=moves) for place, moves in ((HERE, 4), (THERE, 3), (HERE, 2))]
    own = await challenge(clocked, ADA, None)

    async def move(game: Game) -> None:
        await clocked.play(game)

    async def resign(game: Game) -> None:
        await clocked.resign(game, BLAISE)

    async def accept(_: Game) -> None:
        await clocked.challenges.accept(own.number, CHIYO, message_id=9)

    doing: list[Awaitable[object]] = [
        act(game) for act in (move, resign, accept) for game in games[: 1 if act is accept else None]
    ]
    doing.append(clocked.deletions.delete(ADA.id))
    Random(seed).shuffle(doing)
    results = await asyncio.gather(*doing, return_exceptions=True)
    assert all(isinstance(one, Refusal | Deletion | None) for one in results), results
    stored = await contents(clocked.database)
    assert not {ADA.id, ADA.name} & values(stored)
    assert all(row.status == "finished" for row in stored["games"])
    assert await corrections(clocked.database) == [0, 0, 0]


async def test_if_the_bot_dies_the_deletion_is_repeated(
    clocked: Clocked, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits, died = 0, True
    while died:
        commits += 1
        await begin(clocked)
        await clocked.begin_with_computer(place=THERE)
        clocked.clock.move(DAY)
        with monkeypatch.context() as patch:
            die_after(commits, patch)
            died = await is_killed(clocked)
        await Clocked(clocked.database, clocked.clock).deletions.delete(ADA.id)
        stored = await contents(clocked.database)
        assert not {ADA.id, ADA.name} & values(stored), commits
        assert all(row.status == "finished" for row in stored["games"])
        clocked.clock.move(DAY)
    assert commits == 4
    assert await corrections(clocked.database) == [0, 0, 0]


async def is_killed(clocked: Clocked) -> bool:
    try:
        await clocked.deletions.delete(ADA.id)
    except asyncio.CancelledError:
        return True
    return False


def die_after(commits: int, patch: pytest.MonkeyPatch) -> None:
    """Have the process die after this many commits."""
    writing, done = Database.writing, 0

    @asynccontextmanager
    async def write(self: Database) -> AsyncIterator[AsyncConnection]:
        nonlocal done
        async with writing(self) as connection:
            yield connection
        done += 1
        if done == commits:
            # No error handler catches this, because none runs in a killed process.
            raise asyncio.CancelledError

    patch.setattr(Database, "writing", write)
