"""The short help: what the buttons and the commands do."""

from gettext import NullTranslations

from discord import ui

from bot.matches.values.games import Game
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.accents import BLUE
from bot.ui.message.content import Box, Content, layout
from bot.ui.message.custom_ids import GameAction, GameButton, Panel, PanelAction, PanelButton
from bot.ui.text.demands import demand_sentence


def help_page(words: NullTranslations) -> Content:
    """How to play with the bot."""
    return _page(_buttons_text(words), _commands_text(words))


@on_click(GameButton, GameAction.HELP)
async def show_game_help(context: Context, clicked: GameButton) -> None:
    """Explain a game's buttons, and what may be played in it now."""
    game = await context.services.games.get(clicked.game)
    await context.reply.private(game_help_page(context.words, game))


@on_click(PanelButton, (Panel.MORE, PanelAction.HELP))
async def show_help_from_panel(context: Context, clicked: PanelButton) -> None:
    """Explain the same from the panel behind *More…*."""
    game = await context.services.games.get(clicked.number)
    await context.reply.private(game_help_page(context.words, game))


def game_help_page(words: NullTranslations, game: Game) -> Content:
    """The same, beginning with what may be done in ``game`` now."""
    demand = demand_sentence(words, game.position)
    texts = [_buttons_text(words), _commands_text(words)]
    return _page(*([demand, *texts] if demand and game.outcome is None else texts))


def _page(*texts: str) -> Content:
    return Content(layout(Box(ui.TextDisplay("\n".join(texts)), accent_colour=BLUE)))


def _buttons_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "### Playing\n"
        "The marked spaces on the board are yours to play on, and the buttons below it are your moves: ■ "
        "Square, ▲ Triangle with its direction, ● Cylinder. One click plays. Where the choice is wide, "
        "pick the kind first, then the space.\n"
        "**Hint**, where a game allows it, tells you one good move in private. The result counts your "
        "hints.\n"
        "**Draw** offers one to the other player, who answers on the board. **More…** has the rest: to take "
        "a move back, plan your answers, write a note to yourself, call a game off before both have moved.\n"
        "Only the player whose turn it is can move. In a game with a clock the board says how much time is "
        "left. Every move is stored at once."
    )


def _commands_text(words: NullTranslations) -> str:
    _ = words.gettext
    return _(
        "### Commands\n"
        "`/pyrga challenge` invites somebody, or all, to a game (so does a right click on a member: Apps)\n"
        "`/pyrga join` joins a challenge by its code\n"
        "`/pyrga block` keeps somebody from challenging you\n"
        "`/pyrga play` starts a game with the computer\n"
        "`/pyrga games` lists your running games, or somebody else's\n"
        "`/pyrga show` posts the board of a game anew\n"
        "`/pyrga resign` gives a game up\n"
        "`/pyrga replay` plays a game from its start\n"
        "`/pyrga review` tells what every move of a finished game was worth\n"
        "`/pyrga settings` chooses how you are told of your turn, who may challenge you, and more\n"
        "`/pyrga vacation` stops your clocks while you are away\n"
        "`/pyrga leaderboard` shows who leads in this server\n"
        "`/pyrga puzzle` asks you to find the one right move\n"
        "`/pyrga lesson` teaches the game by playing it, in six short steps\n"
        "`/pyrga rules` explains the game"
    )
