"""A cup from the form to the podium."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import simcord

from bot.values.clocks import QuietHours
from tests.bot.servers import Server, alt_text, answer, components, labels, read, said, texts
from tests.bot.whole.cups import DAY, FORM, Club, make_cup, open_club
from tests.bot.whole.menus import chosen_in
from tests.bot.whole.scenes import pass_time

pytestmark = pytest.mark.thorough


@pytest.fixture
async def club(server: Server, manager: simcord.MemberActor) -> Club:
    """Return a server with an open cup."""
    return await open_club(server, manager)


@pytest.mark.default
async def test_three_people_play_a_cup_to_its_end(club: Club) -> None:
    assert labels(club.card) == ["Join", "Leave", "Rules", "Manage…"]
    assert "No one has joined yet." in club.text
    ada, blaise, chiyo = club.people
    joined = said(await ada.click(club.shown(), label="Join"))
    assert joined.startswith("You're in **Winter Cup**. It starts <t:")
    await club.join(blaise, chiyo)
    assert "**3 people** have joined: **Ada**, **Blaise**, **Chiyo**" in club.text
    assert "up to\N{NO-BREAK SPACE}5 games" in "".join(
        part["content"] for part in components(club.shown()) if "content" in part
    )
    await club.wait(2 * DAY)
    # Clicks don't keep the card from showing the start before anyone is told of it.
    assert labels(club.shown())[0] == "My games"
    started = [message for message in club.server.posted() if "has started" in message.content]
    assert len(started) == 1
    assert sorted(club.server.pinged()) == sorted(member.id for member in club.people)
    cup = await club.cup()
    assert len(cup.running) == 3
    await club.wait(timedelta(minutes=2))
    assert labels(club.shown()) == ["My games", "Join", "Table", "Rules", "Manage…"]
    assert "0 of 3 games are over." in club.text
    assert "Ada" in alt_text(club.shown())
    await club.play_all()
    await club.wait(timedelta(minutes=2))
    assert "🥇 **Ada** · 2 points" in club.text
    assert "🥉 **Chiyo** · 0 points" in club.text
    assert labels(club.shown()) == ["Table"]
    # No one is mentioned again by the cup.
    assert len([one for one in club.server.posted() if "has started" in one.content]) == 1
    here = answer(await ada.slash(club.server.channel, "pyrga profile"))
    elsewhere = answer(await ada.user.slash("pyrga profile"))
    # Only three people have played.
    for profile, counts in ((here, True), (elsewhere, False)):
        shown = "\n".join([*texts(profile), alt_text(profile)])
        assert ("Cups won: 1" in shown, "Cup gold" in shown) == (counts, counts)


async def test_a_cup_can_start_with_a_number_of_people_or_at_a_time(
    server: Server, manager: simcord.MemberActor
) -> None:
    card = answer(await make_cup(server, manager, {"people": 3}, begin=None))
    assert "Starts when 3 people have joined: 3 more are needed." in read(card)
    at = int((server.clock.now() + 5 * DAY).timestamp())
    card = answer(await make_cup(server, manager, {"start": f"<t:{at}:F>"}, begin=None))
    assert f"Starts <t:{at}:f>" in read(card)
    # The form only asks for the start if the command didn't say.
    for options, asked in (({}, ["begin"]), ({"start": "2d 12h"}, [])):
        form = await manager.slash(server.channel, "pyrga-event cup", **options)
        assert form.modal is not None
        fields = [label["component"]["custom_id"] for label in form.modal["components"]]
        assert fields == ["name", "time", *asked, "length", "extras"]


async def test_only_managers_set_up_cups_unless_the_server_allows_it(
    server: Server, manager: simcord.MemberActor
) -> None:
    refused = said(await server.ada.slash(server.channel, "pyrga-event cup"))
    assert refused == (
        "Only people with the Manage Server permission can set up cups, game nights, and games of channels "
        "here. They can allow it for everyone in /pyrga-server settings."
    )
    await server.change_setting(manager, "setting:server:events", "yes")
    assert "Winter Cup" in read(answer(await make_cup(server, server.ada)))


async def test_a_cup_needs_a_name_that_people_can_read_which_is_shown_as_text(
    server: Server, manager: simcord.MemberActor
) -> None:
    for name in ("   ", "<@1>", "@everyone", "hi @here", "<#5>", "\u200b"):
        refused = said(await make_cup(server, manager, name=name))
        assert refused == "A cup's name has to be plain text of up to 60 characters, without mentions.", name
    assert await server.client.services.cups.in_guild(server.guild.id) == []
    card = answer(await make_cup(server, manager, name="**[x](http://a.b)** <t:7:R>"))
    assert r"\*\*\[x\]\(http\:\/\/a\.b\)\*\* \<t\:7\:R\>" in read(card)


async def test_a_cup_starts_in_the_near_future_or_with_a_number_of_people(
    server: Server, manager: simcord.MemberActor
) -> None:
    await server.configure_for(manager, quiet=QuietHours("Europe/Warsaw"))
    for options, sentence in (
        ({"start": "<t:1:F>"}, "It can't start then."),
        ({"start": "<t:99999999999:F>"}, "It can't start then."),
        ({"start": "200d"}, "It can't start then."),
        ({"start": "2026-02-28 20:00"}, "It can't start then."),
        # It's noon in UTC, but an hour later for them.
        ({"start": "today 12:30"}, "It can't start then."),
        ({"start": "soon"}, "**soon** isn't a time."),
        ({"start": "0m"}, "**0m** isn't a time."),
        ({"start": "2d", "people": 4}, "Choose either when the cup starts, or with how many people."),
    ):
        # They're told before they fill in the form.
        refused = said(await manager.slash(server.channel, "pyrga-event cup", **options))
        assert refused.startswith(sentence), options


@pytest.mark.default
async def test_a_refused_form_comes_back_as_it_was_filled_in(
    server: Server, manager: simcord.MemberActor
) -> None:
    wanted: dict[str, Any] = {
        "time": "172800",
        "begin": ["6p"],
        "length": "14",
        "extras": ["rated", "double"],
    }
    refused = answer(await make_cup(server, manager, name="*Cup* \\ <@1>", **wanted))
    assert labels(refused) == ["Edit"]
    await server.restart()
    again = await manager.click(refused, label="Edit")
    assert again.modal is not None
    assert again.modal["components"][0]["component"]["value"] == "*Cup* \\ <@1>"
    assert chosen_in(again) == {
        name: [value] if isinstance(value, str) else value for name, value in wanted.items()
    }
    made = answer(await manager.submit_modal(again, {**wanted, "name": "Cup"}))
    assert "### 🏆 Cup" in read(made)


async def test_a_start_that_passes_while_the_form_is_open_makes_no_cup(
    server: Server, manager: simcord.MemberActor
) -> None:
    at = int((server.clock.now() + timedelta(minutes=1)).timestamp())
    form = await manager.slash(server.channel, "pyrga-event cup", start=f"<t:{at}:F>")
    await pass_time(server, timedelta(minutes=2))
    fields = {name: FORM[name] for name in ("name", "time", "length")}
    assert said(await manager.submit_modal(form, fields)).startswith("It can't start then.")
    assert await server.client.services.cups.in_guild(server.guild.id) == []


async def test_people_who_block_each_other_are_asked_first_and_not_told_who_did(club: Club) -> None:
    ada, blaise, chiyo = club.people
    await ada.slash(club.server.channel, "pyrga block", member=blaise)
    await blaise.slash(club.server.channel, "pyrga block", member=chiyo)
    await club.join(blaise)
    question = answer(await chiyo.click(club.shown(), label="Join"))
    assert texts(question) == ["In this cup, you might play someone you don't usually play. Join anyway?"]
    question = answer(await ada.click(club.shown(), label="Join"))
    assert texts(question) == ["You've blocked **Blaise**, and you might play them in this cup. Join anyway?"]
    await ada.click(question, label="Never mind")
    assert "**1 person** has joined: **Blaise**" in club.text


async def test_a_cup_of_two_waits_another_day_and_is_then_called_off(club: Club) -> None:
    ada, blaise, _ = club.people
    await club.join(ada, blaise)
    await club.wait(2 * DAY)
    assert "Not enough people joined in time, so it starts a day later:" in club.text
    await club.wait(DAY)
    assert "The cup was canceled because fewer than 3 people had joined." in club.text
    assert labels(club.shown()) == []
    assert club.server.pinged() == []


async def test_the_rules_the_table_and_ones_games_are_private_also_in_words(club: Club) -> None:
    rules = answer(await club.people[0].click(club.shown(), label="Rules"))
    assert rules.ephemeral
    assert "### Rules of Winter Cup" in texts(rules)[0]
    await club.start()
    await club.wait(timedelta(minutes=2))
    ada = club.people[0]
    table = answer(await ada.click(club.shown(), label="Table"))
    assert table.ephemeral
    assert "1. Ada, 0 points" in alt_text(table)
    mine = read(answer(await ada.click(club.shown(), label="My games")))
    assert "### Your games in Winter Cup" in mine
    assert mine.count("turn") == 2
    none = read(answer(await club.manager.click(club.shown(), label="My games")))
    assert "You aren't in this cup." in none

    await club.server.change_setting(ada, "setting:mine:leaderboard", "text")
    (text,) = texts(answer(await ada.click(club.shown(), label="Table")))
    assert "### Winter Cup · Everyone plays everyone" in text
    assert "still plays" in text


async def test_the_cups_of_a_server_are_listed_for_those_who_see_them(club: Club, server: Server) -> None:
    listed = answer(await server.ada.slash(server.channel, "pyrga-event cups"))
    assert "Winter Cup" in read(listed)
    await server.ada.click(listed, label="Join")
    assert "**1 person** has joined: **Ada**" in club.text
    listed = answer(await server.ada.slash(server.channel, "pyrga-event cups"))
    assert labels(listed) == ["Leave"]


async def test_the_result_is_posted_where_the_server_wants_results(club: Club) -> None:
    server = club.server
    results = server.guild.create_text_channel("results")
    await server.client.services.preferences.change_guild(
        server.guild.id, lambda old: replace(old, announcement_channel_id=results.id)
    )
    await club.start()
    await club.play_all()
    await club.wait(timedelta(minutes=2))
    post = server.newest(results)
    assert "### 🏆 [Winter Cup](https://discord.com/channels/" in texts(post)[0]
    assert "🥇 **Ada**" in read(post)
    await club.wait(timedelta(minutes=2))
    assert len(server.env.backend.messages[results.id]) == 1


async def test_without_a_place_for_results_the_end_is_a_new_message_and_the_cup_stays_listed(
    club: Club,
) -> None:
    server = club.server
    await club.start()
    await club.play_all()
    await club.wait(timedelta(minutes=2))
    posts = [message for message in server.posted() if "🥇 **Ada**" in read(message)]
    assert [message.id == club.card.id for message in posts] == [True, False]
    await club.wait(timedelta(minutes=2))
    assert len([message for message in server.posted() if "🥇 **Ada**" in read(message)]) == 2
    listed = answer(await server.ada.slash(server.channel, "pyrga-event cups"))
    assert "Ended <t:" in read(listed)
    assert "🥇 **Ada**" in read(listed)
    assert labels(listed) == ["Table"]


async def test_a_cup_can_do_without_vacations_and_its_rules_say_so(
    server: Server, manager: simcord.MemberActor
) -> None:
    club = await open_club(server, manager, extras=["rated", "no-vacations"])
    assert "Vacations don't stop clocks." in "\n".join(
        part["content"] for part in components(club.shown()) if "content" in part
    )
    assert not (await club.cup()).terms.vacations
