"""What someone reads when a strong level's answer would help them in another game: their game can wait."""

from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Content, Row, boxed, unboxed
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.text.words import game_name
from bot.values.game.game_errors import HelpfulAnswerError
from bot.values.game.turns import check_player


class Pause(CustomId, word="pause"):
    """Leaves ``game``, which is against the computer, until later."""

    game: int


def pause_panel(context: Context, error: HelpfulAnswerError) -> Content:
    """Return why the move wasn't played, with the choice to go on later."""
    words = context.words
    lines = [
        context.refusal(error),
        words.say("You can play another move, or pause: this game has no clock."),
    ]
    # Translators: button (about 20 characters): leave a game against the computer until later.
    return boxed(lines, rows=[Row(button(Pause(error.other), words.label("button", "Pause")))], accent=None)


@on_click(Pause)
async def pause(context: Context, clicked: Pause) -> None:
    """Say how to go on; a game against the computer waits by itself."""
    game = await context.seen_game(clicked.game)
    check_player(game, context.user.id)
    said = context.words.say(
        "Game {game} is paused. It goes on with your next move: /pyrga show brings the board back.",
        game=game_name(game.number),
    )
    await context.reply.replace(unboxed(said))
