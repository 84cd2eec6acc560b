"""The command ``pyrga``."""

import argparse
import asyncio
import gc
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from bot.locale import languages

_FAILED = 1
_BAD_SETTING = 2
# As shells have it: 128 and the signal's number.
_INTERRUPTED = 130

if TYPE_CHECKING:
    _Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no other name


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code.

    It's 0, or 1 for a failure, 2 for an invalid setting, and 130 if Ctrl-C ended the command early. A running
    bot or demo that is told to stop has done what it should, so that's 0.
    """
    options = _parser().parse_args(arguments)
    try:
        return _run_command(options)
    except KeyboardInterrupt:
        return _INTERRUPTED


def _run_command(options: argparse.Namespace) -> int:
    with _loading():
        from bot.settings import SettingError  # noqa: PLC0415 - see _loading
    try:
        return int(options.run(options))
    except SettingError as error:
        print(f"{error.setting}: {error.problem} {error.remedy}", file=sys.stderr)  # noqa: T201 - for the terminal
        return _BAD_SETTING


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pyrga", description="Play Pyrga with friends in Discord.")
    parser.add_argument("--version", action="version", version=f"pyrga {version('pyrga')}")
    commands = _subcommands(parser)

    run = _command(commands, "run", "run the bot on Discord")
    run.set_defaults(run=_run)

    demo = _command(commands, "demo", "try the bot in a browser, without Discord")
    demo.add_argument(
        "--port", type=_port, default=8765, help="port of the page on this machine (default: 8765)"
    )
    demo.add_argument("--data", type=Path, help="folder for the games (default: a temporary one)")
    demo.add_argument("--language", type=_language, help="language of everyone there (default: English)")
    demo.set_defaults(run=_demo)

    health = _command(commands, "health", "say whether the bot is running (exit code 0) or what is wrong (1)")
    health.set_defaults(run=_health)

    standings = _subcommands(_command(commands, "standings", "maintain records and the computer's ladder"))
    recompute = _command(standings, "recompute", "recompute both from the games")
    recompute.set_defaults(run=_recompute_standings)

    ratings = _subcommands(_command(commands, "ratings", "maintain the ratings"))
    rate_again = _command(ratings, "recompute", "recompute them from the rated games")
    rate_again.set_defaults(run=_recompute_ratings)

    privacy = _subcommands(
        _command(commands, "privacy", "do what /pyrga privacy does, for someone who can't")
    )
    export = _command(privacy, "export", "print everything that's stored about a person, as JSON")
    export.set_defaults(run=_export_person)
    delete = _command(privacy, "delete", "delete a person's data; games stay for their opponents")
    delete.set_defaults(run=_delete_person)
    for command in (export, delete):
        command.add_argument("person", type=int, metavar="ID", help="the person's Discord id")

    badges = _subcommands(_command(commands, "badges", "maintain the badges"))
    award_again = _command(badges, "recompute", "recompute them from the games, reviews and puzzles")
    award_again.set_defaults(run=_recompute_badges)

    openings = commands.add_parser("openings", help="maintain the counts of opening moves")
    on_openings = openings.add_subparsers(required=True, metavar="COMMAND")
    count_again = on_openings.add_parser("recompute", help="recompute them from the games")
    count_again.set_defaults(run=_recompute_openings)
    return parser


def _subcommands(parser: argparse.ArgumentParser) -> "_Commands":
    return parser.add_subparsers(required=True, title="commands", metavar="COMMAND")


def _command(commands: "_Commands", name: str, summary: str) -> argparse.ArgumentParser:
    return commands.add_parser(name, help=summary, description=summary)


def _port(text: str) -> int:
    highest = 65535
    if not text.isdecimal() or int(text) > highest:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a port: use a number from 0 to {highest}")
    return int(text)


def _language(text: str) -> str:
    known = languages()
    if text not in known:
        raise argparse.ArgumentTypeError(f"there is no language {text!r}: use {', '.join(known)}")
    return text


@contextmanager
def _loading() -> Iterator[None]:
    """Load modules in this block without the garbage collector.

    They stay for good, yet it would look through all of them again and again: that would take a tenth of the
    start, and every full collection later would hold up the answers to clicks.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _run(options: argparse.Namespace) -> int:
    del options
    with _loading():
        from bot.running import run  # noqa: PLC0415 - the other commands need not wait for Discord's library
        from bot.settings import Settings  # noqa: PLC0415 - see _loading

    settings = Settings.load()
    return asyncio.run(run(settings))


