"""The opening explorer, a page at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.computer.computer import ComputerFailedError, ComputerUnavailableError
from bot.locale import Words
from bot.ui.components.drawing import bare_picture, move_number
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.off_limits import closed_sentence, left_out_sentence, off_limits
from bot.ui.message.content import Button, Content, Row, boxed, rows_of
from bot.ui.message.custom_ids import Count, CustomId, OpenAnalysis, UnknownButtonError, button
from bot.ui.text.reading_order import moves_as_read
from bot.ui.text.values import space_values, standing_sentence, verdict
from bot.ui.text.words import StepSign, bold_move, move_label, moves_text, percentage, ruleset_name
from bot.use_cases.standings.openings import PLIES, MoveRecord, OpeningMove
from bot.values.errors import StillWorkingError
from bot.values.lines import Line
from bot.values.players import ThemeName
from engine import Distances, Move, Position, Solution, Value

MOVES_A_PAGE: Final = 3
"""Maximum number of moves on a page: with a line and a button for each, the message fits on a screen."""

_BEST_FIRST = (Value.WIN, Value.DRAW, Value.UNKNOWN, Value.LOSS)

_SECONDS: Final = 2.0
"""Maximum number of seconds for the values. Those of the first moves are in the solver's book."""


class ShowOpenings(CustomId, word="openings"):
    """Shows a page, the first being 0, of what's known about the moves after ``line``."""

    line: Line
    page: Count = 0


