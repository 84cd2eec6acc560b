"""What the table of values knows: 23 bits for each position.

Those are 3 bits that say what's proven of the value and, where a question is open, its two proof numbers in
10 bits each. Values are White's. A question asks whether White at least draws (0) or wins (1).
"""

from engine.solver.kernel.compiled import Integers, compiled, entry_point
from engine.solver.kernel.key import KEY_BITS
from engine.solver.kernel.table import NO, OPEN, YES, keep, lengthened, look_up, shortened

__all__ = ["keep_value", "known", "recall_value"]

# What's proven: nothing (and which question the numbers are of), at most a draw, at least a draw, the value.
_OPEN_WIN, _OPEN_DRAW, _AT_MOST_DRAW, _AT_LEAST_DRAW, _BLACK_WINS, _DRAW, _WHITE_WINS = range(7)
_STATE_BITS, _STATE = 3, 7

_NUMBER_BITS, _NUMBER = 10, 1023
_MANTISSA_BITS, _LARGEST = 5, 1022


@compiled
def recall_value(table: Integers, first: int, second: int, question: int) -> tuple[int, int, int]:
    """Return the answer to a question, and its proof numbers if it's open; both are 0 if none are known."""
    knowledge = look_up(table, first, second, KEY_BITS)
    reach, miss = _numbers_in(knowledge, question)
    return _answer_in(knowledge, question), reach, miss


@compiled
def keep_value(
    table: Integers, position: tuple[int, int], question: int, answer: int, numbers: tuple[int, int]
) -> None:
    """Keep an answer, or the numbers of a question that's still open, for the position with this key."""
    first, second = position
    state = look_up(table, first, second, KEY_BITS) & _STATE
    if state >= _BLACK_WINS:
        return
    if answer == OPEN:
        if state < _AT_MOST_DRAW:
            state = _OPEN_WIN if question == 1 else _OPEN_DRAW
        reach, miss = numbers
        knowledge = (
            state
            | shortened(reach, _MANTISSA_BITS, _LARGEST) << _STATE_BITS
            | shortened(miss, _MANTISSA_BITS, _LARGEST) << _STATE_BITS + _NUMBER_BITS
        )
    else:
        knowledge = _state_with(state, question, answer)
    keep(table, first, second, KEY_BITS, knowledge)


@entry_point
def known(table: Integers, first: int, second: int) -> tuple[int, int, int, int]:
    """Return the answers to questions 0 and 1, and the numbers of the open one, 0 if none are known."""
    knowledge = look_up(table, first, second, KEY_BITS)
    at_least_draw, win = _answer_in(knowledge, 0), _answer_in(knowledge, 1)
    if at_least_draw == OPEN and win == OPEN:
        question = 1 if knowledge & _STATE == _OPEN_WIN else 0
    else:
        question = 0 if at_least_draw == OPEN else 1
    reach, miss = _numbers_in(knowledge, question)
    return at_least_draw, win, reach, miss


@compiled
def _answer_in(knowledge: int, question: int) -> int:
    state = knowledge & _STATE
    if state >= _BLACK_WINS:
        return YES if state > _BLACK_WINS + question else NO
    if state == _AT_LEAST_DRAW and question == 0:
        return YES
    if state == _AT_MOST_DRAW and question == 1:
        return NO
    return OPEN


@compiled
def _numbers_in(knowledge: int, question: int) -> tuple[int, int]:
    """Return the proof numbers of the mover reaching and missing the goal, if they're of this question."""
    state = knowledge & _STATE
    if state < _AT_MOST_DRAW and (state == _OPEN_WIN) != (question == 1):
        return 0, 0
    numbers = knowledge >> _STATE_BITS
    return (
        lengthened(numbers & _NUMBER, _MANTISSA_BITS),
        lengthened(numbers >> _NUMBER_BITS, _MANTISSA_BITS),
    )


@compiled
def _state_with(state: int, question: int, answer: int) -> int:
    """Return what's proven once ``question``, open in ``state``, has its answer."""
    if question == 1:
        if answer == YES:
            return _WHITE_WINS
        return _DRAW if state == _AT_LEAST_DRAW else _AT_MOST_DRAW
    if answer == NO:
        return _BLACK_WINS
    return _DRAW if state == _AT_MOST_DRAW else _AT_LEAST_DRAW
