"""The private panel on which a player plans conditional moves."""

from collections.abc import Sequence
from dataclasses import replace

import discord

import render
from bot.locale import Words
from bot.ui.board.move_buttons import move_options
from bot.ui.components.drawing import drawn, match_picture, scene_of
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Button, Content, Part, Picture, Row, boxed, draw, rows_of
from bot.ui.message.custom_ids import Count, CustomId, button
from bot.ui.message.selects import MOST_OPTIONS, Option, menu
from bot.ui.text.reading_order import spaces_as_read
from bot.ui.text.words import game_name, move_label, move_text, name, plain_name
from bot.values.game.game import MOST_PAIRS, ConditionalTree, Game, PlannedLine, Transition
from bot.values.game.game_errors import StaleRevisionError
from bot.values.game.turns import forget_plan, plan, planned_by, position_after
from bot.values.players import ThemeName
from engine import Color, Move, Space

Moves = tuple[Move, ...]


class ShowConditionalMoves(CustomId, word="plan"):
    """Shows what can come after ``line`` when ``game`` is at ``revision``, on all spaces or only on one."""

    game: int
    revision: Count
    line: Moves = ()
    space: Space | None = None


class ForgetConditionalMoves(CustomId, word="forget"):
    """Deletes the answer to ``line`` and everything after it; all answers if it's empty."""

    game: int
    revision: Count
    line: Moves


class PlanAnswer(CustomId, word="reply"):
    """Plans ``move`` as the answer to ``line``."""

    game: int
    revision: Count
    line: Moves
    move: Move


async def conditional_move_panel(  # noqa: PLR0913 - what was chosen so far is two things
    words: Words,
    game: Game,
    tree: ConditionalTree,
    theme: ThemeName,
    *,
    line: PlannedLine = (),
    space: Space | None = None,
) -> Content:
    """Return the panel for choosing what comes after ``line``, on all spaces or only on ``space``.

    It shows the board after ``line``. After an even number of moves that is a move of the other player;
    after an odd number, the answer to it.
    """
    position = position_after(game, *line)
    picture = await _picture(words, game, line, theme)
    parts: list[Part] = [_text(words, game, tree, line), picture]
    if line:
        # Translators: the moves that lead to what is to be chosen next among conditional moves.
        after = words.say("After {moves}:", moves=", ".join(map(_move, line)))
        parts.append(after)
    if position.outcome() is None and len(line) < 2 * MOST_PAIRS:
        answer = tree.answers.get(line)
        chosen = PlanAnswer(game.number, game.revision, _moves(line), Move.parse(answer)) if answer else None
        options = _options(words, game, tree, line, space)
        parts.append(Row(menu(options, chosen, _question(words, game, line))))
    return boxed(*parts, rows=rows_of(_buttons(words, game, tree, line)))


async def _picture(words: Words, game: Game, line: PlannedLine, theme: ThemeName) -> Picture:
    """Return the board of ``game`` as it would be after ``line``."""
    planned = replace(game, position=position_after(game, *line))
    png = await draw(render.board, scene_of(planned), theme=drawn(theme))
    filename = "-".join(["plan", str(game.number), str(game.revision), *line, theme])
    return match_picture(words, f"{filename}.png", png, planned)


def _question(words: Words, game: Game, line: PlannedLine) -> str:
    if len(line) % 2:
        # Translators: stands in an empty menu of moves.
        return words.say("I reply…")
    # Translators: stands in an empty menu of moves.
    return words.say("If {opponent} plays…", opponent=plain_name(game.to_move))


def _options(
    words: Words, game: Game, tree: ConditionalTree, line: PlannedLine, space: Space | None
) -> Sequence[Option]:
    number, revision, before = game.number, game.revision, _moves(line)
    position = position_after(game, *line)
    moves = [move for move in position.legal_moves if space in {None, move.space}]

    def named(move: Move) -> CustomId:
        if len(line) % 2:
            return PlanAnswer(number, revision, before, move)
        return ShowConditionalMoves(number, revision, (*before, move))

    if len(moves) <= MOST_OPTIONS:
        return move_options(words, named, position, moves, _known(words, tree, line))
    spaces = spaces_as_read({move.space for move in moves})
    # Translators: option of a menu that narrows down the moves.
    label = words.say("a move on {space}")
    return [
        Option(ShowConditionalMoves(number, revision, before, space), label.format(space=space))
        for space in spaces
    ]


def _known(words: Words, tree: ConditionalTree, line: PlannedLine) -> dict[Move, str]:
    """Return what is planned after ``line`` and a move of the other player, keyed by that move."""
    # Translators: below a move of the opponent in a menu; {move} is a move in signs.
    sentence = words.say("you reply {move}")
    return {
        Move.parse(known[-1]): sentence.format(move=_move(answer))
        for known, answer in tree.answers.items()
        if known[:-1] == line
    }


