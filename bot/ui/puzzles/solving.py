"""What people press to solve puzzles, and the message of the daily puzzle."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import discord
from discord.utils import format_dt

from bot.locale import Words, words_for
from bot.ui.board.move_buttons import NOTHING, Choice, check_legal
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.off_limits import check_puzzle, is_closed
from bot.ui.message.content import GOLD, Content, Row, boxed
from bot.ui.message.custom_ids import OpenAnyPuzzle, PlayToday, UnknownButtonError, button
from bot.ui.puzzles.view import (
    AskForAnswer,
    ChooseInPuzzle,
    NextPuzzle,
    OpenPractice,
    OpenPuzzle,
    PlayItOut,
    PuzzleView,
    ShowAnswer,
    ShowRest,
    TryMove,
    answer_line_move,
    answer_message,
    answer_question,
    finished_message,
    is_in_line,
    line_message,
    named_puzzle,
    puzzle_message,
    puzzle_picture,
    rest_message,
    right_message,
    view_of,
    wrong_message,
)
from bot.ui.puzzles.words import task, traits_text
from bot.ui.text.explanations import explanation
from bot.ui.text.words import bold_move, link_to, name
from bot.use_cases.puzzles.daily_puzzles import DailyPuzzle, LastPuzzle, Solvers
from bot.use_cases.puzzles.game_puzzles import is_from_game
from bot.use_cases.puzzles.puzzles import AnswerCost, Merit, PuzzleKind, WantedPuzzle
from bot.values.errors import Refusal
from bot.values.players import Place
from engine import Difficulty, Puzzle, Ruleset


async def offer_first_puzzle(context: Context, kind: PuzzleKind | None, ruleset: Ruleset | None) -> None:
    """Show the person a puzzle of this kind, or else one that fits them.

    Its ruleset is ``ruleset``, or else the one that the server chose.
    """
    if ruleset is None:
        ruleset = (await context.services.preferences.guild(context.place.guild_id)).ruleset
    await offer_puzzle(context, WantedPuzzle(ruleset, kind))


async def offer_puzzle(context: Context, wish: WantedPuzzle) -> None:
    """Show the person's next puzzle."""
    await context.admit_extra()
    puzzles, player_id = context.services.puzzles, context.user.id
    offered = await puzzles.offer(player_id, wish)
    while offered is not None and await is_closed(context, offered):
        wish = replace(wish, without=wish.without | {offered.number})
        offered = await puzzles.offer(player_id, wish)
    if offered is not None:
        await show_puzzle(context, offered, wish.kind)
        return
    others = {
        other: puzzle
        for other in Difficulty
        if (puzzle := await puzzles.offer(player_id, replace(wish, kind=other))) is not None
    }
    done = wish.kind if others else None
    record = await puzzles.record(player_id)
    await context.reply.private(finished_message(context.words, record, done, others), in_place=True)


async def offer_from_games(context: Context) -> None:
    """Show the newest puzzle from this server's games that the person may see and hasn't finished."""
    await context.admit_extra()
    guild_id, book = context.place.guild_id, context.services.game_puzzles
    for number in () if guild_id is None else await book.open_for(context.user.id, guild_id=guild_id):
        try:
            await show_puzzle(context, await named_puzzle(context, number), None)
        except Refusal:
            # They don't see its channel, or it would help in a running game.
            continue
        return
    words = context.words
    nothing = words.say("There's no new puzzle from this server's games for you.")
    how = words.say(
        "Finished games become puzzles after a week if both players allow it: **In your servers** in /pyrga "
        "settings."
    )
    rows = [Row(button(OpenPractice(), words))]
    await context.reply.private(boxed(nothing, f"-# {how}", rows=rows), in_place=True)


async def show_puzzle(
    context: Context, puzzle: Puzzle, asked: PuzzleKind | None, choice: Choice = NOTHING
) -> None:
    """Show a puzzle to solve, with what the person has chosen so far.

    ``asked`` is the kind they asked for, if any.
    """
    view = await view_of(context, puzzle, asked)
    await context.reply.private(await puzzle_message(view, context.icons, choice), in_place=True)


PuzzleClick = AskForAnswer | ShowAnswer | TryMove | ChooseInPuzzle | PlayItOut | ShowRest


@on_click(OpenPuzzle)
async def open_puzzle(context: Context, clicked: OpenPuzzle) -> None:
    """Show a puzzle to solve."""
    await show_puzzle(context, await named_puzzle(context, clicked.puzzle), clicked.asked)


