"""The table of figures: what was measured, and the targets."""

_WIDTHS = (64, 26, 14)


class Table:
    """Prints each line as soon as it's known, as plain text or as Markdown."""

    def __init__(self, *, markdown: bool) -> None:
        self._markdown = markdown
        self.row("figure", "measured", "target")
        if markdown:
            print("|---|---|---|")

    def heading(self, title: str) -> None:
        """Print the title of the lines below it."""
        if self._markdown:
            self.row(f"**{title}**", "")
        else:
            print(f"\n{title}", flush=True)

    def row(self, figure: str, measured: str, target: str = "") -> None:
        """Print a figure. ``target`` is empty if there's none."""
        cells = (figure, measured, target)
        if self._markdown:
            print(f"| {' | '.join(cells)} |", flush=True)
        else:
            padded = (cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=True))
            print(" ".join(padded).rstrip(), flush=True)
