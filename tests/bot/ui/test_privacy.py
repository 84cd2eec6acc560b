"""What's stored about a person is sent in a form that Discord accepts, no matter how much it is."""

from io import BytesIO
from random import Random
from zipfile import ZipFile

from bot.locale import words_for
from bot.ui.privacy import LARGEST_FILE, fitting_file, privacy_panel
from tests.bot.ui.discord_limits import check, check_against_description, payload

WORDS = words_for("en-GB")


async def test_a_small_file_is_sent_as_it_is() -> None:
    file = await fitting_file(b"{}")
    assert file is not None
    assert (file.filename, file.data) == ("pyrga-data.json", b"{}")
    panel = privacy_panel(WORDS, file)
    check(panel)
    check_against_description(panel)


async def test_a_large_file_is_compressed() -> None:
    large = b'{"a": 1}' * LARGEST_FILE
    file = await fitting_file(large)
    assert file is not None
    assert file.filename == "pyrga-data.json.zip"
    assert len(file.data) <= LARGEST_FILE
    with ZipFile(BytesIO(file.data)) as archive:
        assert archive.read("pyrga-data.json") == large
    check(privacy_panel(WORDS, file))


async def test_a_file_that_is_still_too_large_is_left_to_the_host() -> None:
    assert await fitting_file(Random(1).randbytes(LARGEST_FILE + 1)) is None
    panel = privacy_panel(WORDS, None)
    check(panel)
    assert "Ask the person who runs this bot." in str(payload(panel))
