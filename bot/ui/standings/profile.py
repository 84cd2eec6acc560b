"""Profiles of players as cards and as text, shown privately or shared."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import render
from bot.locale import Words, words_for
from bot.ui.components.drawing import drawn
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_can_post
from bot.ui.message.content import GOLD, Content, Picture, Row, boxed, draw
from bot.ui.message.custom_ids import CustomId, ShowHistory, button
from bot.ui.message.selects import Option, menu
from bot.ui.standings.pages import LeaderboardView
from bot.ui.text.alt_text import fitted
from bot.ui.text.badges import badge_name
from bot.ui.text.dates import date_text
from bot.ui.text.status import reason_name
from bot.ui.text.values import level_name
from bot.ui.text.words import (
    color_name,
    freezes_text,
    game_name,
    labeled,
    link_to,
    name,
    percentage,
    plain_name,
    rating_text,
    ruleset_name,
)
from bot.values.badges import Badge
from bot.values.players import ThemeName
from bot.values.standings import (
    NO_STREAK,
    PROVISIONAL_DEVIATION,
    DailyStreak,
    HistoryFilter,
    Profile,
    RatedMoment,
    Score,
)
from engine import Color, Level, Ruleset

_FEWEST_RATINGS = 2
_MOST_RATINGS = 10


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
    """A player's profile and badges in one language: for the server if ``here``, or for all games.

    ``daily`` is their streak of the server's puzzles of the day.
    """

    words: Words
    profile: Profile
    badges: tuple[Badge, ...]
    here: bool
    daily: DailyStreak = NO_STREAK

    async def content(self, theme: ThemeName | None, *rows: Row) -> Content:
        """Return the profile with these rows below it: as a card, or as text if ``theme`` is None."""
        if theme is None:
            return boxed(self._text(), rows=rows, accent=GOLD)
        png = await draw(render.profile, self._card(), theme=drawn(theme))
        filename = f"profile-{self.profile.ruleset}-{theme}.png"
        picture = Picture(filename, png, self._description())
        # Translators: what the discs before the lines of a table mean, in small print below it.
        legend = self.words.say("Discs: all games, as White, as Black")
        return boxed(picture, [f"-# {legend}", *_details(self.words, self.profile)], rows=rows, accent=GOLD)

    def private_rows(self, *, sharable: bool) -> list[Row]:
        """Return the controls below a private profile."""
        words = self.words
        player_id, ruleset = self.profile.player.id, self.profile.ruleset
        buttons = [
            button(ShowHistory(player_id, HistoryFilter(), 0), words.label("button", "History")),
            button(LeaderboardView(ruleset=ruleset), words.label("leaderboard", "Leaderboard")),
        ]
        if sharable:
            buttons.append(button(ShareProfile(player_id, ruleset), words.label("button", "Share")))
        rows = [Row(*buttons)]
        rulesets = [one for one in Ruleset if one in self.profile.by_ruleset or one is ruleset]
        if len(rulesets) > 1:
            options = [Option(ShowProfile(player_id, one), ruleset_name(words, one)) for one in rulesets]
            rows.append(Row(menu(options, ShowProfile(player_id, ruleset))))
        return rows

    def public_row(self) -> Row:
        """Return the button below a shared profile, which opens it privately."""
        shown = ShowProfile(self.profile.player.id, self.profile.ruleset)
        return Row(button(shown, self.words.say("Profile")))

    def _description(self) -> str:
        words, profile = self.words, self.profile
        # Translators: the description of a picture.
        title = words.say("Profile of {player}.", player=plain_name(profile.player))
        ranking = f"{rank_line(words, profile, here=self.here)}, {_rating_shown(words, profile)}"
        facts = [ranking, *self._facts(self._figures())]
        return fitted(f"{title} {'. '.join(facts)}.")

    def _text(self) -> str:
        words, profile = self.words, self.profile
        # Translators: a heading.
        title = words.say("{player}'s profile", player=name(profile.player))
        ranking = f"**{_rating_shown(words, profile)}** · {rank_line(words, profile, here=self.here)}"
        # The best win is among the details.
        facts = self._facts(
            [*_streaks(words, profile), *_other_figures(words, profile), *daily_figures(words, self.daily)]
        )
        return "\n".join([f"### {title}", ranking, *facts, *_details(words, profile)])

    def _figures(self) -> list[tuple[str, str]]:
        return [*figures(self.words, self.profile), *daily_figures(self.words, self.daily)]

    def _facts(self, shown: Sequence[tuple[str, str]]) -> list[str]:
        """Return what the card shows, with these figures."""
        words, profile = self.words, self.profile
        lines = [*_record_lines(words, profile), *(labeled(words, *figure) for figure in shown)]
        lines += _history_lines(words, profile)
        if self.badges:
            named = ", ".join(badge_name(words, badge) for badge in self.badges)
            lines.append(words.say("Badges: {badges}", badges=named))
        return lines

    def _card(self) -> render.ProfileCard:
        words = self.words
        profile, record = self.profile, self.profile.record
        history = _history(profile)
        return render.ProfileCard(
            name=plain_name(profile.player),
            rating=_rating_shown(words, profile),
            rank=rank_line(words, profile, here=self.here),
            headings=render.RecordHeadings(
                words.label("score", "Wins"), words.label("score", "Draws"), words.label("score", "Losses")
            ),
            record=render.Record(_tally(record.score(Color.WHITE)), _tally(record.score(Color.BLACK))),
            figures=tuple(render.ProfileFigure(*figure) for figure in self._figures()),
            badges=tuple(render.BadgeIcon[badge.name] for badge in self.badges),
            history=tuple(render.RatedPoint(rating=one.rating, deviation=one.deviation) for one in history),
            dates=_dates(words, history),
        )


async def show_profile(
    context: Context, player_id: int, ruleset: Ruleset | None = None, *, sharable: bool = True
) -> None:
    """Privately show a player's profile; in a server, the one there, and elsewhere only their own."""
    page = await _read(context, context.words, player_id, ruleset)
    chosen = await context.services.preferences.remembered(context.user.id)
    rows = page.private_rows(sharable=sharable and page.here)
    theme = None if chosen.without_pictures else chosen.theme
    await context.reply.private(await page.content(theme, *rows), in_place=True)


