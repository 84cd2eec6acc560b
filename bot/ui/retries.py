"""The private messages on which someone retries a mistake: the task, and what comes after a move."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord

import render
from bot.locale import Words
from bot.ui.board.move_buttons import NOTHING, Choice, MoveButtons, check_legal, chosen_space, demand_text
from bot.ui.components.drawing import drawn, position_picture, scene_of
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.off_limits import off_limits, refuse
from bot.ui.message.content import BLUE, GOLD, Button, Content, Row, boxed, draw
from bot.ui.message.custom_ids import Count, CustomId, UnknownButtonError, button
from bot.ui.message.icons import Icons
from bot.ui.review.page import OpenRetry
from bot.ui.review.variations import ShowPosition
from bot.ui.text.alt_text import space_text
from bot.ui.text.values import moves_left
from bot.ui.text.verdicts import keeps, line_text, verdict, why_bad
from bot.ui.text.words import bold_move, game_name, move_label, move_text
from bot.values.game.game import Game
from bot.values.players import ThemeName
from engine import Move, Position, Review, Space, Value, mover


class ShowRetryAnswer(CustomId, word="retry-answer"):
    """Shows the best move in the position of ``game`` after ``ply`` moves."""

    game: int
    ply: Count


class EndRetry(CustomId, word="retry-end"):
    """Ends after the last mistake in ``game``, which was made after ``ply`` moves."""

    game: int
    ply: Count


class PlayInRetry(CustomId, word="retry-move"):
    """Tries a move in the position of ``game`` after ``ply`` moves."""

    game: int
    ply: Count
    move: Move


class ChooseInRetry(CustomId, word="retry-choose"):
    """Shows the rest of the moves after a part of one was chosen."""

    game: int
    ply: Count
    choice: Choice


@dataclass(frozen=True, slots=True)
class Retry:
    """A mistake that its player is trying again, in one language and theme.

    ``ply``, counted from 0, is a turning point of ``review``, the detailed review of ``game``. It has the
    moves that keep the value, so nothing has to be solved.
    """

    words: Words
    game: Game
    review: Review
    theme: ThemeName
    ply: int

    @property
    def position(self) -> Position:
        """Return the position where the mistake was made."""
        return Position.replay(self.game.ruleset, [move.text for move in self.game.moves[: self.ply]])

    async def task(self, icons: Icons, choice: Choice = NOTHING) -> Content:
        """Return the position to play in, with what the person has chosen so far."""
        position = self.position
        aimed = chosen_space(position, choice)
        rows = MoveButtons(self.words, position, self._named, icons).rows(choice)
        said = [self._reminder(), f"**{self._goal()}**", demand_text(self.words, position, choice)]
        control = Row(self._answer_button(), self._skip_button(), self._review_button())
        return await self._message(position, self._goal(), said, [*rows, control], aimed=aimed)

    async def after(self, move: Move) -> Content:
        """Return what comes after a legal move: praise, or why it isn't right."""
        reviewed = self.review.moves[self.ply]
        if move in reviewed.best:
            return await self._solution(move, self.words.say("Correct!"))
        after = self.position.play(move)
        said = self._wrong(move)
        if move == reviewed.move and reviewed.refutation:
            after = after.play(reviewed.refutation[0])
        again = OpenRetry(self.game.number, self.ply)
        row = Row(
            button(again, self.words.say("Try again"), discord.ButtonStyle.primary),
            self._answer_button(),
            self._skip_button(),
        )
        return await self._message(after, self._after(move), said, [row])

    async def answer(self) -> Content:
        """Return the best move, for someone who asked for it."""
        return await self._solution(self.review.moves[self.ply].best[0], "")

    def finished(self) -> Content:
        """Return what to say after the last mistake."""
        words = self.words
        text = words.say(
            "### That was your last mistake in {game}\nYou've gone through all of them.",
            game=game_name(self.game.number),
        )
        first = OpenRetry(self.game.number, self._mistakes[0])
        row = Row(self._review_button(), button(first, words.say("Start over")))
        return boxed(text, rows=[row], accent=GOLD)

    @property
    def _mistakes(self) -> tuple[int, ...]:
        return self.review.mistakes(mover(self.ply))

    @property
    def _next(self) -> int | None:
        return next((ply for ply in self._mistakes if ply > self.ply), None)

    def _named(self, chosen: Move | Choice) -> CustomId:
        if isinstance(chosen, Choice):
            return ChooseInRetry(self.game.number, self.ply, chosen)
        return PlayInRetry(self.game.number, self.ply, chosen)

    async def _solution(self, move: Move, praise: str) -> Content:
        words, reviewed, color = self.words, self.review.moves[self.ply], mover(self.ply)
        best = move == reviewed.best[0]
        sentence = keeps(words, move, color, reviewed.before, reviewed.distance_before if best else None)
        said = [f"{praise} {sentence}".strip()]
        if best and len(reviewed.improvement) > 1:
            moves = moves_left(reviewed.distance_before)
            line = line_text(reviewed.improvement[1:], color.opponent, None if moves is None else moves - 1)
            # Translators: {moves} is how the game goes on, as a list of moves in signs.
            said.append(words.say("Best play continues: {moves}", moves=line))
        elif not best:
            said.append(words.say("The review's choice was {move}.", move=bold_move(reviewed.best[0], color)))
        label = words.say("Finish") if self._next is None else words.say("Next mistake")
        row = Row(self._onward_button(label, discord.ButtonStyle.success), self._review_button())
        return await self._message(self.position.play(move), self._after(move), said, [row], accent=GOLD)

    async def _message(  # noqa: PLR0913 - a picture with everything around it
        self,
        position: Position,
        headline: str,
        said: Sequence[str],
        rows: Sequence[Row],
        *,
        aimed: Space | None = None,
        accent: discord.Color = BLUE,
    ) -> Content:
        shown = replace(self.game, position=position, moves=(), outcome=None)
        png = await draw(render.board, scene_of(shown, aimed=aimed), theme=drawn(self.theme))
        chosen = space_text(self.words, aimed) if aimed is not None else ""
        shown_as = f"{position.last_move if aimed is None else aimed}-{self.theme}-{position.ply}"
        filename = f"retry-{self.game.number}-{self.ply}-{shown_as}.png"
        picture = position_picture(self.words, filename, png, position, headline, said=chosen)
        return boxed(self._title(), picture, said, rows=rows, accent=accent)

    def _title(self) -> str:
        mistakes = self._mistakes
        return self.words.say(
            "### Retry your mistakes · {game} · {number} of {total}",
            game=game_name(self.game.number),
            number=mistakes.index(self.ply) + 1,
            total=len(mistakes),
        )

    def _reminder(self) -> str:
        """Return what went wrong in the game."""
        played = self.words.say(
            "Move {number}: you played {move}",
            number=self.ply + 1,
            move=move_text(self.review.moves[self.ply].move, mover(self.ply)),
        )
        return f"{played} · {verdict(self.words, self.game, self.review, self.ply)}"

    def _goal(self) -> str:
        words = self.words
        if self.review.moves[self.ply].before is Value.WIN:
            return words.say("Find a move that keeps the win.")
        return words.say("Find a move that keeps the draw.")

    def _wrong(self, move: Move) -> list[str]:
        words = self.words
        reviewed, color = self.review.moves[self.ply], mover(self.ply)
        text = bold_move(move, color)
        if move in reviewed.unsure:
            return [words.say("The review couldn't work out what {move} does. Try another move.", move=text)]
        if move == reviewed.move:
            again = words.say("Not quite: {move} is what you played.", move=text)
            return [again, *filter(None, [why_bad(words, self.game, self.review, self.ply)])]
        if reviewed.before is Value.WIN:
            return [words.say("Not quite: {move} gives the win away.", move=text)]
        return [words.say("Not quite: {move} loses.", move=text)]

    def _after(self, move: Move) -> str:
        # Translators: the description of a picture; {move} is a move in signs, tried in place of the one that
        # was played.
        return self.words.say("After {move} instead.", move=move_label(move))

    def _skip_button(self) -> Button:
        # Translators: button (about 20 characters): go on to the next mistake.
        return self._onward_button(self.words.say("Skip"))

    def _onward_button(
        self, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
    ) -> Button:
        """Return the button that leads to the next mistake, or to the end."""
        if self._next is None:
            return button(EndRetry(self.game.number, self.ply), label, style)
        return button(OpenRetry(self.game.number, self._next), label, style)

    def _answer_button(self) -> Button:
        shown = ShowRetryAnswer(self.game.number, self.ply)
        return button(shown, self.words.say("Show answer"))

    def _review_button(self) -> Button:
        there = ShowPosition(self.game.number, self.ply + 1)
        return button(there, self.words.label("button", "Review"))


