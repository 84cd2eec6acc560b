"""On which line of a JSON text each value stands, which the standard library's reader does not tell."""

import json
import re

__all__ = ["lines_by_path"]

_SYMBOL = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^\s\[\]{}:,"]+')


def lines_by_path(text: str) -> dict[tuple[str | int, ...], int]:
    r"""Return the line, counted from 1, on which each value of a JSON text begins.

    A value's path is the keys and indices that lead to it; the path of the whole is empty.

    Args:
        text: A text that `json.loads` accepts.

    >>> lines_by_path('{"moves":\n [\n "Sb3"]}')
    {(): 1, ('moves',): 2, ('moves', 0): 3}
    """
    lines: dict[tuple[str | int, ...], int] = {}
    # The path of the value that comes next. An object whose next key is not yet read has None at the end.
    path: list[str | int | None] = []
    line, counted = 1, 0
    for match in _SYMBOL.finditer(text):
        symbol = match[0]
        line, counted = line + text.count("\n", counted, match.start()), match.start()
        if symbol in ("]", "}"):
            path.pop()
        elif symbol == ",":
            path[-1] = path[-1] + 1 if isinstance(path[-1], int) else None
        elif path and path[-1] is None:
            path[-1] = json.loads(symbol)
        elif symbol != ":":
            lines[tuple(step for step in path if step is not None)] = line
            if symbol in ("[", "{"):
                path.append(0 if symbol == "[" else None)
    return lines
