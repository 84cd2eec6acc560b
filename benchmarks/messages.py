"""How high the bot's messages are: `python benchmarks/messages.py [--language TAG] [--before FOLDER]`.

It starts the demo in each language, plays a game there, takes a hint, gives commands, and measures each
answer in Chromium, from its first line to its last button, at the sizes of a phone and of a laptop.
``--before`` measures another checkout, too, with its own environment, and prints both.
"""

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

# Started as a file, Python would look for `benchmarks` beside it first.
sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import sync_playwright

from benchmarks.table import heading
from bot.locale import Words, words_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Frame, Locator, Page, ViewportSize

LANGUAGES = ("en", "fr", "pl")
SIZES: dict[str, "ViewportSize"] = {
    "390x844": {"width": 390, "height": 844},
    "1280x900": {"width": 1280, "height": 900},
}
ROOM = {"390x844": 580, "1280x900": 708}
"""Pixels between the head of the channel and the field for messages."""
COMMANDS = (
    *("help", "games", "find", "settings", "vacation", "block", "privacy", "leaderboard", "profile"),
    *("history", "replay"),
)
LEARNING = ("rules", "lesson", "explore", "analyze", "puzzle")
"""These had no command of their own once, but were beside the others."""
MOVES = 9

Heights = Mapping[str, int]

_ARGUMENTS = ("--no-sandbox", "--disable-gpu")
_PATIENCE = 600_000
"""In milliseconds: as long as the slowest answer takes on a busy machine."""
_LOOK = 100
"""In milliseconds."""
_TRIES = 20
_SETTLED = """() => {
    const page = window.simcordPreview;
    return page?.ready && page.awaitingRevision === null && !page.pendingQuery;
}"""
# What says how far the work is ends with "…", and has no buttons yet.
_ANSWERED = """before => {
    const page = window.simcordPreview, newest = [...document.querySelectorAll("[role=log] article")].at(-1);
    const done = newest?.querySelector(".component-button, img.gallery-image")
        || !newest?.querySelector(".message-loading") && !newest?.innerText.includes("…");
    return page.ready && page.awaitingRevision === null && page.projectedMessageIds.at(-1) !== before && done;
}"""
_NEWEST = "() => window.simcordPreview.projectedMessageIds.at(-1)"
_LAST_ACTION = "() => window.simcordPreview.lastAction"
_LAID_OUT = """width => document.querySelector("article").offsetWidth <= width
    && (width < 600 || document.querySelector("article").offsetWidth > 400)"""
_CONTENT = ".message-components, .message-content"
# Pictures come late, and make a message higher.
_HEIGHT = """async content => {
    const isComplete = () => [...content.querySelectorAll("img")].every(image => image.complete);
    for (let height = -1, same = 0; same < 5 || !isComplete(); height = content.offsetHeight) {
        await new Promise(resolve => setTimeout(resolve, 100));
        same = content.offsetHeight === height ? same + 1 : 0;
    }
    return content.offsetHeight;
}"""
_SPACE = re.compile("[a-d][1-4]")


