"""People type moves in their own language, with the words of the catalogs that are shipped."""

from typing import Final

import pytest

from tests.bot import acts
from tests.bot.servers import Server

pytestmark = pytest.mark.thorough

COMMAND = "pyrga move"
TYPED: Final = {
    "pl": {"kwadrat b3": "Sb3", "trójkąt na c2 w dół": "Tc2s", "WALEC c2": "Cc2", "square b3": "Sb3"},
    "fr": {"triangle c2 haut": "Tc2n", "carré en b3": "Sb3", "rond c2": "Cc2", "triangle c2 up": "Tc2n"},
}
"""The moves that are played, by what is typed."""
SUGGESTED: Final = {
    "pl": {
        "kwad b": "Sb4 · kwadrat na b4",
        "trój b3 w l": "Tb3w · trójkąt na b3 wskazujący w\N{NO-BREAK SPACE}lewo",
        "trój b3 w g": "Tb3n · trójkąt na b3 wskazujący w\N{NO-BREAK SPACE}górę",
        "walec c": "Cc4 · walec na c4",
    },
    "fr": {
        "carre c3": "Sc3 · Carré en c3",
        "carré c": "Sc4 · Carré en c4",
        "cyl c": "Cc4 · Cylindre en c4",
        "carré à b3": "Sb3 · Carré en b3",
        "triangle d": "Td4s · Triangle en d4, vers le bas",
        "tri b3 vers la g": "Tb3w · Triangle en b3, vers la gauche",
    },
}


@pytest.mark.default
@pytest.mark.parametrize("language", TYPED)
async def test_moves_are_suggested_and_typed_in_ones_language(server: Server, language: str) -> None:
    await server.change_setting(server.ada, "setting:mine:language", language)
    for number, (typed, move) in enumerate(TYPED[language].items(), start=1):
        await server.begin()
        await server.ada.slash(server.channel, COMMAND, move=typed, game=str(number))
        game = await server.client.services.games.get(number)
        assert [played.text for played in game.moves] == [move], typed
        await acts.resign(server.client.services.games, number, player_id=server.ada.id)
    await server.begin()
    for typed, suggested in SUGGESTED[language].items():
        offers = await server.ada.autocomplete(server.channel, COMMAND, "move", typed)
        assert offers[0]["name"] == suggested, typed
