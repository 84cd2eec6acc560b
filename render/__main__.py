"""Pictures from the command line: ``python -m render sheet|board|diagram|replay``."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from engine import EngineError, Position, Record, parse_record
from engine.interruption import quietly
from engine.terminal.arguments import add_moves, add_ruleset
from render.boards.pictures import board, diagram
from render.boards.replays import replay
from render.boards.scene import Scene
from render.drawing.geometry import Size
from render.drawing.theme import THEMES

_BAD_INPUT = 2
_STANDARD_STREAM = "-"


class _Parser(argparse.ArgumentParser):
    """A parser that answers bad input with a single sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what's wrong and end the program."""
        self.exit(_BAD_INPUT, f"error: {message}\n")


def parser() -> argparse.ArgumentParser:
    """Return the parser for the commands and their arguments."""
    commands = _Parser(prog="python -m render", description="Draw pictures of Pyrga.")
    kinds = commands.add_subparsers(dest="command", required=True, title="commands", metavar="COMMAND")

    def command(name: str, summary: str) -> argparse.ArgumentParser:
        return kinds.add_parser(name, help=summary, description=summary)

    page = command("sheet", "draw every state, theme, and script on one page")
    page.add_argument("out", metavar="OUT.png", type=_png, help="PNG file to write")
    for name, summary in (
        ("board", "draw the board with a panel for each player"),
        ("diagram", "draw the board alone"),
    ):
        picture = command(name, summary)
        add_ruleset(picture)
        picture.add_argument("out", metavar="OUT.png", type=_png, help="PNG file to write")
        add_moves(picture)
        if name == "board":
            sizes = [size.name.lower() for size in Size]
            picture.add_argument("--size", choices=sizes, default="posted", help="default: posted")
            picture.add_argument("--white", default="White", metavar="NAME", help="White's display name")
            picture.add_argument("--black", default="Black", metavar="NAME", help="Black's display name")
    moving = command("replay", "draw a game as an animated GIF")
    moving.add_argument(
        "record",
        metavar="RECORD",
        help="file with the game's record (see docs/notation.md), or - for standard input",
    )
    moving.add_argument(
        "out", metavar="OUT.gif", type=_gif, help="GIF file to write, or - for standard output"
    )
    themes = [theme.name for theme in THEMES]
    moving.add_argument("--theme", choices=themes, default=themes[0], help=f"default: {themes[0]}")
    return commands


def _png(text: str) -> Path:
    return _named(text, ".png")


def _gif(text: str) -> Path | None:
    """Return the file to write, or None for standard output."""
    return None if text == _STANDARD_STREAM else _named(text, ".gif")


def _named(text: str, suffix: str) -> Path:
    if Path(text).suffix.lower() != suffix:
        raise argparse.ArgumentTypeError(f"{text!r} doesn't end in {suffix}")
    return Path(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the picture that was asked for, and return the exit status: 0, or 2 for bad input."""
    wanted = parser().parse_args(arguments)
    try:
        _write(wanted)
    except EngineError as error:
        return _refuse(str(error))
    except UnicodeDecodeError:
        return _refuse(f"{wanted.record} isn't text in UTF-8")
    except OSError as error:
        return _refuse(f"{error.filename or 'standard output'}: {error.strerror}")
    return 0


def _write(wanted: argparse.Namespace) -> None:
    if wanted.command == "sheet":
        # Only here, because drawing a board or a replay needs none of this.
        from render.making.sheet import sheet  # noqa: PLC0415

        sheet().save(wanted.out)
    elif wanted.command == "replay":
        _write_replay(wanted.record, wanted.out, wanted.theme)
    else:
        wanted.out.write_bytes(_picture(wanted))


def _picture(wanted: argparse.Namespace) -> bytes:
    position = Position.replay(wanted.ruleset, wanted.moves)
    if wanted.command == "diagram":
        return diagram(position)
    return board(Scene(position, wanted.white, wanted.black), size=Size[wanted.size.upper()])


def _write_replay(source: str, out: Path | None, theme_name: str) -> None:
    record = parse_record(_read(source))
    gif = replay(_scenes(record), theme=next(theme for theme in THEMES if theme.name == theme_name))
    if out is None:
        sys.stdout.buffer.write(gif)
    else:
        out.write_bytes(gif)


def _read(source: str) -> str:
    if source == _STANDARD_STREAM:
        return sys.stdin.buffer.read().decode()
    return Path(source).read_text(encoding="utf-8")


def _scenes(record: Record) -> list[Scene]:
    """Return the scenes of a replay of a recorded game, one for each position."""
    *before, last = record.positions()
    running = [Scene(position, record.white, record.black) for position in before]
    return [*running, Scene(last, record.white, record.black, record.outcome)]


def _refuse(problem: str) -> int:
    sys.stderr.write(f"error: {problem}\n")
    return _BAD_INPUT


if __name__ == "__main__":
    sys.exit(quietly(main))
