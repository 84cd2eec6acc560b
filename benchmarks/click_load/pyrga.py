"""The bot under test: `python -m benchmarks.click_load.pyrga [--profile FILE]`, as `pyrga run` starts it.

Any other arguments are those of `pyrga run`.
"""

import argparse
import cProfile
import sys
import time

from benchmarks.stand_in import use_stand_in
from bot import cli


def main() -> int:
    """Run the bot until told to stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--profile", metavar="FILE", help="for what cProfile records")
    options, arguments = parser.parse_known_args()
    use_stand_in()
    if options.profile is None:
        return cli.main(["run", *arguments])
    profile = cProfile.Profile(time.thread_time)
    code = profile.runcall(cli.main, ["run", *arguments])
    profile.dump_stats(options.profile)
    return code


if __name__ == "__main__":
    sys.exit(main())
