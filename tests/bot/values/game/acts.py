"""Everything that can happen to a match, drawn at random: sensible acts, silly ones, and late ones."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, auto
from functools import partial
from typing import Any

from hypothesis import strategies as st

from bot.use_cases.games.games import Transition
from bot.values.clocks import TotalTime
from bot.values.errors import MatchError
from bot.values.game import boards, endings, offers, presence, turns
from bot.values.game.game import BY_LOT, BestPlay, Board, Match, PlannedLine, PlayedMove, Seat
from bot.values.players import DELETED_NAME, Place, Player, ThemeName
from engine import Color, Position, Ruleset, Start, Value, opening_moves
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO
from tests.bot.use_cases.made_matches import NOW, made_in_two_places, made_match

LEVEL = Player(3, "Computer, level 3")
LIVE, SLOW = 300, 3 * 24 * 3600
TOTAL = TotalTime(300, 5)
IN_ONE_SITTING: Mapping[str, Any] = {
    "total": TOTAL,
    **dict.fromkeys(("white_seat", "black_seat"), Seat(left=timedelta(seconds=TOTAL.seconds))),
}
"""What a match with a total time has when it begins."""

MESSAGES = range(1, 6)


class Who(Enum):
    """Who does something: the one who'd usually do it, their opponent, or Chiyo, who doesn't play."""

    USUAL = auto()
    OPPONENT = auto()
    CHIYO = auto()


@dataclass(frozen=True, slots=True)
class Act:
    """Something that happens, some seconds after what happened before.

    ``number`` chooses among the moves, messages, and so on that there are. The button was made ``behind``
    revisions ago.
    """

    what: "Callable[[Match, Act, datetime], Match]"
    number: int
    who: Who
    behind: int
    seconds: int

    def by(self, match: Match, usual: Player) -> int:
        """Return the id of the one who does it."""
        if self.who is Who.USUAL:
            return usual.id
        return match.opponent_of(usual.id).id if self.who is Who.OPPONENT else CHIYO.id

    def revision(self, match: Match) -> int:
        """Return the revision at which the button was made."""
        return match.revision - self.behind

    def text(self, position: Position) -> str:
        """Return one of the legal moves, or one that isn't."""
        moves = [*map(str, position.legal_moves), "Ta1s", "?"]
        return moves[self.number % len(moves)]

    def player(self, match: Match) -> Player:
        """Return any of the two players."""
        return (match.white, match.black)[self.number % 2]

    @property
    def message_id(self) -> int:
        """Return one of a few messages."""
        return MESSAGES[self.number // 2 % len(MESSAGES)]


def move(match: Match, act: Act, now: datetime) -> Match:
    text = act.text(match.position)
    return turns.play(match, act.revision(match), text, now, player_id=act.by(match, match.to_move))


def respond(match: Match, act: Act, now: datetime) -> Match:
    """Do what someone waits for: answer their offer, claim the win, or make a move with a planned answer."""
    if match.offer is not None:
        return (accept, decline, accept, withdraw)[act.number % 4](match, act, now)
    if match.clock is not None and match.clock.claimable:
        return (give_time, claim)[act.number % 2](match, act, now)
    planned = [line[0] for line in match.seat(match.position.turn.opponent).conditional_moves.answers]
    if not planned:
        return move(match, act, now)
    return turns.play(match, act.revision(match), planned[0], now, player_id=act.by(match, match.to_move))


def swap(match: Match, act: Act, now: datetime) -> Match:
    return turns.swap(match, act.revision(match), now, player_id=act.by(match, match.to_move))


def plan(match: Match, act: Act, _: datetime) -> Match:
    line = _line(match, act)
    answer = act.text(_after(match, line))
    return turns.plan(match, act.revision(match), line, answer, player_id=act.by(match, _waiting(match)))


def forget_plan(match: Match, act: Act, _: datetime) -> Match:
    line = () if act.number % 2 else _line(match, act)
    return turns.forget_plan(match, act.revision(match), line, player_id=act.by(match, _waiting(match)))


def stall(match: Match, act: Act, _: datetime) -> Match:
    return turns.stall(match, act.revision(match))


def offer_draw(match: Match, act: Act, _: datetime) -> Match:
    return offers.offer_draw(match, act.revision(match), player_id=act.by(match, act.player(match)))


def take_back(match: Match, act: Act, now: datetime) -> Match:
    return offers.take_back(match, act.revision(match), now, player_id=act.by(match, act.player(match)))


def accept(match: Match, act: Act, now: datetime) -> Match:
    return offers.accept(match, act.revision(match), now, player_id=act.by(match, match.awaited))


def decline(match: Match, act: Act, now: datetime) -> Match:
    return offers.decline(match, act.revision(match), now, player_id=act.by(match, match.awaited))


def withdraw(match: Match, act: Act, now: datetime) -> Match:
    return offers.withdraw(
        match, act.revision(match), now, player_id=act.by(match, match.opponent_of(match.awaited.id))
    )


def claim(match: Match, act: Act, now: datetime) -> Match:
    return turns.claim(match, act.revision(match), now, player_id=act.by(match, _waiting(match)))


def give_time(match: Match, act: Act, now: datetime) -> Match:
    return turns.give_time(match, act.revision(match), now, player_id=act.by(match, _waiting(match)))


def resign(match: Match, act: Act, now: datetime) -> Match:
    return endings.resign(match, act.by(match, act.player(match)), now)


def cancel(match: Match, act: Act, now: datetime) -> Match:
    return endings.cancel(match, act.by(match, act.player(match)), now)


def adjudicate(match: Match, act: Act, now: datetime) -> Match:
    """End a game of a cup because its time is up."""
    line = tuple(match.position.legal_moves[:1])
    known = (None, BestPlay(None), BestPlay(Color.WHITE, 7, line), BestPlay(Color.BLACK))
    return match if match.event is None else endings.adjudicate(match, known[act.number % 4], now)


def annul(match: Match, _: Act, now: datetime) -> Match:
    return endings.annul(match, now)


def abandon(match: Match, _: Act, now: datetime) -> Match:
    return endings.abandon(match, now)


def forget_player(match: Match, act: Act, _: datetime) -> Match:
    """Delete someone, whose running matches were resigned first."""
    if match.outcome is None:
        return match
    return endings.forget_player(
        match, act.by(match, act.player(match)), Player(-1 - act.number, DELETED_NAME)
    )


def see(match: Match, act: Act, now: datetime) -> Match:
    return presence.see(match, act.by(match, act.player(match)), now)


def give_hint(match: Match, act: Act, _: datetime) -> Match:
    presence.check_may_have_hint(match, act.revision(match), player_id=act.by(match, match.to_move))
    return presence.give_hint(match, match.revision, player_id=act.by(match, match.to_move))


def put(match: Match, act: Act, now: datetime) -> Match:
    home = match.homes[act.number % len(match.homes)]
    # In two places, one that's lost is followed by the player's DMs.
    moves = home.side is not None and act.number % 3 == 0
    place = Place(None, 30 + act.number) if moves else home.place
    return boards.put(
        match, place, now, (None, match.revision)[act.behind], home.side, message_id=act.message_id
    )


def put_private(match: Match, act: Act, now: datetime) -> Match:
    return boards.put_private(
        match,
        act.by(match, act.player(match)),
        Place(None, 30 + act.number),
        message_id=10 + act.message_id,
        now=now,
    )


def lose_home(match: Match, act: Act, now: datetime) -> Match:
    home = match.homes[act.number % len(match.homes)]
    is_kept = home.side is None and match.event is None
    return match if is_kept else boards.lose_home(match, home.side, now)


def watch(match: Match, act: Act, now: datetime) -> Match:
    place = Place(match.place.guild_id, 50 + act.number % 9)
    board = Board(place, "en-US", ThemeName.AEGEAN, None, place.channel_id, now, watched=True)
    return boards.watch(match, board)


def lose_board(match: Match, act: Act, _: datetime) -> Match:
    return boards.lose(match, act.message_id + 10 * (act.number % 2))


def show(match: Match, act: Act, _: datetime) -> Match:
    return boards.show(match, {act.message_id, 10 + act.message_id}, act.revision(match))


def doubt(match: Match, _: Act, __: datetime) -> Match:
    return boards.doubt(match)


def ask_for_text(match: Match, act: Act, _: datetime) -> Match:
    return offers.ask_for_text(match, act.revision(match), player_id=act.by(match, act.player(match)))


def hide_text(match: Match, act: Act, _: datetime) -> Match:
    return boards.hide_text(match, act.by(match, act.player(match)))


def wait(match: Match, _: Act, __: datetime) -> Match:
    """Do nothing. What comes due is done all the same."""
    return match


PLAYING = (offer_draw, take_back, ask_for_text, decline, withdraw, plan, forget_plan, swap, claim, give_time)
LOOKING = (see, give_hint, put, put_private, watch, lose_board, lose_home, show)
RARE = (stall, resign, cancel, adjudicate, annul, abandon, forget_player, doubt, hide_text, wait)

# The first of each is the simplest, which is what's left when Hypothesis simplifies a failure.
WHATS = (*60 * [move], *60 * [respond], *10 * PLAYING, *4 * LOOKING, *RARE)
WHOS = (*8 * [Who.USUAL], Who.OPPONENT, Who.CHIYO)
BEHIND = (*15 * [0], 1)
SECONDS = (*40 * [1], *15 * [20], *5 * [60], 290, 24 * 3600, 7 * 24 * 3600)

_BYTES = 5
"""Number of bytes for each act."""


def _acts(drawn: bytes) -> list[Act]:
    return [_act(*drawn[first : first + _BYTES]) for first in range(0, len(drawn) - _BYTES + 1, _BYTES)]


def _act(what: int, number: int, who: int, behind: int, seconds: int) -> Act:
    return Act(
        WHATS[what % len(WHATS)],
        number,
        WHOS[who % len(WHOS)],
        BEHIND[behind % len(BEHIND)],
        SECONDS[seconds % len(SECONDS)],
    )


sequences = st.binary(min_size=40 * _BYTES, max_size=90 * _BYTES).map(_acts)
"""What happens one after another. Hypothesis draws one text much faster than many values."""


@st.composite
def new_matches(draw: st.DrawFn) -> Match:
    """Return matches that have just begun, on all kinds of terms."""
    ruleset = draw(st.sampled_from(Ruleset))
    if draw(st.integers(0, 4)) == 0:
        white, black = draw(st.permutations([ADA, LEVEL]))
        return made_match(white, black, ruleset=ruleset, place=draw(_places), hints=True)
    start = draw(st.sampled_from(Start))
    rated = start is not Start.ADVANTAGE and draw(st.booleans())
    value = Value.DRAW if start is Start.BALANCED else draw(st.sampled_from((Value.WIN, Value.LOSS)))
    first = str(opening_moves(ruleset, value)[0]) if start.is_random else None
    cup = draw(st.sampled_from([None, None, None, 7]))
    made = made_in_two_places if cup is None and draw(st.integers(0, 3)) == 0 else made_match
    clocks: list[Mapping[str, Any]] = [{"move_seconds": LIVE}, {"move_seconds": SLOW}]
    match = made(
        ADA,
        BLAISE,
        ruleset=ruleset,
        place=draw(_places),
        message_id=draw(st.none() | st.just(1)),
        start=start,
        rated=rated,
        hints=not rated and cup is None and draw(st.booleans()),
        event=cup,
        **draw(st.sampled_from([*clocks, *([{}, IN_ONE_SITTING] if cup is None else [])])),
    )
    if first is not None:
        lot = (PlayedMove(first, BY_LOT, NOW),)
        match = replace(match, moves=lot, position=Position.replay(ruleset, [first]))
    return turns.begin_turn(match, NOW)


_places = st.builds(Place, st.sampled_from([10, None]), st.just(20), st.booleans())


def transitions(began: datetime, happening: Iterable[Act]) -> Iterator[tuple[Transition, datetime]]:
    """Yield what happens to a match that began then, each with the time when it does."""
    now = began
    for act in happening:
        now += timedelta(seconds=act.seconds)
        yield come_due, now
        yield partial(attempt, act), now


def come_due(match: Match, now: datetime) -> Match:
    """Do what has come due because of the match's clock."""
    if match.clock is None or match.clock.until > now:
        return match
    if match.clock.claimable:
        return turns.lose_by_time(match, now)
    return turns.run_out(match, match.clock.until, now=now)


def attempt(act: Act, match: Match, now: datetime) -> Match:
    """Return the match after an act; the same one if that's refused."""
    try:
        return act.what(match, act, now)
    except MatchError:
        return match


def _waiting(match: Match) -> Player:
    return match.opponent_of(match.to_move.id)


def _line(match: Match, act: Act) -> PlannedLine:
    """Return a line that someone may plan an answer to: the next move, or what follows their plan."""
    planned = match.seat(match.position.turn.opponent).conditional_moves
    known = [(*line, answer) for line, answer in planned.answers.items()]
    beginning = [(), *known][act.number % (1 + len(known))]
    return (*beginning, act.text(_after(match, beginning)))


def _after(match: Match, line: PlannedLine) -> Position:
    try:
        return turns.position_after(match, *line)
    except MatchError:
        return match.position
