"""Shows the positions of a finished game one by one, and offers its record and an animation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from gettext import NullTranslations

import discord
from discord import ui

import render
from bot.matches.base36 import format_number
from bot.matches.match.match import Match
from bot.matches.standings.badge_rules import ReviewedGame, badges_for
from bot.matches.values.lines import Line
from bot.matches.values.players import Player, ThemeName
from bot.ui.components.drawing import drawn, scene_of
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.memberships import server_name
from bot.ui.message.content import BLUE, Box, Content, Download, Picture, Row, draw, layout, rows_of
from bot.ui.message.custom_ids import Button, Count, CustomId, OpenAnalysis, ShowReplay, ShowReview, button
from bot.ui.review.page import ShowReviewPage, player_lines, retry_button
from bot.ui.review.variations import ShowPosition, Way, variation_buttons
from bot.ui.text.alt_text import board_text, replay_text, text_board
from bot.ui.text.badges import earned_lines
from bot.ui.text.status import time_per_move
from bot.ui.text.verdicts import played_line, standing_line, verdict_lines
from bot.ui.text.words import game_name, name, result
from engine import Position, Review, print_record, print_record_json

_STYLE = discord.ButtonStyle.secondary


class SharePosition(CustomId, word="position-share"):
    """Posts the position of ``game`` after ``ply`` moves in the channel."""

    game: int
    ply: Count


def opening_position(game: Match, review: Review) -> int:
    """The number of the position where a review opens: after the first mistake, or else the last one."""
    return review.lapses[0] + 1 if review.lapses else game.position.ply


@dataclass(frozen=True, slots=True)
class Viewer:
    """The positions of ``game``, in one language and with pictures in one theme.

    Position 0 is the start, and every other one is after the move with its number. ``review`` is None if
    there is none.
    """

    words: NullTranslations
    game: Match
    review: Review | None
    theme: ThemeName

    @property
    def last(self) -> int:
        """The number of the last position."""
        return self.game.position.ply

    async def page(self, number: int, *, shared: bool, reader: Player, opening: bool = False) -> Content:
        """A position for one person; ``number`` is at most ``last``.

        ``shared`` says whether it was already shared in the channel, so that no one needs to. ``opening``
        says whether the review has just been opened, so that its findings come first.
        """
        rows = [
            Row(*self._steps(number)),
            *rows_of(self._jumps(number)),
            *rows_of(variation_buttons(self.words, self.game, self.review, number)),
            *rows_of(self._reviewing(number, reader)),
            *rows_of(self._rest(number, shared=shared)),
        ]
        return await self._content(number, rows, self._findings() if opening else [])

    async def for_everybody(self, number: int, player: Player) -> Content:
        """A position of a finished game for the whole channel, shared by ``player``."""
        there = self._button(Way.DIRECT, self.words.pgettext("button", "Replay"), number)
        said = self.words.gettext("Shared by {player}").format(player=name(player))
        return await self._content(number, [Row(there)], [], f"-# {said}")

    async def _content(
        self, number: int, rows: Sequence[Row], findings: Sequence[str], *also_said: str
    ) -> Content:
        picture = await self._picture(number)
        title = "\n".join([self._title(number), *findings])
        container = Box(ui.TextDisplay(title), picture.gallery(), accent_color=BLUE)
        said = [*self._caption(number), *also_said]
        if said:
            container.add_item(ui.TextDisplay("\n".join(said)))
        return Content(layout(container, *rows), (picture,))

    async def _picture(self, number: int) -> Picture:
        shown = self._game_at(number)
        png = await draw(render.board, scene_of(shown), theme=drawn(self.theme))
        # After a takeback, another position can replace one that was shown.
        parts = [
            "position",
            format_number(self.game.number),
            str(self.game.revision),
            str(number),
            self.theme,
        ]
        described = board_text(self.words, shown)
        return Picture(
            f"{'-'.join(parts)}.png", png, described, partial(text_board, self.words, shown.position)
        )

    def _game_at(self, number: int) -> Match:
        if number == self.last:
            return self.game
        moves = self.game.moves[:number]
        position = Position.replay(self.game.ruleset, [move.text for move in moves])
        return replace(self.game, position=position, moves=moves, outcome=None)

    def _title(self, number: int) -> str:
        _ = self.words.gettext
        if self.review is None:
            # Translators: a heading; {move} and {last} are numbers of moves.
            title = _("Pyrga {game} · move {move} of {last}") if number else _("Pyrga {game} · start")
        else:
            title = _("Review of {game} · move {move} of {last}") if number else _("Review of {game} · start")
        sides = _("{white} (White) against {black} (Black)").format(
            white=name(self.game.white), black=name(self.game.black)
        )
        said = title.format(game=game_name(self.game.number), move=number, last=self.last)
        return f"### {said}\n{sides}"

    def _findings(self) -> list[str]:
        if self.review is None or not self.review.moves:
            return []
        brought = earned_lines(self.words, self.game, badges_for(ReviewedGame))
        accuracy = self.words.gettext("Accuracy")
        return [f"**{accuracy}**", *player_lines(self.words, self.game, self.review), *brought]

    def _caption(self, number: int) -> list[str]:
        lines = []
        if number:
            lines.append(played_line(self.words, self.game, number - 1))
        if number and self.review is not None:
            lines += verdict_lines(self.words, self.game, self.review, number - 1)
        if number == self.last and self.game.outcome is not None:
            lines.append(result(self.words, self.game))
        if self.review is not None:
            lines += self._standing(number)
        return lines

    def _standing(self, number: int) -> list[str]:
        if self.review is None:
            return []
        if not self.review.moves:
            return [self.words.gettext("No one moved in this game, so there's nothing to review.")]
        if number == self.last and self.game.position.outcome() is not None:
            return []
        said = standing_line(self.words, self.review, number)
        return [said] if said else []

    def _steps(self, number: int) -> list[Button]:
        pgettext = self.words.pgettext
        goes_on = number < self.last
        # In a running game, the last position may be a later one by then.
        end = ShowReplay(self.game.number)
        return [
            self._button(Way.FIRST, pgettext("to a move", "First"), 0, enabled=number > 0),
            self._button(Way.BACK, pgettext("to a move", "Back"), max(number - 1, 0), enabled=number > 0),
            self._button(Way.NEXT, pgettext("to a move", "Next"), number + 1, enabled=goes_on),
            button(end, pgettext("to a move", "Last"), _STYLE, enabled=goes_on or self.game.outcome is None),
        ]

    def _jumps(self, number: int) -> list[Button]:
        if self.review is None or not self.review.lapses:
            return []
        there = [ply + 1 for ply in self.review.lapses]
        earlier = max((lapse for lapse in there if lapse < number), default=None)
        later = min((lapse for lapse in there if lapse > number), default=None)
        _ = self.words.gettext
        # Not the usual arrows, which phones show as emojis.
        # Translators: button (about 20 characters): to the mistake before.
        labels = _("◄ Mistake"), _("Mistake ►")
        return [
            self._button(way, label, number if lapse is None else lapse, enabled=lapse is not None)
            for way, label, lapse in zip((Way.EARLIER, Way.LATER), labels, (earlier, later), strict=True)
        ]

    def _reviewing(self, number: int, reader: Player) -> list[Button]:
        """What else can be done with the review; empty without one."""
        if self.review is None or not self.review.moves:
            return []
        summary = ShowReviewPage(self.game.number, 0, number)
        return [
            button(summary, self.words.pgettext("to a page", "Summary"), _STYLE),
            *retry_button(self.words, self.game, self.review, reader, number - 1),
        ]

    def _rest(self, number: int, *, shared: bool) -> list[Button]:
        pgettext, game = self.words.pgettext, self.game.number
        buttons = [button(ShowGif(game), pgettext("button", "GIF"), _STYLE)]
        if self.game.outcome is None:
            return buttons
        buttons.append(button(OfferRecord(game), pgettext("text file", "Record"), _STYLE))
        if not shared:
            buttons.append(button(SharePosition(game, number), pgettext("button", "Share"), _STYLE))
        if self.review is None or not (self.review.detailed and self.review.complete):
            buttons.append(button(ShowReview(game), pgettext("button", "Review"), _STYLE))
        line = Line.of(self.game.ruleset, [played.text for played in self.game.moves]).at(number)
        return [*buttons, button(OpenAnalysis(line), pgettext("button", "Analyze"), _STYLE)]

    def _button(self, way: Way, label: str, number: int, *, enabled: bool = True) -> Button:
        return button(ShowPosition(self.game.number, number, way), label, _STYLE, enabled=enabled)


class ShowGif(CustomId, word="gif"):
    """Shows all of ``game`` as an animation."""

    game: int


class OfferRecord(CustomId, word="record"):
    """Offers the record of ``game`` as files."""

    game: int


@on_click(ShowGif)
async def show_gif(context: Context, clicked: ShowGif) -> None:
    """Show the whole game as an animation.

    Raises:
        UnknownGameError: there's no such game here.
        StillWorkingError: the person is already waiting for one.
        TooBusyError: too many people are waiting.
    """
    await context.admit_extra()
    services = context.services
    game = await _find_by_number(context, clicked.game)
    record = await services.games.record(game.number)
    theme = (await services.preferences.player(context.user.id)).theme
    gif = await services.replays.gif(record, theme, context.user.id)
    # A running game goes on, and then its file gets a new name.
    filename = f"{_stem(game)}-{game.revision}.gif"
    described = replay_text(context.words, game, record)
    picture = Picture(filename, gif, described, lambda: described)
    await context.reply.private(Content(layout(picture.gallery()), (picture,)))


@on_click(OfferRecord)
async def offer_record(context: Context, clicked: OfferRecord) -> None:
    """Offer the record of a game as text, for people, and as JSON, for programs.

    Raises:
        UnknownGameError: there's no such game here.
    """
    await context.admit_extra()
    game = await _find_by_number(context, clicked.game)
    record = await context.services.games.record(game.number)
    place = await server_name(context.client, game.place)
    clock = time_per_move(context.words, game.move_seconds) if game.move_seconds is not None else ""
    known = replace(record, place=place or "", clock=clock)
    text = Download(f"{_stem(game)}.txt", print_record(known).encode())
    data = Download(f"{_stem(game)}.json", print_record_json(known).encode())
    files = (text, data)
    await context.reply.private(Content(layout(*(file.component() for file in files)), files))


async def _find_by_number(context: Context, number: int) -> Match:
    return await context.services.game_queries.find_to_replay(context.reader, format_number(number))


def _stem(game: Match) -> str:
    return f"pyrga-{format_number(game.number)}"
