"""Games that channels play, on real databases."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot.store import votes
from bot.store.clocks import due_times
from bot.store.connections.database import Database
from bot.use_cases.challenges.limits import VOTERS_KEPT
from bot.use_cases.crowds import CrowdGames, CrowdTerms
from bot.use_cases.games.storing import load_to_change
from bot.use_cases.privacy import Exports
from bot.values.challenges import ColorChoice
from bot.values.clocks import Due, DueKind
from bot.values.crowds import RESIGN, Crowd, VotingWindow
from bot.values.errors import Refusal
from bot.values.game import crowds, endings, game_errors, turns
from bot.values.game.game import Game
from bot.values.players import Place, Player
from engine import Outcome, Reason, Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.personal_rows import contents
from tests.bot.use_cases.clocked import ADA as CLOCKED_ADA
from tests.bot.use_cases.clocked import Clocked
from tests.cells import cells

pytestmark = pytest.mark.thorough

GUILD, PLACE = 1000, Place(1000, 20)
PEOPLE = [Player(100 + number, f"Person {number}") for number in range(12)]
ADA, BLAISE, CHIYO, DORA = PEOPLE[:4]
VOTES = "a channel votes"
WINDOW = timedelta(hours=12)
USUAL = Crowd()


class Club(Clocked):
    """The use cases of one database, and actions that the tests repeat."""

    def __init__(self, database: Database, clock: StandingClock) -> None:
        super().__init__(database, clock)
        self.crowds = CrowdGames(database, clock, self.games, Random(1))

    async def open(self, crowd: Crowd = USUAL, place: Place = PLACE, level: int = 2) -> Game:
        color, window = ColorChoice.WHITE, VotingWindow.HALF_DAY
        terms = CrowdTerms("The channel", Ruleset.PYRGA, color, window, crowd, "en-GB")
        begun = await self.crowds.begin(place, terms, Player(level, "Computer"))
        return await self.players.have_board(begun.number, place, message_id=begun.number)

    async def vote(self, game: Game, person: Player, choice: str, ply: int | None = None) -> Game:
        at = game.position.ply if ply is None else ply
        return await self.crowds.vote(game.number, ply=at, choice=choice, voter=person, place=game.place)

    async def due_while_running(self) -> list[Due]:
        """Return what has come due if the bot was always running."""
        await self.live(timedelta())
        async with self.database.reading_once() as connection:
            return await due_times.until(connection, self.now, self.now, 50)

    async def deadline(self, wait: timedelta = WINDOW) -> Game:
        """Let the window of the only game pass."""
        self.clock.move(wait)
        (due,) = await self.due_while_running()
        if due.kind is DueKind.CLAIM:
            return await self.games.update(due.about, turns.on_due(due, crowds.give_up))
        return await self.crowds.close(due)

    async def turn(self, game: Game, *people: Player) -> Game:
        """Let people vote for the first move, the window pass, and the computer answer."""
        for person in people:
            await self.vote(game, person, str(game.position.legal_moves[0]))
        return await self.play(await self.deadline())


@pytest.fixture
def club(database: Database, clock: StandingClock) -> Club:
    return Club(database, clock)


@cells("voting closes", VOTES)
@pytest.mark.default
async def test_the_move_with_most_votes_is_played_at_the_deadline(club: Club) -> None:
    game = await club.open()
    first, second = map(str, game.position.legal_moves[:2])
    for person, choice in ((ADA, first), (BLAISE, second), (CHIYO, second)):
        await club.vote(game, person, choice)
    assert sorted((await club.games.get(game.number)).ballots) == sorted([first, second, second])
    closed = await club.deadline()
    assert [move.text for move in closed.moves] == [second]
    assert closed.computer_moves
    assert closed.clock is None
    stored = await club.games.get(game.number)
    assert (stored.moves, stored.crowd, stored.ballots) == (closed.moves, closed.crowd, ())
    again = await club.play(closed)
    assert again.clock is not None
    assert again.clock.until == club.clock.now() + WINDOW
    assert await club.games.get(game.number) == again


async def test_the_last_vote_counts_and_the_same_one_again_changes_nothing(club: Club) -> None:
    game = await club.open()
    first, second = map(str, game.position.legal_moves[:2])
    await club.vote(game, ADA, first)
    await club.vote(game, BLAISE, second)
    club.clock.move(timedelta(hours=1))
    # Ada's click repeats her vote, so it's still the older one in a tie.
    await club.vote(game, ADA, first)
    assert (await club.deadline(WINDOW - timedelta(hours=1))).moves[0].text == first


@cells("someone votes again, or from two tabs at once", VOTES)
async def test_votes_from_two_tabs_at_once_leave_one(club: Club) -> None:
    game = await club.open()
    choices = [str(move) for move in game.position.legal_moves[:4]]
    await asyncio.gather(*(club.vote(game, ADA, choice) for choice in choices))
    (ballot,) = (await club.games.get(game.number)).ballots
    assert ballot in choices


async def test_the_transactions_time_decides_whether_a_vote_is_late(club: Club) -> None:
    game = await club.open()
    assert game.clock is not None
    async with club.database.writing() as connection:
        await load_to_change(connection, game.number)
        voting = asyncio.create_task(club.vote(game, ADA, "Sb2"))
        # It was sent in time, and waits for this transaction.
        await asyncio.sleep(0.05)
        club.clock.move(WINDOW)
    with pytest.raises(game_errors.LateVoteError) as late:
        await voting
    assert (late.value.closed_at, late.value.voted_at) == (game.clock.until, club.clock.now())
    assert (await club.games.get(game.number)).ballots == ()


async def test_votes_for_what_is_not_possible_are_refused(club: Club) -> None:
    game = await club.open()
    for choice, ply, error in (
        ("Sz9", 0, game_errors.ForbiddenMoveError),
        ("Tb2", 0, game_errors.ForbiddenMoveError),
        (RESIGN, 0, game_errors.TooEarlyToResignError),
        ("Sb2", 1, game_errors.StaleRevisionError),
    ):
        with pytest.raises(error):
            await club.vote(game, ADA, choice, ply)
    closed = await club.games.change(game.number, endings.call_off)
    with pytest.raises(game_errors.FinishedGameError):
        await club.vote(closed, ADA, "Sb2")
    other = await club.games.get(game.number)
    assert other.ballots == ()


@cells("too few have voted in time", VOTES)
async def test_too_few_votes_get_a_second_window_and_then_the_game_waits(club: Club) -> None:
    game = await club.open(Crowd(quorum=3))
    choice = str(game.position.legal_moves[3])
    await club.vote(game, ADA, choice)
    extended = await club.deadline()
    assert extended.crowd == Crowd(quorum=3, extended=True)
    assert extended.ballots == (choice,)
    await club.vote(game, BLAISE, choice)
    waiting = await club.deadline()
    assert waiting.clock is not None
    assert waiting.clock.claimable
    club.clock.move(timedelta(days=3))
    opened = await club.vote(waiting, CHIYO, choice)
    assert opened.clock is not None
    assert (opened.clock.claimable, opened.clock.until) == (False, club.clock.now() + WINDOW)
    assert await club.games.get(game.number) == replace(opened, ballots=(choice,) * 3)
    assert (await club.deadline()).moves[0].text == choice


async def test_a_game_without_a_vote_ends_after_fourteen_days_without_a_result(club: Club) -> None:
    game = await club.open()
    await club.deadline()
    await club.deadline()
    ended = await club.deadline(timedelta(days=14) - 2 * WINDOW)
    assert ended.outcome == Outcome(None, Reason.ABANDONED)
    assert await club.due_while_running() == []
    assert await club.crowds.next_level(GUILD) == 2
    assert (await club.games.get(game.number)).outcome == ended.outcome


@cells("everyone who usually votes has voted", VOTES)
async def test_voting_closes_early_once_the_regulars_have_voted(club: Club) -> None:
    game = await club.open()
    for _ in range(3):
        game = await club.turn(game, ADA, BLAISE, CHIYO)
    choice = str(game.position.legal_moves[0])
    for person in (ADA, BLAISE, DORA):
        await club.vote(game, person, choice)
        assert (await club.crowds.close_early(game.number)).revision == game.revision
    await club.vote(game, CHIYO, choice)
    closed = await club.crowds.close_early(game.number)
    assert closed.moves[-1].text == choice
    assert closed.computer_moves
    club.clock.move(WINDOW)
    assert await club.due_while_running() == []


async def resigning(club: Club) -> Game:
    """Return a game in which Ada has voted three times, from which on people can vote to resign."""
    game = await club.open()
    for _ in range(3):
        game = await club.turn(game, ADA)
    return game


@cells("most vote to resign", VOTES)
async def test_a_channel_resigns_and_the_servers_step_falls(club: Club) -> None:
    game = await resigning(club)
    for person in (ADA, BLAISE, CHIYO):
        await club.vote(game, person, RESIGN)
    await club.vote(game, DORA, str(game.position.legal_moves[0]))
    ended = await club.deadline()
    assert ended.outcome is not None
    assert (ended.outcome.reason, ended.winner) == (Reason.RESIGNATION, game.black)
    assert not ended.is_counted
    assert await club.crowds.next_level(GUILD) == 1


async def test_the_step_rises_and_falls_at_its_own_level_and_stays_among_the_levels(club: Club) -> None:
    for level, wins, step in (
        *((2, True, 3), (2, True, 3), (3, True, 4), (8, True, 4)),
        *((4, False, 3), (3, False, 2), (2, False, 1), (1, False, 1)),
    ):
        game = await club.open(level=level)
        await club.resign(game, game.black if wins else game.white)
        assert await club.crowds.next_level(GUILD) == step


async def test_a_channel_plays_one_game_and_a_server_three(club: Club) -> None:
    game = await club.open()
    with pytest.raises(game_errors.ChannelPlaysError) as taken:
        await club.open()
    assert taken.value.game.number == game.number
    await club.open(place=Place(GUILD, 21))
    await club.open(place=Place(GUILD, 22))
    with pytest.raises(game_errors.TooManyChannelsPlayError):
        await club.open(place=Place(GUILD, 23))
    await club.open(place=Place(GUILD + 1, 24))
    await club.resign(game, game.white)
    await club.open()


@cells("a moderator excludes someone", VOTES)
async def test_votes_of_someone_excluded_do_not_count_and_vanish_with_the_turn(club: Club) -> None:
    game = await club.open()
    game = await club.turn(game, ADA, BLAISE)
    choice, other = map(str, game.position.legal_moves[:2])
    await club.vote(game, ADA, choice)
    club.clock.move(timedelta(hours=1))
    await club.vote(game, BLAISE, other)
    for _ in range(2):
        await club.crowds.exclude(game.number, ADA, DORA, guild_id=GUILD)
    # Whoever looks at an open tally learns nothing from that.
    assert sorted((await club.games.get(game.number)).ballots) == sorted((choice, other))
    assert (await club.crowds.tallies())[0][game.number].voters == 2
    with pytest.raises(game_errors.ExcludedVoterError):
        await club.vote(game, ADA, choice)
    assert (await club.deadline()).moves[-1].text == other
    counts = await club.crowds.counts(game.number)
    assert [(one.move, one.voters) for one in counts[2]] == [(other, 1)]
    assert [one.voters for one in counts[0]] == [1]
    (act,), _ = await club.moderation.log(GUILD, page=0, size=5)
    assert (act.moderator, act.player) == (DORA, ADA)
    with pytest.raises(Refusal):
        await club.moderation.proposed(GUILD, moderator_id=DORA.id, number=getattr(act, "number", 0))
    elsewhere = await club.open(place=Place(GUILD, 21))
    await club.vote(elsewhere, ADA, choice)


async def test_someone_excluded_is_shown_until_the_turn_is_over_and_not_waited_for(club: Club) -> None:
    game = await club.open(Crowd(open_tally=True, quorum=2))
    choice = str(game.position.legal_moves[0])
    for person in (ADA, BLAISE):
        await club.vote(game, person, choice)
    await club.crowds.exclude(game.number, ADA, DORA, guild_id=GUILD)
    extended = await club.deadline()
    assert (extended.position.ply, len((await club.games.get(game.number)).ballots)) == (0, 2)
    await club.vote(game, CHIYO, choice)
    game = await club.play(await club.deadline())
    for _ in range(2):
        game = await club.turn(game, BLAISE, CHIYO, DORA)
    await club.crowds.exclude(game.number, DORA, BLAISE, guild_id=GUILD)
    for person in (BLAISE, CHIYO, PEOPLE[4]):
        await club.vote(game, person, str(game.position.legal_moves[0]))
    closed = await club.crowds.close_early(game.number)
    assert len(closed.moves) == len(game.moves) + 1


async def test_two_processes_close_a_window_once(club: Club, clock: StandingClock) -> None:
    game = await club.open()
    await club.vote(game, ADA, str(game.position.legal_moves[0]))
    club.clock.move(WINDOW)
    (due,) = await club.due_while_running()
    both = club, Club(club.database, clock)
    closed = await asyncio.gather(*(each.crowds.close(due) for each in both), return_exceptions=True)
    assert {*map(type, closed)} == {Game, game_errors.StaleRevisionError}
    assert len((await club.games.get(game.number)).moves) == 1


async def test_a_vote_and_the_deadline_at_once_leave_a_true_count(club: Club) -> None:
    game = await club.open()
    choices = [str(move) for move in game.position.legal_moves[:2]]
    await club.vote(game, ADA, choices[0])
    club.clock.move(WINDOW)
    (due,) = await club.due_while_running()
    both = club.vote(game, BLAISE, choices[1]), club.crowds.close(due)
    results = await asyncio.gather(*both, return_exceptions=True)
    assert [*map(type, results)] == [game_errors.LateVoteError, Game]
    counts = await club.crowds.counts(game.number)
    assert [(one.move, one.voters) for one in counts[0]] == [(choices[0], 1)]


@cells("someone who voted deletes their data", VOTES)
async def test_votes_are_in_a_persons_file_and_their_counts_stay_after_deletion(club: Club) -> None:
    game = await club.open()
    choice = str(game.position.legal_moves[0])
    await club.vote(game, ADA, choice)
    await club.vote(game, BLAISE, choice)
    exports = Exports(club.database)
    file = await exports.export(ADA.id)
    assert file is not None
    assert b'"votes"' in file
    assert choice.encode() in file
    assert str(BLAISE.id).encode() not in file
    await club.deletions.delete(ADA.id)
    assert await exports.export(ADA.id) is None
    counts = await club.crowds.counts(game.number)
    assert [(one.move, one.voters) for one in counts[0]] == [(choice, 2)]
    assert (await club.deadline()).moves[0].text == choice


@cells("someone votes again after deleting their data", VOTES)
async def test_deleting_ones_data_gives_no_second_vote_and_ends_no_exclusion(club: Club) -> None:
    game, elsewhere = await club.open(), await club.open(place=Place(GUILD, 21))
    first, second = map(str, game.position.legal_moves[:2])
    for person in (ADA, BLAISE):
        await club.vote(game, person, first)
    await club.crowds.exclude(game.number, BLAISE, DORA, guild_id=GUILD)
    for person in (ADA, BLAISE):
        await club.deletions.delete(person.id)
        with pytest.raises(game_errors.FormerVoterError):
            await club.vote(game, person, second)
        # Also once the bot knows them again.
        await club.vote(elsewhere, person, second)
        with pytest.raises(game_errors.FormerVoterError):
            await club.vote(game, person, second)
    assert (await club.games.get(game.number)).ballots == (first, first)
    club.clock.move(WINDOW)
    for due in await club.due_while_running():
        await club.crowds.close(due)
    assert [one.voters for one in (await club.crowds.counts(game.number))[0]] == [1]
    club.clock.move(VOTERS_KEPT)
    await club.deletions.drop_limits()
    assert (await contents(club.database))["kept_limits"] == []


@cells("a moderator annuls a game of a channel", VOTES)
async def test_annulling_a_game_gives_its_step_back(club: Club) -> None:
    running = await club.annul(await club.open())
    assert (running.outcome, await club.crowds.next_level(GUILD)) == (Outcome(None, Reason.ANNULLED), 2)
    for level, after, before in ((2, 3, 2), (5, 2, 2)):
        game = await club.open(level=level)
        won = await club.resign(game, game.black)
        assert await club.crowds.next_level(GUILD) == after
        await club.annul(won)
        assert await club.crowds.next_level(GUILD) == before


@cells("the bot was down while a channel votes", VOTES)
async def test_time_during_which_the_bot_was_down_is_given_back(club: Club) -> None:
    await club.downtime.beat()
    game = await club.open()
    club.clock.move(WINDOW + timedelta(hours=5))
    await club.downtime.beat()
    clock = (await club.games.get(game.number)).clock
    assert clock is not None
    assert clock.until == club.clock.now() + WINDOW


async def test_tallies_are_those_of_the_present_turn(club: Club) -> None:
    game = await club.turn(await club.open(), ADA, BLAISE)
    assert await club.crowds.tallies() == ({}, club.clock.now())
    await club.vote(game, CHIYO, str(game.position.legal_moves[0]))
    tallies, _ = await club.crowds.tallies()
    assert [(number, tally.ply, tally.voters) for number, tally in tallies.items()] == [(game.number, 2, 1)]


async def test_a_score_counts_what_was_judged(club: Club) -> None:
    game = await resigning(club)
    async with club.database.writing() as connection:
        chosen = [(ply, game.moves[ply].text) for ply in (0, 2, 4)]
        judged = [(ply, move, ply != 2) for ply, move in chosen[1:]]
        await votes.judge(connection, game.number, judged)
    score = await club.crowds.score(game.number, player_id=ADA.id)
    assert (score.votes, score.kept, score.judged) == (3, 1, 2)
    assert (await club.crowds.score(game.number, player_id=DORA.id)).votes == 0


@pytest.mark.parametrize("level", [6, 8])
async def test_no_one_votes_for_what_a_strong_level_would_answer_in_their_own_position(
    club: Club, level: int
) -> None:
    own = await club.move(await club.begin(None), "Sb2 Ta2e Tc2n")
    theirs = await club.move(await club.open(level=level), "Sb2 Ta2e")
    after = str(own.position.last_move)
    if level < 7:
        await club.vote(theirs, CLOCKED_ADA, after)
        return
    with pytest.raises(game_errors.HelpfulVoteError):
        await club.vote(theirs, CLOCKED_ADA, after)
    # Others may, and another move doesn't lead there.
    await club.vote(theirs, PEOPLE[5], after)
    await club.vote(theirs, CLOCKED_ADA, "Cc2")
    await club.resign(own, CLOCKED_ADA)
    await club.vote(theirs, CLOCKED_ADA, after)
