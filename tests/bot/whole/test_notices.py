"""People are told of others who look for an opponent, once, in the way they chose, and join with a button."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import discord
import pytest
import simcord

from bot.ui.notices import tell_of_searches
from bot.use_cases.searches import OpponentSearches
from bot.values.clocks import QuietHours
from bot.values.players import NoticeReach, NotificationMode
from tests.bot.servers import Server, answer, labels, read, said, texts
from tests.cells import outcomes
from tests.reading import as_read

pytestmark = pytest.mark.thorough

HERE: dict[str, Any] = {"where": "server"}
HIDDEN = discord.PermissionOverwrite(view_channel=False)
HOURS = timedelta(hours=6)


async def find(server: Server, member: simcord.MemberActor, **options: Any) -> simcord.ResponseMessage:
    return answer(await member.slash(server.channel, "pyrga find", **(HERE | options)))


async def notify(server: Server, member: simcord.MemberActor, **chosen: Any) -> simcord.ResponseMessage:
    """Have someone press the button to hear of searches in this server; return the settings shown then."""
    panel = await server.open_setting(member, "setting:mine:notice-reach")
    await member.click(panel, label="Notify me")
    await server.configure_for(member, **chosen)
    return panel


def heard(server: Server, member: simcord.MemberActor) -> Sequence[simcord.ResponseMessage]:
    """Return what the bot has sent someone in DMs."""
    return server.posted(member.user.dm_channel)


@pytest.mark.default
@outcomes(
    "someone looks for an opponent", "wants to hear", "they're told, with a button that starts the game"
)
async def test_whoever_wants_to_hear_gets_a_dm_and_plays_with_one_button(server: Server) -> None:
    panel = await find(server, server.blaise)
    shown = answer(await server.blaise.click(panel, label="Notify me"))
    assert texts(shown)[1] == "I'll tell you when someone near your rating looks for an opponent here."
    assert labels(shown)[:3] == ["Notify me", "Not here", "Send me a test notice"]
    await server.blaise.click(panel, label="Cancel")
    await find(server, server.ada, clock=300)
    for _ in range(2):
        await tell_of_searches(server.client)
    (told,) = heard(server, server.blaise)
    facts = f"Pyrga · rated · 5 minutes per move · <#{server.channel.id}>"
    assert texts(told) == [f"**Ada** (1500?) is looking for an opponent.\n{facts}"]
    assert heard(server, server.chiyo) == []
    begun = said(await server.blaise.user.click(told, label="Join"))
    assert begun.startswith("Your game with **Ada** has started")
    game = await server.client.services.games.get(1)
    assert {game.white.id, game.black.id} == {server.ada.id, server.blaise.id}
    assert [board.place.channel_id for board in game.boards] == [server.channel.id]


@outcomes("someone else was faster", "wants to hear", "the button says so, and offers to look for a game")
async def test_a_button_that_comes_too_late_says_so(server: Server) -> None:
    await notify(server, server.blaise)
    await find(server, server.ada)
    await tell_of_searches(server.client)
    await find(server, server.chiyo)
    (told,) = heard(server, server.blaise)
    late = answer(await server.blaise.user.click(told, label="Join"))
    assert read(late) == "No one is waiting for this game anymore. You can look for one, too."
    assert labels(late) == ["Find an opponent"]


async def test_those_who_chose_a_mention_are_mentioned_together_where_they_can_see_it(
    server: Server,
) -> None:
    hidden = server.guild.create_text_channel("hidden", overwrites={server.chiyo: HIDDEN})
    for member in (server.blaise, server.chiyo):
        await notify(server, member, notice_mode=NotificationMode.MENTION)
    await server.ada.slash(hidden, "pyrga find", **HERE)
    await tell_of_searches(server.client)
    assert server.pinged(hidden) == [server.blaise.id]
    server.clock.move(HOURS)
    await find(server, server.ada, clock=300)
    await tell_of_searches(server.client)
    assert sorted(server.pinged(server.channel)) == sorted([server.blaise.id, server.chiyo.id])
    (told,) = [message for message in server.posted() if "looking" in read(message)]
    # Whoever searches sees their searches, and the first of the others plays.
    assert "Looking for an opponent" in read(answer(await server.ada.click(told, label="Join")))
    assert "has started" in said(await server.chiyo.click(told, label="Join"))
    assert heard(server, server.blaise) == heard(server, server.chiyo) == []


@outcomes("someone looks for an opponent in their quiet hours", "wants to hear", "they aren't told")
async def test_no_one_is_told_in_quiet_hours_even_if_those_begin_just_before(server: Server) -> None:
    now = server.clock.now()
    asleep = QuietHours("Africa/Accra", now.hour, (now.hour + 3) % 24)
    await notify(server, server.blaise, quiet=asleep)
    await notify(server, server.chiyo)
    await find(server, server.ada)
    search = (await server.client.services.opponent_searches.of_player(server.ada.id))[0]
    await server.client.services.opponent_searches.plan_notices(search, [server.chiyo.id])
    await server.configure_for(server.chiyo, quiet=asleep)
    for _ in range(2):
        await tell_of_searches(server.client)
        server.clock.move(timedelta(minutes=1))
    assert heard(server, server.blaise) == heard(server, server.chiyo) == []


@outcomes("the bot dies before it has told", "wants to hear", "the next process tells them, once")
async def test_a_process_that_dies_while_it_tells_leaves_it_to_the_next_one(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def die(*_: object, **__: object) -> None:
        raise OSError

    await notify(server, server.blaise)
    await find(server, server.ada)
    searches = server.client.services.opponent_searches
    (search,) = await searches.of_player(server.ada.id)
    await searches.plan_notices(search, [server.blaise.id])
    with monkeypatch.context() as dying:
        dying.setattr(OpponentSearches, "note_noticed", die)
        with pytest.raises(OSError):  # noqa: PT011 - it's raised above
            await tell_of_searches(server.client)
    await tell_of_searches(server.client)
    # Discord ignores the second of two messages with the same nonce.
    posts = [dict(sent.json or {}) for sent in server.env.http_requests if sent.path.endswith("/messages")]
    told = [post["nonce"] for post in posts if "is looking for an opponent" in str(post)]
    assert (len(told), len(set(told))) == (2, 1)
    assert await searches.planned_notices(9) == []


@pytest.mark.default
@outcomes("a test notice is asked for", "wants to hear", "the person is told whether it arrived")
async def test_a_test_notice_says_whether_dms_arrive(server: Server) -> None:
    for member in (server.blaise, server.chiyo):
        panel = await notify(server, member)
        told = said(await member.click(panel, label="Send me a test notice"))
        is_open = member is server.blaise
        assert told.startswith(
            "It arrived." if is_open else "Discord says that you don't accept DMs from me."
        )
        sent = [as_read(each.content) for each in heard(server, member)]
        assert sent == (["This is a test. It arrived."] if is_open else [])
        server.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)


async def test_people_stop_hearing_of_a_server_or_of_everything(server: Server) -> None:
    panel = await notify(server, server.blaise)
    await server.blaise.click(panel, label="Not here")
    assert texts(panel)[1] == "I no longer tell you when someone here looks for an opponent."
    await notify(server, server.chiyo)
    await find(server, server.ada)
    await tell_of_searches(server.client)
    assert heard(server, server.blaise) == []
    (told,) = heard(server, server.chiyo)
    await server.chiyo.user.click(told, label="No more of these")
    chosen = await server.client.services.preferences.player(server.chiyo.id)
    assert chosen.notice_reach is None


async def test_someone_in_another_server_is_asked_first_and_then_plays_from_there(server: Server) -> None:
    dora = server.env.create_guild("Library").add_member(server.env.create_user("dora", global_name="Dora"))
    await server.configure_for(dora, notice_reach=NoticeReach.EVERYWHERE)
    await server.configure_for(server.ada, across_servers=True)
    await find(server, server.ada, where="everywhere")
    await tell_of_searches(server.client)
    (told,) = heard(server, dora)
    assert read(told).endswith(f"Pyrga · rated · 1 day per move · {server.guild.name}")
    asked = answer(await dora.user.click(told, label="Join"))
    await dora.user.click(asked, label="Search everywhere")
    assert (await server.client.services.games.get(1)).is_in_two_places
