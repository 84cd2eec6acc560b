"""``/pyrga challenge``."""

import discord
from discord import app_commands

from bot.commands.clock_option import ClockOption
from bot.commands.options import ColourOption, RulesetOption, StartOption
from bot.matches.clocks import USUAL
from bot.matches.errors import AbsentOpponentError
from bot.matches.values import ColourChoice, Player, Start, Terms
from bot.ui.challenge_card import challenge_card
from bot.ui.permissions import check_can_post
from bot.ui.responder import Responder
from bot.ui.services import Interaction, language_of, place_of, player_of
from engine import Ruleset


@app_commands.command(name="challenge", description="Challenge somebody in this server to a game")
@app_commands.describe(
    opponent="Whom you challenge",
    ruleset="Which rules to play by (default: Pyrga)",
    colour="Your own colour (default: by lot)",
    start="How the game starts (default: balanced if rated, else plain)",
    rated="Whether the game is rated (default: no)",
    hints="Whether both may ask for hints, in casual games (default: no)",
    clock="The time per move, such as 90m or 2d 12h, or none (default: 3 days)",
)
async def challenge(
    interaction: Interaction,
    opponent: discord.Member | discord.User,
    ruleset: app_commands.Transform[Ruleset, RulesetOption] = Ruleset.PYRGA,
    colour: app_commands.Transform[ColourChoice, ColourOption] = ColourChoice.RANDOM,
    start: app_commands.Transform[Start, StartOption] | None = None,
    rated: bool = False,
    hints: bool = False,
    clock: app_commands.Transform[int | None, ClockOption] = USUAL,
) -> None:
    """Post the card of a challenge."""
    async with Responder(interaction) as responder:
        check_can_post(interaction)
        if not isinstance(opponent, discord.Member):
            # Somebody who has left, or words from a client that sends what it likes.
            raise AbsentOpponentError(str(opponent))
        challenges = interaction.client.services.challenges
        challenger = player_of(interaction)
        proposed = await challenges.propose(
            place_of(interaction),
            challenger,
            Player(opponent.id, opponent.display_name),
            Terms(
                ruleset,
                colour,
                language_of(interaction),
                _start(start, rated=rated),
                rated=rated,
                hints=hints,
                move_seconds=clock,
            ),
            opponent_is_bot=opponent.bot,
        )
        try:
            message_id = await responder.publish(await challenge_card(proposed), ping=opponent)
        except (discord.HTTPException, OSError):
            # Nobody has seen it, so nobody could ever answer or cancel it.
            await challenges.cancel(proposed.number, challenger)
            raise
        await challenges.place(proposed.number, message_id)


def _start(chosen: Start | None, *, rated: bool) -> Start:
    # Plain play is a win for White, which a rating must not depend on.
    return chosen or (Start.BALANCED if rated else Start.PLAIN)
