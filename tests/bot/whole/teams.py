"""A team match in the whole bot: two servers, their managers and people, and the cards in both."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import discord
import simcord

from bot.jobs.events import keep_team_matches
from bot.ui.events.posting import show_event
from bot.values.events.parts import Card
from bot.values.events.team_match import TeamMatch, TeamTerms
from bot.values.players import Place, Player, ThemeName
from engine import Ruleset
from tests.bot.servers import Server, answer, read, said, texts
from tests.bot.whole.cups import play_short
from tests.bot.whole.scenes import live

DAY = timedelta(days=1)
COMMAND = "pyrga-event team-match"
FORM = {"time": "86400", "boards": ["4"], "sign-up": ["2"], "length": "28"}


@dataclass(frozen=True, slots=True)
class Team:
    """One server: its name, its manager, its people, and the channel where the card is."""

    name: str
    channel: simcord.ChannelHandle
    manager: simcord.MemberActor
    people: Sequence[simcord.MemberActor]


@dataclass(frozen=True, slots=True)
class TwoTeams:
    """Two servers, the first of which offers a team match to the second."""

    server: Server
    teams: tuple[Team, Team]

    async def offer(self, **fields: Any) -> str:
        """Have the first manager fill in the form; return the code."""
        home = self.teams[0]
        form = await home.manager.slash(home.channel, COMMAND)
        made = answer(await home.manager.submit_modal(form, FORM | fields))
        return texts(made)[0].split("`")[1]

    async def enter(self, code: str) -> simcord.InteractionResult:
        """Have the second manager enter a code."""
        away = self.teams[1]
        return await away.manager.slash(away.channel, COMMAND, code=code)

    async def agree(self, **fields: Any) -> str:
        """Have both managers agree on a team match; return what the second one is told."""
        shown = answer(await self.enter(await self.offer(**fields)))
        result = await self.teams[1].manager.click(shown, label="Accept")
        await self.server.env.settle()
        return read(answer(result))

    async def match(self) -> TeamMatch:
        """Return the team match as it's stored."""
        return await self.server.client.services.team_matches.get(1)

    async def card(self, index: int) -> simcord.ResponseMessage:
        """Return the card of a side as it is now."""
        card = (await self.match()).cards[index]
        messages = self.server.env.backend.messages[card.place.channel_id]
        assert card.message_id is not None
        return simcord.ResponseMessage(self.server.env, messages[card.message_id])

    async def text(self, index: int) -> str:
        """Return what the card of a side says now."""
        return read(await self.card(index))

    async def sign_up(self) -> None:
        """Have everyone sign up for their own server, and agree to what the other one sees."""
        for index, team in enumerate(self.teams):
            for person in team.people:
                asked = answer(await person.click(await self.card(index), label="Sign up"))
                await person.click(asked, label="Sign up")
                assert texts(asked)[0].startswith("You play for **")

    async def open(self, *reserves: simcord.MemberActor) -> None:
        """Have both servers agree and everyone sign up, without a click.

        ``reserves`` are others, for the first server.
        """
        services = self.server.client.services
        first, second = (
            Card(Place(team.manager.guild.id, team.channel.id), team.manager.id, "en-US", theme, team.name)
            for team, theme in zip(self.teams, (ThemeName.AEGEAN, ThemeName.BASALT), strict=True)
        )
        managers = [Player(team.manager.id, team.manager.name) for team in self.teams]
        terms = TeamTerms(Ruleset.PYRGA, sign_up_days=2)
        code = await services.team_matches.offer(managers[0], first, terms)
        match = await services.team_matches.accept(code.text, managers[1], second)
        for team in self.teams:
            for person in (*team.people, *(reserves if team is self.teams[0] else ())):
                player = Player(person.id, person.user.global_name or person.name)
                await services.preferences.change_player(
                    player, lambda old: replace(old, across_servers=True)
                )
                match = await services.team_matches.sign_up(match, player, guild_id=team.manager.guild.id)
        for side in (0, 1):
            match = await show_event(self.server.client, match, side)

    async def press(self, member: simcord.MemberActor, word: str, index: int = 0) -> str:
        """Have someone press a button of a card that may no longer be there; return what they're told."""
        there = replace(self.server, guild=member.guild)
        (result,) = await there.press_unoffered((member, await self.card(index), f"{word}:1"))
        return said(result)

    async def wait(self, step: timedelta) -> None:
        """Let time pass, and everything that's due happen."""
        await live(self.server, step)
        await keep_team_matches(self.server.client)
        await self.server.env.settle()

    async def begin(self) -> TeamMatch:
        """Have both servers agree, everyone sign up, and the games begin."""
        await self.open()
        await self.wait(2 * DAY)
        return await self.match()

    async def resign(self, *losers: simcord.MemberActor) -> None:
        """Have these people give up all their games, once they count."""
        for game in (await self.match()).running:
            for loser in losers:
                if loser.id in game.players and game.number is not None:
                    await play_short(self.server, game.number, loser.id)
        await self.wait(timedelta(minutes=2))


def two_teams(server: Server, manager: simcord.MemberActor) -> TwoTeams:
    """Return the server, and another one with three people, the last of whom manages it."""
    away = server.env.create_guild("Game Night")
    channel = away.create_text_channel("games")
    people = [
        away.add_member(server.env.create_user(name.lower(), global_name=name)) for name in ("Emmy", "Felix")
    ]
    role = away.create_role("Manager", permissions=discord.Permissions(manage_guild=True))
    grace = away.add_member(server.env.create_user("grace", global_name="Grace"), roles=[role])
    home = Team("Pyrga Café", server.channel, manager, (server.ada, server.blaise))
    return TwoTeams(server, (home, Team("Game Night", channel, grace, people)))