def _demo(options: argparse.Namespace) -> int:
    try:
        from bot.demo import serve  # noqa: PLC0415 - simcord is an optional extra
    except ModuleNotFoundError as error:
        if error.name != "simcord":
            raise
        print("The demo needs an extra. Run: uv run --extra demo pyrga demo", file=sys.stderr)  # noqa: T201
        return _FAILED
    return serve(options.port, options.data, options.language)


def _health(options: argparse.Namespace) -> int:
    del options
    with _loading():
        from bot.health import check_health  # noqa: PLC0415 - the other commands need not wait for it
        from bot.settings import Settings  # noqa: PLC0415 - see _loading

    health = asyncio.run(check_health(Settings.load()))
    print(health.sentence, file=sys.stdout if health.running else sys.stderr)
    return 0 if health.running else _FAILED


def _recompute_standings(options: argparse.Namespace) -> int:
    del options
    from bot.recomputing import recompute_standings  # noqa: PLC0415 - see _loading
    from bot.settings import Settings  # noqa: PLC0415 - see _loading

    corrected = asyncio.run(recompute_standings(Settings.load()))
    print(f"rows corrected: {corrected.records} in the records, {corrected.ladder} in the ladder")  # noqa: T201
    return 0


def _recompute_ratings(options: argparse.Namespace) -> int:
    del options
    from bot.recomputing import recompute_ratings  # noqa: PLC0415 - see _loading
    from bot.settings import Settings  # noqa: PLC0415 - see _loading

    print(f"rows corrected: {asyncio.run(recompute_ratings(Settings.load()))}")  # noqa: T201
    return 0


def _export_person(options: argparse.Namespace) -> int:
    from bot.privacy import export_person  # noqa: PLC0415 - see _loading
    from bot.settings import Settings  # noqa: PLC0415 - see _loading

    exported = asyncio.run(export_person(Settings.load(), options.person))
    if exported is None:
        return _nothing_about(options.person)
    sys.stdout.buffer.write(exported)
    return 0


def _delete_person(options: argparse.Namespace) -> int:
    from bot.privacy import delete_person  # noqa: PLC0415 - see _loading
    from bot.settings import Settings  # noqa: PLC0415 - see _loading

    deletion = asyncio.run(delete_person(Settings.load(), options.person))
    if deletion is None:
        return _nothing_about(options.person)
    ended = f"games resigned: {len(deletion.games)}, challenges closed: {len(deletion.challenges)}"
    print(f"deleted; {ended}")  # noqa: T201
    return 0


def _nothing_about(person: int) -> int:
    print(f"Nothing is stored about {person}.", file=sys.stderr)  # noqa: T201
    return _FAILED


def _recompute_badges(options: argparse.Namespace) -> int:
    del options
    from bot.recomputing import recompute_badges  # noqa: PLC0415 - see _loading
    from bot.settings import Settings  # noqa: PLC0415 - see _loading

    print(f"rows corrected: {asyncio.run(recompute_badges(Settings.load()))}")  # noqa: T201
    return 0


def _recompute_openings(options: argparse.Namespace) -> int:
    del options
    from bot.recomputing import recompute_openings  # noqa: PLC0415 - see _loading
    from bot.settings import Settings  # noqa: PLC0415 - see _loading

    print(f"rows corrected: {asyncio.run(recompute_openings(Settings.load()))}")  # noqa: T201
    return 0