def _text(words: Words, game: Game, tree: ConditionalTree, line: PlannedLine) -> str:
    title = words.say("Conditional moves in game {game}", game=game_name(game.number))
    opponent = name(game.to_move)
    rule = words.say(
        "When {opponent} plays one of these moves, your reply is played immediately.", opponent=opponent
    )
    only = words.say(
        "Only you can see this. Any other move by {opponent} clears them all.", opponent=opponent
    )
    # Further on, there's less to say, because the moves that lead there take room, too.
    rules = [] if line else [rule, f"-# {only}"]
    return "\n".join(
        filter(None, [f"### {title}", *rules, " · ".join(_planned(tree, line, game.position.turn))])
    )


def _planned(tree: ConditionalTree, line: PlannedLine, color: Color) -> list[str]:
    """Return the answer to ``line``, or each answer after it, with what's planned further in parentheses.

    ``color`` is the opponent's. All of a tree fits on a few lines of a screen so.
    """
    said = []
    for known, answer in tree.answers.items():
        if line in (known, known[:-1]):
            move, reply = (
                move_text(Move.parse(known[-1]), color),
                move_text(Move.parse(answer), color.opponent),
            )
            further = ", ".join(_planned(tree, (*known, answer), color))
            pair = f"{move}\N{NO-BREAK SPACE}→ **{reply}**"
            said.append(f"{pair} ({further})" if further else pair)
    return said


def _buttons(words: Words, game: Game, tree: ConditionalTree, line: PlannedLine) -> list[Button]:
    number, revision, before = game.number, game.revision, _moves(line)
    buttons = []
    answer = tree.answers.get(line)
    if answer is not None:
        further = (*line, answer)
        if len(further) < 2 * MOST_PAIRS and position_after(game, *further).outcome() is None:
            deeper = ShowConditionalMoves(number, revision, _moves(further))
            # Translators: button (about 20 characters): plan what comes after these moves.
            buttons.append(button(deeper, words.say("Go deeper"), discord.ButtonStyle.primary))
        removed = ForgetConditionalMoves(number, revision, before)
        buttons.append(button(removed, words.say("Remove")))
    if line:
        # Translators: button (about 20 characters): back to the list of the opponent's moves.
        label = words.say("Another move") if len(line) % 2 else words.label("to the choice before", "Back")
        buttons.append(button(ShowConditionalMoves(number, revision, before[:-1]), label))
    elif tree.answers:
        cleared = ForgetConditionalMoves(number, revision, ())
        buttons.append(button(cleared, words.say("Clear all")))
    return buttons


def _move(text: str) -> str:
    return move_label(Move.parse(text))


def _moves(line: PlannedLine) -> Moves:
    return tuple(map(Move.parse, line))


def _texts(line: Moves) -> PlannedLine:
    return tuple(map(str, line))


@on_click(ShowConditionalMoves)
async def show_conditional_moves(context: Context, clicked: ShowConditionalMoves) -> None:
    """Go to another place in the conditional moves, or to their beginning if the game has gone on."""
    game = await context.services.games.get(clicked.game)
    tree = planned_by(game, context.user.id)
    shown = clicked if game.revision == clicked.revision else ShowConditionalMoves(game.number, game.revision)
    named = context.named(game)
    await _show(context, named, tree, _texts(shown.line), shown.space)


@on_click(ForgetConditionalMoves)
async def forget_conditional_moves(context: Context, clicked: ForgetConditionalMoves) -> None:
    """Delete the answer to a line and everything after it."""
    who, line = context.user.id, _texts(clicked.line)
    await _change(context, clicked, lambda game, _: forget_plan(game, clicked.revision, line, player_id=who))


@on_click(PlanAnswer)
async def plan_answer(context: Context, clicked: PlanAnswer) -> None:
    """Plan the answer that was chosen."""
    who, line, move = context.user.id, _texts(clicked.line), str(clicked.move)
    await _change(context, clicked, lambda game, _: plan(game, clicked.revision, line, move, player_id=who))


async def _change(
    context: Context, clicked: PlanAnswer | ForgetConditionalMoves, transition: Transition
) -> None:
    """Change the plans and show them where the person was, or from the beginning if the game has gone on."""
    line = _texts(clicked.line)
    try:
        game = await context.services.games.change(clicked.game, transition)
    except StaleRevisionError as error:
        game, line = error.game, ()
    tree = planned_by(game, context.user.id)
    await _show(context, context.named(game), tree, line)


async def _show(
    context: Context, game: Game, tree: ConditionalTree, line: PlannedLine, space: Space | None = None
) -> None:
    theme = await context.theme()
    panel = await conditional_move_panel(context.words, game, tree, theme, line=line, space=space)
    await context.reply.replace(panel)
