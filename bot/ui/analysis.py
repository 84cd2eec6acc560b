"""The analysis board: a position of a game, of a text, or of the start, with the exact value of every move.

The buttons are those of a game's board. A winning move is green, a losing one red, a drawing one gray, and
one of unknown value blue. Where there's room, a sign says it, too. The picture has the value of the best move
on each space.
"""

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

import discord
import structlog

from bot.computer.analyses import Finding
from bot.locale import Words, words_for
from bot.ui.board.move_buttons import (
    MOST_ROWS,
    NOTHING,
    Choice,
    MoveButtons,
    Step,
    Worth,
    check_legal,
    chosen_space,
    moves_after,
)
from bot.ui.components.drawing import bare_picture, move_number
from bot.ui.context.context import Context
from bot.ui.context.handlers import game_on, meanings_on, on_click
from bot.ui.context.off_limits import closed_sentence, left_out_sentence, off_limits
from bot.ui.context.permissions import check_can_post
from bot.ui.context.requests import RequestError
from bot.ui.message.content import Button, Content, Row, boxed
from bot.ui.message.custom_ids import CustomId, OpenAnalysis, button
from bot.ui.message.icons import Icons
from bot.ui.text.status import demand_sentence, piece_question
from bot.ui.text.values import ending, legend, line_sentence, rank, sign, space_values, standing_sentence
from bot.ui.text.words import StepSign, ruleset_name, shared_by
from bot.values.errors import NotAPositionError
from bot.values.game.fair_play import NOTHING_OFF_LIMITS, OffLimits
from bot.values.lines import Line, pack_position
from bot.values.players import Player, ThemeName
from engine import InvalidPositionError, Move, Position, Ruleset, Solution, Space, Value
from render import SpaceValue

_STYLES = {
    Value.WIN: discord.ButtonStyle.success,
    Value.DRAW: discord.ButtonStyle.secondary,
    Value.LOSS: discord.ButtonStyle.danger,
    Value.UNKNOWN: discord.ButtonStyle.primary,
}

# As wide as a digit, so that buttons below each other are equally wide.
_FILLER = "\N{FIGURE SPACE}"


class PlayInAnalysis(CustomId, word="analyze-move"):
    """Plays a move after ``line``."""

    line: Line
    move: Move


class ChooseInAnalysis(CustomId, word="analyze-choose"):
    """Shows the rest of the moves after ``line`` after a part of one was chosen."""

    line: Line
    choice: Choice


@dataclass(frozen=True, slots=True)
class ValuedMoves:
    """The buttons for the player to move after ``line``.

    ``solution`` is what's known so far, if anything, and ``icons`` are the pieces as emojis, if Discord has
    them.
    """

    words: Words
    line: Line
    position: Position
    solution: Solution | None
    icons: Icons

    def rows(self, choice: Choice) -> list[Row]:
        """Return the rows after what was chosen, with as much of what moves are worth as fits."""
        rows: list[Row] = []
        signs = [self._sign(move) for move in self.position.legal_moves]
        for most in (None, 1, 0):
            widest = max((len(each[:most]) for each in signs), default=0)
            worth = partial(self._worth, most=most, widest=widest)
            rows = MoveButtons(self.words, self.position, self._named, self.icons, worth=worth).rows(choice)
            if len(rows) <= MOST_ROWS:
                break
        return rows

    def on_spaces(self, choice: Choice) -> Mapping[Space, SpaceValue]:
        """Return what the best move on each space is worth, as far as known, after what was chosen."""
        moves = moves_after(self.position, choice)
        return {} if self.solution is None else space_values(self.solution, moves)

    def _worth(self, step: Step, most: int | None, widest: int) -> Worth:
        """Return the style of a step, and up to so many signs of what it's worth; None means all.

        They're as wide as the ``widest``, so that the buttons line up.
        """
        said = self._sign(self._move(step))[:most].ljust(widest, _FILLER)
        return Worth(_STYLES[self._value(self._move(step))], said)

    def _named(self, step: Step) -> CustomId:
        if isinstance(step, Choice):
            return ChooseInAnalysis(self.line, step)
        return PlayInAnalysis(self.line, step)

    def _sign(self, move: Move) -> str:
        return "" if self.solution is None else sign(self.solution, move)

    def _move(self, step: Step) -> Move:
        """Return the move itself, or the best one on a space."""
        return step if isinstance(step, Move) else self._best(self.position.legal_moves, step.space)

    def _best(self, moves: Iterable[Move], space: Space | None) -> Move:
        there = (move for move in moves if move.space is space)
        return min(there, key=lambda move: rank(self.solution, move))

    def _value(self, move: Move) -> Value:
        return Value.UNKNOWN if self.solution is None else self.solution.moves[move]


