"""The message that shows a match: its text, its picture, and its buttons."""

from collections.abc import Mapping, Sequence
from functools import partial
from gettext import NullTranslations
from itertools import takewhile

import discord

import render
from bot.locale import words_for
from bot.matches.base36 import format_number
from bot.matches.match.match import Board, Match
from bot.matches.values.lines import pack_position
from bot.matches.values.players import Player, ThemeName
from bot.ui.board.control_row import AskBeforeMove, ChooseMove, PlayMove, control_rows, watch_row
from bot.ui.board.crowd_board import vote_step, voting_lines
from bot.ui.board.move_buttons import NOTHING, Choice, Mode, MoveButtons, aimed_space, mode
from bot.ui.components.drawing import board_png, drawn, match_picture, position_picture, scene_of
from bot.ui.message.content import GOLD, Content, Picture, Row, boxed, draw
from bot.ui.message.custom_ids import CustomId
from bot.ui.message.icons import NO_ICONS, Icons
from bot.ui.message.selects import MOST_OPTIONS
from bot.ui.message.spelling import spell_out
from bot.ui.text.alt_text import aimed_text, chosen_text, headline, spelled_out
from bot.ui.text.badges import earned_lines
from bot.ui.text.status import clock_lines, demand_sentence, direction_question, offer_lines, score_lines
from bot.ui.text.values import ending, level_lines, space_values_text
from bot.ui.text.words import (
    addressed,
    color_name,
    escaped,
    game_name,
    move_text,
    name,
    on_one_line,
    rating_lines,
    result,
    ruleset_name,
    sides,
    start_name,
)
from engine import Color, Move, Position, Ruleset, Space, Start

_MOST_ROWS = 5
"""Rows of buttons below a board: with more, its message wouldn't fit on a screen."""

NO_VALUES: Mapping[Space, render.SpaceValue] = {}
"""What's on the spaces of a board without values."""

_ACCENTS = {Color.WHITE: discord.Color(0xF4EFE4), Color.BLACK: discord.Color(0x0B0E13)}


async def bare_picture(
    words: NullTranslations,
    position: Position,
    theme: ThemeName,
    aimed: Space | None = None,
    values: Mapping[Space, render.SpaceValue] = NO_VALUES,
) -> Picture:
    """Return a position with both hands, a Triangle's space to be ``aimed``, or ``values`` on spaces."""
    white, black = (color_name(words, color) for color in Color)
    scene = render.Scene(position, white, black, aimed=aimed, values=values)
    png = await draw(render.board, scene, theme=drawn(theme))
    said = aimed_text(words, aimed) if aimed else ending(words, position)
    # Every picture has its own name, so that no client shows an older one instead.
    packed = pack_position(position).encode().hex()
    shown = "".join(f"{space}{value.value.value[0]}{value.moves or ''}" for space, value in values.items())
    filename = f"position-{packed}-{aimed or 'none'}{shown}-{theme}.png"
    said = f"{said} {space_values_text(words, values)}".strip()
    return position_picture(words, filename, png, position, headline(words, position), said=said)


def move_number(words: NullTranslations, position: Position) -> str:
    """Return after how many moves a position is, and whose turn it is; or that the game is over."""
    _ = words.gettext
    if position.outcome() is not None:
        # Translators: the position after the last move of a game, in a heading such as "Analysis · Pyrga ·
        # end".
        return words.pgettext("position", "end")
    if not position.ply:
        # Translators: in a heading such as "Analysis · Pyrga · start, White to play".
        return _("start, White to play")
    if position.turn is Color.WHITE:
        # Translators: in a heading such as "Analysis · Pyrga · after move 2, White to play".
        return _("after move {move}, White to play").format(move=position.ply)
    return _("after move {move}, Black to play").format(move=position.ply)


