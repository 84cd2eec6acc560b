"""People type moves in their own language, with the words of the catalogs that are shipped."""

import pytest

from tests.bot.servers import Server

pytestmark = pytest.mark.thorough

COMMAND = "pyrga move"


async def speak(server: Server, language: str) -> None:
    """Have Ada choose her language."""
    panel = await server.open_setting(server.ada, "setting:mine:language")
    await server.ada.select(panel, [language], custom_id="setting:mine:language")


@pytest.mark.parametrize(
    ("language", "typed", "move"),
    [
        ("pl", "kwadrat b3", "Sb3"),
        pytest.param("pl", "trójkąt na c2 w dół", "Tc2s", marks=pytest.mark.default),
        ("pl", "WALEC c2", "Cc2"),
        ("pl", "square b3", "Sb3"),
        ("fr", "triangle c2 haut", "Tc2n"),
        pytest.param("fr", "carré en b3", "Sb3", marks=pytest.mark.default),
        ("fr", "rond c2", "Cc2"),
        ("fr", "triangle c2 up", "Tc2n"),
    ],
)
async def test_a_move_can_be_typed_in_ones_own_language_or_in_english(
    server: Server, language: str, typed: str, move: str
) -> None:
    await speak(server, language)
    await server.begin()
    await server.ada.slash(server.channel, COMMAND, move=typed)
    assert [played.text for played in (await server.client.services.games.get(1)).moves] == [move]


@pytest.mark.parametrize(
    ("language", "typed", "offered"),
    [
        ("pl", "kwad b", "Sb4 · kwadrat na b4"),
        pytest.param(
            "pl",
            "trój b3 w l",
            "Tb3w · trójkąt na b3 wskazujący w\N{NO-BREAK SPACE}lewo",
            marks=pytest.mark.default,
        ),
        ("fr", "carre c3", "Sc3 · Carré en c3"),
        ("pl", "trój b3 w g", "Tb3n · trójkąt na b3 wskazujący w\N{NO-BREAK SPACE}górę"),
        ("pl", "kwad d", "Sd4 · kwadrat na d4"),
        ("pl", "walec c", "Cc4 · walec na c4"),
        ("fr", "carré c", "Sc4 · Carré en c4"),
        ("fr", "cyl c", "Cc4 · Cylindre en c4"),
        ("fr", "carré à b3", "Sb3 · Carré en b3"),
        ("fr", "triangle d", "Td4s · Triangle en d4, vers le bas"),
        ("fr", "tri b3 vers la g", "Tb3w · Triangle en b3, vers la gauche"),
    ],
)
async def test_moves_are_suggested_in_ones_own_language(
    server: Server, language: str, typed: str, offered: str
) -> None:
    await speak(server, language)
    await server.begin()
    offers = await server.ada.autocomplete(server.channel, COMMAND, "move", typed)
    assert offers[0]["name"] == offered
