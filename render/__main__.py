"""Pictures from the command line: ``python -m render sheet|board|diagram|replay``."""

import argparse
import sys
from pathlib import Path

from engine import EngineError, Position, Record, Ruleset, parse_record
from render.boards.pictures import board, diagram
from render.boards.replays import replay
from render.boards.scene import Scene
from render.drawing.geometry import Size
from render.drawing.theme import THEMES


def parser() -> argparse.ArgumentParser:
    """Return the parser of the commands and their arguments."""
    commands = argparse.ArgumentParser(prog="python -m render", description="Draw Pyrga boards.")
    kinds = commands.add_subparsers(dest="command", required=True)
    page = kinds.add_parser("sheet", help="every state, theme and script on one page")
    page.add_argument("out", type=Path, help="PNG file to write")
    for name, text in (("board", "the board with both players' bars"), ("diagram", "the board alone")):
        picture = kinds.add_parser(name, help=text)
        picture.add_argument("ruleset", type=Ruleset, choices=list(Ruleset))
        picture.add_argument("out", type=Path, help="PNG file to write")
        picture.add_argument("moves", nargs="*", metavar="MOVE", help="for instance Sb3 or Tc2n")
        if name == "board":
            picture.add_argument("--size", choices=[size.name.lower() for size in Size], default="posted")
            picture.add_argument("--white", default="White", help="White's display name")
            picture.add_argument("--black", default="Black", help="Black's display name")
    moving = kinds.add_parser("replay", help="a game as an animated GIF")
    moving.add_argument("record", help="file with the game's record (docs/notation.md); - is standard input")
    moving.add_argument("out", help="GIF file to write; - is standard output")
    moving.add_argument("--theme", choices=[theme.name for theme in THEMES], default=THEMES[0].name)
    return commands


def main() -> int:
    """Write the picture that was asked for, and return the exit status."""
    wanted = parser().parse_args()
    if wanted.command == "sheet":
        # Only here: drawing a board or a replay needs none of this.
        from render.making.sheet import sheet  # noqa: PLC0415

        sheet().save(wanted.out)
        return 0
    if wanted.command == "replay":
        return write_replay(wanted.record, wanted.out, wanted.theme)
    try:
        position = Position.replay(wanted.ruleset, wanted.moves)
    except EngineError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if wanted.command == "diagram":
        picture = diagram(position)
    else:
        picture = board(Scene(position, wanted.white, wanted.black), size=Size[wanted.size.upper()])
    wanted.out.write_bytes(picture)
    return 0


def write_replay(source: str, out: str, theme_name: str) -> int:
    """Read a record, write its replay, and return the exit status."""
    text = sys.stdin.read() if source == "-" else Path(source).read_text(encoding="utf-8")
    try:
        record = parse_record(text)
    except EngineError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    gif = replay(scenes(record), theme=next(theme for theme in THEMES if theme.name == theme_name))
    if out == "-":
        sys.stdout.buffer.write(gif)
    else:
        Path(out).write_bytes(gif)
    return 0


def scenes(record: Record) -> list[Scene]:
    """Return the scenes of a replay of a recorded game, one for each position."""
    *before, last = record.positions()
    running = [Scene(position, record.white, record.black) for position in before]
    return [*running, Scene(last, record.white, record.black, record.outcome)]


if __name__ == "__main__":
    sys.exit(main())
