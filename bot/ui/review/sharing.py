"""Posts something about a game in the channel, once."""

from bot.matches.values.games import Game
from bot.ui.context.context import Context
from bot.ui.message.content import Content


async def share(context: Context, game: Game, ply: int, content: Content) -> None:
    """Post what there is to see of ``game`` at ``ply``, unless someone already has.

    The clicked panel stays the answer; the post comes beside it.

    Raises:
        PrivateAnswersOnlyError: the server lets no one else see what the bot answers here.
    """
    async with context.services.shares.sharing(game.number, ply, context.place.channel_id) as first:
        if first:
            await context.reply.acknowledge()
            await context.reply.follow_up(content)
