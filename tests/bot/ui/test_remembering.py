"""What the bot remembers of Discord: for a while, and only so much."""

import pytest

from bot.ui.context import client, sight
from bot.ui.context.client import NewestMessages, ReplacedMessages
from bot.ui.context.looks import APART
from bot.ui.context.sight import Memberships, Sight
from bot.values.players import Place, Player
from tests.bot.servers import Server


def test_the_messages_that_are_forgotten_first_are_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "MOST_REMEMBERED", 2)
    newest = NewestMessages()

    async def first() -> None: ...
    async def second() -> None: ...

    assert newest.put("board", first) is newest.put("hint", first) is None
    assert newest.put("board", second) is first
    assert newest.put("replay", first) is None
    assert newest.put("board", first) is second
    assert newest.put("hint", first) is None
    replaced = ReplacedMessages()
    for message_id in (1, 2, 3):
        replaced.add(message_id)
    assert [message_id in replaced for message_id in (1, 2, 3)] == [False, True, True]


class Asking:
    """Counts how often the bot asks Discord, and lets time pass."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._known = 0
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def asked(self) -> bool:
        """Return whether the bot has asked Discord anything since the last time."""
        before, self._known = self._known, len(self._server.env.http_requests)
        return self._known > before


async def test_who_sees_a_channel_is_remembered_for_a_minute(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    discord = Asking(server)
    monkeypatch.setattr(sight, "monotonic", discord.monotonic)
    monkeypatch.setattr(sight, "MOST", 2)
    seen, there = Sight(), Place(server.guild.id, server.channel.id)

    async def looks(player_id: int) -> bool:
        assert await seen.sees(server.client, player_id, there)
        return discord.asked()

    ada, blaise, chiyo = (member.id for member in server.members)
    assert [await looks(player) for player in (ada, blaise, ada, blaise)] == [True, True, False, False]
    discord.now = sight.LIFETIME - 0.001
    assert not await looks(ada)
    discord.now += 0.001
    assert [await looks(player) for player in (ada, ada)] == [True, False]
    # Blaise was looked up before Ada was again.
    assert [await looks(player) for player in (chiyo, ada, chiyo)] == [True, False, False]
    assert not await seen.sees(server.client, ada, Place(None, server.channel.id))
    assert not await seen.sees(server.client, ada, Place(server.guild.id, server.channel.id, reachable=False))
    assert not discord.asked()


async def test_who_has_left_is_remembered_for_a_day_after_two_looks(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    discord = Asking(server)
    monkeypatch.setattr(sight, "monotonic", discord.monotonic)
    monkeypatch.setattr(sight, "MOST", 2)
    known, here = Memberships(), Place(server.guild.id, server.channel.id)
    ada, blaise, gone = (
        Player(server.ada.id, "Ada"),
        Player(server.blaise.id, "Blaise"),
        Player(server.chiyo.id, "Chiyo"),
    )
    server.guild.remove_member(server.chiyo)

    async def looks(*players: Player) -> tuple[set[int], bool]:
        await known.find_gone(server.client, here, players)
        return {*known.known_gone(here)}, discord.asked()

    assert not await known.find_gone(server.client, here, [ada])
    assert not await known.find_gone(server.client, here, [ada, gone])
    assert await looks(gone) == (set(), True)
    server.clock.move(APART)
    assert await known.find_gone(server.client, here, [ada, gone])
    assert discord.asked()
    assert await looks(ada, gone) == ({gone.id}, False)
    assert known.known_gone(Place(server.guild.id + 1, server.channel.id)) == frozenset()
    # No one asks about those who are deleted.
    assert await looks(Player(-7, "a deleted player")) == ({gone.id}, False)
    discord.now = sight.MEMBER_LIFETIME - 0.001
    assert await looks(ada, gone) == ({gone.id}, False)
    discord.now += 0.001
    server.clock.move(APART)
    assert known.known_gone(here) == frozenset()
    assert await looks(gone) == ({gone.id}, True)
    # Ada was looked up before that.
    server.clock.move(APART)
    assert await looks(blaise, gone) == ({gone.id}, True)
    assert await looks(ada) == (set(), True)
    for elsewhere in (Place(None, 20), Place(server.guild.id, server.channel.id, reachable=False)):
        assert not await known.find_gone(server.client, elsewhere, [gone])
    assert not discord.asked()
