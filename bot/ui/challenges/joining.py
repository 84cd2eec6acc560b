"""Accepts challenges from elsewhere than their cards: by a code, or from the list of open challenges."""

from bot.matches.challenges.challenge_errors import UnknownChallengeError
from bot.matches.match.match import Match
from bot.matches.values.challenges import Challenge
from bot.ui.board.display import publish
from bot.ui.challenges.rematches import check_challenger
from bot.ui.challenges.started_games import begin_on_card, casual_lines
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_sees
from bot.ui.message.custom_ids import JoinChallenge
from bot.ui.text.status import started_sentence


async def join_by_code(context: Context, code: str) -> None:
    """Start the game of the challenge with this code in its place, and tell the person where that is.

    In DMs they get a private board.

    Raises:
        OutOfSightError: they can't see that place.
        MatchError: as in ``Challenges.find`` and ``Challenges.accept``.
    """
    client, challenges = context.client, context.services.challenges
    found = await challenges.find(code, context.place.guild_id)
    await check_challenger(client, found.as_seen_from(context.place.guild_id))
    if context.in_direct_messages:
        begun = await challenges.accept(found.number, context.user)
        await _begin_apart(context, found.number, begun)
        for line in casual_lines(context.words, found, begun):
            await context.reply.private(line)
        return
    await check_sees(context, found.place)
    await _join(context, found)


@on_click(JoinChallenge)
async def join_listed_challenge(context: Context, clicked: JoinChallenge) -> None:
    """Start the game of a challenge that was listed, in its place, and tell the person where that is.

    Raises:
        UnknownChallengeError: there's no such challenge that they can see.
        MatchError: as in ``Challenges.accept``.
    """
    found = await context.services.challenges.get(clicked.challenge)
    if not await context.sees_at(found.place, ()):
        raise UnknownChallengeError
    await check_challenger(context.client, found)
    await _join(context, found)


async def _join(context: Context, challenge: Challenge) -> None:
    begun = await context.services.challenges.accept(challenge.number, context.user)
    game = await begin_on_card(context.client, challenge.number, begun)
    told = started_sentence(context.words, context.named(game), context.user.id)
    await context.reply.private("\n".join([told, *casual_lines(context.words, challenge, begun)]))


async def _begin_apart(context: Context, number: int, begun: Match) -> None:
    """Show a game that was joined in DMs both there and in the place of its challenge."""
    begun = await context.services.games.see(begun, context.user.id)
    try:
        begun = await publish(context, begun)
    finally:
        await begin_on_card(context.client, number, begun)
