"""The messages of the win trainer: a move to find, what gave the win away, and the win."""

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

import discord
from discord import ui

from bot.matches.training.training import Progress
from bot.matches.values.lines import Line
from bot.matches.values.players import ThemeName
from bot.ui.board.bare_board import bare_picture, move_number
from bot.ui.board.move_buttons import NOTHING, Choice, Mode, MoveButtons, mode
from bot.ui.components.buttons import Button, button
from bot.ui.message.accents import BLUE, GOLD
from bot.ui.message.content import Box, Content, Row, layout
from bot.ui.message.custom_ids import CustomId
from bot.ui.message.icons import Icons
from bot.ui.message.shared_buttons import OpenAnalysis
from bot.ui.text.demands import demand_sentence, direction_question
from bot.ui.text.values import line_sentence, standing_sentence
from bot.ui.text.words import move_text, ruleset_name
from engine import Move, Position, Ruleset, Solution, Value

_SECONDARY = discord.ButtonStyle.secondary


class BeginTraining(CustomId, word="train"):
    """Begins another attempt."""

    ruleset: Ruleset


class TryAgain(CustomId, word="train-again"):
    """Goes back to the position after ``line``, before a mistake in the person's attempt ``run``."""

    run: int
    line: Line


class PlayInTraining(CustomId, word="train-move"):
    """Plays a move after ``line`` in the person's attempt ``run``."""

    run: int
    line: Line
    move: Move


class ChooseInTraining(CustomId, word="train-choose"):
    """Shows the rest of the moves after a part of one was chosen."""

    run: int
    line: Line
    choice: Choice


@dataclass(frozen=True, slots=True)
class TrainingPages:
    """The pages of the attempt ``run`` after ``line``, in one language and with pictures in one theme."""

    words: NullTranslations
    run: int
    line: Line
    theme: ThemeName
    progress: Progress

    @property
    def counts(self) -> bool:
        """Whether the attempt counts."""
        return self.run == self.progress.run

    async def move(self, icons: Icons, choice: Choice = NOTHING, *, notes: Sequence[str] = ()) -> Content:
        """White's next move to find, with what has been chosen so far; ``notes`` come first."""
        words, position = self.words, self.line.position

        def named(chosen: Move | Choice) -> CustomId:
            if isinstance(chosen, Choice):
                return ChooseInTraining(self.run, self.line, chosen)
            return PlayInTraining(self.run, self.line, chosen)

        aimed = choice.space if mode(position, choice) is Mode.DIRECTION else None
        picture = await bare_picture(words, position, self.theme, aimed)
        lines = [*notes, *self._replied(), self._task(position, choice), f"-# {self._standing()}"]
        rows = MoveButtons(words, position, named, icons).rows(choice)
        box = Box(
            ui.TextDisplay(self._header(position)),
            picture.gallery(),
            ui.TextDisplay("\n".join(lines)),
            accent_color=BLUE,
        )
        return Content(layout(box, *rows, Row(self._again_from_start(_SECONDARY))), (picture,))

    async def mistake(self, move: Move, solution: Solution | None) -> Content:
        """What gave the win away: ``move``, and how the game goes on. The board shows the reply.

        ``solution`` is that of the position after the move, or None if the game is over.
        """
        _ = self.words.gettext
        words, position = self.words, self.line.position
        after = position.play(move)
        line = () if solution is None else solution.line
        lines = [
            # Translators: {move} is a move in signs.
            _("{move} gives the win away.").format(move=f"**{move_text(move)}**"),
            self._consequence(after, solution),
            line_sentence(words, after, line),
            _("The board shows the reply.") if line else "",
            f"-# {self._record()}",
        ]
        picture = await bare_picture(words, after.play(line[0]) if line else after, self.theme)
        box = Box(
            ui.TextDisplay(self._header(position)),
            picture.gallery(),
            ui.TextDisplay("\n".join(filter(None, lines))),
            accent_color=BLUE,
        )
        again = TryAgain(self.run, self.line)
        row = Row(
            button(again, _("Try again"), discord.ButtonStyle.primary),
            self._analyze(self.line.play(move)),
            self._again_from_start(_SECONDARY),
        )
        return Content(layout(box, row), (picture,))

    async def won(self, *, counted: bool) -> Content:
        """The end of the game, which White has won; ``counted`` says whether that was without a mistake."""
        _ = self.words.gettext
        position = self.line.position
        picture = await bare_picture(self.words, position, self.theme)
        if counted:
            praise = _("You won against perfect play, without a single mistake!")
        else:
            praise = _("You won. Start over to do it without a mistake.")
        box = Box(
            ui.TextDisplay(self._header(position)),
            picture.gallery(),
            ui.TextDisplay(f"{praise}\n-# {self._record()}"),
            accent_color=GOLD,
        )
        row = Row(self._again_from_start(discord.ButtonStyle.success), self._analyze(self.line))
        return Content(layout(box, row), (picture,))

    def _header(self, position: Position) -> str:
        # Translators: the start of a heading, before the ruleset and the number of the move.
        title = self.words.gettext("Win trainer")
        parts = [title, ruleset_name(self.words, position.ruleset), move_number(self.words, position)]
        return f"### {' · '.join(parts)}"

    def _replied(self) -> list[str]:
        _ = self.words.gettext
        if not self.line.played:
            return [_("White wins with best play. Keep the win against level 8, which plays perfectly.")]
        reply = self.line.moves[self.line.played - 1]
        # Translators: the computer's eighth level; {move} is a move in signs.
        return [_("Level 8 replied {move}. You still win.").format(move=f"**{move_text(reply)}**")]

    def _task(self, position: Position, choice: Choice) -> str:
        if choice.space is not None and mode(position, choice) is Mode.DIRECTION:
            return direction_question(self.words, choice.space)
        return demand_sentence(self.words, position)

    def _consequence(self, after: Position, solution: Solution | None) -> str:
        if solution is None or solution.value is Value.UNKNOWN:
            return ""
        return standing_sentence(self.words, after, solution)

    def _standing(self) -> str:
        _ = self.words.gettext
        if not self.counts:
            said = _("Practice: this attempt no longer counts.")
            return f"{said} {self._record()}"
        kept = self.line.played // 2
        clean = self.words.ngettext(
            "{number} move without a mistake.", "{number} moves without a mistake.", kept
        )
        return f"{clean.format(number=kept)} {self._record()}"

    def _record(self) -> str:
        """The longest attempt, and how many ended in a win."""
        # Translators: in small print: how often someone has won from the start without a mistake.
        won = self.words.ngettext("Won {number} time.", "Won {number} times.", self.progress.wins)
        # Translators: in small print: most moves without a mistake.
        longest = self.words.gettext("Longest line: {number}.").format(number=self.progress.longest)
        return f"{longest} {won.format(number=self.progress.wins)}"

    def _again_from_start(self, style: discord.ButtonStyle) -> Button:
        return button(BeginTraining(self.line.start.ruleset), self.words.gettext("Start over"), style)

    def _analyze(self, line: Line) -> Button:
        return button(OpenAnalysis(line), self.words.pgettext("button", "Analyze"), _SECONDARY)
