"""A review as messages: the summary, the list of moves, and the progress of the work."""

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

import discord
from discord import ui

import render
from bot.matches.base36 import format_number
from bot.matches.standings.badge_rules import ReviewedGame, brought_by
from bot.matches.values.games import Game
from bot.matches.values.players import Player, ThemeName
from bot.ui.components.buttons import Button, button
from bot.ui.components.selects import MOST_OPTIONS, Option, select
from bot.ui.components.themes import drawn
from bot.ui.message.accents import BLUE
from bot.ui.message.actions import Panel, PanelAction
from bot.ui.message.content import Box, Content, Picture, Row, layout
from bot.ui.message.custom_ids import PanelButton
from bot.ui.message.drawing import draw
from bot.ui.message.select_ids import PositionSelect
from bot.ui.review.words import accuracy_line, move_choice, move_line, turning_line
from bot.ui.text.alt_text import review_text
from bot.ui.text.badges import earned_lines
from bot.ui.text.words import game_name, name, result, standing
from engine import Colour, Review, Value

MOVES_A_PAGE = 15
# More would push the picture off a phone's screen; the list of all moves has them, too.
_MOST_TURNING_POINTS = 10
_HEIGHTS = {Value.WIN: 1.0, Value.DRAW: 0.0, Value.LOSS: -1.0, Value.UNKNOWN: None}
_STYLE = discord.ButtonStyle.secondary


def progress_page(words: NullTranslations, game: Game, done: int, total: int) -> Content:
    """How far the work is: ``done`` of ``total`` positions are solved."""
    sentence = words.gettext("Reviewing {game}… {done} of {total} moves")
    said = sentence.format(game=game_name(game.number), done=done, total=total)
    return Content(layout(ui.TextDisplay(said)))