@contextmanager
def demo(language: str, repository: Path) -> Iterator[str]:
    """Run the demo of a checkout in a language, and yield its address."""
    command = ["uv", "run", "--no-sync", "pyrga", "demo", "--port", "0", "--language", language]
    with subprocess.Popen(command, cwd=repository, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - the demo
        address = next(line.split()[1] for line in process.stdout or () if line.startswith("Open "))
        try:
            yield address
        finally:
            process.terminate()
            # It says that it has ended.
            process.communicate()


class Channel:
    """The first server's channel on the demo's page."""

    def __init__(self, page: "Page", address: str) -> None:
        self._page = page
        page.set_default_timeout(_PATIENCE)
        page.set_viewport_size(SIZES["1280x900"])
        page.goto(address)
        found = page.locator("iframe").first.element_handle().content_frame()
        if found is None:
            raise RuntimeError("The page shows no channel.")
        self._frame: Frame = found
        self._settle()

    @property
    def messages(self) -> "Locator":
        """Return all messages."""
        return self._frame.get_by_role("log").get_by_role("article")

    def become(self, member: str) -> None:
        """Choose who views the channel and acts in it."""
        self._frame.get_by_label("Viewing as", exact=True).select_option(label=member)
        self._settle()

    def command(self, name: str, *suggestions: str) -> None:
        """Give a command, with what's chosen of the suggestions for its options, and wait for its answer."""
        self._frame.get_by_label("Message", exact=True).fill(f"/{name}")
        self._settle()
        self._page.keyboard.press("Enter")
        self._settle()
        for option in suggestions:
            self._frame.locator(".command-suggestion").filter(has_text=option).first.click()
            self._settle()
        before = self._frame.evaluate(_NEWEST)
        self._click(self._frame.get_by_role("button", name="Send", exact=True))
        self._wait_for_answer(before)

    def buttons(self, message: "Locator | None" = None) -> "Locator":
        """Return the buttons of a message, or of the newest, that can be clicked."""
        return (message or self.messages.last).locator(".component-button:enabled")

    def press(self, label: str = "", message: "Locator | None" = None, *, opens: bool = False) -> None:
        """Click the first button with a label, and wait for what it does; nothing if there's none.

        ``opens`` says that the answer is another message.
        """
        before = self._frame.evaluate(_NEWEST) if opens else None
        found = self.buttons(message).filter(has_text=label)
        if found.count():
            self._click(found.first)
            self._wait_for_answer(before)

    def move(self) -> None:
        """Click the button in the middle of those for moves on the newest message."""
        moves = self.buttons().filter(has_text=_SPACE)
        self._click(moves.nth(moves.count() // 2))
        self._wait_for_answer(None)

    def newest_board(self) -> int:
        """Return the number of the newest message with a picture."""
        count = self.messages.count()
        return max(
            number
            for number in range(count)
            if self.messages.nth(number).locator("img.gallery-image").count()
        )

    def heights(self, message: "Locator | None" = None) -> Heights:
        """Return how high a message, or the newest, is at each size, in pixels."""
        found, content = dict[str, int](), (message or self.messages.last).locator(_CONTENT).first
        for name, size in SIZES.items():
            self._page.set_viewport_size(size)
            self._wait_for(_LAID_OUT, size["width"])
            # Pictures out of sight aren't loaded.
            content.scroll_into_view_if_needed()
            found[name] = int(content.evaluate(_HEIGHT))
        self._page.set_viewport_size(SIZES["1280x900"])
        return found

    def heading(self) -> str:
        """Return the heading of the newest message."""
        return self.messages.last.get_by_role("heading").first.inner_text()

    def called(self) -> str:
        """Return who is called to move on the newest message."""
        return str(re.findall(r"@(\w+)", self.messages.last.inner_text())[-1])

    def _click(self, control: "Locator") -> None:
        """Click until the page accepts it: it refuses what comes while it's being brought up to date."""
        before = self._last_action()
        for _ in range(_TRIES):
            control.click()
            self._settle()
            last = self._last_action()
            if last.get("requestId") != before.get("requestId") and not last.get("rejected"):
                return
        raise RuntimeError(f"The page refuses a click: {self._last_action()}")

    def _last_action(self) -> dict[str, Any]:
        return self._frame.evaluate(_LAST_ACTION) or {}

    def _wait_for_answer(self, before: str | None) -> None:
        """Wait until the newest message isn't the one from ``before``, and is complete."""
        self._wait_for(_ANSWERED, before)

    def _settle(self) -> None:
        self._wait_for(_SETTLED)

    def _wait_for(self, condition: str, about: object = None) -> None:
        # By default it looks at each frame that's drawn, and there may be no other.
        self._frame.wait_for_function(condition, arg=about, polling=_LOOK)


def measured(channel: Channel, words: Words, learning: str) -> Iterator[tuple[str, Heights]]:
    """Play games, look around, and yield what each message is, with its heights.

    ``learning`` is the command under which those for learning are.
    """
    yield "hello", channel.heights(channel.messages.nth(1))
    yield from _played(channel)
    yield from _looked_back(channel, words)
    yield from _hinted(channel, words)
    for group, names in (("pyrga", COMMANDS), (learning, LEARNING)):
        for name in names:
            channel.command(f"{group} {name}")
            yield name, channel.heights()
    channel.move()
    yield "puzzle, after a move", channel.heights()


def _played(channel: Channel) -> Iterator[tuple[str, Heights]]:
    """Let two people play until one of them resigns."""
    channel.become("Ada")
    channel.command("pyrga challenge", "opponent", "Blaise")
    yield "challenge", channel.heights()
    channel.become("Blaise")
    channel.press()
    for number in range(1, MOVES + 1):
        yield f"board, move {number}", channel.heights()
        channel.become(channel.called())
        before = channel.heading()
        channel.move()
        if channel.heading() == before:
            yield f"board, a piece for move {number}", channel.heights()
            channel.move()
    channel.become("Ada")
    channel.command("pyrga resign")
    yield "resign?", channel.heights()
    channel.press()


def _looked_back(channel: Channel, words: Words) -> Iterator[tuple[str, Heights]]:
    """Look at the finished game, and at what its board leads to."""
    board = channel.messages.nth(channel.newest_board())
    yield "finished board", channel.heights(board)
    channel.press(words.label("button", "Review"), board, opens=True)
    yield "review", channel.heights()
    channel.press()
    yield "review, a position", channel.heights()
    for name, label in (("shared game", "Share"), ("rematch", "Rematch")):
        channel.press(words.label("button", label), board, opens=True)
        yield name, channel.heights()


def _hinted(channel: Channel, words: Words) -> Iterator[tuple[str, Heights]]:
    """Take a hint in a game with the computer."""
    channel.command("pyrga play", "color", "White")
    yield "board, the computer's", channel.heights()
    channel.press(words.label("button", "Hint"), opens=True)
    yield "hint?", channel.heights()
    for number in range(1, 4):
        channel.press()
        yield f"hint, part {number}", channel.heights()


def measure(browser: "Browser", language: str, repository: Path) -> dict[str, Heights]:
    """Return the heights of all messages of a checkout in a language, and say what's being measured."""
    found = dict[str, Heights]()
    commands = (repository / "docs/commands.md").read_text()
    learning = "pyrga-learn" if "/pyrga-learn" in commands else "pyrga"
    with demo(language, repository) as address:
        page = browser.new_context(bypass_csp=True).new_page()
        for name, heights in measured(Channel(page, address), words_for(language), learning):
            found[name] = heights
            print(f"{language} {name}".ljust(60), end="\r", file=sys.stderr, flush=True)
        page.context.close()
    return found


def show(language: str, checkouts: Sequence[Mapping[str, Heights]]) -> None:
    """Print a table of the heights in each of some checkouts, and which are too high in the last one."""
    heading(f"messages in {language}: pixels at {' and '.join(SIZES)}")
    for name in dict.fromkeys(name for checkout in checkouts for name in checkout):
        columns, high = [], ""
        for size, room in ROOM.items():
            figures = [checkout.get(name, {}).get(size) for checkout in checkouts]
            columns.append(" → ".join("\N{EN DASH}" if figure is None else str(figure) for figure in figures))
            high = "too high" if (figures[-1] or 0) > room else high
        print(f"{name:32}{columns[0]:>14}{columns[1]:>14}  {high}".rstrip(), flush=True)


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description="How high messages are on a screen.")
    parser.add_argument("--language", action="append")
    parser.add_argument("--before", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    here = Path(__file__).parent.parent
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=_ARGUMENTS)
        for language in given.language or LANGUAGES:
            folders = [here] if given.before is None else [given.before, here]
            show(language, [measure(browser, language, folder) for folder in folders])
        browser.close()


if __name__ == "__main__":
    main()
