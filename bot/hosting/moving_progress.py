"""How a move goes: a bar on a terminal, and a line for each table."""

import sys
from typing import Never, Self

from tqdm import tqdm

from bot.store.moving.checksums import Checksum

# The percentage and the time come first, so that a narrow terminal cuts off only the rest.
_BAR = "{desc}: {percentage:.0f}%, {remaining} left |{bar}| {n_fmt} of {total_fmt} rows"


class MovingProgress:
    """Shows the progress of a move as long as its block lasts. Where there's no terminal, there's no bar."""

    def __init__(self) -> None:
        self._bar: tqdm[Never] | None = None

    def __enter__(self) -> Self:
        """Begin to show it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the last bar as it is."""
        self._end()

    def checking(self, rows: int) -> None:
        """Show that what an interrupted move has copied is compared."""
        self._begin("Checking what's there", rows)

    def copying(self, rows: int, done: int) -> None:
        """Show that rows are copied."""
        self._begin("Copying", rows, done)

    def verifying(self, rows: int) -> None:
        """Show that rows are read from both databases and compared."""
        self._begin("Verifying FROM and TO", rows)

    def count(self, rows: int) -> None:
        """Move the bar on."""
        if self._bar is not None:
            self._bar.update(rows)

    def compared(self, table: str, source: Checksum, target: Checksum) -> None:
        """Print the number of rows and the checksum of a table in both databases."""
        if source == target:
            told = f"{table}: {source.rows:,} rows, checksum {source}"
        else:
            told = (
                f"{table}: DIFFERENT. FROM has {source.rows:,} rows, checksum {source}; "
                f"TO has {target.rows:,} rows, checksum {target}"
            )
        tqdm.write(told, file=sys.stdout)

    def _begin(self, name: str, rows: int, done: int = 0) -> None:
        self._end()
        if sys.stderr.isatty():
            self._bar = tqdm(total=rows, initial=done, desc=name, unit_scale=True, bar_format=_BAR)
        else:
            tqdm.write(f"{name}: {rows - done:,} rows", file=sys.stdout)

    def _end(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None