def header(words: NullTranslations, game: Match, *, in_words: bool = False) -> str:
    """Return the lines above the picture: the title with the terms, and what the picture shows.

    The second line is only for people who read a board ``in_words``, and for finished games, which have room.
    """
    _ = words.gettext
    if game.outcome is not None:
        # Translators: a heading; {game} is the number of a game, such as "#3k9x".
        title = _("Pyrga {game} · finished").format(game=game_name(game.number))
    else:
        # Translators: a heading; {game} is the number of a game, such as "#3k9x", {move} that of its last
        # move.
        title = _("Pyrga {game} · move {move}") if game.position.ply else _("Pyrga {game} · start")
        title = title.format(game=game_name(game.number), move=game.position.ply)
    heading = f"### {' · '.join([title, *_terms(words, game)])}"
    if game.outcome is None and not in_words:
        return heading
    return f"{heading}\n-# {' · '.join(_facts(words, game))}"


def status(
    words: NullTranslations, game: Match, choice: Choice = NOTHING, *, called: Sequence[Player] = ()
) -> str:
    """Return the lines between the picture and the buttons: what just happened, whose turn it is and why.

    For a finished game, they say how it ended and what badges it earned. They mention everyone ``called``.
    """
    lines = _elsewhere_lines(words, game)
    if game.offer is None:
        # A question to one of the players has no room beside the news, which they've seen by then.
        news = [*_planned_lines(words, game), *_forced_lines(words, game), *_guessing_lines(words, game)]
        lines = [*news, *lines, *_start_lines(words, game)]
    if game.outcome is not None:
        lines += [
            result(words, game),
            *rating_lines(words, game),
            *score_lines(words, game),
            *level_lines(words, game),
            *earned_lines(words, game),
        ]
    else:
        lines += _turn_lines(words, game, choice)
    said = "\n".join(lines)
    others = [mention for player in called if (mention := f"<@{player.id}>") not in said]
    return f"{said}\n-# {' '.join(others)}" if others else said


def _turn_lines(words: NullTranslations, game: Match, choice: Choice) -> list[str]:
    _ = words.gettext
    white = game.position.turn is Color.WHITE
    if game.computer_moves and game.stalled:
        return [_("The computer can't move right now. The game goes on when it's back.")]
    if game.computer_moves:
        # Translators: {computer} is the name of the computer, such as "Computer, level 3".
        thinking = _("{computer} (White) is thinking…") if white else _("{computer} (Black) is thinking…")
        return [thinking.format(computer=name(game.to_move))]
    if game.crowd is not None:
        return voting_lines(words, game, _task(words, game, choice))
    turn = _("{player} (White) to play") if white else _("{player} (Black) to play")
    clock = clock_lines(words, game)
    return [
        " · ".join([turn.format(player=addressed(game, game.to_move)), *clock[:1]]),
        _task(words, game, choice),
        *clock[1:],
        *offer_lines(words, game),
    ]


def _task(words: NullTranslations, game: Match, choice: Choice) -> str:
    _ = words.gettext
    chosen = mode(game.position, choice, compact=game.controls.compact)
    if chosen is Mode.DIRECTION and choice.space is not None:
        return direction_question(words, choice.space)
    # A question needs the room of a line.
    demand = demand_sentence(words, game.position, brief=game.offer is not None)
    if game.offers_swap:
        # Translators: after a sentence that says where Black can play; Swap sides is a button.
        offer = _("Or swap sides and take White's first move.")
        demand = f"{demand} {offer}"
    if chosen is not Mode.GRID:
        return demand
    hint = _("Choose a kind, then a space.")
    return f"{demand} {hint}"


def _planned_lines(words: NullTranslations, game: Match) -> list[str]:
    """Return the conditional moves that answered the last move a player made themselves."""
    planned = list(takewhile(lambda move: move.planned, reversed(game.moves)))[::-1]
    if not planned:
        return []
    clicked = game.moves[-len(planned) - 1]
    # Translators: {move} and {replies} are moves in signs, such as "▲ b1" and "● c1" or "● c1, ■ b2".
    sentence = words.gettext("{move} was answered right away: {replies}")
    replies = ", ".join(move_text(Move.parse(move.text)) for move in planned)
    return [sentence.format(move=move_text(Move.parse(clicked.text)), replies=replies)]


