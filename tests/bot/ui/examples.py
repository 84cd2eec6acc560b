"""Games to draw."""

from collections.abc import Iterator
from random import Random

from bot.matches.values.games import Game
from bot.matches.values.places import Place
from bot.matches.values.players import Player, ThemeName
from engine import Outcome, Position, Ruleset

ADA, BLAISE = Player(101, "Ada"), Player(102, "Blaise")


def game(
    moves: str = "", ruleset: Ruleset = Ruleset.PYRGA, outcome: Outcome | None = None, number: int = 165813
) -> Game:
    """A game after these moves."""
    return game_at(Position.replay(ruleset, moves.split()), outcome, number)


def game_at(position: Position, outcome: Outcome | None = None, number: int = 165813) -> Game:
    """A game at this position."""
    return Game(
        number=number,
        place=Place(10, 20),
        message_id=30,
        white=ADA,
        black=BLAISE,
        position=position,
        outcome=outcome or position.outcome(),
        revision=position.ply,
        language="en-GB",
        theme=ThemeName.AEGEAN,
        shown=True,
    )


def random_positions(random: Random, ruleset: Ruleset) -> Iterator[Position]:
    """Every position of one random game, from the start to the end."""
    position = Position.start(ruleset)
    yield position
    while position.outcome() is None:
        position = position.play(random.choice(list(position.legal_moves)))
        yield position
