"""Posts something about a game in the channel, but only once."""

from bot.matches.match.match import Match
from bot.ui.context.context import Context
from bot.ui.message.content import Content


async def share(context: Context, game: Match, ply: int, content: Content) -> None:
    """Post the view of ``game`` at ``ply``, unless someone already has.

    The clicked panel remains the answer; the post is separate.

    Raises:
        PrivateAnswersOnlyError: the server doesn't let anyone else see the bot's answers here.
    """
    async with context.services.shares.sharing(game.number, ply, context.place.channel_id) as first:
        if first:
            await context.reply.acknowledge()
            await context.reply.follow_up(content)
