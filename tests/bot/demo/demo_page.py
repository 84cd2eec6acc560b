"""The demo's page, used with keyboard and mouse as a person would."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the tests themselves report that playwright is missing
    from playwright.sync_api import Frame, Locator, Page, ViewportSize

# A move's button has its piece's icon and its space.
_SPACE = re.compile("[a-d][1-4]")
_CALLED = re.compile(r"@(\w+) \((White|Black)\) to play")
_PHONE: "ViewportSize" = {"width": 390, "height": 844}
_DESKTOP: "ViewportSize" = {"width": 1280, "height": 900}
_SETTLED = "() => window.simcordPreview?.ready && window.simcordPreview.awaitingRevision === null"
# In milliseconds. Without a pause, the browser redraws the page for every check.
_POLLING = 20
_PICTURE_IS_LOADED = "() => [...document.querySelectorAll('img.gallery-image')].at(-1)?.naturalWidth > 0"
_LAID_OUT_FOR = "width => document.querySelector('article').offsetWidth <= width"
_LAST_ACTION_WAS_REFUSED = "() => window.simcordPreview.lastAction?.rejected === true"


class DemoPage:
    """The channel of one of the servers, as one of its members sees it."""

    def __init__(self, page: "Page", server: str = "Pyrga Café") -> None:
        self._page = page
        self._server = server

    def open(self, address: str) -> None:
        """Go to the address that the demo printed."""
        self._page.goto(address)
        self._settle()

    def open_second_tab(self) -> "DemoPage":
        """Open the same address in a second tab."""
        tab = DemoPage(self._page.context.new_page(), self._server)
        tab.open(self._page.url)
        return tab

    def beside(self, server: str) -> "DemoPage":
        """Return the channel of another server, which is on the same page."""
        other = DemoPage(self._page, server)
        other._settle()
        return other

    def hold_like_a_phone(self) -> None:
        """Make the window as small as a phone's."""
        self._page.set_viewport_size(_PHONE)
        self._frame.wait_for_function(_LAID_OUT_FOR, arg=_PHONE["width"], polling=_POLLING)

    def bring_forward(self) -> None:
        """Choose this server, where there's only room for one."""
        self._page.get_by_text(self._server, exact=True).click()

    @property
    def is_in_front(self) -> bool:
        """Return whether nothing covers this server."""
        return self._page.locator(f'iframe[title="{self._server}"]').is_visible()

    @property
    def is_below_its_name(self) -> bool:
        """Return whether this server's channel begins at the left edge of its name."""
        boxes = (
            self._page.get_by_text(self._server, exact=True).bounding_box(),
            self._page.locator(f'iframe[title="{self._server}"]').bounding_box(),
        )
        return len({box["x"] for box in boxes if box is not None}) == 1

    def wait_for_heading(self, heading: str) -> None:
        """Wait, without touching anything, until the newest board has this heading and its picture."""
        self._board.get_by_role("heading", name=heading).wait_for()
        self._frame.wait_for_function(_PICTURE_IS_LOADED, polling=_POLLING)

    def become(self, member: str) -> None:
        """Choose which member views the channel and acts in it."""
        self._frame.get_by_label("Viewing as", exact=True).select_option(label=member)
        self._settle()

    def give_command(self, command: str) -> None:
        """Type a slash command that needs no options, and send it."""
        self._choose_command(command)
        self._send()

    def challenge(self, opponent: str) -> None:
        """Type ``/pyrga challenge``, pick the opponent and a casual game from what's offered, and send it."""
        self._choose_command("/pyrga challenge")
        self._choose_suggestions("opponent", opponent)
        self._frame.get_by_text(re.compile("^[+][0-9]+ more$")).click()
        self._choose_suggestions("rated", "False")
        self._send()

    def press(self, label: str) -> None:
        """Click the button with this label, on the newest message."""
        # Found by its text: the accessible name of a button with an icon begins with that of the icon.
        text = re.compile(f"^{re.escape(label)}$")
        self._click(self._newest.locator(".component-button").filter(has_text=text))

    def play_one_move(self) -> None:
        """Click, as the player to move, the middle one of the moves that the newest board offers."""
        self.become(self.player_to_move)
        self._press_middle_move()
        if self._asks_for_a_piece:
            self._press_middle_move()

    def aim_a_triangle_from(self, space: str, direction: str) -> None:
        """Choose a space and then a Triangle, as the player to move."""
        self.become(self.player_to_move)
        self.press(space)
        self._click(self._icon(f"_{direction}"))

    @property
    def fits_a_phone(self) -> bool:
        """Return whether every row of the newest message's buttons fits on one line on a phone."""
        self.hold_like_a_phone()
        heights = self._newest.locator(".component-row").evaluate_all(
            "rows => rows.map(row => row.offsetHeight)"
        )
        self._page.set_viewport_size(_DESKTOP)
        return len(set(heights)) == 1

    @property
    def shows_what_to_do(self) -> bool:
        """Return whether the player to move is still visible when the newest message's last button is."""
        self._newest.locator(".component-button").last.scroll_into_view_if_needed()
        turn = self._newest.locator(".mention").last.bounding_box()
        channel = self._frame.get_by_role("log").bounding_box()
        return turn is not None and channel is not None and turn["y"] > channel["y"]

    @property
    def buttons_are_in_view(self) -> bool:
        """Return whether all buttons of the messages are visible as the channel is now."""
        channel = self._frame.get_by_role("log").bounding_box()
        boxes = [each.bounding_box() for each in self._frame.locator(".component-button").all()]
        return channel is not None and all(
            box is not None
            and channel["y"] <= box["y"]
            and box["y"] + box["height"] <= channel["y"] + channel["height"]
            for box in boxes
        )

    @property
    def shows_the_end(self) -> bool:
        """Return whether the end of the newest message is visible."""
        end = self._newest.bounding_box()
        channel = self._frame.get_by_role("log").bounding_box()
        return (
            end is not None
            and channel is not None
            and end["y"] + end["height"] <= channel["y"] + channel["height"] + 1
        )

    @property
    def player_to_move(self) -> str:
        """Return the person who's called to play below the newest board; empty if it's someone elsewhere."""
        called = _CALLED.search(self._board.inner_text())
        return called[1] if called else ""

    @property
    def heading(self) -> str:
        """Return the first line of the newest message."""
        return _spaced(self._newest.get_by_role("heading").first.inner_text())

    @property
    def headings(self) -> list[str]:
        """Return the first line of each message in the channel that has a heading."""
        found = self._frame.get_by_role("log").get_by_role("heading").all_inner_texts()
        return list(map(_spaced, found))

    @property
    def text(self) -> str:
        """Return all text on the newest message."""
        return _spaced(self._newest.inner_text())

    @property
    def picture_width(self) -> int:
        """Return the width in pixels of the newest message's picture; 0 if it wasn't loaded."""
        return int(self._newest.locator("img.gallery-image").evaluate("image => image.naturalWidth"))

    def board_picture(self) -> bytes:
        """Return a picture of the newest board's message."""
        return self._board.screenshot()

    @property
    def _asks_for_a_piece(self) -> bool:
        return self._board.get_by_role("button", name="Back", exact=True).is_visible()

    @property
    def _frame(self) -> "Frame":
        frame = self._page.locator(f'iframe[title="{self._server}"]').element_handle().content_frame()
        assert frame is not None
        return frame

    @property
    def _newest(self) -> "Locator":
        return self._articles.last

    @property
    def _board(self) -> "Locator":
        """Return the newest message with a picture."""
        return self._articles.filter(has=self._frame.locator("img.gallery-image")).last

    @property
    def _articles(self) -> "Locator":
        return self._frame.get_by_role("log").get_by_role("article")

    def _icon(self, part: str) -> "Locator":
        """Return the newest message's buttons with an icon that has this in its name."""
        return self._newest.locator(f'.component-button:has(img[alt*="{part}"])')

    def _choose_command(self, command: str) -> None:
        self._frame.get_by_label("Message", exact=True).fill(command)
        self._settle()
        self._page.keyboard.press("Enter")
        self._settle()

    def _choose_suggestions(self, *suggestions: str) -> None:
        for suggestion in suggestions:
            self._frame.locator(".command-suggestion").filter(has_text=suggestion).first.click()
            self._settle()

    def _send(self) -> None:
        self._frame.get_by_role("button", name="Send", exact=True).click()
        self._settle()

    def _press_middle_move(self) -> None:
        moves = self._board.locator(".component-button:enabled").filter(has_text=_SPACE)
        self._click(moves.nth(moves.count() // 2))

    def _click(self, button: "Locator") -> None:
        button.click()
        self._settle()

    def _settle(self) -> None:
        self._frame.wait_for_function(_SETTLED, polling=_POLLING)
        if self._frame.evaluate(_LAST_ACTION_WAS_REFUSED):
            raise AssertionError("The page refused what was done in it.")


def _spaced(text: str) -> str:
    """Return a text as people read it, who don't see at which spaces no line ends."""
    return text.replace("\N{NO-BREAK SPACE}", " ")
