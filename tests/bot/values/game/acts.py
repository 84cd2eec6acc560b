"""Everything that can happen to a game, drawn at random: sensible acts, silly ones, and late ones."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, auto
from functools import partial
from typing import Any

from hypothesis import strategies as st

from bot.values.clocks import TotalTime
from bot.values.errors import Refusal
from bot.values.game import boards, endings, offers, presence, turns
from bot.values.game.game import BY_LOT, BestPlay, Board, Game, PlannedLine, PlayedMove, Seat, Transition
from bot.values.players import DELETED_NAME, Place, Player, ThemeName
from engine import Color, Position, Ruleset, Start, Value, opening_moves
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO
from tests.bot.use_cases.made_games import NOW, made_game, made_in_two_places

LEVEL = Player(3, "Computer, level 3")
LIVE, SLOW = 300, 3 * 24 * 3600
TOTAL = TotalTime(300, 5)
IN_ONE_SITTING: Mapping[str, Any] = {
    "total": TOTAL,
    **dict.fromkeys(("white_seat", "black_seat"), Seat(left=timedelta(seconds=TOTAL.seconds))),
}
"""What a game with a total time has when it begins."""

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

    what: "Callable[[Game, Act, datetime], Game]"
    number: int
    who: Who
    behind: int
    seconds: int

    def by(self, game: Game, usual: Player) -> int:
        """Return the id of the one who does it."""
        if self.who is Who.USUAL:
            return usual.id
        return game.opponent_of(usual.id).id if self.who is Who.OPPONENT else CHIYO.id

    def revision(self, game: Game) -> int:
        """Return the revision at which the button was made."""
        return game.revision - self.behind

    def text(self, position: Position) -> str:
        """Return one of the legal moves, or one that isn't."""
        moves = [*map(str, position.legal_moves), "Ta1s", "?"]
        return moves[self.number % len(moves)]

    def player(self, game: Game) -> Player:
        """Return any of the two players."""
        return (game.white, game.black)[self.number % 2]

    @property
    def message_id(self) -> int:
        """Return one of a few messages."""
        return MESSAGES[self.number // 2 % len(MESSAGES)]


def move(game: Game, act: Act, now: datetime) -> Game:
    text = act.text(game.position)
    return turns.play(game, now, revision=act.revision(game), text=text, player_id=act.by(game, game.to_move))


def respond(game: Game, act: Act, now: datetime) -> Game:
    """Do what someone waits for: answer their offer, claim the win, or make a move with a planned answer."""
    if game.offer is not None:
        return (accept, decline, accept, withdraw)[act.number % 4](game, act, now)
    if game.clock is not None and game.clock.claimable:
        return (give_time, claim)[act.number % 2](game, act, now)
    planned = [line[0] for line in game.seat(game.position.turn.opponent).conditional_moves.answers]
    if not planned:
        return move(game, act, now)
    return turns.play(
        game, now, revision=act.revision(game), text=planned[0], player_id=act.by(game, game.to_move)
    )


def swap(game: Game, act: Act, now: datetime) -> Game:
    return turns.swap(game, now, revision=act.revision(game), player_id=act.by(game, game.to_move))


def plan(game: Game, act: Act, _: datetime) -> Game:
    line = _line(game, act)
    answer = act.text(_after(game, line))
    return turns.plan(game, act.revision(game), line, answer, player_id=act.by(game, _waiting(game)))


def forget_plan(game: Game, act: Act, _: datetime) -> Game:
    line = () if act.number % 2 else _line(game, act)
    return turns.forget_plan(game, act.revision(game), line, player_id=act.by(game, _waiting(game)))


def stall(game: Game, act: Act, _: datetime) -> Game:
    return turns.stall(game, act.revision(game))


def offer_draw(game: Game, act: Act, _: datetime) -> Game:
    return offers.offer_draw(game, act.revision(game), player_id=act.by(game, act.player(game)))


def take_back(game: Game, act: Act, now: datetime) -> Game:
    return offers.take_back(game, now, revision=act.revision(game), player_id=act.by(game, act.player(game)))


def accept(game: Game, act: Act, now: datetime) -> Game:
    return offers.accept(game, now, revision=act.revision(game), player_id=act.by(game, game.awaited))


def decline(game: Game, act: Act, now: datetime) -> Game:
    return offers.decline(game, now, revision=act.revision(game), player_id=act.by(game, game.awaited))


def withdraw(game: Game, act: Act, now: datetime) -> Game:
    return offers.withdraw(
        game, now, revision=act.revision(game), player_id=act.by(game, game.opponent_of(game.awaited.id))
    )


def claim(game: Game, act: Act, now: datetime) -> Game:
    return turns.claim(game, now, revision=act.revision(game), player_id=act.by(game, _waiting(game)))


def give_time(game: Game, act: Act, now: datetime) -> Game:
    return turns.give_time(game, now, revision=act.revision(game), player_id=act.by(game, _waiting(game)))


def resign(game: Game, act: Act, now: datetime) -> Game:
    return endings.resign(game, now, player_id=act.by(game, act.player(game)))


def cancel(game: Game, act: Act, now: datetime) -> Game:
    return endings.cancel(game, now, player_id=act.by(game, act.player(game)))


def adjudicate(game: Game, act: Act, now: datetime) -> Game:
    """End a game of a cup because its time is up."""
    line = tuple(game.position.legal_moves[:1])
    known = (None, BestPlay(None), BestPlay(Color.WHITE, 7, line), BestPlay(Color.BLACK))
    return game if game.event is None else endings.adjudicate(game, known[act.number % 4], now)


def annul(game: Game, _: Act, now: datetime) -> Game:
    return endings.annul(game, now)


def abandon(game: Game, _: Act, now: datetime) -> Game:
    return endings.abandon(game, now)


def forget_player(game: Game, act: Act, _: datetime) -> Game:
    """Delete someone, whose running games were resigned first."""
    if game.outcome is None:
        return game
    return endings.forget_player(game, act.by(game, act.player(game)), Player(-1 - act.number, DELETED_NAME))


def see(game: Game, act: Act, now: datetime) -> Game:
    return presence.see(game, act.by(game, act.player(game)), now)


def give_hint(game: Game, act: Act, _: datetime) -> Game:
    presence.check_may_have_hint(game, act.revision(game), player_id=act.by(game, game.to_move))
    return presence.give_hint(game, game.revision, player_id=act.by(game, game.to_move))


def put(game: Game, act: Act, now: datetime) -> Game:
    home = game.homes[act.number % len(game.homes)]
    # In two places, one that's lost is followed by the player's DMs.
    moves = home.side is not None and act.number % 3 == 0
    place = Place(None, 30 + act.number) if moves else home.place
    return boards.put(
        game, place, now, (None, game.revision)[act.behind], home.side, message_id=act.message_id
    )


def put_private(game: Game, act: Act, now: datetime) -> Game:
    return boards.put_private(
        game,
        act.by(game, act.player(game)),
        Place(None, 30 + act.number),
        message_id=10 + act.message_id,
        now=now,
    )


def lose_home(game: Game, act: Act, now: datetime) -> Game:
    home = game.homes[act.number % len(game.homes)]
    is_kept = home.side is None and game.event is None
    return game if is_kept else boards.lose_home(game, home.side, now)


def watch(game: Game, act: Act, now: datetime) -> Game:
    place = Place(game.place.guild_id, 50 + act.number % 9)
    board = Board(place, "en-US", ThemeName.AEGEAN, None, place.channel_id, now, watched=True)
    return boards.watch(game, board)


def lose_board(game: Game, act: Act, _: datetime) -> Game:
    return boards.lose(game, act.message_id + 10 * (act.number % 2))


def show(game: Game, act: Act, _: datetime) -> Game:
    return boards.show(game, {act.message_id, 10 + act.message_id}, act.revision(game))


def doubt(game: Game, _: Act, __: datetime) -> Game:
    return boards.doubt(game)


def ask_for_text(game: Game, act: Act, _: datetime) -> Game:
    return offers.ask_for_text(game, act.revision(game), player_id=act.by(game, act.player(game)))


def ask_to_cancel(game: Game, act: Act, _: datetime) -> Game:
    return offers.ask_to_cancel(game, act.revision(game), player_id=act.by(game, act.player(game)))


def hide_text(game: Game, act: Act, _: datetime) -> Game:
    return boards.hide_text(game, act.by(game, act.player(game)))


def wait(game: Game, _: Act, __: datetime) -> Game:
    """Do nothing. What comes due is done all the same."""
    return game


PLAYING = (
    *(offer_draw, take_back, ask_for_text, ask_to_cancel),
    *(decline, withdraw, plan, forget_plan, swap, claim, give_time),
)
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
def new_games(draw: st.DrawFn) -> Game:
    """Return games that have just begun, on all kinds of terms."""
    ruleset = draw(st.sampled_from(Ruleset))
    if draw(st.integers(0, 4)) == 0:
        white, black = draw(st.permutations([ADA, LEVEL]))
        return made_game(white, black, ruleset=ruleset, place=draw(_places), hints=True)
    start = draw(st.sampled_from(Start))
    rated = start is not Start.ADVANTAGE and draw(st.booleans())
    value = Value.DRAW if start is Start.BALANCED else draw(st.sampled_from((Value.WIN, Value.LOSS)))
    first = str(opening_moves(ruleset, value)[0]) if start.is_random else None
    cup = draw(st.sampled_from([None, None, None, 7]))
    made = made_in_two_places if cup is None and draw(st.integers(0, 3)) == 0 else made_game
    clocks: list[Mapping[str, Any]] = [{"move_seconds": LIVE}, {"move_seconds": SLOW}]
    game = made(
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
        game = replace(game, moves=lot, position=Position.replay(ruleset, [first]))
    return turns.begin_turn(game, NOW)


_places = st.builds(Place, st.sampled_from([10, None]), st.just(20), st.booleans())


def transitions(began: datetime, happening: Iterable[Act]) -> Iterator[tuple[Transition, datetime]]:
    """Yield what happens to a game that began then, each with the time when it does."""
    now = began
    for act in happening:
        now += timedelta(seconds=act.seconds)
        yield come_due, now
        yield partial(attempt, act), now


def come_due(game: Game, now: datetime) -> Game:
    """Do what has come due because of the game's clock."""
    if game.clock is None or game.clock.until > now:
        return game
    if game.clock.claimable:
        return turns.lose_by_time(game, now)
    return turns.run_out(game, now)


def attempt(act: Act, game: Game, now: datetime) -> Game:
    """Return the game after an act; the same one if that's refused."""
    try:
        return act.what(game, act, now)
    except Refusal:
        return game


def _waiting(game: Game) -> Player:
    return game.opponent_of(game.to_move.id)


def _line(game: Game, act: Act) -> PlannedLine:
    """Return a line that someone may plan an answer to: the next move, or what follows their plan."""
    planned = game.seat(game.position.turn.opponent).conditional_moves
    known = [(*line, answer) for line, answer in planned.answers.items()]
    beginning = [(), *known][act.number % (1 + len(known))]
    return (*beginning, act.text(_after(game, beginning)))


def _after(game: Game, line: PlannedLine) -> Position:
    try:
        return turns.position_after(game, *line)
    except Refusal:
        return game.position