@on_click(ShowProfile)
async def show_profile_of_button(context: Context, clicked: ShowProfile) -> None:
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


async def _read(context: Context, words: Words, player_id: int, ruleset: Ruleset | None) -> ProfilePage:
    services, place = context.services, context.place
    gone = context.client.memberships.known_gone(place)
    profile = await services.profiles.profile(
        place.guild_id, reader_id=context.user.id, player_id=player_id, ruleset=ruleset, without=gone
    )
    standing = profile.standing
    if standing is not None and standing.best_win is not None:
        best = standing.best_win
        if not await context.sees_at(best.place, (profile.player, best.opponent)):
            profile = replace(profile, standing=replace(standing, best_win=None))
    held = await services.badges.badges_of(player_id, guild_id=place.guild_id)
    badges, daily = tuple(each.badge for each in held), NO_STREAK
    if place.guild_id is not None:
        daily = await services.puzzle_leaderboards.streak(place.guild_id, player_id=player_id)
    return ProfilePage(words, profile, badges, here=place.guild_id is not None, daily=daily)


def _tally(score: Score) -> render.Tally:
    return render.Tally(wins=score.won, draws=score.drawn, losses=score.lost)


def curve_text(ratings: Sequence[float], most: int) -> str:
    """Return the ratings of a curve, at most ``most`` of them, evenly spread; empty if there's no curve.

    >>> curve_text([1500.0, 1512.4, 1498.0, 1520.0], 3)
    '1500, 1512, 1520'
    >>> curve_text([1500.0], 3)
    ''
    """
    if min(len(ratings), most) < _FEWEST_RATINGS:
        return ""
    last = len(ratings) - 1
    told = sorted({last * each // (most - 1) for each in range(most)})
    return ", ".join(str(round(ratings[index])) for index in told)


def _rating_shown(words: Words, profile: Profile) -> str:
    if profile.standing is None:
        return words.label("rating", "Unrated")
    return rating_text(profile.standing.rating, deviation=profile.standing.deviation)


def rank_line(words: Words, profile: Profile, *, here: bool) -> str:
    """Return the ruleset of a profile and the player's rank, in the server if ``here``, or in all of them."""
    standing, ruleset = profile.standing, ruleset_name(words, profile.ruleset)
    if standing is not None and standing.rank is not None:
        # Translators: after the name of a ruleset; {rank} is a number.
        pattern = words.say("rank {rank} in this server") if here else words.say("rank {rank} in all servers")
        return f"{ruleset} · {pattern.format(rank=standing.rank)}"
    if standing is not None and standing.deviation >= PROVISIONAL_DEVIATION:
        provisional = words.label("rating", "provisional")
        return f"{ruleset} · {provisional}"
    return ruleset


def figures(words: Words, profile: Profile) -> list[tuple[str, str]]:
    """Return labels and values of other figures, the most interesting ones first, without markup."""
    found = _streaks(words, profile)
    if profile.standing is not None and profile.standing.best_win is not None:
        best = profile.standing.best_win
        value = f"{round(best.rating)} · {plain_name(best.opponent)}"
        found.append((words.label("profile", "Best win"), value))
    return found + _other_figures(words, profile)


def daily_figures(words: Words, streak: DailyStreak) -> list[tuple[str, str]]:
    """Return the label and value of a streak of puzzles of the day, if there is one."""
    if not streak.length:
        return []
    parts = [str(streak.length)]
    if streak.freezes:
        parts.append(freezes_text(words, streak.freezes))
    # Translators: a figure of a profile: how many puzzles of the day someone has solved in a row.
    return [(words.label("profile", "Daily streak"), " · ".join(parts))]


def _details(words: Words, profile: Profile) -> list[str]:
    """Return lines that the card has no room for."""
    lines = []
    if profile.standing is not None and profile.standing.best_win is not None:
        best = profile.standing.best_win
        # Translators: the strongest opponent beaten, and a link to that game.
        sentence = words.say("Best win: {opponent} ({rating}), [{game}]({link})")
        link, rating = link_to(best.place, best.message_id), round(best.rating)
        game = game_name(best.game)
        lines.append(sentence.format(opponent=name(best.opponent), rating=rating, game=game, link=link))
    lines += [f"-# {line}" for line in _reason_lines(words, profile)]
    if len(profile.by_ruleset) > 1:
        lines += [
            f"-# {labeled(words, ruleset_name(words, ruleset), results_text(words, score))}"
            for ruleset, score in sorted(profile.by_ruleset.items(), key=lambda one: -one[1].games)
        ]
    return lines


def results_text(words: Words, score: Score) -> str:
    """Return a score in words: ``3 wins, 1 draw, 2 losses``."""
    draws = words.count("{number} draw", "{number} draws", score.drawn)
    return f"{_wins(words, score.won)}, {draws}, {_losses(words, score.lost)}"


def _streaks(words: Words, profile: Profile) -> list[tuple[str, str]]:
    standing = profile.standing
    if standing is None:
        return []
    found: list[tuple[str, str]] = []
    # One lost game is no streak.
    if standing.streak not in {0, -1}:
        count = _wins if standing.streak > 0 else _losses
        found.append((words.label("profile", "Streak"), count(words, abs(standing.streak))))
    if standing.best_streak:
        found.append((words.label("profile", "Best streak"), _wins(words, standing.best_streak)))
    return found


def _wins(words: Words, number: int) -> str:
    return words.count("{number} win", "{number} wins", number)


def _losses(words: Words, number: int) -> str:
    return words.count("{number} loss", "{number} losses", number)


def _other_figures(words: Words, profile: Profile) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if profile.champion_of:
        rulesets = ", ".join(ruleset_name(words, ruleset) for ruleset in profile.champion_of)
        # Translators: a figure of a profile: the rulesets whose league someone has won.
        found.append((words.label("profile", "Champion of"), rulesets))
    if profile.cups:
        found.append((words.label("profile", "Cups won"), str(profile.cups)))
    if profile.nights:
        found.append((words.label("profile", "Game nights won"), str(profile.nights)))
    if profile.accuracy.share is not None:
        found.append((words.label("profile", "Accuracy"), percentage(words, profile.accuracy.share)))
    if profile.level is not None:
        found.append((words.label("profile", "Level beaten"), level_name(words, Level(profile.level))))
    if profile.puzzles:
        found.append((words.label("profile", "Puzzles solved"), str(profile.puzzles)))
    if profile.standing is not None:
        found.append((words.label("profile", "Rated games"), str(profile.standing.games)))
    return found


def _record_lines(words: Words, profile: Profile) -> list[str]:
    record = profile.record
    if not record.by_color:
        return []
    by_color = [
        labeled(words, color_name(words, color), results_text(words, record.by_color[color]))
        for color in Color
        if color in record.by_color
    ]
    return [results_text(words, record.score(Color.WHITE) + record.score(Color.BLACK)), *by_color]


def _history_lines(words: Words, profile: Profile) -> list[str]:
    """Return a few of the ratings that the chart shows."""
    moments = _history(profile)
    ratings = curve_text([moment.rating for moment in moments], _MOST_RATINGS)
    if not ratings:
        return []
    first, *others = _dates(words, moments)
    if not others:
        # Translators: a player's rating during one day, such as "Rating on Nov 25, 2026: 1500, 1512, 1498".
        return [words.say("Rating on {date}: {ratings}", date=first, ratings=ratings)]
    facts = {"first": first, "last": others[0], "ratings": ratings}
    # Translators: a player's rating over time, such as "Rating from Nov 3, 2026 to Nov 25, 2026: 1500, 1512".
    return [words.say("Rating from {first} to {last}: {ratings}", **facts)]


def _history(profile: Profile) -> tuple[RatedMoment, ...]:
    """Return the ratings that the chart shows; none while they only show how little is known."""
    standing = profile.standing
    if standing is None or standing.deviation >= PROVISIONAL_DEVIATION:
        return ()
    return standing.history


def _dates(words: Words, moments: Sequence[RatedMoment]) -> tuple[str, ...]:
    """Return the dates of the first and the last rating, once if they're the same; none without ratings."""
    ends = (date_text(words, moment.rated_at) for moment in (*moments[:1], *moments[-1:]))
    return tuple(dict.fromkeys(ends))


def _reason_lines(words: Words, profile: Profile) -> list[str]:
    """Return how games were won, lost and drawn, each with the most common reason first."""
    wins, losses, draws = Counter[str](), Counter[str](), Counter[str]()
    for reason, score in profile.record.by_reason.items():
        said = reason_name(words, reason)
        wins[said] += score.won
        losses[said] += score.lost
        draws[said] += score.drawn
    labels = words.label("score", "Wins"), words.label("score", "Losses"), words.label("score", "Draws")
    lines = []
    for label, counts in zip(labels, (wins, losses, draws), strict=True):
        common = sorted((+counts).items(), key=lambda one: (-one[1], one[0]))
        if common:
            # Translators: in how many games someone won or lost in a way, such as "resignation 3".
            pattern = words.say("{reason} {count}")
            told = [pattern.format(reason=said, count=games) for said, games in common]
            lines.append(labeled(words, label, ", ".join(told)))
    return lines
