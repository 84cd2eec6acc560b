"""The rules of voting, compared with a second implementation, and the ones that random votes rarely meet."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.values.crowds import RESIGN, Crowd, Vote, closes_early, decision
from bot.values.game import crowds, turns
from bot.values.game.game import Board, Game
from bot.values.game.game_errors import FinishedGameError, LateVoteError, TooEarlyToResignError
from bot.values.players import CROWDS, Place, Player, ThemeName
from engine import Color, Position, Reason, Ruleset, mover
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.crowds.second_rules import Voting
from tests.cells import cells

START = StandingClock().now()
WINDOW = 60
HERE = Place(1, 2)
USUAL = Crowd()
EVENTS = st.lists(
    st.tuples(st.integers(0, 50), st.integers(1, 6), st.integers(0, 3)), min_size=40, max_size=60
)
"""How many minutes later who clicks, and on which of the first moves.

Instead of the first, some click on *Vote to resign*.
"""
LONG = 40 * 24 * 60
"""Longer than a game waits for a vote, in minutes."""
WHO_PLAY_ON = 2
"""How many people never click on *Vote to resign*."""


def crowd_game(crowd: Crowd = USUAL, color: Color = Color.WHITE) -> Game:
    """Return a game of a channel against level 2 that has just begun."""
    players = {color: Player(CROWDS[color], "The channel"), color.opponent: Player(2, "Computer")}
    new = Game(
        number=1,
        white=players[Color.WHITE],
        black=players[Color.BLACK],
        position=Position.start(Ruleset.PYRGA),
        created_at=START,
        boards=(Board(HERE, "en", ThemeName.AEGEAN),),
        move_seconds=WINDOW * 60,
        crowd=crowd,
    )
    return turns.begin_turn(new, START)


@dataclass
class Played:
    """A game as the bot's rules play it, with the votes that its table would have."""

    game: Game
    votes: dict[tuple[int, int], Vote] = field(default_factory=dict)

    def at(self, ply: int) -> list[Vote]:
        return [vote for (at, _), vote in self.votes.items() if at == ply]

    def vote(self, person: int, choice: str, now: datetime) -> str:
        ply = self.game.position.ply
        try:
            crowds.check_vote(self.game, ply, choice, HERE, now)
        except LateVoteError:
            return "late"
        except TooEarlyToResignError:
            return "too early"
        except FinishedGameError:
            return "over"
        earlier = self.votes.get((ply, person))
        if earlier is None or earlier.choice != choice:
            self.votes[ply, person] = Vote(person, choice, now)
        self.game = crowds.take_vote(self.game, now)
        return "counts"

    def close_early(self, now: datetime) -> None:
        earlier = [{vote.player_id for vote in self.at(ply)} for ply in crowds.earlier_windows(self.game)]
        self.game = crowds.close_early(self.game, self.at(self.game.position.ply), earlier, now)

    def deadline(self, now: datetime) -> None:
        assert self.game.clock is not None
        if self.game.clock.claimable:
            self.game = crowds.give_up(self.game, now)
        else:
            self.game = crowds.close(self.game, self.at(self.game.position.ply), now)

    def let_computer_play(self, now: datetime) -> None:
        while self.game.computer_moves:
            move = str(self.game.position.legal_moves[-1])
            self.game = turns.play(
                self.game, now, revision=self.game.revision, text=move, player_id=self.game.to_move.id
            )


def moves(game: Game) -> list[str]:
    return [str(move) for move in game.position.legal_moves]


def at(minute: int) -> datetime:
    return START + timedelta(minutes=minute)


class Both:
    """The same votes under both implementations. The computer answers at once."""

    def __init__(self, quorum: int, color: Color) -> None:
        self.played = Played(crowd_game(Crowd(quorum=quorum), color))
        self.played.let_computer_play(START)
        game = self.played.game
        self.second = Voting(WINDOW, quorum, game.position.ply, moves(game), 0)

    def click(self, person: int, index: int, now: int) -> None:
        """Let someone vote, if the game isn't over."""
        if self.second.over:
            return
        legal = moves(self.played.game)
        choice = RESIGN if index == 0 and person > WHO_PLAY_ON else legal[index % len(legal)]
        assert self.played.vote(person, choice, at(now)) == self.second.vote(person, choice, now)

    def close_early(self, now: int) -> None:
        """Close voting if no one has to be waited for."""
        before = self.played.game
        self.played.close_early(at(now))
        choice = self.second.early()
        assert (self.played.game is not before) == bool(choice)
        self._follow(choice, now)

    def close_until(self, now: int) -> None:
        """Let every deadline until now pass."""
        while not self.second.over and self.second.closes <= now:
            closes = self.second.closes
            choice = self.second.deadline()
            self.played.deadline(at(closes))
            self._follow(choice, closes)

    def _follow(self, choice: str, now: int) -> None:
        """Check that both have done the same, and go on to the next turn."""
        second, game = self.second, self.played.game
        if choice == RESIGN:
            assert game.outcome is not None
            assert game.outcome.reason is Reason.RESIGNATION
            second.over = "resigned"
        elif choice:
            assert game.moves[second.ply].text == choice
            self._begin_turn(now)
        else:
            assert second.over or game.position.ply == second.ply
        game = self.played.game
        assert (game.outcome is not None) == bool(second.over)
        if game.clock is not None:
            assert (game.clock.until, game.clock.claimable) == (at(second.closes), second.waits)

    def _begin_turn(self, now: int) -> None:
        self.played.let_computer_play(at(now))
        game = self.played.game
        if game.outcome is not None:
            self.second.over = "played out"
            return
        assert game.crowd_votes
        self.second.begin(game.position.ply, moves(game), now)
        assert not {ply for ply, move in enumerate(game.moves) if move.forced} & {*self.second.turns}


