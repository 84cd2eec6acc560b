"""Games to draw."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random

from bot.values.game.game import Board, Game
from bot.values.players import Place, Player, ThemeName
from engine import Outcome, Position, Ruleset

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
ADA, BLAISE = Player(101, "Ada"), Player(102, "Blaise")


def game(
    moves: str = "", ruleset: Ruleset = Ruleset.PYRGA, outcome: Outcome | None = None, number: int = 165813
) -> Game:
    """Return a game after these moves."""
    return game_at(Position.replay(ruleset, moves.split()), outcome, number)


def game_at(position: Position, outcome: Outcome | None = None, number: int = 165813) -> Game:
    """Return a game at this position."""
    return Game(
        number=number,
        white=ADA,
        black=BLAISE,
        position=position,
        outcome=outcome or position.outcome(),
        created_at=BEGAN,
        boards=(Board(Place(10, 20), "en-GB", ThemeName.AEGEAN, message_id=30, shown=position.ply),),
        revision=position.ply,
    )


def random_positions(random: Random, ruleset: Ruleset) -> Iterator[Position]:
    """Yield every position of one random game, from the start to the end."""
    position = Position.start(ruleset)
    yield position
    while position.outcome() is None:
        position = position.play(random.choice(list(position.legal_moves)))
        yield position
