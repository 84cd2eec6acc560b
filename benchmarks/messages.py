"""How high the bot's messages are: `python benchmarks/messages.py [--language TAG] [--repository FOLDER]`.

It starts the demo in each language, plays a game there, gives the commands that need no option, and measures
each answer in Chromium, from its first line to its last button, at the sizes of a phone and of a laptop.
``--repository`` measures another checkout with its own environment, such as one from before a change.
"""

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

# Started as a file, Python would look for `benchmarks` beside it first.
sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import sync_playwright

from benchmarks.table import heading, row

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Locator, Page, ViewportSize

LANGUAGES = ("en", "fr", "pl")
SIZES: dict[str, "ViewportSize"] = {
    "390x844": {"width": 390, "height": 844},
    "1280x900": {"width": 1280, "height": 900},
}
ROOM = {"390x844": 580, "1280x900": 708}
"""Pixels between the head of the channel and the field for messages."""
COMMANDS = (
    *("pyrga help", "pyrga-learn rules", "pyrga-learn lesson", "pyrga games", "pyrga settings"),
    *("pyrga vacation", "pyrga block", "pyrga privacy", "pyrga-learn puzzle", "pyrga leaderboard"),
    *("pyrga profile", "pyrga history", "pyrga-learn explore", "pyrga-learn analyze"),
)
MOVES = 9

_ARGUMENTS = ("--no-sandbox", "--disable-gpu")
_PATIENCE = 180_000
_SETTLED = "() => window.simcordPreview?.ready && window.simcordPreview.awaitingRevision === null"
_LAID_OUT = """width => document.querySelector("article").offsetWidth <= width
    && (width < 600 || document.querySelector("article").offsetWidth > 400)"""
_CONTENT = ".message-components, .message-content"
_PICTURED = "article => [...article.querySelectorAll('img')].every(image => image.complete)"
_SPACE = re.compile("[a-d][1-4]")


@contextmanager
def demo(language: str, repository: Path) -> Iterator[str]:
    """Run the demo of a checkout in a language, and yield its address."""
    command = ["uv", "run", "--no-sync", "pyrga", "demo", "--port", "0", "--language", language]
    with subprocess.Popen(command, cwd=repository, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - the demo
        lines = iter(process.stdout or ())
        address = next(line.split()[1] for line in lines if line.startswith("Open "))
        try:
            yield address
        finally:
            process.terminate()


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
        """Give a command, with what's chosen of the suggestions for its options."""
        self._frame.get_by_label("Message", exact=True).fill(f"/{name}")
        self._settle()
        self._page.keyboard.press("Enter")
        self._settle()
        for option in suggestions:
            self._frame.locator(".command-suggestion").filter(has_text=option).first.click()
            self._settle()
        self._frame.get_by_role("button", name="Send", exact=True).click()
        self._settle()

    def press(self, number: int, *, moves: bool = False) -> bool:
        """Click the button with this number on the newest message, or of its moves the one in the middle."""
        buttons = self.messages.last.locator(".component-button:enabled")
        if moves:
            buttons = buttons.filter(has_text=_SPACE)
            number = buttons.count() // 2
        if buttons.count() <= number:
            return False
        buttons.nth(number).click()
        self._settle()
        return True

    def heights(self, message: "Locator") -> dict[str, int]:
        """Return how high a message is at each size, in pixels."""
        found, content = {}, message.locator(_CONTENT).first
        for name, size in SIZES.items():
            self._page.set_viewport_size(size)
            self._frame.wait_for_function(_LAID_OUT, arg=size["width"])
            # Pictures out of sight aren't loaded.
            content.scroll_into_view_if_needed()
            while not message.evaluate(_PICTURED):
                self._page.wait_for_timeout(100)
            self._page.wait_for_timeout(500)
            found[name] = int(content.evaluate("content => content.offsetHeight"))
        self._page.set_viewport_size(SIZES["1280x900"])
        return found

    def called(self) -> str:
        """Return who is called to move on the newest message."""
        return str(re.findall(r"@(\w+)", self.messages.last.inner_text())[-1])

    def _settle(self) -> None:
        self._frame.wait_for_function(_SETTLED)


def measured(channel: Channel) -> Iterator[tuple[str, dict[str, int]]]:
    """Play a game, look around, and yield what each message is, with its heights."""

    def newest() -> dict[str, int]:
        return channel.heights(channel.messages.last)

    yield "hello", channel.heights(channel.messages.nth(1))
    channel.become("Ada")
    channel.command("challenge", "opponent", "Blaise")
    yield "challenge", newest()
    channel.become("Blaise")
    channel.press(0)
    for number in range(1, MOVES + 1):
        yield f"board before move {number + 1}", newest()
        channel.become(channel.called())
        before = channel.messages.last.get_by_role("heading").first.inner_text()
        channel.press(0, moves=True)
        if channel.messages.last.get_by_role("heading").first.inner_text() == before:
            yield f"board, a piece for move {number + 1}", newest()
            channel.press(0, moves=True)
    channel.become("Ada")
    channel.command("resign")
    yield "resign?", newest()
    channel.press(0)
    for number in range(channel.messages.count() - 1, 0, -1):
        message = channel.messages.nth(number)
        if message.locator("img.gallery-image").count():
            yield "finished board", channel.heights(message)
            message.locator(".component-button:enabled").nth(1).click()
            channel.messages.page.wait_for_timeout(20_000)
            break
    yield "review", newest()
    for name in COMMANDS:
        channel.command(name)
        yield f"/{name}", newest()


def measure(languages: Sequence[str], repository: Path) -> None:
    """Print the heights of all messages in some languages, and which are too high for a phone."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=_ARGUMENTS)
        for language in languages:
            with demo(language, repository) as address:
                page = browser.new_context(bypass_csp=True).new_page()
                heading(f"messages in {language}: pixels at {', '.join(SIZES)}")
                for name, found in measured(Channel(page, address)):
                    high = "  too high" if any(found[size] > ROOM[size] for size in SIZES) else ""
                    row(name, found["390x844"], f"  {found['1280x900']}{high}")
        browser.close()


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description="How high messages are on a screen.")
    parser.add_argument("--language", action="append")
    parser.add_argument("--repository", type=Path, default=Path(__file__).parent.parent)
    given = parser.parse_args()
    measure(given.language or LANGUAGES, given.repository)


if __name__ == "__main__":
    main()
