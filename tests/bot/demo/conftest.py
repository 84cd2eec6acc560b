"""A browser for the demo's page."""

import shutil
from collections.abc import Iterator

import pytest

from tests.bot.demo.demo_page import DemoPage

# So that it also starts in a container and only contacts the demo.
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# In milliseconds: only a page that never shows what it should takes this long, even on a busy machine.
_PATIENCE = 120_000


@pytest.fixture
def page() -> Iterator[DemoPage]:
    """Yield a browser window for opening a demo."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="the demo's page is driven with playwright, which is not installed"
    )
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("the demo's page is driven in a Chromium, and there is no chromium on the path")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=_ARGUMENTS)
        # The page's own policy wouldn't allow asking it whether it has settled.
        context = browser.new_context(bypass_csp=True)
        context.set_default_timeout(_PATIENCE)
        yield DemoPage(context.new_page())
        browser.close()
