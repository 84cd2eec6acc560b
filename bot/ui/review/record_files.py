"""Games as files to save: the replay, and the record in both its forms."""

from dataclasses import replace

from bot.matches.base36 import format_number
from bot.matches.values.games import Game
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.membership import server_name
from bot.ui.message.actions import Panel, PanelAction
from bot.ui.message.content import Content, Download, layout
from bot.ui.message.custom_ids import PanelButton
from bot.ui.text.clocks import time_per_move
from engine import print_record, print_record_json


@on_click(PanelButton, (Panel.MORE, PanelAction.GIF))
async def offer_gif(context: Context, clicked: PanelButton) -> None:
    """Offer the replay of a game as a file.

    Raises:
        TooBusyError: too many people are waiting for one.
    """
    services = context.services
    game = await services.games.get(clicked.number)
    record = await services.games.record(game.number)
    theme = (await services.preferences.player(context.user.id)).theme
    gif = Download(f"{_stem(game)}.gif", await services.replays.gif(record, theme))
    await context.reply.private(_offered(gif))


@on_click(PanelButton, (Panel.MORE, PanelAction.RECORD))
async def offer_record(context: Context, clicked: PanelButton) -> None:
    """Offer the record of a game as text, for people, and as JSON, for programs."""
    services = context.services
    game = await services.games.get(clicked.number)
    record = await services.games.record(game.number)
    place = await server_name(context.client, game.place)
    clock = time_per_move(context.words, game.move_seconds) if game.move_seconds is not None else ""
    known = replace(record, place=place or "", clock=clock)
    text = Download(f"{_stem(game)}.txt", print_record(known).encode())
    data = Download(f"{_stem(game)}.json", print_record_json(known).encode())
    await context.reply.private(_offered(text, data))


def _offered(*files: Download) -> Content:
    return Content(layout(*(file.component() for file in files)), files)


def _stem(game: Game) -> str:
    return f"pyrga-{format_number(game.number)}"
