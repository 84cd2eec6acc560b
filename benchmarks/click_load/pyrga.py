"""The bot under test: `python -m benchmarks.click_load.pyrga ADDRESS DATABASE [--profile FILE]`.

Any other arguments are those of `pyrga run`.
"""

import argparse
import cProfile
import os
import sys
import time

from benchmarks.click_load.wire import TOKEN, use_stand_in
from bot import cli


def main() -> int:
    """Run the bot until told to stop, by the command that operators use, but without the computer."""
    parser = argparse.ArgumentParser()
    parser.add_argument("address", help="of the stand-in for Discord")
    parser.add_argument("database", help="a URL as in PYRGA_DATABASE_URL")
    parser.add_argument("--profile", metavar="FILE", help="for what cProfile records")
    options, arguments = parser.parse_known_args()
    use_stand_in(options.address)
    os.environ |= {
        "DISCORD_TOKEN": TOKEN,
        "PYRGA_DATABASE_URL": options.database,
        "PYRGA_LOG_LEVEL": "warning",
        "PYRGA_SOLVER_MEGABYTES": "0",
    }
    if options.profile is None:
        return cli.main(["run", *arguments])
    profile = cProfile.Profile(time.thread_time)
    code = profile.runcall(cli.main, ["run", *arguments])
    profile.dump_stats(options.profile)
    return code


if __name__ == "__main__":
    sys.exit(main())
