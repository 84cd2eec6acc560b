"""The bot under test: `python -m benchmarks.click_load.pyrga ADDRESS DATABASE [--profile FILE]`."""

import argparse
import asyncio
import cProfile
import time

from benchmarks.click_load.wire import TOKEN, use_stand_in
from bot.running import run
from bot.settings import LogLevel, Settings


def main() -> None:
    """Run the bot until told to stop, as ``pyrga run`` does, but without the computer."""
    parser = argparse.ArgumentParser()
    parser.add_argument("address", help="of the stand-in for Discord")
    parser.add_argument("database", help="a URL as in PYRGA_DATABASE_URL")
    parser.add_argument("--profile", metavar="FILE", help="for what cProfile records")
    options = parser.parse_args()
    use_stand_in(options.address)
    settings = Settings(
        discord_token=TOKEN,  # type: ignore[arg-type]  # pydantic hides it
        database_url=options.database,
        log_level=LogLevel.WARNING,
        solver_megabytes=0,
    )
    if options.profile is None:
        asyncio.run(run(settings))
        return
    profile = cProfile.Profile(time.thread_time)
    profile.runcall(asyncio.run, run(settings))
    profile.dump_stats(options.profile)


if __name__ == "__main__":
    main()
