"""Runs the command line: ``python -m engine``."""

import sys

from engine.interruption import quietly
from engine.terminal.command_line import main

if __name__ == "__main__":
    sys.exit(quietly(main))