def _forced_lines(words: NullTranslations, game: Match) -> list[str]:
    """Return the last moves that played themselves, because a channel had no other."""
    forced = list(takewhile(lambda move: move.forced, reversed(game.moves)))[::-1]
    # Translators: {move} is a move in signs, such as "▲ b1".
    sentence = words.gettext("{move} was the only move, so it played itself.")
    return [sentence.format(move=move_text(Move.parse(move.text))) for move in forced]


def _guessing_lines(words: NullTranslations, game: Match) -> list[str]:
    """Return how many people who watch guessed the last move that they could, while that's news."""
    known = game.guessing
    if not known.total:
        return []
    # Translators: {move} is a move in signs, such as "▲ c2", which {right} of {total} people had guessed.
    sentence = words.gettext("{right} of {total} guessed {move}.")
    move = move_text(Move.parse(known.move))
    return [f"-# {sentence.format(right=known.right, total=known.total, move=move)}"]


def _start_lines(words: NullTranslations, game: Match) -> list[str]:
    """Return what happened before or after the first move, while that's news."""
    _ = words.gettext
    if game.position.ply != 1:
        return []
    if game.swapped:
        # Translators: after a swap start: the player who was Black is White from now on.
        return [_("{player} took White's side.").format(player=name(game.white))]
    if game.favored is not None:
        sentence = _("The first piece was placed at random so that {player} can win with best play.")
        return [sentence.format(player=name(game.player(game.favored)))]
    if game.start is Start.BALANCED:
        return [_("The first piece was placed at random to make the game fair.")]
    return []


def _elsewhere_lines(words: NullTranslations, game: Match) -> list[str]:
    """Return where the other player of a game in two places plays, until both have moved."""
    if game.both_have_moved:
        return []
    # Translators: {server} is the name of a server on Discord.
    sentence = words.gettext("{player} plays in the server {server}.")
    return [
        sentence.format(player=name(game.player(home.side)), server=escaped(on_one_line(home.server_name)))
        for home in game.homes[1:]
        if home.side is not None and home.server_name is not None
    ]


def _terms(words: NullTranslations, game: Match) -> list[str]:
    """Return what's unusual about the terms."""
    terms = []
    if game.ruleset is not Ruleset.PYRGA:
        terms.append(ruleset_name(words, game.ruleset))
    if game.start is not Start.PLAIN:
        terms.append(
            words.pgettext("fact about a game", "sides swapped")
            if game.swapped
            else start_name(words, game.start)
        )
    if game.rated:
        terms.append(words.pgettext("fact about a game", "rated"))
    if game.over_limit:
        terms.append(words.pgettext("fact about a game", "casual"))
    if game.event is not None:
        in_cup = words.pgettext("fact about a game", "cup")
        # A game of a cup is never in two places.
        terms.append(words.pgettext("fact about a game", "team match") if game.is_in_two_places else in_cup)
    if game.crowd is not None:
        one = words.pgettext("fact about a game", "the channel plays")
        two = words.pgettext("fact about a game", "two channels play")
        terms.append(two if game.is_in_two_places else one)
    if game.simul is not None:
        terms.append(words.pgettext("fact about a game", "simul"))
    return terms


def _facts(words: NullTranslations, game: Match) -> list[str]:
    _ = words.gettext
    facts = [sides(words, game)]
    if game.position.last_move is not None:
        # Translators: {move} is a move in signs, such as "▲ c2".
        facts.append(_("last move: {move}").format(move=move_text(game.position.last_move)))
    white, black = (len(game.position.towers(color)) for color in Color)
    # Translators: how many Towers each player controls, White's first.
    facts.append(_("Towers {white}:{black}").format(white=white, black=black))
    if game.outcome is not None and game.hints:
        facts.append(_hints(words, game))
    return facts