_MOST_ROWS = 5
"""With that many rows of buttons, the message has room for two lines of text on a screen."""


class Destination(StrEnum):
    """Where to go in a line. ``SEARCH`` stays and goes on searching."""

    FIRST = "first"
    BACK = "back"
    FORWARD = "forward"
    LAST = "last"
    SEARCH = "search"


class StepInAnalysis(CustomId, word="analyze-step"):
    """Shows another position of ``line``, or the same one with a new search."""

    line: Line
    step: Destination


class ShareAnalysis(CustomId, word="analyze-share"):
    """Posts the position after ``line`` in the channel."""

    line: Line


@dataclass(frozen=True, slots=True)
class AnalysisBoard:
    """The board after ``line``, in one language and with a picture in one theme.

    ``finding`` is what the search has found so far; None if it has just begun. ``searching`` is False on a
    host without a computer. If the person mustn't see any values, ``barred`` says why, and ``hidden`` has
    what else is off limits for them.
    """

    words: Words
    line: Line
    theme: ThemeName
    icons: Icons
    finding: Finding | None = None
    searching: bool = True
    barred: str = ""
    hidden: OffLimits = NOTHING_OFF_LIMITS

    async def page(self, choice: Choice, *, shared: bool) -> Content:
        """Return the board for one person, with what they have chosen so far.

        ``shared`` says whether the position was already shared in the channel, so that no one needs to.
        """
        position = self.line.position
        solution = self._shown_solution(position)
        space = chosen_space(position, choice)
        moves = ValuedMoves(self.words, self.line, position, solution, self.icons)
        picture = await bare_picture(self.words, position, self.theme, space, moves.on_spaces(choice))
        rows = [*moves.rows(choice), *self._controls(position, shared=shared)]
        lines = self._status(position, solution, choice, room=len(rows) < _MOST_ROWS)
        return boxed(f"### {self._title(position)}", picture, lines, rows=rows)

    def _shown_solution(self, position: Position) -> Solution | None:
        solution = None if self.finding is None else self.finding.solution
        return None if solution is None else self.hidden.solution(position, solution)

    def _title(self, position: Position) -> str:
        # Translators: the start of a heading, before the ruleset and the number of the move.
        parts = [self.words.say("Analysis"), ruleset_name(self.words, position.ruleset)]
        return " · ".join([*parts, move_number(self.words, position)])

    def _status(
        self, position: Position, solution: Solution | None, choice: Choice, *, room: bool
    ) -> list[str]:
        """Return who wins, the best line, and what comes next. With ``room``, also what the signs mean."""
        if position.outcome() is not None:
            return [ending(self.words, position)]
        lines = self._found(position, solution)
        space = chosen_space(position, choice)
        if space is not None:
            return [*lines, piece_question(self.words, space)]
        has_signs = solution is not None
        return [*lines, f"-# {legend(self.words)}"] if room and has_signs else lines

    def _found(self, position: Position, solution: Solution | None) -> list[str]:
        """Return who wins, how far the search is, and the best line."""
        words = self.words
        if self.barred:
            return [self.barred]
        if not self.searching:
            return [words.say("The values need the computer, which isn't available on this host.")]
        if self.finding is None:
            return [words.say("Looking for the values…")]
        if solution is None:
            return [words.say("The computer isn't responding right now. Press **Search** to try again.")]
        standing = [standing_sentence(words, position, solution)]
        if not self.finding.complete:
            standing.append(
                words.say("**Search** finds more.") if self.finding.ended else words.say("Looking for more…")
            )
        left_out = next(iter(self.hidden.forks(position).values()), None)
        return [
            " ".join(filter(None, standing)),
            left_out_sentence(words, left_out),
            line_sentence(words, position, solution.line),
        ]

    def _controls(self, position: Position, *, shared: bool) -> list[Row]:
        """Return the steps and what else can be done; nothing with an empty board that's just been opened."""
        searched = self._search(position)
        rows = [Row(*searched)] if searched else []
        if position.last_move is None and not self.line.moves:
            return rows
        share = [] if shared else [button(ShareAnalysis(self.line), self.words.label("button", "Share"))]
        return [*rows, Row(*self._steps(), *share)]

    def _search(self, position: Position) -> list[Button]:
        """Return the button that goes on searching, if there's more to find."""
        found = self.finding
        if not (self.searching and found is not None and found.ended and not found.complete):
            return []
        if position.outcome() is not None:
            return []
        return [self._button(Destination.SEARCH, self.words.label("button", "Search"))]

    def _steps(self) -> list[Button]:
        back, forward = self.line.played > 0, self.line.played < len(self.line.moves)
        return [
            self._button(Destination.FIRST, StepSign.FIRST, enabled=back),
            self._button(Destination.BACK, StepSign.BACK, enabled=back),
            self._button(Destination.FORWARD, StepSign.NEXT, enabled=forward),
            self._button(Destination.LAST, StepSign.LAST, enabled=forward),
        ]

    def _button(self, step: Destination, label: str, *, enabled: bool = True) -> Button:
        return button(StepInAnalysis(self.line, step), label, enabled=enabled)


