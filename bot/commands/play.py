"""``/pyrga play``."""

from discord import app_commands

from bot.commands.options import COLOUR, RULESET, LevelOption
from bot.computer.errors import ComputerUnavailableError
from bot.locale import words_for
from bot.matches.challenges.computer_games import ComputerTerms
from bot.matches.values.challenges import ColourChoice
from bot.matches.values.players import Player
from bot.ui.board.board_message import board_message
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.context.errors import PrivateAnswersOnlyError
from bot.ui.context.failures import FAILURES
from bot.ui.context.permissions import check_can_post, check_channel
from bot.ui.text.words import computer_name
from engine import Level, Ruleset


@app_commands.command(name="play", description="Play against the computer")
@app_commands.describe(
    level="How well it plays (default: one above the highest you've beaten here)",
    ruleset="Which rules to play by (default: the server's choice, otherwise Pyrga)",
    colour="Your color (default: random)",
)
@app_commands.rename(colour="color")
async def play(
    interaction: Interaction,
    level: app_commands.Transform[Level, LevelOption] | None = None,
    ruleset: app_commands.Transform[Ruleset, RULESET] | None = None,
    colour: app_commands.Transform[ColourChoice, COLOUR] = ColourChoice.RANDOM,
) -> None:
    """Post the board of a new game with the computer, which then moves by itself."""
    async with Context.of(interaction) as context:
        await check_channel(context)
        check_can_post(context)
        client, services = context.client, context.services
        if not services.computer.available:
            raise ComputerUnavailableError
        place, person = context.place, context.user
        preferences = await services.preferences.guild(place.guild_id)
        language = await context.public_language()
        strength = (
            level.value if level else await services.computer_games.next_level(place.guild_id, person.id)
        )
        computer = Player(strength, computer_name(words_for(language), strength))
        terms = ComputerTerms(ruleset or preferences.ruleset, colour, language)
        begun = await services.computer_games.begin(place, person, computer, terms)
        async with services.games.lock(begun.number):
            try:
                message_id = await context.reply.public(await board_message(begun, client.icons))
            except (*FAILURES, PrivateAnswersOnlyError):
                await services.computer_games.call_off(begun)
                raise
            game = await services.games.set_board(begun, place, message_id)
            await services.games.mark_shown(begun)
        let_computer_play(client, game, context.reply.amend)
