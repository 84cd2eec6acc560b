"""Opens an analysis board for whatever a command specifies: a game, a position's text, or a start."""

import asyncio

import discord
import structlog

from bot.computer.searches import Finding
from bot.locale import words_for
from bot.ui.analysis.board import AnalysisBoard, ShareAnalysis, Step, StepInAnalysis, shared_position
from bot.ui.analysis.move_buttons import ChooseInAnalysis, PlayInAnalysis
from bot.ui.board.move_buttons import NOTHING, Choice, check_legal
from bot.ui.context.context import Context
from bot.ui.context.handlers import meanings_on, on_click
from bot.ui.context.permissions import check_can_post, values_barred
from bot.ui.context.requests import FAILURES
from bot.ui.context.shown_games import game_on
from bot.ui.message.content import Content
from bot.ui.message.custom_ids import OpenAnalysis
from bot.values.base36 import format_number
from bot.values.errors import NotAPositionError
from bot.values.lines import Line, pack_position
from engine import InvalidPositionError, Position, Ruleset

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
    await analyze_game(context, format_number(shown.number), shown.ply)


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
    await _Shown(context, line, choice).show(in_place=in_place)


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
        Step.FIRST: line.at(0),
        Step.BACK: line.back(),
        Step.FORWARD: line.forward(),
        Step.LAST: line.at(len(line.moves)),
        Step.SEARCH: line,
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

    def __init__(self, context: Context, line: Line, choice: Choice) -> None:
        self._context = context
        self._line = line
        self._choice = choice
        self._is_shown = asyncio.Event()
        self._drawn: Finding | None = None
        self._barred = ""

    async def show(self, *, in_place: bool) -> None:
        """Show the board, with the values right away if the computer has time."""
        services, who = self._context.services, self._context.user.id
        position, computer = self._line.position, services.computer
        self._barred = await values_barred(self._context, position)
        try:
            if computer.available and position.legal_moves and not self._barred:
                idle = computer.idle
                search = services.searches.begin(who, position, self._report)
                if idle or search.first.done():
                    self._drawn = await search.first
            else:
                services.searches.end(who)
            await self._context.reply.progress(await self._page(self._drawn), in_place=in_place)
        finally:
            self._is_shown.set()

    async def _report(self, finding: Finding) -> None:
        await self._is_shown.wait()
        if finding is self._drawn:
            return
        try:
            await self._context.reply.replace(await self._page(finding))
        except FAILURES as error:
            # It's been fifteen minutes, or the message is gone: the next click shows everything.
            log.info("analysis not updated", error=str(error))
            self._context.services.searches.end(self._context.user.id)

    async def _page(self, finding: Finding | None) -> Content:
        context, services = self._context, self._context.services
        position = self._line.position
        shares, here = services.shares, context.place.channel_id
        board = AnalysisBoard(
            context.words,
            self._line,
            await context.theme(),
            context.icons,
            finding,
            services.computer.available,
            self._barred,
        )
        return await board.page(self._choice, shared=await shares.is_shared(pack_position(position), here))
