"""How fast the engine plays and how much memory its positions take: `python benchmarks/engine.py`.

Games per second depend on the machine, so the same run also times a fixed loop of plain Python. The ratio of
the two, games played in the time of one reference loop, is what to compare from run to run.
"""

import sys
import tracemalloc
from pathlib import Path
from random import Random
from time import process_time

# Started as a file, Python would look for `engine` beside it first, and find this very file.
sys.path.insert(0, str(Path(__file__).parent.parent))

from engine import Move, Position, Ruleset

ROUNDS = 5
GAMES_PER_ROUND = 2_000
REFERENCE_STEPS = 2_000_000
RETAINED_POSITIONS = 10_000
SEED = 2024


def seconds_of_reference_loop() -> float:
    """Return the CPU seconds of a loop that must never change, since it's the unit of the ratio."""
    begin = process_time()
    state = 1
    for _ in range(REFERENCE_STEPS):
        state = (state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
    return process_time() - begin


def seconds_of_random_games(ruleset: Ruleset, random: Random) -> float:
    """Return the CPU seconds of a round of random games, each played to the end."""
    begin = process_time()
    for _ in range(GAMES_PER_ROUND):
        position = Position.start(ruleset)
        while legal := position.legal_moves:
            position = position.play(random.choice(legal))
        position.outcome()
    return process_time() - begin


def distinct_histories(number: int, random: Random) -> list[tuple[Move, ...]]:
    """Return move lists that lead to this many different positions."""
    histories: dict[Position, tuple[Move, ...]] = {}
    while len(histories) < number:
        position = Position.start()
        played: tuple[Move, ...] = ()
        while legal := position.legal_moves:
            move = random.choice(legal)
            position, played = position.play(move), (*played, move)
            histories.setdefault(position, played)
    return list(histories.values())[:number]


def bytes_per_position(random: Random) -> float:
    """Return the traced memory of retained positions that share nothing with each other, per position."""
    histories = distinct_histories(RETAINED_POSITIONS, random)
    tracemalloc.start()
    retained = [Position.replay(Ruleset.PYRGA, history) for history in histories]
    traced, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return traced / len(retained)


def main() -> None:
    """Print the table."""
    random = Random(SEED)
    # The fastest of several rounds, taken in turns, is the one least disturbed by the rest of the machine.
    reference = min(seconds_of_reference_loop() for _ in range(ROUNDS))
    print(f"reference loop        {reference * 1000:10.1f} ms")
    for ruleset in Ruleset:
        games = GAMES_PER_ROUND / min(seconds_of_random_games(ruleset, random) for _ in range(ROUNDS))
        print(
            f"random games, {ruleset:8}{games:10.0f} per second, {games * reference:8.0f} per reference loop"
        )
    print(f"a retained position   {bytes_per_position(random):10.0f} bytes")


if __name__ == "__main__":
    main()
