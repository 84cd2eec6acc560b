"""Files to save: the animated replay, and the record in both forms."""

from dataclasses import replace

from bot.matches.base36 import format_number
from bot.matches.match.match import Match
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.memberships import server_name
from bot.ui.message.content import Content, Download, Picture, layout
from bot.ui.message.custom_ids import CustomId
from bot.ui.text.alt_text import replay_text
from bot.ui.text.clocks import time_per_move
from engine import print_record, print_record_json


class ShowGif(CustomId, word="gif"):
    """Shows all of ``game`` as an animation."""

    game: int


class OfferRecord(CustomId, word="record"):
    """Offers the record of ``game`` as files."""

    game: int


@on_click(ShowGif)
async def show_gif(context: Context, clicked: ShowGif) -> None:
    """Show the whole game as an animation.

    Raises:
        UnknownGameError: there's no such game here.
        StillWorkingError: the person is already waiting for one.
        TooBusyError: too many people are waiting.
    """
    await context.admit_extra()
    services = context.services
    game = await _find(context, clicked.game)
    record = await services.games.record(game.number)
    theme = (await services.preferences.player(context.user.id)).theme
    gif = await services.replays.gif(record, theme, context.user.id)
    # A running game goes on, and then its file gets a new name.
    filename = f"{_stem(game)}-{game.revision}.gif"
    described = replay_text(context.words, game, record)
    picture = Picture(filename, gif, described, lambda: described)
    await context.reply.private(Content(layout(picture.gallery()), (picture,)))


@on_click(OfferRecord)
async def offer_record(context: Context, clicked: OfferRecord) -> None:
    """Offer the record of a game as text, for people, and as JSON, for programs.

    Raises:
        UnknownGameError: there's no such game here.
    """
    await context.admit_extra()
    game = await _find(context, clicked.game)
    record = await context.services.games.record(game.number)
    place = await server_name(context.client, game.place)
    clock = time_per_move(context.words, game.move_seconds) if game.move_seconds is not None else ""
    known = replace(record, place=place or "", clock=clock)
    text = Download(f"{_stem(game)}.txt", print_record(known).encode())
    data = Download(f"{_stem(game)}.json", print_record_json(known).encode())
    files = (text, data)
    await context.reply.private(Content(layout(*(file.component() for file in files)), files))


async def _find(context: Context, number: int) -> Match:
    return await context.services.game_queries.find_to_replay(context.reader, format_number(number))


def _stem(game: Match) -> str:
    return f"pyrga-{format_number(game.number)}"
