"""Prints the table: figure, measured, target."""

WIDTHS = (66, 16, 16)


def row(figure: str, measured: str, target: str = "") -> None:
    """Print one line."""
    cells = (text.ljust(width) for text, width in zip((figure, measured, target), WIDTHS, strict=True))
    print(" ".join(cells).rstrip(), flush=True)


def heading(title: str) -> None:
    """Print a line above the figures of one part."""
    print(f"\n{title}", flush=True)