async def shared_position(words: Words, position: Position, theme: ThemeName, player: Player) -> Content:
    """Return a position for the whole channel, shared by ``player``."""
    # Translators: the start of a heading, before the ruleset and the number of the move.
    parts = [words.say("A position"), ruleset_name(words, position.ruleset), move_number(words, position)]
    picture = await bare_picture(words, position, theme)
    standing = ending(words, position) or demand_sentence(words, position)
    lines = [standing, f"`{position}`", shared_by(words, player)]
    row = Row(button(OpenAnalysis(Line(position)), words))
    return boxed(f"### {' · '.join(parts)}", picture, lines, rows=[row])


log = structlog.get_logger(__name__)


async def analyze_game(context: Context, text: str, ply: int | None = None) -> None:
    """Show the finished game called ``text``, after some or all of its moves, on an analysis board."""
    game = await context.services.game_queries.find_to_analyze(context.reader, text)
    line = Line.of(game.ruleset, [move.text for move in game.moves])
    await show_analysis(context, line if ply is None else line.at(ply))


async def analyze_position_on(context: Context, message: discord.Message) -> None:
    """Show the position on a message, of a finished game or one that was shared, on an analysis board."""
    for used in meanings_on(context, message):
        if isinstance(used, OpenAnalysis):
            await show_analysis(context, used.line)
            return
    shown = game_on(context, message)
    await analyze_game(context, str(shown.number), shown.ply)


async def analyze_position(context: Context, text: str) -> None:
    """Show the position that ``text`` describes on an analysis board."""
    try:
        position = Position.parse(text.strip().strip("`"))
    except InvalidPositionError as error:
        raise NotAPositionError(text) from error
    await show_analysis(context, Line(position))


async def analyze_start(context: Context, ruleset: Ruleset) -> None:
    """Show the start of a game under ``ruleset`` on an analysis board."""
    await show_analysis(context, Line(Position.start(ruleset)))


async def show_analysis(
    context: Context, line: Line, choice: Choice = NOTHING, *, in_place: bool = True
) -> None:
    """Show the board after ``line`` privately, and the values of its moves as they become known.

    With ``in_place`` it replaces the clicked message if that is private, too.
    """
    await context.admit_extra()
    await _Shown(context, line, choice, in_place=in_place).show()


@on_click(OpenAnalysis)
async def open_board(context: Context, clicked: OpenAnalysis) -> None:
    """Show the position on a separate board, next to the message it's from."""
    await show_analysis(context, clicked.line, in_place=False)


