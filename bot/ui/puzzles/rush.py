"""A rush: as many puzzles as someone can solve in five minutes."""

import discord
from discord.utils import format_dt

from bot.locale import Words
from bot.ui.board.move_buttons import NOTHING, Choice, MoveButtons, check_legal, chosen_space, demand_text
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.off_limits import check_puzzle, is_closed
from bot.ui.message.content import GOLD, Content, Row, boxed
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.puzzles.view import OpenPractice, puzzle_picture
from bot.ui.puzzles.words import task
from bot.ui.text.words import bold_move
from bot.use_cases.puzzles.rushes import LENGTH, MOST_MISTAKES, Rush
from engine import Move


class OpenRush(CustomId, word="rush", label=lambda words: words.label("button", "Rush")):
    """Shows the rush that isn't over yet, or else how to begin one."""


class BeginRush(CustomId, word="rush-start", label=lambda words: words.label("button", "Start")):
    """Begins a rush."""


class TryInRush(CustomId, word="rush-move"):
    """Tries a move in the puzzle of a rush."""

    puzzle: str
    move: Move


class ChooseInRush(CustomId, word="rush-choose"):
    """Shows the rest of the moves after a part of one was chosen."""

    puzzle: str
    choice: Choice


@on_click(OpenRush)
async def open_rush(context: Context, clicked: OpenRush) -> None:
    """Show the rush that isn't over yet, or else how to begin one."""
    del clicked
    await show_rush(context)


@on_click(BeginRush)
async def begin_rush(context: Context, clicked: BeginRush) -> None:
    """Begin a rush with puzzles of the server's ruleset."""
    del clicked
    await context.admit_extra()
    ruleset = (await context.services.preferences.guild(context.place.guild_id)).ruleset
    await context.services.rushes.begin(context.user, ruleset)
    await show_rush(context)


@on_click(TryInRush)
async def try_in_rush(context: Context, clicked: TryInRush) -> None:
    """Try a move, and go on to the next puzzle. One that's no longer the next changes nothing."""
    puzzle, words = context.services.puzzles.get(clicked.puzzle), context.words
    check_legal(puzzle.position, clicked.move)
    await check_puzzle(context, puzzle)
    right = await context.services.rushes.attempt(context.user, puzzle, clicked.move)
    move = bold_move(clicked.move, puzzle.position.turn)
    # Translators: {move} is a move in signs, in small print above the next puzzle.
    said = words.say("✅ {move} was right.") if right else words.say("❌ {move} was wrong.")
    await show_rush(context, note="" if right is None else f"-# {said.format(move=move)}")


@on_click(ChooseInRush)
async def choose_in_rush(context: Context, clicked: ChooseInRush) -> None:
    """Show what has been chosen of a move so far, if its puzzle is still the next."""
    rush = await context.services.rushes.latest(context.user.id)
    is_next = rush is not None and rush.puzzle.number == clicked.puzzle
    await show_rush(context, clicked.choice if is_next else NOTHING)


async def show_rush(context: Context, choice: Choice = NOTHING, *, note: str = "") -> None:
    """Show the puzzle of a person's rush, with what was chosen so far, or what came of the rush."""
    rush = await _open_rush(context)
    if rush is None or rush.is_over:
        content = _over(context.words, rush, note)
    else:
        content = await _asking(context, rush, choice, note)
    await context.reply.private(content, in_place=True)


async def _open_rush(context: Context) -> Rush | None:
    """Return the person's rush, with a puzzle that helps in no running game."""
    rushes, closed = context.services.rushes, set[str]()
    while (rush := await rushes.latest(context.user.id)) is not None and not rush.is_over:
        if not await is_closed(context, rush.puzzle):
            break
        closed.add(rush.puzzle.number)
        await rushes.skip(context.user, closed)
    return rush


async def _asking(context: Context, rush: Rush, choice: Choice, note: str) -> Content:
    words, puzzle = context.words, rush.puzzle
    position = puzzle.position

    def named(chosen: Move | Choice) -> CustomId:
        if isinstance(chosen, Choice):
            return ChooseInRush(puzzle.number, chosen)
        return TryInRush(puzzle.number, chosen)

    # Translators: a heading; Discord shows {time} as a time from now, such as "in 4 minutes".
    heading = words.say("### Rush · ends {time}", time=format_dt(rush.ends_at, "R"))
    score = f"-# ✅ {rush.solved} · ❌ {rush.mistakes} / {MOST_MISTAKES}"
    aimed = chosen_space(position, choice)
    picture = await puzzle_picture(words, puzzle, position, await context.theme(), aimed)
    lines = [f"**{task(words, puzzle)}** {demand_text(words, position, choice, brief=True)}"]
    rows = MoveButtons(words, position, named, context.icons).rows(choice)
    return boxed("\n".join(filter(None, [heading, note, score])), picture, lines, rows=rows)


def _over(words: Words, rush: Rush | None, note: str) -> Content:
    """Return how someone's last rush ended, if there was one, and how to begin another."""
    heading, lines = words.say("### Rush"), [note]
    if rush is not None:
        is_late = rush.mistakes < MOST_MISTAKES
        heading = words.say("### Rush · time's up") if is_late else words.say("### Rush · three mistakes")
        solved = words.count("You solved {number} puzzle.", "You solved {number} puzzles.", rush.solved)
        best = words.say("Best of the week: {number}", number=rush.best)
        lines.append(f"**{solved}** {best}")
    small = words.say("They get harder. Ratings stay as they are, and what you miss comes again.")
    lines += [
        words.count(
            "Solve as many puzzles as you can in {number} minute. With the third mistake, it's over.",
            "Solve as many puzzles as you can in {number} minutes. With the third mistake, it's over.",
            LENGTH.seconds // 60,
        ),
        f"-# {small}",
    ]
    row = Row(button(BeginRush(), words, discord.ButtonStyle.success), button(OpenPractice(), words))
    return boxed(heading, lines, rows=[row], accent=GOLD)
