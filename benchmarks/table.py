"""Prints the tables of the benchmarks, each line as soon as it's known."""


def heading(text: str) -> None:
    """Print the title of the lines below it."""
    print(f"\n{text}", flush=True)


def row(text: str, figure: float | str, unit: str = "", target: str = "") -> None:
    """Print a figure, and what it's meant to be, if there is a target."""
    shown = figure if isinstance(figure, str) else f"{figure:,.2f}"
    print(f"{text:62}{shown:>24} {unit:7}{target}".rstrip(), flush=True)
