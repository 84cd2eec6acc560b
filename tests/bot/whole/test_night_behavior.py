"""What happens to a game night in each of its states, as in ``docs/behavior.md``."""

from dataclasses import replace
from datetime import timedelta

import pytest
import simcord

from bot.jobs.events import keep_nights
from bot.ui.context.looks import APART
from bot.values.events.night import Night
from bot.values.events.parts import EventStatus, Leaving
from tests.bot.servers import Server, answer, delete_data, read, said
from tests.bot.whole.cups import play_short
from tests.bot.whole.scenes import live
from tests.cells import outcomes

pytestmark = pytest.mark.thorough

OPEN, RUNNING, OVER, CANCELED = "open", "running", "over", "canceled"
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
COMMAND = "pyrga-event night"


class Evening:
    """A server with a game night, its manager, and three people who have come."""

    def __init__(self, server: Server, manager: simcord.MemberActor, card: simcord.ResponseMessage) -> None:
        self.server, self.manager, self._card = server, manager, card
        self.nights = server.client.services.nights

    @property
    def card(self) -> simcord.ResponseMessage:
        """Return the card as it is now."""
        messages = self.server.env.backend.messages[self._card.channel_id]
        return simcord.ResponseMessage(self.server.env, messages[self._card.id])

    async def night(self) -> Night:
        """Return the game night as it's stored."""
        return await self.nights.get(1)

    async def wait(self, step: timedelta) -> None:
        """Let time pass, and everything that's due happen."""
        await live(self.server, step)
        await keep_nights(self.server.client)
        await self.server.env.settle()

    async def reach(self, state: str) -> None:
        """Bring it into a state."""
        for person in self.server.members:
            await person.click(self.card, label="I'm in")
        if state in {RUNNING, OVER}:
            await self.wait(20 * SECOND)
        if state == OVER:
            (game,) = (await self.night()).running
            (loser,) = {*game.players} - {self.server.ada.id}
            await play_short(self.server, game.number or 0, loser)
            await self.wait(90 * MINUTE)
            await self.wait(2 * MINUTE)
            await self.wait(MINUTE)
        if state == CANCELED:
            await self.cancel()
        assert (await self.night()).status == state

    async def cancel(self) -> simcord.InteractionResult:
        """Have the manager call it off."""
        asked = answer(await self.manager.click(self.card, label="Cancel…"))
        return await self.manager.click(asked, label="Cancel the night")

    async def press(self, member: simcord.MemberActor, word: str) -> str:
        """Have someone press a button that may no longer be there; return what they're told."""
        (result,) = await self.server.press_unoffered((member, self.card, f"{word}:1"))
        return said(result)


@pytest.fixture
async def evening(server: Server, manager: simcord.MemberActor, state: str) -> Evening:
    """Return a game night of three people in the state of the cell."""
    made = Evening(server, manager, answer(await manager.slash(server.channel, COMMAND)))
    await made.reach(state)
    return made


@outcomes(
    "someone comes to a game night",
    open_or_running="they're in, and paired as soon as someone fits",
    over_or_canceled="they're told that it's over",
)
async def test_coming(evening: Evening, state: str) -> None:
    told = await evening.press(evening.manager, "night-in")
    if state in {OPEN, RUNNING}:
        assert told.startswith("You're in.")
        await evening.wait(20 * SECOND)
        night = await evening.night()
        assert len(night.running) == 2
        await evening.wait(20 * SECOND)
        assert "Playing now" in read(evening.card)
    else:
        assert told.startswith("This game night is over, or almost.")


@outcomes(
    "someone comes to a game night twice",
    open_or_running="they're told that they're in already",
    over_or_canceled="they're told that it's over",
)
async def test_coming_twice(evening: Evening, state: str) -> None:
    told = await evening.press(evening.server.ada, "night-in")
    is_in = state in {OPEN, RUNNING}
    assert told.startswith("You're in already." if is_in else "This game night is over, or almost.")


@outcomes(
    "someone pauses in a game night",
    open="they're out, and the card shows it",
    running="they aren't paired until they come back; a running game goes on",
    over_or_canceled="they're told that it's over",
)
async def test_pausing(evening: Evening, state: str) -> None:
    ada = evening.server.ada
    told = await evening.press(ada, "night-pause")
    night = await evening.night()
    if state in {OVER, CANCELED}:
        assert told == "This game night is already over."
        return
    assert told.startswith("You won't be paired until you press")
    assert [each.player.name for each in night.present] == ["Blaise", "Chiyo"]
    assert ("Ada" in read(evening.card)) == (state == RUNNING)
    assert len(night.running) == (state == RUNNING)
    assert await evening.press(ada, "night-pause") == (
        "You aren't being paired in this game night. Press **I'm in** to play."
    )


@outcomes(
    "someone starts another game night in its channel",
    open_or_running="they're told, with a link to the first",
    over_or_canceled="people can come to the new one",
)
async def test_another_one(evening: Evening, state: str) -> None:
    result = await evening.manager.slash(evening.server.channel, COMMAND)
    if state in {OPEN, RUNNING}:
        assert said(result).startswith("There's already a game night in this channel: http")
    else:
        assert "No one has joined yet." in read(answer(result))


@outcomes(
    "a moderator cancels a game night",
    open="once confirmed, no one can come anymore",
    running="once confirmed, its games continue as casual games",
    over_or_canceled="they're told that it's over",
)
async def test_canceling(evening: Evening, state: str) -> None:
    if state in {OVER, CANCELED}:
        assert await evening.press(evening.manager, "night-cancel") == "This game night is already over."
        return
    running = [game.number or 0 for game in (await evening.night()).running]
    told = await evening.cancel()
    assert read(answer(told)) == "You canceled the game night. It's in /pyrga-server log."
    assert "A moderator canceled the game night." in read(evening.card)
    await evening.wait(SECOND)
    for number in running:
        game = await evening.server.client.services.games.get(number)
        assert (game.rated, game.event) == (False, None)


@outcomes(
    "the channel of a game night is gone",
    open_or_running="it's called off, and its host gets a DM; running games go on as casual ones",
    over_or_canceled="nothing",
)
async def test_a_lost_channel(evening: Evening, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lost, client = evening.server.channel.id, evening.server.client
    found = client.get_partial_messageable

    def gone(channel_id: int, **options: object) -> object:
        return found(1 if channel_id == lost else channel_id, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(client, "get_partial_messageable", gone)
    before = await evening.night()
    if state in {OPEN, RUNNING}:
        await evening.nights.change(1, lambda night, _: replace(night, revision=night.revision + 1))
    for _ in range(2):
        await evening.wait(APART)
    night = await evening.night()
    if state in {OVER, CANCELED}:
        assert night.status is before.status
        return
    assert (night.status, night.card.lost) == (EventStatus.CANCELED, True)
    (told,) = evening.manager.user.dm_channel.history()
    assert told.content.startswith("The game night was called off because its channel is gone.")


@outcomes(
    "a player of a game night deletes their data",
    open="they're out",
    running="they're out, and their running game is lost",
    over_or_canceled="the card calls them *Deleted player*",
)
async def test_deleted_data(evening: Evening, state: str) -> None:
    await delete_data(evening.server.ada)
    await evening.wait(20 * SECOND)
    night = await evening.night()
    assert evening.server.ada.id not in {entrant.player.id for entrant in night.entrants}
    assert "Ada" not in read(evening.card)
    if state == OPEN:
        assert len(night.entrants) == 2
    if state == RUNNING:
        assert Leaving.DELETED in {entrant.left for entrant in night.entrants}
    if state == OVER:
        assert "🥇 **Deleted player**" in read(evening.card)
