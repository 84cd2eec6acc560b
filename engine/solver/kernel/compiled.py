"""What the kernel needs from numba: compiling a function, and three machine instructions on 64-bit integers.

The kernel's integers are signed throughout, because numba turns a mixture of signed and unsigned ones into a
floating point number. A shift to the right then repeats the sign, so it's followed by a mask wherever the
number can be negative.
"""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic

__all__ = ["Integers", "compiled", "entry_point", "leading_zeros", "popcount", "trailing_zeros"]

Integers: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
"""An array of 64-bit integers."""

# numba's types don't name the option _nrt.
_njit: Any = numba.njit

# Without numba's runtime (_nrt) compiled functions can't make arrays, but they also don't count references
# to those that they're given, which took a fifth of the search's time.
_Function = TypeVar("_Function", bound=Callable[..., Any])


def compiled(function: _Function) -> _Function:
    """Return ``function`` compiled into whichever compiled function calls it."""
    return cast("_Function", _njit(forceinline=True, _nrt=False)(function))


def entry_point(function: _Function) -> _Function:
    """Return ``function``, which makes no arrays, compiled at its first call or read from the cache folder.

    Only what Python itself calls needs a place in the cache: it's kept there with all that it calls. It runs
    without the interpreter's lock.
    """
    return cast("_Function", _njit(cache=True, nogil=True, _nrt=False)(function))


def _instruction(emit: Callable[[Any, Any], Any]) -> Callable[[int], int]:
    def typed(_context: Any, number: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return emit(builder, arguments[0])

        return types.int64(number), generate

    return cast("Callable[[int], int]", intrinsic(typed))


_UNDEFINED_FOR_ZERO = ir.Constant(ir.IntType(1), 1)

popcount = _instruction(lambda builder, number: builder.ctpop(number))
"""The number of bits set in a 64-bit integer."""

trailing_zeros = _instruction(lambda builder, number: builder.cttz(number, _UNDEFINED_FOR_ZERO))
"""The number of the lowest bit set in a 64-bit integer other than 0."""

leading_zeros = _instruction(lambda builder, number: builder.ctlz(number, _UNDEFINED_FOR_ZERO))
"""The number of zeros above the highest bit set in a 64-bit integer other than 0."""
