"""The command ``pyrga``: what can be typed, and its exit codes.

What the commands do is in ``bot.hosting`` and ``bot.demo``, by subject. A command loads only what it needs.
"""

import argparse
import gc
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot.environment import CommandError, SettingError

_FAILED = 1
_BAD_SETTING = 2
# As in shells: 128 plus the signal's number.
_INTERRUPTED = 130

if TYPE_CHECKING:
    _Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no other name

_Loaded = Callable[[], int]
"""A command with its arguments; it returns the exit code."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code.

    It's 0 for success, 1 for a failure, 2 for an invalid setting, and 130 if Ctrl-C ended the command early.
    A bot or demo that was told to stop has done what it should, so that's 0.
    """
    options = _parser().parse_args(arguments)
    try:
        return _run_command(options)
    except KeyboardInterrupt:
        return _INTERRUPTED


def _run_command(options: argparse.Namespace) -> int:
    with _loading():
        command: _Loaded = options.load(options)
    try:
        return command()
    except SettingError as error:
        print(f"{error.setting}: {error.problem} {error.remedy}", file=sys.stderr)  # noqa: T201 - for the terminal
        return _BAD_SETTING
    except CommandError as error:
        print(error, file=sys.stderr)  # noqa: T201 - as above
        return _FAILED


@contextmanager
def _loading() -> Iterator[None]:
    """Load the modules imported in this block without the garbage collector.

    They stay for good, but it would look through all of them again and again. That would take a tenth of the
    startup time, and later every full collection would hold up the answers to clicks.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pyrga", description="Run a Discord bot for the board game Pyrga.")
    parser.add_argument(
        "--version", action=_Version, nargs=0, default=argparse.SUPPRESS, help="print the version"
    )
    commands = _subcommands(parser)

    _command(commands, "setup", "set the application up at Discord, and keep its token in .env", _set_up)

    run = _command(commands, "run", "run the bot on Discord", _run)
    run.add_argument(
        "--shards",
        type=_shard_ids,
        metavar="IDS",
        help="shards that this process runs, such as 0-3 (default: all)",
    )
    run.add_argument(
        "--of", type=int, metavar="COUNT", help="how many shards there are in all; goes with --shards"
    )

    run.add_argument(
        "--backed-up",
        action="store_true",
        help="migrate the database without making a backup first, because you've made one",
    )

    rehearse = _command(commands, "rehearse", "compare Discord with what the tests expect of it", _rehearse)
    rehearse.add_argument("place", type=_place, metavar="CHANNEL", help="the link of a channel, or its id")

    demo = _command(commands, "demo", "try the bot in a browser, without Discord", _demo)
    demo.add_argument(
        "--port", type=_port, default=8765, help="port of the page on this machine (default: 8765)"
    )
    demo.add_argument("--data", type=Path, help="folder to keep the games in (default: a temporary one)")
    demo.add_argument(
        "--language", type=_language, help="language of everyone in the demo (default: English)"
    )

    _command(commands, "health", "say whether the bot is running (exit code 0) or what's wrong (1)", _health)

    _command(commands, "status", "say how the bot is doing, in one screen", _status)

    backup = _command(commands, "backup", "copy the database to a new file; the bot may be running", _back_up)
    backup.add_argument("file", type=Path, metavar="FILE", help="the new file")
    restore = _command(commands, "restore", "replace the database with a backup", _restore)
    restore.add_argument("file", type=Path, metavar="FILE", help="the backup")

    move = _command(
        commands, "move-database", "copy everything to an empty database and verify the copy", _move
    )
    move.add_argument("source", metavar="FROM", help="address of the database, or an SQLite file")
    move.add_argument("target", metavar="TO", help="address of an empty database, or a new SQLite file")

    verify = _command(
        commands, "verify", "replay what was played by the current rules, and say what differs", _verify
    )
    verify.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help="only this: 46, cup-3, league-2, or team-match-4 (default: all)",
    )

    _command(commands, "check", "check that this machine has what the bot needs", _check)

    for subject, maintained, summary in (
        ("standings", "repair players' records and the computer's ladder", "recompute both from the games"),
        ("ratings", "repair the ratings", "recompute them from the rated games"),
        ("badges", "repair the badges", "recompute them from the games, reviews, and puzzles"),
        ("openings", "repair the counts of opening moves", "recompute them from the games"),
    ):
        again = _command(_group(commands, subject, maintained), "recompute", summary, _recompute)
        again.set_defaults(subject=subject)

    _command(commands, "reports", "print what players reported about games in two places", _reports)

    privacy = _group(commands, "privacy", "export or delete someone's data, as /pyrga privacy does")
    for command in (
        _command(privacy, "export", "print everything stored about a person, as JSON", _export),
        _command(privacy, "delete", "delete a person's data; their opponents keep the games", _delete),
    ):
        command.add_argument("person", type=int, metavar="ID", help="the person's Discord id")
    return parser


class _Version(argparse.Action):
    """Prints the version. It's only looked up here, because that takes as long as all of ``pyrga health``."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it and end the command."""
        from importlib.metadata import version  # noqa: PLC0415 - as above

        print(f"pyrga {version('pyrga')}")  # noqa: T201 - for the terminal
        parser.exit()


