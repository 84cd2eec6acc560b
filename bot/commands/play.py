"""``/pyrga play``."""

from discord import app_commands

from bot.commands.options import COLOUR, RULESET
from bot.computer.errors import ComputerUnavailableError
from bot.locale import words_for
from bot.matches.challenges.computer_games import ComputerTerms
from bot.matches.values.challenges import ColourChoice
from bot.matches.values.players import LEVELS, Player
from bot.ui.board.board_message import board_message
from bot.ui.context.failures import FAILURES
from bot.ui.context.languages import public_language
from bot.ui.context.permissions import PrivateAnswersOnlyError, check_can_post, check_channel
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction, place_of, player_of
from bot.ui.text.words import computer_name
from engine import Ruleset


@app_commands.command(name="play", description="Play against the computer")
@app_commands.describe(
    level="How strong it plays, from 1 to 8 (default: one above the highest you've beaten here)",
    ruleset="Which rules to play by (default: the server's choice, otherwise Pyrga)",
    colour="Your color (default: random)",
)
async def play(
    interaction: Interaction,
    level: app_commands.Range[int, LEVELS[0], LEVELS[-1]] | None = None,
    ruleset: app_commands.Transform[Ruleset, RULESET] | None = None,
    colour: app_commands.Transform[ColourChoice, COLOUR] = ColourChoice.RANDOM,
) -> None:
    """Post the board of a new game with the computer, which moves by itself from then on."""
    async with Responder.of(interaction) as responder:
        await check_channel(interaction)
        check_can_post(interaction)
        client, services = interaction.client, interaction.client.services
        if not services.computer.available:
            raise ComputerUnavailableError
        place, person = place_of(interaction), player_of(interaction)
        preferences = await services.preferences.guild(place.guild_id)
        language = await public_language(interaction)
        if level is None:
            level = await services.computer_games.next_level(place.guild_id, person.id)
        computer = Player(level, computer_name(words_for(language), level))
        terms = ComputerTerms(ruleset or preferences.ruleset, colour, language)
        begun = await services.computer_games.begin(place, person, computer, terms)
        async with services.games.lock(begun.number):
            try:
                message_id = await responder.publish(await board_message(begun, client.icons))
            except (*FAILURES, PrivateAnswersOnlyError):
                await services.computer_games.call_off(begun)
                raise
            game = await services.games.place(begun, place, message_id)
            await services.games.mark_shown(begun)
        client.let_computer_play(game, responder.amend)