@on_click(OpenAnyPuzzle)
async def open_next_puzzle(context: Context, clicked: OpenAnyPuzzle) -> None:
    """Show the person a puzzle that fits them."""
    del clicked
    await offer_first_puzzle(context, None, None)


@on_click(NextPuzzle)
async def go_on(context: Context, clicked: NextPuzzle) -> None:
    """Show the next puzzle, with the same ruleset and of the kind they asked for, if any."""
    if is_from_game(clicked.puzzle):
        await offer_from_games(context)
        return
    puzzle = await named_puzzle(context, clicked.puzzle)
    await offer_puzzle(context, WantedPuzzle(puzzle.ruleset, clicked.asked, after=puzzle))


@on_click(AskForAnswer)
async def ask_for_answer(context: Context, clicked: AskForAnswer) -> None:
    """Say what it costs to be shown the right move; if that's nothing, show it."""
    puzzles = context.services.puzzles
    cost = await puzzles.cost_of_answer(context.user.id, await named_puzzle(context, clicked.puzzle))
    if cost is AnswerCost.NOTHING:
        await show_answer(context, ShowAnswer(clicked.puzzle, clicked.asked))
    else:
        content = await answer_question(await _view(context, clicked), cost)
        await context.reply.private(content, in_place=True)


@on_click(ShowAnswer)
async def show_answer(context: Context, clicked: ShowAnswer) -> None:
    """Show the right move to someone who gives up."""
    puzzles = context.services.puzzles
    puzzle = await named_puzzle(context, clicked.puzzle)
    await check_puzzle(context, puzzle)
    attempt = await puzzles.show_answer(context.user, puzzle)
    content = await answer_message(await _view(context, clicked), attempt)
    await context.reply.private(content, in_place=True)


@on_click(TryMove)
async def try_move(context: Context, clicked: TryMove) -> None:
    """Try a move, or play it in the line after the solution."""
    if clicked.ply:
        view = await _view_in_line(context, clicked)
        check_legal(view.course[clicked.ply], clicked.move)
        content = await answer_line_move(view, clicked.ply, clicked.move, context.icons)
    else:
        content = await _tried(context, clicked)
    await context.reply.private(content, in_place=True)


@on_click(ChooseInPuzzle)
async def choose_part(context: Context, clicked: ChooseInPuzzle) -> None:
    """Show what has been chosen of a move so far."""
    if clicked.ply:
        view = await _view_in_line(context, clicked)
        content = await line_message(view, clicked.ply, context.icons, clicked.choice)
        await context.reply.private(content, in_place=True)
    else:
        puzzle = await named_puzzle(context, clicked.puzzle)
        await show_puzzle(context, puzzle, clicked.asked, clicked.choice)


@on_click(PlayItOut)
async def play_it_out(context: Context, clicked: PlayItOut) -> None:
    """Let someone find the moves that follow the solution."""
    view = await _view_in_line(context, clicked)
    await context.reply.private(await line_message(view, clicked.ply, context.icons), in_place=True)


@on_click(ShowRest)
async def show_rest(context: Context, clicked: ShowRest) -> None:
    """Show the moves that follow the solution."""
    view = await _view_of_solution(context, clicked)
    if not 0 < clicked.ply <= len(view.puzzle.solution_line):
        raise UnknownButtonError
    await context.reply.private(await rest_message(view, clicked.ply), in_place=True)


async def _tried(context: Context, clicked: TryMove) -> Content:
    puzzles, move = context.services.puzzles, clicked.move
    puzzle = await named_puzzle(context, clicked.puzzle)
    check_legal(puzzle.position, move)
    await check_puzzle(context, puzzle)
    attempt = await puzzles.attempt(context.user, puzzle, move, context.place.guild_id)
    view = await _view(context, clicked)
    if attempt.merit is Merit.WRONG:
        return await wrong_message(view, move, attempt)
    return await right_message(view, attempt)


async def _view(context: Context, clicked: PuzzleClick) -> PuzzleView:
    return await view_of(context, await named_puzzle(context, clicked.puzzle), clicked.asked)


async def _view_in_line(context: Context, clicked: TryMove | ChooseInPuzzle | PlayItOut) -> PuzzleView:
    view = await _view_of_solution(context, clicked)
    if not is_in_line(view, clicked.ply):
        raise UnknownButtonError
    return view


