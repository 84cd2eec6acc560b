"""Make the pictures of the README: a maintainer's command for when the board or its message looks different.

``python -m scripts.pictures`` writes ``docs/pictures/game.gif``, a game as ``python -m render replay`` draws
it, and ``docs/pictures/phone.png``, a game's message in the demo on a screen as wide as a phone's. The second
needs Playwright, and Chromium on the path.
"""

import shutil
import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from engine import Move, Position, Record, RecordedMove, Ruleset, print_record
from tests.bot.demo.demo_command import demo_on
from tests.bot.demo.demo_page import DemoPage

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"

GAME = "Cb2 Tb2s Tb1e Cd1 Td1n Td4w Ta4s Ta2n Ca4 Sa4 Ca3 Sa3 Ca2 Sa2 Ta3s Ca1 Sa1 Cb1 Sb1"
"""A game that the computer played against itself, level 6 as White and level 5 as Black."""

PHONE = {"width": 390, "height": 1400}
"""The width of a phone in CSS pixels, and a height that's enough for the whole message."""

SHARPNESS = 2
MOVES_BEFORE = 8
MOST_COLORS = 256
BROWSER_OPTIONS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")


def replay(target: Path) -> None:
    """Write the game as an animated GIF."""
    moves = [Move.parse(move) for move in GAME.split()]
    outcome = Position.replay(Ruleset.PYRGA, moves).outcome()
    record = Record(Ruleset.PYRGA, tuple(map(RecordedMove, moves)), outcome, white="Ada", black="Blaise")
    command = [sys.executable, "-m", "render", "replay", "-", str(target)]
    subprocess.run(command, input=print_record(record), text=True, encoding="utf-8", check=True)  # noqa: S603


def screenshot(target: Path) -> None:
    """Write the message of a game in the demo, as wide as on a phone."""
    with tempfile.TemporaryDirectory() as folder, demo_on(Path(folder)) as demo, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=BROWSER_OPTIONS)
        window = browser.new_page(
            bypass_csp=True,
            viewport={"width": PHONE["width"], "height": PHONE["height"]},
            device_scale_factor=SHARPNESS,
        )
        page = DemoPage(window)
        page.open(demo.address)
        page.become("Ada")
        page.challenge("Blaise")
        page.become("Blaise")
        page.press("Accept")
        for _ in range(MOVES_BEFORE):
            page.play_one_move()
        page.become(page.player_to_move)
        window.mouse.move(0, 0)
        picture = page.board_picture()
        browser.close()
    with Image.open(BytesIO(picture)) as image:
        image.convert("RGB").quantize(MOST_COLORS).save(target, optimize=True)


def main() -> None:
    """Make both."""
    FOLDER.mkdir(exist_ok=True)
    replay(FOLDER / "game.gif")
    screenshot(FOLDER / "phone.png")


if __name__ == "__main__":
    main()