RetryClick = OpenRetry | ShowRetryAnswer | EndRetry | PlayInRetry | ChooseInRetry


@on_click(OpenRetry)
@on_click(ShowRetryAnswer)
@on_click(EndRetry)
@on_click(PlayInRetry)
@on_click(ChooseInRetry)
async def answer_retry_click(context: Context, clicked: RetryClick) -> None:
    """Open a mistake, try a move in it, show the answer, or end."""
    await context.admit_extra()
    retry = await _find(context, clicked)
    if isinstance(clicked, ShowRetryAnswer):
        content = await retry.answer()
    elif isinstance(clicked, EndRetry):
        content = retry.finished()
    elif isinstance(clicked, PlayInRetry):
        check_legal(retry.position, clicked.move)
        content = await retry.after(clicked.move)
    else:
        choice = clicked.choice if isinstance(clicked, ChooseInRetry) else NOTHING
        content = await retry.task(context.icons, choice)
    await context.reply.private(content, in_place=True)


async def _find(context: Context, clicked: RetryClick) -> Retry:
    """Find the mistake that a button is about, in a review that has everything needed."""
    services, who = context.services, context.user.id
    game = await services.game_queries.find_to_review(context.reader, str(clicked.game))
    color = game.color_of(who)
    review = None if game.outcome is None else await services.reviews.kept(game.number)
    if color is None or review is None or not review.detailed or clicked.ply not in review.mistakes(color):
        raise UnknownButtonError
    positions = list(game.record.positions())
    hidden = await off_limits(context, positions, reviewed=game)
    await refuse(context, hidden.closing(game.position) or hidden.reason(positions[clicked.ply]))
    theme = await context.theme()
    return Retry(context.words, context.named(game), hidden.review(positions, review), theme, clicked.ply)