async def _view_of_solution(
    context: Context, clicked: TryMove | ChooseInPuzzle | PlayItOut | ShowRest
) -> PuzzleView:
    """Return the puzzle, for someone who has found its solution or been shown it."""
    view = await _view(context, clicked)
    if not await context.services.puzzles.has_finished(context.user.id, view.puzzle):
        raise UnknownButtonError
    return view


_NOON = time(12, tzinfo=UTC)


async def daily_card(daily: DailyPuzzle, *, computer: bool) -> Content:
    """Return the puzzle for anyone who wants to solve it; its button opens it privately.

    It says who has solved it, but not how until the day is over. If this host has a ``computer``, another
    button opens the game of the day.
    """
    words = words_for(daily.subscription.language)
    puzzle = daily.puzzle
    # At noon UTC, it's the same day almost everywhere.
    day = format_dt(datetime.combine(daily.day, _NOON), "D")
    # Translators: a heading; Discord shows {day} as a date in the reader's language.
    title = words.say("Puzzle of the day · {day}", day=day)
    picture = await puzzle_picture(words, puzzle, puzzle.position, daily.subscription.theme)
    lines = [f"**{task(words, puzzle)}**", _solved_by(words, daily.solvers)]
    if daily.is_over:
        lines.append(_solution(words, daily))
    elif daily.last is not None:
        lines.append(_last(words, daily.subscription.guild_id, daily.last))
    if daily.voting is not None and not daily.is_over:
        # Translators: small print below the puzzle of the day; {link} leads to the board of a game in which
        # everyone in the channel votes on each move.
        vote = words.say(
            "This channel is playing a game together: [vote on the next move]({link})",
            link=link_to(daily.voting.place, daily.voting.message_id),
        )
        lines.append(f"-# 🗳️ {vote}")
    solve = OpenPuzzle(puzzle.number, None)
    row = Row(
        button(solve, words.label("button", "Solve"), discord.ButtonStyle.success),
        *([button(PlayToday(), words)] if computer and not daily.is_over else []),
    )
    return boxed(f"### {title}\n{_facts(words, daily)}", picture, lines, rows=[row], accent=GOLD)


def _facts(words: Words, daily: DailyPuzzle) -> str:
    parts = [traits_text(words, daily.puzzle, daily.difficulty)]
    if not daily.is_over:
        end = datetime.combine(daily.day, time(daily.subscription.hour, tzinfo=UTC)) + timedelta(days=1)
        # Translators: in small print; your attempts at the puzzle.
        parts.append(words.say("only you can see your attempts"))
        # Translators: Discord shows {time} as a time of day, in small print, such as "18:00".
        parts.append(words.say("next one at {time}", time=format_dt(end, "t")))
    return f"-# {' · '.join(parts)}"


def _solved_by(words: Words, solvers: Solvers) -> str:
    if not solvers.number:
        return ""
    # Translators: in a list of people, in how many tries one of them solved the puzzle, such as "Ada in 1".
    pattern = words.say("{player} in {number}")
    names = ", ".join(pattern.format(player=name(player), number=tries) for player, tries in solvers.named)
    more = solvers.number - len(solvers.named)
    if more <= 0:
        return words.say("✅ Solved by {names}", names=names)
    # Translators: {names} are the names of one or more people, separated by commas.
    return words.count(
        "✅ Solved by {names} and {number} more", "✅ Solved by {names} and {number} more", more, names=names
    )


def _solution(words: Words, daily: DailyPuzzle) -> str:
    puzzle = daily.puzzle
    solution = words.say("Solution: {move}.", move=bold_move(puzzle.solution, puzzle.position.turn))
    return f"{solution} {explanation(words, puzzle.position, puzzle.solution)}".rstrip()


def _last(words: Words, guild_id: int, last: LastPuzzle) -> str:
    link = link_to(Place(guild_id, last.channel_id), last.message_id)
    # Translators: {puzzle} is the number of a puzzle and a link to it, {move} the right move in signs.
    solution = words.say(
        "Last solution ({puzzle}): {move}",
        puzzle=f"[{last.puzzle.number}]({link})",
        move=bold_move(last.puzzle.solution, last.puzzle.position.turn),
    )
    if not last.solvers:
        return f"-# {solution}"
    sentence = words.count("{number} person solved it", "{number} people solved it", last.solvers)
    return f"-# {solution} · {sentence}"