def _subcommands(parser: argparse.ArgumentParser) -> "_Commands":
    return parser.add_subparsers(required=True, title="commands", metavar="COMMAND")


def _group(commands: "_Commands", name: str, summary: str) -> "_Commands":
    return _subcommands(commands.add_parser(name, help=summary, description=summary))


def _command(
    commands: "_Commands", name: str, summary: str, load: Callable[[argparse.Namespace], _Loaded]
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=summary, description=summary)
    command.set_defaults(load=load)
    return command


def _port(text: str) -> int:
    highest = 65535
    if not text.isdecimal() or int(text) > highest:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a port: use a number from 0 to {highest}")
    return int(text)


def _place(text: str) -> dict[str, str]:
    found = re.fullmatch(r"(?:https://\S+/channels/(?P<guild>\d+)/)?(?P<channel>\d+)", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a channel: copy its link in Discord")
    return {name: number for name, number in found.groupdict().items() if number}


def _language(text: str) -> str:
    from bot.locale import languages  # noqa: PLC0415 - only the demo has this argument

    known = languages()
    if text not in known:
        raise argparse.ArgumentTypeError(f"there's no language {text!r}: use {', '.join(known)}")
    return text


def _shard_ids(text: str) -> tuple[int, ...]:
    from bot.shards import ShardsError, parse_shard_ids  # noqa: PLC0415 - only one command has this argument

    try:
        return parse_shard_ids(text)
    except ShardsError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _set_up(_: argparse.Namespace) -> _Loaded:
    from bot.hosting.setup import set_up  # noqa: PLC0415 - the other commands need not wait for it

    return set_up


def _run(options: argparse.Namespace) -> _Loaded:
    from bot.hosting.running import run_bot  # noqa: PLC0415 - the other commands need not wait for it

    return partial(run_bot, options.shards, options.of, backed_up=options.backed_up)


def _rehearse(options: argparse.Namespace) -> _Loaded:
    from bot.hosting.rehearsing import rehearse  # noqa: PLC0415 - the other commands need not wait for it

    return partial(rehearse, options.place)


def _demo(options: argparse.Namespace) -> _Loaded:
    try:
        from bot.demo import serve  # noqa: PLC0415 - simcord is an optional extra
    except ModuleNotFoundError as error:
        if error.name != "simcord":
            raise
        return _without_demo
    return partial(serve, options.port, options.data, options.language)


def _without_demo() -> int:
    print("The demo needs an extra. Run: uv run --extra demo pyrga demo", file=sys.stderr)  # noqa: T201
    return _FAILED


def _health(_: argparse.Namespace) -> _Loaded:
    from bot.hosting.health import report_health  # noqa: PLC0415 - the other commands need not wait for it

    return report_health


def _status(_: argparse.Namespace) -> _Loaded:
    from bot.hosting.status import report_status  # noqa: PLC0415 - the other commands need not wait for it

    return report_status


def _back_up(options: argparse.Namespace) -> _Loaded:
    from bot.hosting.maintenance import back_up_to  # noqa: PLC0415 - the other commands need not wait for it

    return partial(back_up_to, options.file)


def _restore(options: argparse.Namespace) -> _Loaded:
    from bot.hosting.maintenance import restore_from  # noqa: PLC0415 - the other commands need not wait for it

    return partial(restore_from, options.file)


def _move(options: argparse.Namespace) -> _Loaded:
    from bot.hosting.maintenance import move_database  # noqa: PLC0415 - the other commands need not wait for it

    return partial(move_database, options.source, target=options.target)


def _verify(options: argparse.Namespace) -> _Loaded:
    from bot.hosting.verifying import verify  # noqa: PLC0415 - the other commands need not wait for it

    return partial(verify, options.name)


def _check(_: argparse.Namespace) -> _Loaded:
    from bot.hosting.checking import report_checks  # noqa: PLC0415 - the other commands need not wait for it

    return report_checks


def _recompute(options: argparse.Namespace) -> _Loaded:
    from bot.hosting.maintenance import recompute  # noqa: PLC0415 - the other commands need not wait for it

    return partial(recompute, options.subject)


def _reports(_: argparse.Namespace) -> _Loaded:
    from bot.hosting.maintenance import print_reports  # noqa: PLC0415 - the other commands need not wait for it

    return print_reports


def _export(options: argparse.Namespace) -> _Loaded:
    from bot.hosting.maintenance import export_person  # noqa: PLC0415 - the other commands need not wait for it

    return partial(export_person, options.person)


def _delete(options: argparse.Namespace) -> _Loaded:
    from bot.hosting.maintenance import delete_person  # noqa: PLC0415 - the other commands need not wait for it

    return partial(delete_person, options.person)
