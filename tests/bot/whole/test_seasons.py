"""Seasons of a server: who starts and ends them, and what the channel sees at the end."""

import re
from datetime import timedelta

import pytest
import simcord

import render
from bot.jobs.rounds import announce_seasons, roll_over_seasons
from bot.values.players import ThemeName
from tests.bot.servers import Server, alt_text, answer, said, texts
from tests.bot.whole.test_leaderboards import list_players
from tests.bot.whole.test_pictures import corner, picture

pytestmark = pytest.mark.thorough


@pytest.mark.default
async def test_a_manager_starts_and_ends_a_season_and_its_leaderboard_is_posted_once(
    server: Server, manager: simcord.MemberActor
) -> None:
    assert not any("season" in name for name in server.ada.available_commands(server.channel))
    await server.configure(announcement_channel_id=server.channel.id)
    started = await manager.slash(server.channel, "pyrga-server season start")
    assert said(started).startswith("Season 1 has started.")
    assert started.response is not None
    assert re.search(r"use </pyrga-server season end:\d+>\.$", started.response.content)
    assert said(await manager.slash(server.channel, "pyrga-server season start")) == (
        "Season 1 is already running. End it first with /pyrga-server season end."
    )
    await list_players(server, 3, rated_at=server.clock.now() + timedelta(seconds=1))
    ended = answer(await manager.slash(server.channel, "pyrga-server season end"))
    assert ended.ephemeral
    assert f"This will be posted in <#{server.channel.id}>." in texts(ended)[0]
    await server.configure(theme=ThemeName.LIMESTONE)
    await announce_seasons(server.client)
    await announce_seasons(server.client)
    posted = server.newest()
    assert corner(await picture(server, posted)) == render.LIMESTONE.canvas
    assert texts(posted)[0].startswith("### Season 1 is over\nFrom <t:")
    assert alt_text(posted).split("; ") == [
        f"Season 1 (Pyrga · final leaderboard · {server.guild.name})",
        "1. member00 · 2000 · 0 games · 3 wins in a row",
        "2. member01 · 1999 · 0 games · 3 wins in a row",
        "3. member02 · 1998 · 0 games · 3 wins in a row",
    ]
    assert server.pinged() == []
    again = await manager.slash(server.channel, "pyrga-server season end")
    assert said(again).startswith("No season is running.")
    kept = answer(await server.ada.slash(server.channel, "pyrga leaderboard", season=1))
    assert kept.ephemeral
    assert alt_text(kept) == alt_text(posted)
    shared = answer(await server.ada.slash(server.channel, "pyrga leaderboard", season=1, share=True))
    assert not shared.ephemeral
    unknown = await server.ada.slash(server.channel, "pyrga leaderboard", season=2)
    assert said(unknown).startswith("No such season has ended here.")


async def test_a_season_without_ranked_players_says_so(server: Server, manager: simcord.MemberActor) -> None:
    await manager.slash(server.channel, "pyrga-server season start")
    ended = answer(await manager.slash(server.channel, "pyrga-server season end"))
    assert "No one played enough rated games for an established rating." in texts(ended)[0]
    assert "To have this posted, choose a results channel in " in texts(ended)[0]


@pytest.mark.parametrize(
    ("chosen", "refused", "headline"),
    [(None, None, "La saison 1 est"), (None, 403, "Season 1 is"), ("en", None, "Season 1 is")],
)
@pytest.mark.usefixtures("french")
async def test_the_end_is_announced_in_the_language_of_the_server(
    server: Server, manager: simcord.MemberActor, chosen: str | None, refused: int | None, headline: str
) -> None:
    server.env.backend.guilds[server.guild.id].preferred_locale = "fr"
    await server.configure(announcement_channel_id=server.channel.id, language=chosen)
    await manager.slash(server.channel, "pyrga-server season start")
    await manager.slash(server.channel, "pyrga-server season end")
    if refused:
        server.env.inject_error("GET", f"/guilds/{server.guild.id}", status=refused, code=50001)
    await announce_seasons(server.client)
    assert texts(server.newest())[0].startswith(f"### {headline}")


@pytest.mark.default
async def test_monthly_seasons_change_automatically(server: Server) -> None:
    await server.configure(announcement_channel_id=server.channel.id)
    await server.configure(monthly_seasons=True)
    await roll_over_seasons(server.client)
    server.clock.move(timedelta(days=32))
    await roll_over_seasons(server.client)
    await announce_seasons(server.client)
    assert texts(server.newest())[0].startswith("### Season 1 is over")
    running = await server.client.services.seasons.running(server.guild.id)
    assert running is not None
    assert running.number == 2
