"""Running games to watch: another board of the game, in a channel where others watch it."""

from dataclasses import replace
from datetime import datetime

from bot.ui.board.board_message import board_message
from bot.ui.board.messages import clear_away
from bot.ui.context.context import Context
from bot.ui.context.context_errors import ElsewhereError, HiddenGameError
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_can_post, check_channel
from bot.ui.context.sight import has_same_audience
from bot.ui.message.custom_ids import CustomId
from bot.ui.text.words import game_name, link_to
from bot.values.game import boards
from bot.values.game.game import Board, Game


class WatchGame(CustomId, word="watch"):
    """Shows ``game`` on another board, in the channel of the click."""

    game: int


@on_click(WatchGame)
async def watch_game(context: Context, clicked: WatchGame) -> None:
    """Post a board of a game in this channel, for everyone who watches there, or lead to the one there is."""
    await check_channel(context)
    check_can_post(context)
    game, here = await context.seen_game(clicked.game), context.place
    known = next((board for board in game.boards if board.place.channel_id == here.channel_id), None)
    if known is None:
        home = game.home_for(context.user.id, here)
        if home.place.guild_id != here.guild_id or not here.reachable:
            raise ElsewhereError(game)
        if not await has_same_audience(context.client, home.place, here.channel_id):
            raise HiddenGameError(game)
        boards.check_may_watch(game)
        known = await _post(context, game, home)
    sentence = context.words.say("Game {game} is shown in this channel: [open the board]({link})")
    link = link_to(known.place, known.message_id)
    await context.reply.private(sentence.format(game=game_name(game.number), link=link))


async def _post(context: Context, game: Game, home: Board) -> Board:
    language = await context.public_language()
    board = replace(home, place=context.place, language=language, side=None, watched=True)
    message_id = await context.reply.follow_up(
        await board_message(context.named(game), context.client.icons, board=board)
    )
    posted = replace(board, message_id=message_id, shown=game.revision)

    def watch(game: Game, now: datetime) -> Game:
        return boards.watch(game, replace(posted, posted_at=now))

    updated = await context.services.games.update(game.number, watch)
    stored = next(board for board in updated.boards if board.place.channel_id == posted.place.channel_id)
    if stored.message_id != message_id:
        # Someone else was faster.
        await clear_away(
            context.client, posted.place.channel_id, message_id=message_id, game=updated, board=stored
        )
    return stored
