"""Pictures from the command line: ``python -m render sheet OUT.png`` and ``python -m render board ...``."""

import argparse
import sys
from pathlib import Path

from engine import EngineError, Position, Ruleset
from render.boards import board, diagram
from render.geometry import Size
from render.scene import Scene
from render.sheet import sheet


def parser() -> argparse.ArgumentParser:
    """The commands and their arguments."""
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
    return commands


def main() -> int:
    """Write the picture that was asked for. Returns the exit status."""
    wanted = parser().parse_args()
    if wanted.command == "sheet":
        sheet().save(wanted.out)
        return 0
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


if __name__ == "__main__":
    sys.exit(main())