@on_click(PlayInAnalysis)
async def play(context: Context, clicked: PlayInAnalysis) -> None:
    """Play a move."""
    check_legal(clicked.line.position, clicked.move)
    await show_analysis(context, clicked.line.play(clicked.move))


@on_click(ChooseInAnalysis)
async def choose_part(context: Context, clicked: ChooseInAnalysis) -> None:
    """Show what has been chosen of a move so far."""
    await show_analysis(context, clicked.line, clicked.choice)


@on_click(StepInAnalysis)
async def step(context: Context, clicked: StepInAnalysis) -> None:
    """Show another position of the line, or the same one with a new search."""
    line = clicked.line
    shown = {
        Destination.FIRST: line.at(0),
        Destination.BACK: line.back(),
        Destination.FORWARD: line.forward(),
        Destination.LAST: line.at(len(line.moves)),
        Destination.SEARCH: line,
    }
    await show_analysis(context, shown[clicked.step])


@on_click(ShareAnalysis)
async def share_position(context: Context, clicked: ShareAnalysis) -> None:
    """Post the position in the channel, once a day."""
    await context.admit_extra()
    check_can_post(context)
    services, position = context.services, clicked.line.position
    words = words_for(await context.public_language())
    theme = (await services.preferences.guild(context.interaction.guild_id)).theme
    content = await shared_position(words, position, theme, context.user)
    async with services.shares.sharing(pack_position(position), context.place.channel_id) as first:
        if first:
            # The panel remains the answer; the post is separate.
            await context.reply.acknowledge()
            await context.reply.follow_up(content)
    await show_analysis(context, clicked.line)


class _Shown:
    """One answer to a click or a command: the board, which is edited when there's more to see."""

    def __init__(self, context: Context, line: Line, choice: Choice, *, in_place: bool) -> None:
        self._context = context
        self._line = line
        self._choice = choice
        self._clicked = context.interaction.message if in_place else None
        self._is_shown = asyncio.Event()
        self._drawn: Finding | None = None
        self._barred = ""
        self._hidden = NOTHING_OFF_LIMITS

    async def show(self) -> None:
        """Show the board, with the values right away if the computer has time."""
        services, who = self._context.services, self._context.user.id
        position, computer = self._line.position, services.computer
        self._hidden = await off_limits(self._context, [position])
        self._barred = await closed_sentence(self._context, self._hidden.closing(position))
        try:
            if computer.available and position.legal_moves and not self._barred:
                idle = computer.idle
                analysis = services.analyses.begin(who, position, self._report)
                if idle or analysis.first.done():
                    self._drawn = await analysis.first
            else:
                services.analyses.end(who)
            page, reply = await self._page(self._drawn), self._context.reply
            async with self._turn() as is_last:
                if is_last:
                    await reply.progress(page, in_place=self._clicked is not None)
                else:
                    await reply.acknowledge()
        finally:
            self._is_shown.set()

    def _turn(self) -> AbstractAsyncContextManager[bool]:
        """Wait for the answers to other clicks on the board; it's False if a later one is answered."""
        clicked = None if self._clicked is None else self._clicked.id
        return self._context.client.clicks.turn(clicked, click_id=self._context.interaction.id)

    async def _report(self, finding: Finding) -> None:
        await self._is_shown.wait()
        if finding is self._drawn:
            return
        try:
            page = await self._page(finding)
            async with self._turn() as is_last:
                if is_last:
                    await self._context.reply.replace(page)
        except RequestError as error:
            # It's been fifteen minutes, or the message is gone: the next click shows everything.
            log.info("analysis not updated", error=str(error))
            self._context.services.analyses.end(self._context.user.id)

    async def _page(self, finding: Finding | None) -> Content:
        context, services = self._context, self._context.services
        packed, here = pack_position(self._line.position), context.place.channel_id
        board = AnalysisBoard(
            context.words,
            self._line,
            await context.theme(),
            context.icons,
            finding,
            services.computer.available,
            self._barred,
            self._hidden,
        )
        return await board.page(self._choice, shared=await services.shares.is_shared(packed, here))
