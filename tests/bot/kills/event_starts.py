"""A cup or team match that starts while the bot is killed, and what has to be true after that."""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from random import Random

from tests.bot.kills.lives import LONGEST_START, Lives
from tests.loopback.exchanges import Exchange
from tests.loopback.messages import Message
from tests.loopback.places import Person
from tests.loopback.server import LoopbackDiscord

LOOK, MOST_SHOWN, LONGEST_WAIT = 0.01, 12, 0.03
"""Maximum number of messages in a life of the bot, and of seconds after which it's killed then."""

_TITLE = re.compile(r"### Pyrga #([0-9]+) ·")
_OPENING = re.compile(r"\*\*#([0-9]+)\*\* ·")


async def more_to_show() -> bool:
    """Say that not everything has been shown."""
    return False


async def die_again_and_again(
    discord: LoopbackDiscord,
    bot: Lives,
    lives: int,
    random: Random,
    is_done: Callable[[], Awaitable[bool]] = more_to_show,
) -> None:
    """Let the bot live so many times, each until it has shown a few messages, or all that there were."""
    shown = asyncio.Semaphore(0)

    def note(message: Message, exchange: Exchange | None) -> None:
        del message, exchange
        shown.release()

    discord.answers.listeners.append(note)
    for _ in range(lives):
        await bot.begin()
        async with asyncio.timeout(LONGEST_START):
            for _ in range(random.randint(1, MOST_SHOWN)):
                while shown.locked() and not await is_done():  # noqa: ASYNC110
                    await asyncio.sleep(LOOK)
                if shown.locked():
                    break
                await shown.acquire()
        # Neither the bot nor Discord knows when this is.
        await asyncio.sleep(random.uniform(0, LONGEST_WAIT))
        await bot.end()


def check_messages(
    discord: LoopbackDiscord, people: Sequence[Person], games: int, *, servers: int = 1
) -> None:
    """Check that each game has one line and one board in each server, what the cards say, and who was called.

    No one has moved yet.
    """
    messages = discord.answers.messages.values()
    for title in (_TITLE, _OPENING):
        shown = Counter(found[1] for message in messages if (found := title.match(message.text)))
        assert (len(shown), {*shown.values()}) == (games, {servers})
    cards = [message for message in messages if "games are over" in message.text]
    assert len(cards) == servers
    assert all(f"0 of {games} games are over." in card.text for card in cards)
    mentioned = Counter(person for message in messages for person in message.mentions)
    assert mentioned == Counter(person.id for person in people)
