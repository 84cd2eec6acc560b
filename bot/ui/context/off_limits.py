"""What exact values a person may see here, by ``bot.values.game.fair_play``, and why others are left out."""

from collections.abc import Sequence

from bot.locale import Words
from bot.ui.context.context import Context
from bot.ui.text.words import game_name
from bot.values.errors import Refusal
from bot.values.game.fair_play import OffLimits, Protected
from bot.values.game.game import Game
from engine import Position, Puzzle


async def off_limits(
    context: Context, positions: Sequence[Position], *, reviewed: Game | None = None
) -> OffLimits:
    """Return what's off limits for a person who is to be shown values around these positions.

    Those of a ``reviewed`` game of the day aren't for someone who has played it. Discord is only asked
    whether they see a channel if a game that it plays would change what they're shown.
    """
    fair_play = context.services.fair_play
    found = await fair_play.off_limits(context.user.id, guild_id=context.interaction.guild_id)
    if reviewed is not None and await fair_play.may_review(reviewed, player_id=context.user.id):
        found = found.except_day()
    return found.without([each for each in found.doubtful(positions) if not await _may_see(context, each)])


async def open_values(context: Context, position: Position) -> OffLimits:
    """Return what's off limits around a position, or refuse to show anything if it's closed."""
    found = await off_limits(context, [position])
    await refuse(context, found.closing(position))
    return found


async def in_public(context: Context, own: OffLimits) -> OffLimits:
    """Return what's off limits in a message for everyone in the channel, given what is for the person."""
    guild_id = context.interaction.guild_id
    return own.also(await context.services.fair_play.off_limits_in_public(guild_id))


async def refuse(context: Context, protected: Protected | None) -> None:
    """Refuse to show what would help with this, if there's anything."""
    if protected is not None:
        raise await context.services.fair_play.refusal(protected)


async def check_puzzle(context: Context, puzzle: Puzzle) -> None:
    """Refuse to show a puzzle that would help in a game that the person plays, or may vote in."""
    found = await context.services.fair_play.helped_by(
        context.user.id, puzzle, guild_id=context.interaction.guild_id
    )
    for each in found:
        if each.known or await _may_see(context, each):
            await refuse(context, each)


async def is_closed(context: Context, puzzle: Puzzle) -> bool:
    """Return whether ``check_puzzle`` refuses to show a puzzle."""
    try:
        await check_puzzle(context, puzzle)
    except Refusal:
        return True
    return False


async def closed_sentence(context: Context, protected: Protected | None) -> str:
    """Return why nothing is shown that would help with this; empty if there's nothing."""
    if protected is None:
        return ""
    return context.refusal(await context.services.fair_play.refusal(protected))


def left_out_sentence(words: Words, protected: Protected | None) -> str:
    """Return why some values are left out; empty if none are."""
    if protected is None:
        return ""
    if protected.day is not None:
        return words.say("Some values are left out, because they'd help with the game of the day.")
    if protected.game is None:
        return words.say("Some values are left out, because they'd help with a puzzle of the day.")
    return words.say(
        "Some values are left out, because they'd help in game {game}.", game=game_name(protected.game)
    )


async def _may_see(context: Context, protected: Protected) -> bool:
    """Return whether the person sees a channel that plays a game, or Discord doesn't say."""
    if protected.game is None:
        return True
    client, here = context.client, context.place.channel_id
    game = await context.services.games.get(protected.game)
    for home in game.homes:
        if here == home.place.channel_id or await client.sight.may_see(client, context.user.id, home.place):
            return True
    return False
