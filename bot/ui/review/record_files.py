"""Games as files to be kept: the replay, and the record in both its forms."""

from dataclasses import replace
from gettext import NullTranslations

from bot.matches.numbers import format_number
from bot.matches.values.games import Game
from bot.ui.context.services import Interaction
from bot.ui.message.content import Content, Download, layout
from bot.ui.text.clocks import time_per_move
from engine import print_record, print_record_json


async def gif_file(interaction: Interaction, game: Game) -> Content:
    """The replay of ``game`` as a file.

    Raises:
        TimeoutError, RuntimeError: it could not be made.
    """
    services = interaction.client.services
    record = await services.games.record(game.number)
    theme = await services.preferences.player_theme(interaction.user.id)
    return _offered(Download(f"{_stem(game)}.gif", await services.replays.gif(record, theme)))


async def record_files(interaction: Interaction, words: NullTranslations, game: Game) -> Content:
    """The record of ``game`` as text, for people, and as JSON, for programs."""
    record = await interaction.client.services.games.record(game.number)
    place = interaction.guild.name if interaction.guild is not None else ""
    clock = time_per_move(words, game.move_seconds) if game.move_seconds is not None else ""
    known = replace(record, place=place or "Discord", clock=clock)
    return _offered(
        Download(f"{_stem(game)}.txt", print_record(known).encode()),
        Download(f"{_stem(game)}.json", print_record_json(known).encode()),
    )


def _offered(*files: Download) -> Content:
    return Content(layout(*(file.component() for file in files)), files)


def _stem(game: Game) -> str:
    return f"pyrga-{format_number(game.number)}"