@dataclass(frozen=True, slots=True)
class ExplorerPage:
    """What's known about the moves after ``line``, in one language and with a picture in one theme.

    ``moves`` has all moves, in any order. ``solution`` has their values, or is None without a computer.
    ``in_server`` says whether there's a server whose games are counted separately. If the person mustn't see
    any of that, ``barred`` says why, or ``left_out``, if it's only the values of some moves.
    """

    words: Words
    line: Line
    theme: ThemeName
    moves: Sequence[OpeningMove]
    solution: Solution | None
    in_server: bool
    barred: str = ""
    left_out: str = ""

    @property
    def pages(self) -> int:
        """Return how many pages there are, at least one."""
        return max(1, -(-len(self.moves) // MOVES_A_PAGE))

    async def content(self, number: int) -> Content:
        """Return the page with this number (the first is 0), of ``pages``."""
        position = self.line.position
        shown = self._ordered()[number * MOVES_A_PAGE : (number + 1) * MOVES_A_PAGE]
        values = {} if self.solution is None else space_values(self.solution, position.legal_moves)
        picture = await bare_picture(self.words, position, self.theme, values=values)
        moves = map(_shown_move, shown)
        buttons = [self._leading_to(self.line.play(move), move_label(move)) for move in moves]
        rows = [*rows_of(buttons), Row(*self._controls(number))]
        return boxed(self._header(position), picture, self._lines(position, shown), rows=rows)

    def _ordered(self) -> list[OpeningMove]:
        """Return the moves: those that people chose most often first, then the best ones."""
        order = {move: index for index, move in enumerate(moves_as_read(self.line.position.legal_moves))}
        return sorted(
            self.moves,
            key=lambda each: (
                -each.here.games,
                -each.everywhere.games,
                _BEST_FIRST.index(self._value(each)),
                order[_shown_move(each)],
            ),
        )

    def _value(self, each: OpeningMove) -> Value:
        return Value.UNKNOWN if self.solution is None else self.solution.moves[each.moves[0]]

    def _header(self, position: Position) -> str:
        # Translators: the start of a heading, before the ruleset and the number of the move.
        parts = [self.words.say("Openings"), ruleset_name(self.words, position.ruleset)]
        title = " · ".join([*parts, move_number(self.words, position)])
        played = moves_text(self.line.moves[: self.line.played], self.line.start.turn)
        return f"### {title}\n-# {played}" if played else f"### {title}"

    def _lines(self, position: Position, shown: Sequence[OpeningMove]) -> list[str]:
        if self.barred:
            return [self.barred]
        listed, small = [self._line(each) for each in shown], self._small_print(position, shown)
        if self.solution is None:
            return [
                *listed,
                self.words.say("The values need the computer, which isn't available right now."),
                small,
            ]
        return [standing_sentence(self.words, position, self.solution), *listed, self.left_out, small]

    def _line(self, each: OpeningMove) -> str:
        """Return a move, what it's worth, and how often it was chosen."""
        words = self.words
        parts = [bold_move(_shown_move(each), self.line.position.turn)]
        if self.solution is not None:
            parts.append(verdict(words, self.solution, each.moves[0]))
        if self.in_server and each.here.games:
            # Translators: {tally} is how many games in this server began so, and the share of points, such as
            # "12 (58%)".
            parts.append(words.say("here {tally}", tally=self._tally(each.here)))
        if each.everywhere.games and not (self.in_server and each.everywhere == each.here):
            # Translators: {tally} is how many games in all servers began so, and the share of points, such as
            # "12 (58%)".
            parts.append(words.say("everywhere {tally}", tally=self._tally(each.everywhere)))
        return " · ".join(parts)

    def _tally(self, tally: MoveRecord) -> str:
        return f"{tally.games} ({percentage(self.words, tally.score)})"

    def _small_print(self, position: Position, shown: Sequence[OpeningMove]) -> str:
        if position.ply >= PLIES:
            counted = self.words.count(
                "Only the first {number} move of a game is counted.",
                "Only the first {number} moves of a game are counted.",
                PLIES,
            )
            return f"-# {counted}"
        if not any(each.everywhere.games for each in shown):
            return ""
        # Translators: one line of small print (about 80 characters).
        results = self.words.say("Results of people's games. Mirrored moves count together.")
        return f"-# {results}"

    def _leading_to(self, line: Line, label: str, page: int = 0) -> Button:
        return button(ShowOpenings(line, page), label)

    def _controls(self, number: int) -> list[Button]:
        words = self.words
        buttons = []
        if number + 1 < self.pages:
            buttons.append(self._leading_to(self.line, words.label("to a page", "More moves"), number + 1))
        elif number:
            buttons.append(self._leading_to(self.line, words.label("to a page", "First moves")))
        played = self.line.moves[: self.line.played]
        if played:
            earlier = Line(self.line.start, played[:-1], len(played) - 1)
            buttons.append(self._leading_to(earlier, StepSign.BACK))
        analyzed = OpenAnalysis(Line(self.line.start, played, len(played)))
        buttons.append(button(analyzed, words.label("button", "Analyze"), discord.ButtonStyle.primary))
        return buttons


def _shown_move(each: OpeningMove) -> Move:
    """Return the move that stands for all that are the same up to symmetry."""
    return moves_as_read(each.moves)[0]


async def show_openings(context: Context, line: Line, page: int = 0) -> None:
    """Privately show what's known about the moves after ``line``."""
    await context.admit_extra()
    services, guild_id = context.services, context.interaction.guild_id
    position = line.position
    hidden = await off_limits(context, [position])
    barred = await closed_sentence(context, hidden.closing(position))
    solution = None if barred else await _solution(context, position)
    left_out = next(iter(hidden.forks(position).values()), None)
    shown = ExplorerPage(
        context.words,
        line,
        await context.theme(),
        [] if barred else await services.openings.moves(position, guild_id),
        None if solution is None else hidden.solution(position, solution),
        guild_id is not None,
        barred,
        left_out_sentence(context.words, left_out),
    )
    if page >= shown.pages:
        raise UnknownButtonError
    await context.reply.private(await shown.content(page), in_place=True)


@on_click(ShowOpenings)
async def show_page_of_openings(context: Context, clicked: ShowOpenings) -> None:
    """Show a page of the moves after the line of the button."""
    await show_openings(context, clicked.line, clicked.page)


async def _solution(context: Context, position: Position) -> Solution | None:
    """Return the values of the moves, as far as they're found in a moment; None without an answer."""
    if not position.legal_moves:
        return None
    try:
        return await context.services.computer.solve(
            position, context.user.id, seconds=_SECONDS, line=False, distances=Distances.ALL
        )
    except (ComputerUnavailableError, StillWorkingError, ComputerFailedError):
        return None
