"""Players' private notes."""

import pytest

from bot.matches.games.notes import LONGEST, Notes
from bot.matches.match.match_errors import NotAPlayerError
from tests.bot.matches.clocked import ADA, BLAISE, CHIYO, Clocked

pytestmark = pytest.mark.quick


@pytest.fixture
def notes(clocked: Clocked) -> Notes:
    return Notes(clocked.database, clocked.clock)


async def test_each_player_has_their_own_note(clocked: Clocked, notes: Notes) -> None:
    game = await clocked.begin(None)
    await notes.write(game.number, ADA.id, " watch c2 ")
    await notes.write(game.number, BLAISE.id, "a" * (LONGEST + 1))
    assert await notes.read(game.number, ADA.id) == "watch c2"
    assert await notes.read(game.number, BLAISE.id) == "a" * LONGEST
    assert await notes.read(game.number, CHIYO.id) == ""


async def test_a_note_can_be_changed_and_deleted(clocked: Clocked, notes: Notes) -> None:
    game = await clocked.begin(None)
    for text in ("one", "two", " \n"):
        await notes.write(game.number, ADA.id, text)
        assert await notes.read(game.number, ADA.id) == text.strip()


async def test_only_players_write_notes(clocked: Clocked, notes: Notes) -> None:
    game = await clocked.begin(None)
    with pytest.raises(NotAPlayerError):
        await notes.write(game.number, CHIYO.id, "hello")