def _hints(words: NullTranslations, game: Match) -> str:
    _ = words.gettext
    taken = [(game.player(color), len(hints)) for color in Color if (hints := game.seat(color).hints)]
    if not taken:
        return words.pgettext("fact about a game", "no hints used")
    counts = ", ".join(f"{name(player)}\N{NO-BREAK SPACE}{count}" for player, count in taken)
    # Translators: how many hints the players took, such as "hints used: Ada 2, Blaise 1".
    return _("hints used: {counts}").format(counts=counts)


async def board_message(
    game: Match,
    icons: Icons,
    choice: Choice = NOTHING,
    *,
    board: Board | None = None,
    called: Sequence[Player] = (),
) -> Content:
    """Return the message that shows ``game``, with what the player to move has chosen so far.

    It's for a ``board``, which doesn't have to exist yet, or else for the one where the game is played.
    ``called`` are the people that a new message notifies.
    """
    board = board or game.board
    words, in_words = words_for(board.language), game.has_text(board.reader or board.side)
    aimed = aimed_space(game.position, choice, compact=game.controls.compact)
    picture = await board_picture(words, game, aimed=aimed, theme=board.theme)
    if board.watched:
        rows = [watch_row(words, game)]
    else:
        controls = control_rows(words, game)
        # In words, many moves are in a menu, and the picture is small.
        shown_icons, most = (NO_ICONS, MOST_OPTIONS) if in_words else (icons, _MOST_ROWS - len(controls))
        moves = _move_rows(words, game, shown_icons, choice, most)
        rows = [*moves, *controls]
        if len(rows) > _MOST_ROWS and not in_words:
            rows = _closed_up(moves, controls)
    content = boxed(
        header(words, game, in_words=in_words),
        picture,
        status(words, game, choice, called=called),
        rows=rows,
        accent=GOLD if game.outcome else _ACCENTS[game.position.turn],
    )
    if in_words:
        spell_out(content, partial(spelled_out, words), words.gettext("Choose a move"))
    return content


async def board_picture(
    words: NullTranslations,
    game: Match,
    *,
    chosen: Move | None = None,
    aimed: Space | None = None,
    theme: ThemeName | None = None,
) -> Picture:
    """Return the board of ``game`` with its alt text, in a theme or else in that of where it's played.

    It shows a move that was ``chosen`` and is waiting to be confirmed, or the space of a Triangle whose
    direction is being chosen. The file gets a new name with every revision and every such choice, so that no
    client shows an older one.
    """
    scene = scene_of(game, chosen=chosen, aimed=aimed)
    png = await draw(board_png, scene, theme or game.theme)
    choice = [str(each) for each in (chosen, aimed) if each is not None]
    filename = "-".join(["board", format_number(game.number), str(game.revision), *choice])
    said = chosen_text(words, chosen) if chosen else ""
    if aimed:
        said = aimed_text(words, aimed)
    return match_picture(words, f"{filename}.png", png, game, said=said)


def _closed_up(moves: Sequence[Row], controls: Sequence[Row]) -> list[Row]:
    """Return the rows of a grid, with room for the last control in the last one, and the others in a row."""
    *others, last = [button for row in controls for button in row.children]
    moves[-1].add_item(last)
    return [*moves, Row(*others)]


def _move_rows(words: NullTranslations, game: Match, icons: Icons, choice: Choice, most: int) -> list[Row]:
    if game.outcome is not None or game.computer_moves or (game.crowd_votes and not game.crowd_votes_here):
        return []

    number, revision = game.number, game.revision
    played = AskBeforeMove if game.controls.confirm else PlayMove

    def named(step: Move | Choice) -> CustomId:
        if game.crowd is not None:
            return vote_step(game, step)
        if isinstance(step, Choice):
            return ChooseMove(number, revision, step)
        return played(number, revision, step)

    buttons = MoveButtons(words, game.position, named, icons, compact=game.controls.compact, most=most)
    return buttons.rows(choice)
