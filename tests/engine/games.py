"""Random games and records for the tests of the engine."""

from random import Random

from hypothesis import strategies

from engine import Color, Mark, Outcome, Position, Reason, Record, RecordedMove, Ruleset, Start

__all__ = ["positions", "random_positions", "records"]


def random_positions(ruleset: Ruleset, random: Random) -> list[Position]:
    """Return the positions of one random game, from the start to the end."""
    position = Position.start(ruleset)
    visited = [position]
    while legal := position.legal_moves:
        position = position.play(random.choice(legal))
        visited.append(position)
    return visited


@strategies.composite
def positions(draw: strategies.DrawFn) -> Position:
    """Return a position somewhere in a random game under any ruleset."""
    ruleset = draw(strategies.sampled_from(Ruleset))
    seed = draw(strategies.integers(min_value=0, max_value=2**32))
    visited = random_positions(ruleset, Random(seed))
    return visited[draw(strategies.integers(min_value=0, max_value=len(visited) - 1))]


_OUTCOMES_OF_MATCHES = (
    None,
    Outcome(None, Reason.AGREEMENT),
    Outcome(None, Reason.ANNULLED),
    Outcome(Color.WHITE, Reason.RESIGNATION),
    Outcome(Color.BLACK, Reason.TIMEOUT),
)


@strategies.composite
def records(draw: strategies.DrawFn) -> Record:
    """Return a record of a random game, finished or unfinished, with any text in it."""
    texts = strategies.text(max_size=20)
    marks = strategies.none() | strategies.sampled_from(Mark)
    ruleset = draw(strategies.sampled_from(Ruleset))
    visited = random_positions(ruleset, Random(draw(strategies.integers(min_value=0, max_value=2**32))))
    length = draw(strategies.integers(min_value=0, max_value=len(visited) - 1))
    moves = tuple(
        RecordedMove(position.last_move, draw(marks), draw(texts))
        for position in visited[1 : length + 1]
        if position.last_move is not None
    )
    return Record(
        ruleset=ruleset,
        moves=moves,
        outcome=visited[length].outcome() or draw(strategies.sampled_from(_OUTCOMES_OF_MATCHES)),
        white=draw(texts),
        black=draw(texts),
        date=draw(strategies.none() | strategies.dates()),
        place=draw(texts),
        clock=draw(texts),
        comment=draw(texts),
        start=draw(strategies.none() | strategies.sampled_from(Start)),
        rated=draw(strategies.sampled_from((None, False, True))),
        hints=draw(strategies.sampled_from((None, False, True))),
    )
