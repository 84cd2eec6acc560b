"""The game of the day: each person's board, which only they see."""

from dataclasses import replace

from bot.locale import words_for
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.display import publish
from bot.ui.context.context import Context
from bot.ui.context.context_errors import NoComputerForDayError
from bot.ui.context.handlers import on_click
from bot.ui.message.custom_ids import PlayToday
from bot.ui.text.words import computer_name
from bot.values.game.game import Board
from bot.values.players import Player


async def play_today(context: Context) -> None:
    """Show the person their board of the game of the day, which begins unless it has."""
    await context.admit_extra()
    services = context.services
    if not services.computer.available:
        raise NoComputerForDayError
    day, language = await services.daily_games.today(), await context.private_language()
    # What only one person sees can only be changed by answering them.
    place = replace(context.place, reachable=False)
    board = Board(place, language, await context.theme(), hidden=True)
    computer = Player(day.level, computer_name(words_for(language), day.level))
    game = await publish(context, await services.daily_games.begin(day, context.user, computer, board))
    let_computer_play(context.client, game, context)


@on_click(PlayToday)
async def play_today_of_button(context: Context, clicked: PlayToday) -> None:
    del clicked
    await play_today(context)
