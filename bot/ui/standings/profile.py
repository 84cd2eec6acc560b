"""Profiles of players as cards, shown privately or shared."""

from dataclasses import dataclass, replace
from gettext import NullTranslations

import discord
from discord import ui

import render
from bot.locale import words_for
from bot.matches.values.players import ThemeName
from bot.matches.values.standings import Badge, HistoryFilter, Profile, Score
from bot.ui.components.drawing import drawn
from bot.ui.components.selects import Option, menu
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_can_post
from bot.ui.message.content import GOLD, Box, Content, Picture, Row, draw, layout
from bot.ui.message.custom_ids import CustomId, ShowHistory, button
from bot.ui.standings.pages import LeaderboardView
from bot.ui.standings.profile_text import (
    details,
    figures,
    profile_description,
    profile_text,
    rank_line,
    rating_shown,
)
from bot.ui.text.words import plain_name, ruleset_name
from engine import Color, Ruleset

_STYLE = discord.ButtonStyle.secondary


class ShowProfile(CustomId, word="profile"):
    """Shows the profile of a player for a ruleset, as it is now."""

    player_id: int
    ruleset: Ruleset


class ShareProfile(CustomId, word="profile-share"):
    """Posts the profile of a player for a ruleset in the channel."""

    player_id: int
    ruleset: Ruleset


@dataclass(frozen=True, slots=True)
class ProfilePage:
    """A player's profile and badges in one language: for the server if ``here``, or for all games."""

    words: NullTranslations
    profile: Profile
    badges: tuple[Badge, ...]
    here: bool

    async def content(self, theme: ThemeName | None, *rows: Row) -> Content:
        """The profile with these rows below it: as a card, or as text if ``theme`` is None."""
        if theme is None:
            text = profile_text(self.words, self.profile, self.badges, here=self.here)
            return Content(layout(Box(ui.TextDisplay(text), accent_color=GOLD), *rows))
        png = await draw(render.profile, self._card(), theme=drawn(theme))
        description = profile_description(self.words, self.profile, self.badges, here=self.here)
        name = f"profile-{self.profile.player.id}-{self.profile.ruleset}-{theme}.png"
        picture = Picture(name, png, description)
        box = Box(picture.gallery(), accent_color=GOLD)
        below = details(self.words, self.profile)
        if below:
            box.add_item(ui.TextDisplay("\n".join(below)))
        return Content(layout(box, *rows), (picture,))

    def private_rows(self, *, sharable: bool) -> list[Row]:
        """The controls below a private profile."""
        pgettext, standing = self.words.pgettext, self.profile.standing
        player_id, ruleset = self.profile.player.id, self.profile.ruleset
        provisional = standing is not None and standing.rank is None
        leaderboard = LeaderboardView(ruleset=ruleset, provisional=provisional)
        buttons = [
            button(ShowHistory(player_id, HistoryFilter(), 0), pgettext("button", "History"), _STYLE),
            button(leaderboard, pgettext("leaderboard", "Leaderboard"), _STYLE),
        ]
        if sharable:
            buttons.append(button(ShareProfile(player_id, ruleset), pgettext("button", "Share"), _STYLE))
        rows = [Row(*buttons)]
        rulesets = [one for one in Ruleset if one in self.profile.by_ruleset or one is ruleset]
        if len(rulesets) > 1:
            options = [Option(ShowProfile(player_id, one), ruleset_name(self.words, one)) for one in rulesets]
            rows.append(Row(menu(options, ShowProfile(player_id, ruleset))))
        return rows

    def public_row(self) -> Row:
        """The button below a shared profile, which opens it privately."""
        shown = ShowProfile(self.profile.player.id, self.profile.ruleset)
        return Row(button(shown, self.words.gettext("Profile"), _STYLE))

    def _card(self) -> render.ProfileCard:
        pgettext = self.words.pgettext
        profile, record = self.profile, self.profile.record
        history = () if profile.standing is None else profile.standing.history
        return render.ProfileCard(
            name=plain_name(profile.player),
            rating=rating_shown(self.words, profile),
            rank=rank_line(self.words, profile, here=self.here),
            headings=render.RecordHeadings(
                pgettext("score", "Wins"), pgettext("score", "Draws"), pgettext("score", "Losses")
            ),
            record=render.Record(
                white=_tally(record.score(Color.WHITE)), black=_tally(record.score(Color.BLACK))
            ),
            figures=tuple(render.ProfileFigure(*figure) for figure in figures(self.words, profile)),
            badges=tuple(render.BadgeIcon[badge.name] for badge in self.badges),
            history=tuple(render.RatedPoint(one.rating, one.deviation) for one in history),
        )


async def show_profile(
    context: Context, player_id: int, ruleset: Ruleset | None = None, *, sharable: bool = True
) -> None:
    """Privately show a player's profile; in a server, the one for that server.

    Raises:
        EmptyProfileError: there's nothing on it.
        OthersGamesError: it's someone else's, outside servers.
    """
    page = await _read(context, context.words, player_id, ruleset)
    chosen = await context.services.preferences.player(context.user.id)
    rows = page.private_rows(sharable=sharable and page.here)
    theme = None if chosen.without_pictures else chosen.theme
    await context.reply.private(await page.content(theme, *rows), in_place=True)


@on_click(ShowProfile)
async def show_profile_of_button(context: Context, clicked: ShowProfile) -> None:
    """Show a shared profile privately, or one for another ruleset."""
    await context.admit_extra()
    await show_profile(context, clicked.player_id, clicked.ruleset)


@on_click(ShareProfile)
async def share_profile(context: Context, clicked: ShareProfile) -> None:
    """Post a profile for the server in the channel. The panel stays, but loses the button for that."""
    await context.admit_extra()
    guild_id = context.guild_id
    check_can_post(context)
    await context.reply.acknowledge()
    words = words_for(await context.public_language())
    page = await _read(context, words, clicked.player_id, clicked.ruleset)
    theme = (await context.services.preferences.guild(guild_id)).theme
    await context.reply.follow_up(await page.content(theme, page.public_row()))
    await show_profile(context, clicked.player_id, clicked.ruleset, sharable=False)


async def _read(
    context: Context, words: NullTranslations, player_id: int, ruleset: Ruleset | None
) -> ProfilePage:
    services, place = context.services, context.place
    gone = context.client.memberships.known_gone(place)
    profile = await services.profiles.profile(place.guild_id, context.user.id, player_id, ruleset, gone)
    standing = profile.standing
    if standing is not None and standing.best_win is not None:
        best = standing.best_win
        if not await context.sees_at(best.place, (profile.player, best.opponent)):
            profile = replace(profile, standing=replace(standing, best_win=None))
    badges = tuple(held.badge for held in await services.badges.badges_of(player_id))
    return ProfilePage(words, profile, badges, here=place.guild_id is not None)


def _tally(score: Score) -> render.Tally:
    return render.Tally(wins=score.won, draws=score.drawn, losses=score.lost)
