"""The form in which a player writes a note to himself.

The library forgets its forms at a restart. So nothing is kept with the form, and whatever form comes back is
answered by its custom_id alone: ``t1:<game>``.
"""

import re
from collections.abc import Iterator, Mapping
from gettext import NullTranslations
from typing import Any

import discord
from discord import ui

from bot.matches.games.notes import LONGEST
from bot.matches.numbers import format_number, parse_number
from bot.matches.values.games import Game
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction
from bot.ui.games.more_panel import more_panel
from bot.ui.text.words import game_name

MODAL_PATTERN = re.compile(r"t1:(?P<game>[0-9a-z]{1,16})")

_FIELD = "note"
# So long the library keeps a form that nobody sends; what comes later is answered all the same.
_TIMEOUT = 900.0


def note_modal(words: NullTranslations, game: Game, note: str) -> ui.Modal:
    """The form, with the note as it stands."""
    _ = words.gettext
    modal = ui.Modal(
        title=_("Game {game}").format(game=game_name(game.number)),
        custom_id=f"t1:{format_number(game.number)}",
        timeout=_TIMEOUT,
    )
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=_FIELD,
        style=discord.TextStyle.paragraph,
        default=note or None,
        required=False,
        max_length=LONGEST,
    )
    modal.add_item(ui.Label(text=_("Private note"), description=_("Only you can see it."), component=field))
    return modal


async def answer_note(interaction: Interaction, custom_id: str, data: Mapping[str, Any]) -> None:
    """Keep what was written, and show it on the panel that the form came from."""
    async with Responder.of(interaction) as responder:
        match = MODAL_PATTERN.fullmatch(custom_id)
        number = parse_number(match["game"]) if match else None
        services, who = interaction.client.services, interaction.user.id
        game = await services.notes.write(number or 0, who, "".join(_values(data)))
        note = await services.notes.read(game.number, who)
        said = responder.words.gettext("Note saved.") if note else responder.words.gettext("Note deleted.")
        await responder.present(more_panel(responder.words, game, who, note, said))


def _values(data: Mapping[str, Any]) -> Iterator[str]:
    if data.get("custom_id") == _FIELD:
        yield str(data.get("value") or "")
    for part in (*data.get("components", ()), *filter(None, [data.get("component")])):
        yield from _values(part)
