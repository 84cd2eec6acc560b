"""Lines that weren't played: how a mistake is refuted, and how the better move goes on, step by step."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import discord

import render
from bot.locale import Words
from bot.ui.components.drawing import drawn, position_picture, scene_of
from bot.ui.message.content import GOLD, Button, Content, Picture, Row, boxed, draw
from bot.ui.message.custom_ids import Count, CustomId, button
from bot.ui.text.verdicts import better_line, played_line, verdict
from bot.ui.text.words import StepSign, game_name, move_text, result
from bot.values.game.game import Game
from bot.values.players import ThemeName
from engine import Move, Position, Review, ReviewedMove, mover


class Way(StrEnum):
    """How a button leads to a position. Buttons for the same position differ in it.

    ``MORE`` stays there, and shows the buttons that have no room otherwise.
    """

    DIRECT = "direct"
    FIRST = "first"
    BACK = "back"
    NEXT = "next"
    LAST = "last"
    MOMENT = "moment"
    JUMP = "jump"
    MORE = "more"


class ShowPosition(CustomId, word="position"):
    """Shows the position of ``game`` after ``ply`` moves."""

    game: int
    ply: Count
    way: Way = Way.DIRECT


class VariationKind(StrEnum):
    """One of the lines that a review has for a move."""

    REFUTATION = "r"
    IMPROVEMENT = "b"

    def of(self, reviewed: ReviewedMove) -> tuple[Move, ...]:
        """Return the moves of the line; empty if the review doesn't have it."""
        return reviewed.refutation if self is VariationKind.REFUTATION else reviewed.improvement


class ShowVariation(CustomId, word="variation"):
    """Shows a position in a line about the move of ``ply``, after ``number`` moves of the line."""

    game: int
    ply: Count
    line: VariationKind
    number: Count
    way: Way = Way.DIRECT

    def is_in(self, review: Review) -> bool:
        """Return whether a review has this position."""
        if self.ply >= len(review.moves):
            return False
        return 0 < self.number <= len(self.line.of(review.moves[self.ply]))

    def positions(self, game: Game, review: Review) -> list[Position]:
        """Return the positions of the line in the review of a game, from where it begins to this one."""
        first = self.ply + (self.line is VariationKind.REFUTATION)
        positions = [Position.replay(game.ruleset, [move.text for move in game.moves[:first]])]
        for move in self.line.of(review.moves[self.ply])[: self.number]:
            positions.append(positions[-1].play(move))
        return positions


def variation_buttons(words: Words, game: Game, review: Review, number: int) -> Sequence[Button]:
    """Return the buttons for the lines about the move that led to the position with this number."""
    if not number:
        return []
    # Translators: button (about 20 characters): shows how a mistake is punished.
    labels = {
        VariationKind.REFUTATION: words.say("Refutation"),
        VariationKind.IMPROVEMENT: words.say("Better line"),
    }
    return [
        button(ShowVariation(game.number, number - 1, line, 1), label)
        for line, label in labels.items()
        if line.of(review.moves[number - 1])
    ]


@dataclass(frozen=True, slots=True)
class VariationPage:
    """A step of a line in ``review`` for a move of ``game``, in one language and theme.

    ``left_out`` says why the line isn't shown to its end, if it isn't.
    """

    words: Words
    game: Game
    review: Review
    theme: ThemeName
    step: ShowVariation
    left_out: str = ""

    async def content(self) -> Content:
        """Return the position as a message that clearly says that it was never played."""
        picture = await self._picture()
        number = self.step.ply + 1
        label = self.words.say("Back to move {move}", move=number)
        back = button(ShowPosition(self.game.number, number), label, discord.ButtonStyle.primary)
        rows = [Row(*self._steps()), Row(back)]
        return boxed(self._title(), picture, self._caption(), rows=rows, accent=GOLD)

    @property
    def _reviewed(self) -> ReviewedMove:
        return self.review.moves[self.step.ply]

    @property
    def _moves(self) -> tuple[Move, ...]:
        return self.step.line.of(self._reviewed)

    @property
    def _first(self) -> int:
        """Return the ply, counted from 0, of the first move of the line."""
        return self.step.ply + (self.step.line is VariationKind.REFUTATION)

    @property
    def _position(self) -> Position:
        return self.step.positions(self.game, self.review)[-1]

    async def _picture(self) -> Picture:
        step, position = self.step, self._position
        shown = replace(self.game, position=position, moves=(), outcome=None)
        png = await draw(render.board, scene_of(shown), theme=drawn(self.theme))
        caption = self.words.say(
            "Pyrga board after {number} of {total} moves of a variation that wasn't played.",
            number=step.number,
            total=len(self._moves),
        )
        there = f"{step.game}-{step.ply}-{step.line}-{step.number}"
        return position_picture(self.words, f"variation-{there}-{self.theme}.png", png, position, caption)

    def _title(self) -> str:
        words, ply = self.words, self.step.ply
        if self.step.line is VariationKind.REFUTATION:
            # Translators: a heading; {move} is the number of a move, {game} that of the game.
            title = words.say("Variation · the answer to move {move} of {game}")
            played = played_line(words, self.game, ply)
            about = f"{played} · {verdict(words, self.game, self.review, ply)}"
        else:
            # Translators: a heading; {move} is the number of a move, {game} that of the game.
            title = words.say("Variation · instead of move {move} of {game}")
            about = better_line(words, self._reviewed, mover(ply))
        said = title.format(move=ply + 1, game=game_name(self.game.number))
        return f"### {said}\n{about}"

    def _caption(self) -> list[str]:
        numbered = [
            f"{number}\N{NO-BREAK SPACE}{move_text(move, mover(number - 1))}"
            for number, move in enumerate(self._moves, self._first + 1)
        ]
        numbered[self.step.number - 1] = f"**{numbered[self.step.number - 1]}**"
        # Translators: {moves} are numbered moves of a line that wasn't played; the current one is in bold.
        lines = [self.words.say("Not played: {moves}", moves=", ".join(numbered))]
        outcome = self._position.outcome()
        if outcome is not None:
            ended = result(self.words, replace(self.game, position=self._position, outcome=outcome))
            # Translators: a sentence follows that says who wins and why.
            here = self.words.say("The variation ends here.")
            lines.append(f"{here} {ended}")
        elif self.step.number == len(self._moves):
            lines.append(self.left_out or self.words.say("The review looked no further."))
        return lines

    def _steps(self) -> list[Button]:
        number, last = self.step.number, len(self._moves)
        steps = (
            (Way.FIRST, StepSign.FIRST, 1),
            (Way.BACK, StepSign.BACK, max(number - 1, 1)),
            (Way.NEXT, StepSign.NEXT, min(number + 1, last)),
            (Way.LAST, StepSign.LAST, last),
        )
        return [
            button(replace(self.step, number=there, way=way), label, enabled=there != number)
            for way, label, there in steps
        ]