def pages_of(review: Review) -> int:
    """How many pages a review has: the summary and the lists of moves."""
    return 1 + -(-len(review.moves) // MOVES_A_PAGE)


@dataclass(frozen=True, slots=True)
class ReviewPages:
    """The pages of a review of ``game``, in one language and with pictures in one theme."""

    words: NullTranslations
    game: Game
    review: Review
    theme: ThemeName

    async def page(self, number: int, *, shared: bool) -> Content:
        """A page for one person: the summary, which is page 0, or a part of all moves.

        ``number`` is less than ``pages_of``. ``shared`` tells whether the review was already shared in the
        channel, so that no one needs to.
        """
        rows = [*self._menu(number), Row(*self._buttons(number, shared=shared))]
        if number == 0:
            return await self._summary(rows)
        return Content(layout(Box(ui.TextDisplay(self._moves_text(number)), accent_colour=BLUE), *rows))

    async def for_everybody(self, player: Player) -> Content:
        """The summary for the whole channel, shared by ``player``."""
        row = Row(
            button(self._named(PanelAction.SHOW), self.words.gettext("Review"), _STYLE), self._replay_button()
        )
        said = self.words.gettext("Shared by {player}").format(player=name(player))
        return await self._summary([row], f"-# {said}")

    async def _summary(self, rows: Sequence[Row], *said: str) -> Content:
        container = Box(ui.TextDisplay(self._title()), accent_colour=BLUE)
        pictures = [await self._chart()] if self.review.moves else []
        for picture in pictures:
            container.add_item(picture.gallery())
        container.add_item(ui.TextDisplay("\n".join([*self._findings(), *said])))
        return Content(layout(container, *rows), tuple(pictures))

    async def _chart(self) -> Picture:
        heights = [_HEIGHTS[value] for value in self.review.values]
        png = await draw(render.value_chart, heights, theme=drawn(self.theme))
        filename = f"review-{format_number(self.game.number)}-{self.theme}.png"
        return Picture(filename, png, review_text(self.words, self.game, self.review))

    def _title(self) -> str:
        _ = self.words.gettext
        game = self.game
        title = _("Review of Pyrga {game}").format(game=game_name(game.number))
        sides = _("{white} (White) against {black} (Black)").format(
            white=name(game.white), black=name(game.black)
        )
        brought = earned_lines(self.words, game, brought_by(ReviewedGame))
        return "\n".join([f"### {title}", sides, result(self.words, game), *brought])

    def _findings(self) -> list[str]:
        _ = self.words.gettext
        if not self.review.moves:
            return [_("No one moved in this game, so there's nothing to review.")]
        accuracy, turning_points = _("Accuracy"), _("Turning points")
        return [
            *self._last_standing(),
            f"**{accuracy}**",
            *(
                accuracy_line(self.words, self.game, colour, self.review.accuracy(colour))
                for colour in Colour
            ),
            f"**{turning_points}**",
            *self._turning_points(),
            *self._small_print(),
        ]

    def _last_standing(self) -> list[str]:
        last = self.review.values[-1]
        if self.game.outcome is None or self.game.outcome.reason.from_rules or last is Value.UNKNOWN:
            return []
        sentence = self.words.gettext("With best play from the final position: {standing}.")
        return [sentence.format(standing=standing(self.words, last))]

    def _turning_points(self) -> list[str]:
        plies = self.review.turning_points
        if not plies:
            return [self.words.gettext("None: best play always led to the same result.")]
        lines = [
            turning_line(self.words, self.game, self.review, ply) for ply in plies[:_MOST_TURNING_POINTS]
        ]
        more = len(plies) - len(lines)
        if more:
            sentence = self.words.ngettext(
                "… and {number} more under All moves",
                "… and {number} more under All moves",
                more,
            )
            lines.append(sentence.format(number=more))
        return lines

    def _small_print(self) -> list[str]:
        _ = self.words.gettext
        lines = [
            _(
                "-# The chart shows who wins with best play after each move: White at the top, Black at the "
                "bottom, a draw in the middle. A decision is a turn where a mistake was possible."
            )
        ]
        if not self.review.complete:
            lines.append(
                _("-# Some moves couldn't be judged in time. Open the review again to give them another try.")
            )
        return lines

    def _moves_text(self, number: int) -> str:
        _ = self.words.gettext
        plies = self._plies(number)
        title = _("Pyrga {game} · moves {first} to {last}").format(
            game=game_name(self.game.number), first=plies[0] + 1, last=plies[-1] + 1
        )
        lines = [move_line(self.words, self.game, self.review, ply) for ply in plies]
        legend = _("-# ✅ good move · ❌ mistake · ▫️ every move was equal")
        return "\n".join([f"### {title}", *lines, legend])

    def _menu(self, number: int) -> list[Row]:
        """The menu that shows a move of the page on the board; of the summary, a turning point."""
        plies = self._plies(number) if number else self.review.turning_points
        options = [Option(str(ply + 1), move_choice(self.review, ply)) for ply in plies]
        if not options:
            return []
        placeholder = self.words.gettext("Show a move on the board")
        chosen = PositionSelect(self.game.number, number)
        return [Row(select(chosen, options[:MOST_OPTIONS], placeholder=placeholder))]

    def _plies(self, number: int) -> range:
        """The plies, counted from 0, of the moves on a page."""
        first = (number - 1) * MOVES_A_PAGE
        return range(first, min(first + MOVES_A_PAGE, len(self.review.moves)))

    def _buttons(self, number: int, *, shared: bool) -> list[Button]:
        _ = self.words.gettext
        buttons = []
        if number > 0:
            buttons.append(button(self._named(PanelAction.PAGE, number - 1), _("Back"), _STYLE))
        if number + 1 < pages_of(self.review):
            label = _("Next") if number else _("All moves")
            buttons.append(button(self._named(PanelAction.PAGE, number + 1), label, _STYLE))
        if self.review.moves and not shared:
            buttons.append(button(self._named(PanelAction.SHARE), _("Share"), _STYLE))
        return [*buttons, self._replay_button()]

    def _named(self, action: PanelAction, page: int | None = None) -> PanelButton:
        argument = format_number(self.game.number)
        return PanelButton(Panel.REVIEW, action, argument if page is None else f"{argument}-{page}")

    def _replay_button(self) -> Button:
        named = PanelButton(Panel.REPLAY, PanelAction.SHOW, format_number(self.game.number))
        return button(named, self.words.gettext("Replay"), _STYLE)
