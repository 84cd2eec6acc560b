"""The win trainer: a move to find, what gave the win away, and the win."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.computer.computer import ComputerUnavailableError
from bot.locale import Words
from bot.ui.board.move_buttons import NOTHING, Choice, MoveButtons, check_legal, chosen_space, demand_text
from bot.ui.components.drawing import bare_picture, move_number
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.off_limits import off_limits, refuse
from bot.ui.message.content import BLUE, GOLD, Button, Content, Picture, Row, boxed
from bot.ui.message.custom_ids import CustomId, OpenAnalysis, button
from bot.ui.message.icons import Icons
from bot.ui.text.values import line_sentence, standing_sentence
from bot.ui.text.words import bold_move, ruleset_name
from bot.values.lines import Line, Progress
from bot.values.players import ThemeName
from engine import Color, Distances, Level, Move, Position, Ruleset, Solution, Value

_SECONDS: Final = 10.0
"""Maximum number of seconds to find out what a move is worth. The next try continues from there."""


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

    words: Words
    run: int
    line: Line
    theme: ThemeName
    progress: Progress

    async def move(self, icons: Icons, choice: Choice = NOTHING, note: str = "") -> Content:
        """Return White's next move to find, with what has been chosen so far; ``note`` comes first."""
        words, position = self.words, self.line.position

        def named(chosen: Move | Choice) -> CustomId:
            if isinstance(chosen, Choice):
                return ChooseInTraining(self.run, self.line, chosen)
            return PlayInTraining(self.run, self.line, chosen)

        picture = await bare_picture(words, position, self.theme, chosen_space(position, choice))
        lines = [note, self._replied(), demand_text(words, position, choice), f"-# {self._standing()}"]
        rows = MoveButtons(words, position, named, icons).rows(choice)
        return self._page(picture, lines, *rows, Row(self._again_from_start()))

    async def mistake(self, move: Move, solution: Solution | None) -> Content:
        """Return what gave the win away: ``move``, and how the game goes on. The board shows the reply.

        ``solution`` is that of the position after the move, or None if the game is over.
        """
        words, position = self.words, self.line.position
        after = position.play(move)
        line = () if solution is None else solution.line
        lines = [
            # Translators: {move} is a move in signs.
            words.say("{move} gives the win away.", move=bold_move(move, position.turn)),
            self._consequence(after, solution),
            line_sentence(words, after, line),
            words.say("The board shows the reply.") if line else "",
            f"-# {self._record()}",
        ]
        picture = await bare_picture(words, after.play(line[0]) if line else after, self.theme)
        again = TryAgain(self.run, self.line)
        row = Row(
            button(again, words.say("Try again"), discord.ButtonStyle.primary),
            self._analyze(self.line.play(move)),
            self._again_from_start(),
        )
        return self._page(picture, lines, row)

    async def won(self, *, counted: bool) -> Content:
        """Return the end of a game that White has won; ``counted`` says whether without a mistake."""
        words = self.words
        picture = await bare_picture(words, self.line.position, self.theme)
        if counted:
            praise = words.say("You won against perfect play, without a single mistake!")
        else:
            praise = words.say("You won. Start over to do it without a mistake.")
        row = Row(self._again_from_start(discord.ButtonStyle.success), self._analyze(self.line))
        return self._page(picture, [praise, f"-# {self._record()}"], row, accent=GOLD)

    def _page(
        self, picture: Picture, lines: Sequence[str], *rows: Row, accent: discord.Color = BLUE
    ) -> Content:
        words, position = self.words, self.line.position
        # Translators: the start of a heading, before the ruleset and the number of the move.
        title = words.say("Win trainer")
        parts = [title, ruleset_name(words, position.ruleset), move_number(words, position)]
        return boxed(f"### {' · '.join(parts)}", picture, lines, rows=rows, accent=accent)

    def _replied(self) -> str:
        words = self.words
        if not self.line.played:
            return words.say("White wins with best play. Keep the win against level 8.")
        reply = self.line.moves[self.line.played - 1]
        # Translators: the computer's eighth level; {move} is a move in signs.
        return words.say("Level 8 replied {move}. You still win.", move=bold_move(reply, Color.BLACK))

    def _consequence(self, after: Position, solution: Solution | None) -> str:
        if solution is None or solution.value is Value.UNKNOWN:
            return ""
        return standing_sentence(self.words, after, solution)

    def _standing(self) -> str:
        if not self.progress.counts(self.run, self.line):
            said = self.words.say("Practice: this attempt no longer counts.")
            return f"{said} {self._record()}"
        kept = self.line.played // 2
        clean = self.words.count(
            "{number} move without a mistake.", "{number} moves without a mistake.", kept
        )
        return f"{clean} {self._record()}"

    def _record(self) -> str:
        """Return the longest attempt, and how many ended in a win."""
        # Translators: in small print: how often someone has won from the start without a mistake.
        won = self.words.count("Won {number} time.", "Won {number} times.", self.progress.wins)
        # Translators: in small print: most moves without a mistake.
        longest = self.words.say("Longest line: {number}.", number=self.progress.longest)
        return f"{longest} {won}"

    def _again_from_start(self, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> Button:
        return button(BeginTraining(self.line.start.ruleset), self.words.say("Start over"), style)

    def _analyze(self, line: Line) -> Button:
        return button(OpenAnalysis(line), self.words)


async def begin_training(context: Context, ruleset: Ruleset) -> None:
    """Begin another attempt to win a game against level 8."""
    await context.admit_extra()
    if not context.services.computer.available:
        raise ComputerUnavailableError
    progress = await context.services.training.begin(context.user, ruleset)
    pages = await _pages_of(context, progress.run, Line(Position.start(ruleset)), progress)
    await _show(context, await pages.move(context.icons))


@on_click(BeginTraining)
async def begin_again(context: Context, clicked: BeginTraining) -> None:
    """Begin another attempt with the same ruleset."""
    await begin_training(context, clicked.ruleset)


@on_click(TryAgain)
@on_click(ChooseInTraining)
async def show_move(context: Context, clicked: TryAgain | ChooseInTraining) -> None:
    """Go back to before the move that gave the win away, or show what has been chosen of a move so far."""
    await context.admit_extra()
    choice = clicked.choice if isinstance(clicked, ChooseInTraining) else NOTHING
    await _show(context, await (await _pages(context, clicked)).move(context.icons, choice))


@on_click(PlayInTraining)
async def play(context: Context, clicked: PlayInTraining) -> None:
    """Play a move: level 8 replies if it keeps the win; otherwise show why it doesn't."""
    await context.admit_extra()
    move = clicked.move
    check_legal(clicked.line.position, move)
    line = clicked.line.play(move)
    after = line.position
    await refuse(context, (await off_limits(context, [after])).reason(after))
    outcome = after.outcome()
    if outcome is not None:
        if outcome.winner is Color.WHITE:
            await _keep_win(context, clicked, line)
        else:
            await _show_mistake(context, clicked, None)
        return
    computer, who = context.services.computer, context.user.id
    solution = await computer.solve(after, who, seconds=_SECONDS, distances=Distances.BEST)
    if solution.value is Value.UNKNOWN:
        note = context.words.say(
            "I couldn't work out {move} in time. Please try it again.", move=bold_move(move, Color.WHITE)
        )
        pages = await _pages(context, clicked)
        await _show(context, await pages.move(context.icons, note=note))
    elif solution.value is not Value.LOSS:
        await _show_mistake(context, clicked, solution)
    else:
        reply = await computer.choose(after, who, Level.EIGHT)
        await _keep_win(context, clicked, line.play(reply))


async def _keep_win(context: Context, clicked: PlayInTraining, line: Line) -> None:
    """Go on after a move that kept the win and the reply to it, or show that the game is won."""
    won = not line.position.legal_moves
    progress, counted = await context.services.training.keep_win(
        clicked.run, clicked.line, line, player_id=context.user.id, won=won
    )
    if progress.replies_to(clicked.run, clicked.line.play(clicked.move)):
        # Of two clicks on the same move, both get the reply that's stored.
        line = progress.line
    pages = await _pages_of(context, clicked.run, line, progress)
    await _show(context, await (pages.won(counted=counted) if won else pages.move(context.icons)))


async def _show_mistake(context: Context, clicked: PlayInTraining, solution: Solution | None) -> None:
    progress = await context.services.training.lose_win(clicked.run, clicked.line, player_id=context.user.id)
    pages = await _pages_of(context, clicked.run, clicked.line, progress)
    await _show(context, await pages.mistake(clicked.move, solution))


async def _pages(context: Context, clicked: TryAgain | ChooseInTraining | PlayInTraining) -> TrainingPages:
    progress = await context.services.training.progress(context.user.id, clicked.line.start.ruleset)
    return await _pages_of(context, clicked.run, clicked.line, progress)


async def _pages_of(context: Context, run: int, line: Line, progress: Progress) -> TrainingPages:
    position = line.position
    hidden = await off_limits(context, [position])
    # Everyone knows what the start is worth, but each later page says that this move kept the win.
    await refuse(context, hidden.withholding(position) if line.played else hidden.closing(position))
    theme = await context.theme()
    return TrainingPages(context.words, run, line, theme, progress)


async def _show(context: Context, content: Content) -> None:
    await context.reply.private(content, in_place=True)
