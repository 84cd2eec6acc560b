"""Players' private notes."""

import pytest

from bot.use_cases.games.notes import LONGEST, Notes
from bot.values.game.game_errors import NotAPlayerError
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, Clocked

pytestmark = pytest.mark.quick


@pytest.fixture
def notes(clocked: Clocked) -> Notes:
    return Notes(clocked.database, clocked.clock)


async def test_each_player_has_their_own_note(clocked: Clocked, notes: Notes) -> None:
    game = await clocked.begin(None)
    await notes.write(game.number, " watch c2 ", player_id=ADA.id)
    await notes.write(game.number, "a" * (LONGEST + 1), player_id=BLAISE.id)
    assert await notes.read(game.number, player_id=ADA.id) == "watch c2"
    assert await notes.read(game.number, player_id=BLAISE.id) == "a" * LONGEST
    assert await notes.read(game.number, player_id=CHIYO.id) == ""


async def test_a_note_can_be_changed_and_deleted(clocked: Clocked, notes: Notes) -> None:
    game = await clocked.begin(None)
    for text in ("one", "two", " \n"):
        await notes.write(game.number, text, player_id=ADA.id)
        assert await notes.read(game.number, player_id=ADA.id) == text.strip()


async def test_only_players_write_notes(clocked: Clocked, notes: Notes) -> None:
    game = await clocked.begin(None)
    with pytest.raises(NotAPlayerError):
        await notes.write(game.number, "hello", player_id=CHIYO.id)