def compare(events: list[tuple[int, int, int]], quorum: int, color: Color) -> None:
    """Play the same votes under both implementations, until the game is given up at the latest."""
    both, now = Both(quorum, color), 0
    for delay, person, index in events:
        now += delay * (40 if delay == 50 else 1)
        if both.second.closes <= now:
            # The bot is a little late with closing.
            both.click(person, index, now)
        both.close_until(now)
        both.click(person, index, now)
        both.close_early(now)
    both.close_until(now + LONG)
    assert both.second.over


@settings(max_examples=15, suppress_health_check=list(HealthCheck))
@given(EVENTS, st.integers(1, 5), st.sampled_from(list(Color)))
def test_both_implementations_agree(events: list[tuple[int, int, int]], quorum: int, color: Color) -> None:
    compare(events, quorum, color)


@pytest.mark.thorough
@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(EVENTS, st.integers(1, 5), st.sampled_from(list(Color)))
def test_both_implementations_agree_about_ten_thousand_votes(
    events: list[tuple[int, int, int]], quorum: int, color: Color
) -> None:
    compare(events, quorum, color)


def vote(person: int, choice: str, minute: int = 0) -> Vote:
    return Vote(person, choice, START + timedelta(minutes=minute))


def test_in_a_tie_the_move_whose_latest_vote_came_first_wins() -> None:
    votes = [vote(1, "a", 0), vote(2, "b", 1), vote(3, "b", 2), vote(4, "a", 3)]
    assert decision(votes, ["a", "b"], 1) == "b"


def test_in_a_tie_at_the_same_time_the_list_decides() -> None:
    assert decision([vote(1, "b"), vote(2, "a")], ["a", "b"], 1) == "a"


@pytest.mark.parametrize(
    ("resigning", "moving", "decided"),
    [(3, 2, RESIGN), (3, 3, "a"), (2, 1, "a"), (2, 0, None), (4, 3, RESIGN)],
)
def test_resigning_takes_more_than_half_of_all_votes_and_three(
    resigning: int, moving: int, decided: str | None
) -> None:
    votes = [vote(person, RESIGN) for person in range(resigning)]
    votes += [vote(10 + person, "a") for person in range(moving)]
    assert decision(votes, ["a"], 1) == decided


def test_voting_closes_early_only_once_all_regulars_have_voted() -> None:
    earlier = [{1, 2}, {1, 2, 3}, {2, 3, 4}]
    assert not closes_early({1, 4, 5}, earlier)
    assert not closes_early({2, 3}, earlier)
    assert closes_early({2, 3, 5}, earlier)
    assert not closes_early({2, 3, 5}, earlier[1:])


def test_voting_does_not_close_early_if_no_one_voted_in_both_windows_before() -> None:
    assert not closes_early({1, 2, 3}, [{1}, {1, 2}, {3}])


def test_a_vote_at_the_very_deadline_is_late_and_says_when_it_closed() -> None:
    game = crowd_game()
    assert game.clock is not None
    with pytest.raises(LateVoteError) as late:
        crowds.check_vote(game, 0, moves(game)[0], HERE, game.clock.until)
    assert (late.value.closed_at, late.value.voted_at) == (game.clock.until, game.clock.until)
    crowds.check_vote(game, 0, moves(game)[0], HERE, game.clock.until - timedelta(microseconds=1))


def test_a_vote_on_a_move_that_was_played_says_when_that_was() -> None:
    game = crowds.close(crowd_game(), [vote(1, "Sb2")], START + timedelta(minutes=50))
    with pytest.raises(LateVoteError) as late:
        crowds.check_vote(game, 0, "Sb2", HERE, START + timedelta(hours=2))
    assert (late.value.ply, late.value.closed_at) == (0, START + timedelta(minutes=50))


@cells("only one move is legal for a channel", "a channel votes")
def test_a_channel_with_one_legal_move_plays_it_at_once() -> None:
    game, random = crowd_game(color=Color.BLACK), Random(3)
    while not any(move.forced for move in game.moves):
        if game.outcome is not None:
            game = crowd_game(color=Color.BLACK)
        move = random.choice(moves(game))
        if game.computer_moves:
            game = turns.play(game, START, revision=game.revision, text=move, player_id=game.to_move.id)
        else:
            assert len(game.position.legal_moves) > 1
            game = crowds.close(game, [vote(1, move)], START)
    forced = [ply for ply, move in enumerate(game.moves) if move.forced]
    assert forced == [len(game.moves) - 1]
    assert mover(forced[0]) is Color.BLACK
    assert crowds.voted_plies(game) == [ply for ply in range(forced[0]) if mover(ply) is Color.BLACK]
