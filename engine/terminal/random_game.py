"""Random games, in which every legal move is equally likely."""

from random import Random

from engine.game.position import Position
from engine.game.rules import Ruleset
from engine.records.record import Record, RecordedMove

__all__ = ["random_game"]


def random_game(ruleset: Ruleset, random: Random) -> Record:
    """Return the record of a game from the start to its end, with every move chosen by ``random``.

    >>> random_game(Ruleset.CLASSIC, Random(1)) == random_game(Ruleset.CLASSIC, Random(1))
    True
    """
    position = Position.start(ruleset)
    moves = []
    while legal := position.legal_moves:
        move = random.choice(legal)
        moves.append(RecordedMove(move))
        position = position.play(move)
    return Record(ruleset, tuple(moves), position.outcome())
