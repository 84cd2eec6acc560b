"""A game, and everything its message needs."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Self

from bot.matches.values.badges import EarnedBadge
from bot.matches.values.clocks import USUAL_REMINDERS
from bot.matches.values.conditional_moves import NO_CONDITIONAL_MOVES, ConditionalTree
from bot.matches.values.places import Place
from bot.matches.values.players import USUAL_CONTROLS, Controls, NotificationMode, Player, ThemeName
from bot.store.games.games import PLANNED
from engine import Color, Outcome, Position, Reason, Ruleset, Start, mover

UNCOUNTED = (Reason.ABORTED, Reason.ANNULLED, Reason.ABANDONED)
"""Games that end this way have no result and don't count for anyone."""

FEWEST_RATED_PLIES = 4
"""A game that ends before this many plies changes no ratings."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of the player to move.

    They have time until ``until``. If that has passed and the opponent can claim the win (``claimable``),
    ``until`` is when the game ends even without a claim. ``vacation_until`` is the end of the vacation they
    are on.
    """

    until: datetime
    claimable: bool
    vacation_until: datetime | None = None


class OfferKind(StrEnum):
    """What one player can ask the other."""

    DRAW = "draw"
    TAKE_BACK = "take_back"


@dataclass(frozen=True, slots=True)
class Offer:
    """What the player of ``color`` asks the other, who hasn't answered yet."""

    kind: OfferKind
    color: Color


class Answer(StrEnum):
    """How an offer ended: the player who was asked declined it, or the one who made it withdrew it."""

    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class AnsweredOffer:
    """An offer made at ``ply`` that someone ended."""

    offer: Offer
    answer: Answer
    ply: int

    def is_told_at(self, ply: int) -> bool:
        """Return whether the board still mentions it: that's until the player who made the offer moves."""
        last = self.ply if mover(self.ply) is self.offer.color else self.ply + 1
        return ply <= last


@dataclass(frozen=True, slots=True)
class PrivateBoard:
    """A message in a player's DMs that shows a game only to them."""

    player_id: int
    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """How a game changed a player's rating, in points, and the deviation after it."""

    player_id: int
    before: float
    after: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Seat:
    """The state of one player of a game, apart from the moves.

    ``seen_at`` is when they were last seen at the game. ``notifications`` is how they chose to be told about
    their turns, or None if they never chose; ``reminder_hours`` says how many hours before a deadline they
    want to be reminded. With ``text_board``, they want boards in words. ``vacation_until`` is the end of
    their last vacation in a game with a clock, and may have passed. ``hints`` counts those they got. No one
    else sees the ``conditional_moves``.
    """

    seen_at: datetime | None = None
    notifications: NotificationMode | None = None
    reminder_hours: frozenset[int] = USUAL_REMINDERS
    controls: Controls = USUAL_CONTROLS
    text_board: bool = False
    vacation_until: datetime | None = None
    hints: int = 0
    conditional_moves: ConditionalTree = NO_CONDITIONAL_MOVES


EMPTY_SEAT = Seat()
"""The seat of a player who hasn't chosen anything and was never seen at the game."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move of a game as text, and the game's revision before it.

    If no one clicked the move, the revision is ``games.BY_LOT`` or ``games.PLANNED``.
    """

    text: str
    revision: int

    @property
    def planned(self) -> bool:
        """Whether it's a conditional move that was played as an answer."""
        return self.revision == PLANNED


