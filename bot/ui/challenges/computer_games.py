"""Starts games against the computer: with a command, a button in the welcome or lesson, or a menu."""

from bot.computer.computer import ComputerUnavailableError
from bot.locale import words_for
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.display import publish
from bot.ui.components.levels import PlayLevel, level_menu
from bot.ui.context.context import Context
from bot.ui.context.context_errors import PrivateAnswersOnlyError
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_can_post, check_channel
from bot.ui.context.requests import FAILURES
from bot.ui.message.content import Row, boxed
from bot.ui.message.custom_ids import PlayComputer
from bot.ui.text.words import computer_name
from bot.use_cases.challenges.computer_games import ComputerTerms
from bot.values.challenges import ColorChoice
from bot.values.game import endings
from bot.values.game.game import Game
from bot.values.players import Player
from engine import Ruleset


async def begin_with_computer(
    context: Context,
    *,
    level: int | None = None,
    ruleset: Ruleset | None = None,
    color: ColorChoice = ColorChoice.RANDOM,
    only: bool = False,
) -> None:
    """Post the board of a new game with the computer, which then moves when it's its turn.

    The default level is one above the highest that the person has beaten here; the default ruleset is the
    server's. With ``only``, no game starts if they already have one here.
    """
    await check_channel(context)
    check_can_post(context)
    services = context.services
    if not services.computer.available:
        raise ComputerUnavailableError
    place, person = context.place, context.user
    preferences = await services.preferences.guild(place.guild_id)
    language = await context.public_language()
    if level is None:
        level = await services.computer_games.next_level(place.guild_id, player_id=person.id)
    computer = Player(level, computer_name(words_for(language), level))
    terms = ComputerTerms(ruleset or preferences.ruleset, color, language, only=only)
    begun = await services.computer_games.begin(place, person, computer, terms)
    await post_board(context, begun)


async def post_board(context: Context, begun: Game, *, beside: bool = False) -> Game:
    """Post the board of a new game with the computer as the answer, or ``beside`` it; return the game.

    If that fails, no one has seen the game, and it's called off.
    """
    games = context.services.games
    try:
        game = await publish(context, begun, beside=beside)
    except (*FAILURES, PrivateAnswersOnlyError):
        await games.note_shown(await games.change(begun.number, endings.call_off), (), told=True)
        raise
    let_computer_play(context.client, game, context)
    return game


async def offer_levels(context: Context, ruleset: Ruleset | None, color: ColorChoice) -> None:
    """Show the menu of levels to someone who wants to play the computer."""
    if not context.services.computer.available:
        raise ComputerUnavailableError
    text = context.words.say("### Play the computer\nIt has eight levels. The game starts right away.")
    menu = level_menu(context.words, ruleset=ruleset, color=color)
    await context.reply.private(boxed(text, rows=[Row(menu)]))


@on_click(PlayLevel)
async def play_level(context: Context, clicked: PlayLevel) -> None:
    """Start a game at the chosen level."""
    level = clicked.level.value
    await begin_with_computer(context, level=level, ruleset=clicked.ruleset, color=clicked.color)


@on_click(PlayComputer)
async def play_computer(context: Context, clicked: PlayComputer) -> None:
    """Start a game with the computer for the person who clicks. A double click starts only one."""
    level = None if clicked.level is None else clicked.level.value
    await begin_with_computer(context, level=level, only=True)