@dataclass(frozen=True, slots=True)
class Game:
    """A game between two people or against the computer, in its current state.

    ``revision`` begins at 0, rises with every change of state and never falls. ``message_id`` is the one
    message that shows the game, or None if it is lost; ``shown`` says whether it's known to show exactly this
    state, and ``posted_at`` is when it was posted. ``stalled`` says whether the computer can't make its move
    until it's back. ``outcome`` is None while the game runs. ``swapped`` says whether Black took over White's
    side, and ``hints`` says whether the players can ask for hints. ``taken_back`` says whether a move was
    taken back; it's always False between two people. ``white_seat`` and ``black_seat`` hold the state of the
    players. ``move_seconds`` is the time per move, or None, and ``clock`` the running one of the player to
    move. ``offer`` is waiting for an answer, and ``answered`` is the last one that was declined or withdrawn,
    while the board mentions it. ``private_boards`` show the game as well, each to one player.
    ``rating_changes`` are those at the end of a rated game, White's first. ``badges`` are those earned with
    the finished game, White's first. ``moves`` are those that led to the position, in order.
    ``chosen_text_board`` says whether the players want the board in words in this game, or is None if they
    never said.
    """

    number: int
    place: Place
    message_id: int | None
    white: Player
    black: Player
    position: Position
    outcome: Outcome | None
    revision: int
    language: str
    theme: ThemeName
    shown: bool
    stalled: bool = False
    posted_at: datetime | None = None
    start: Start = Start.PLAIN
    swapped: bool = False
    rated: bool = False
    hints: bool = False
    taken_back: bool = False
    white_seat: Seat = EMPTY_SEAT
    black_seat: Seat = EMPTY_SEAT
    move_seconds: int | None = None
    clock: TurnClock | None = None
    offer: Offer | None = None
    answered: AnsweredOffer | None = None
    private_boards: tuple[PrivateBoard, ...] = ()
    rating_changes: tuple[RatingChange, ...] = ()
    badges: tuple[EarnedBadge, ...] = ()
    moves: tuple[PlayedMove, ...] = ()
    chosen_text_board: bool | None = None

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset being played."""
        return self.position.ruleset

    def player(self, color: Color) -> Player:
        """Return the person who plays this color."""
        return self.white if color is Color.WHITE else self.black

    def color_of(self, player_id: int) -> Color | None:
        """Return the color that this person plays, or None for anyone else."""
        if player_id == self.white.id:
            return Color.WHITE
        if player_id == self.black.id:
            return Color.BLACK
        return None

    def opponent_of(self, player_id: int) -> Player:
        """Return the opponent of one of the two players."""
        return self.black if player_id == self.white.id else self.white

    def private_board_of(self, player_id: int) -> PrivateBoard | None:
        """Return this player's private board, or None."""
        return next((board for board in self.private_boards if board.player_id == player_id), None)

    def has_private_board(self, message_id: int) -> bool:
        """Return whether this message is a private board."""
        return any(board.message_id == message_id for board in self.private_boards)

    @property
    def offers_swap(self) -> bool:
        """Whether the player to move may change sides instead."""
        return self.start is Start.SWAP and not self.swapped and self.position.ply == 1 and not self.outcome

    @property
    def to_move(self) -> Player:
        """The player whose turn it is, or would be if the game hadn't ended."""
        return self.player(self.position.turn)

    @property
    def awaited(self) -> Player:
        """The player who has to do something next: answer an offer, or else move."""
        return self.to_move if self.offer is None else self.player(self.offer.color.opponent)

    @property
    def has_deleted_player(self) -> bool:
        """Whether the data of one of the players was deleted."""
        return self.white.is_deleted or self.black.is_deleted

    @property
    def is_too_short_to_rate(self) -> bool:
        """Whether so few pieces have been played that ending now wouldn't change any ratings."""
        return self.position.ply < FEWEST_RATED_PLIES

    @property
    def level(self) -> int | None:
        """The level of the computer in this game; None if two people play."""
        return self.white.level or self.black.level

    @property
    def computer_moves(self) -> bool:
        """Whether the game is waiting for the computer."""
        return self.outcome is None and self.to_move.level is not None

    @property
    def is_unaided(self) -> bool:
        """Whether a win over the computer still counts on its ladder: without a hint or a takeback."""
        helped = self.taken_back or self.white_seat.hints or self.black_seat.hints
        return self.level is not None and not helped

    def seat(self, color: Color) -> Seat:
        """Return the seat of this color."""
        return self.white_seat if color is Color.WHITE else self.black_seat

    def seat_of(self, player_id: int) -> Seat:
        """Return the seat of this player, who is one of the two."""
        return self.white_seat if player_id == self.white.id else self.black_seat

    def with_seat(self, player_id: int, seat: Seat) -> Self:
        """Return the game with another seat for this player, who is one of the two."""
        if player_id == self.white.id:
            return replace(self, white_seat=seat)
        return replace(self, black_seat=seat)

    @property
    def controls(self) -> Controls:
        """How the player to move likes to choose moves."""
        return self.seat(self.position.turn).controls

    @property
    def text_board(self) -> bool:
        """Whether its board is also in words: as chosen for this game, or else if a player wants that."""
        if self.chosen_text_board is not None:
            return self.chosen_text_board
        return self.white_seat.text_board or self.black_seat.text_board

    @property
    def winner(self) -> Player | None:
        """The person who won, or None for a running or drawn game."""
        if self.outcome is None or self.outcome.winner is None:
            return None
        return self.player(self.outcome.winner)
