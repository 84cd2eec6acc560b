"""Moves that people type, and the panel that confirms a move.

A typed move is in notation or in words: ``Tc2n``, ``triangle c2 up``, ``▲ c2``. The words come from the
catalogs: those of the person's language, and the English ones.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

import discord

from bot.locale import ENGLISH, Words, words_for
from bot.ui.board.board_message import board_picture, status
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.controls import ConfirmMove
from bot.ui.board.display import announce_after_panel, show
from bot.ui.context.context import Context
from bot.ui.context.context_errors import UnshownMoveError
from bot.ui.context.handlers import on_click
from bot.ui.games.lists import offer_next
from bot.ui.games.pauses import pause_panel
from bot.ui.message.content import Content, Row, boxed, unboxed
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.text.alt_text import board_lines, move_name
from bot.ui.text.reading_order import moves_as_read
from bot.ui.text.status import demand_sentence
from bot.ui.text.words import SIGNS, bare, echoed, joined, move_text, name, played_text
from bot.values.game import turns
from bot.values.game.game import Game
from bot.values.game.game_errors import (
    FinishedGameError,
    HelpfulAnswerError,
    RepeatedMoveError,
    StaleRevisionError,
)
from bot.values.game.turns import check_player, check_turn, position_after
from engine import Direction, Kind, Move, Position, Space


@dataclass(frozen=True, slots=True)
class Column:
    """All spaces of a column, 0 (a) to 3 (d), for someone who types only its letter."""

    number: int


Part = Kind | Space | Column | Direction
Reading = tuple[Part, ...]
Vocabulary = Mapping[str, Reading]

_COMPACT = re.compile(r"(?P<kind>[stc])?(?P<space>[a-d][1-4])(?P<direction>[neswv])?")
_BETWEEN_WORDS = re.compile(r"[\s.,;:()/_-]+")
_ARROWS = {
    **dict.fromkeys("↑^⬆", Direction.NORTH),
    **dict.fromkeys("→>➡", Direction.EAST),
    **dict.fromkeys("↓v⬇", Direction.SOUTH),
    **dict.fromkeys("←<⬅", Direction.WEST),
}
_APART = re.compile(f"([{re.escape(''.join({*SIGNS, *_ARROWS} - {'v'}))}])")
_COLUMNS = {str(space)[0]: Column(space.column) for space in Space}
_LONGEST_PHRASE = 3


@dataclass(frozen=True, slots=True)
class TypedMove:
    """What someone typed, as far as it makes sense: the legal ``moves`` that it can mean.

    If there are none, ``understood`` says whether it's about some other move.
    """

    moves: tuple[Move, ...]
    understood: bool


def read_move(text: str, position: Position, languages: Sequence[Words]) -> TypedMove:
    """Return the legal moves that a text can mean, in the words of these languages.

    Case, accents and the order of the words don't matter, and what is clear anyway can be left out.
    """
    readings = _readings(_tokens(text), [_vocabulary(words) for words in languages])
    if not readings:
        return TypedMove((), understood=False)
    # The letter s is a Square rather than a direction, and a sign points where it does.
    best = max(map(_rank, readings))
    meant = [reading for reading in readings if _rank(reading) == best]
    found = {
        move for move in position.legal_moves for reading in meant if set(reading) <= set(_parts_of(move))
    }
    return TypedMove(tuple(moves_as_read(found)), understood=True)


def offered_moves(text: str, position: Position, languages: Sequence[Words]) -> Sequence[Move]:
    """Return the legal moves that a text means, then those that it can mean once it's typed to the end.

    Both are in reading order.
    """
    typed = _tokens(text)
    meant = read_move(text, position, languages).moves
    vocabularies = [_vocabulary(words) for words in languages]
    begun = [
        move
        for move in moves_as_read(position.legal_moves)
        if move not in meant and _begin(typed, _phrases_for(move, vocabularies), frozenset())
    ]
    return [*meant, *begun]


@lru_cache(maxsize=64)
def _vocabulary(words: Words) -> Vocabulary:
    """Return what each word or phrase means; those that mean nothing can stand between the others."""
    # Translators: these are what people type in /pyrga move, in any order: list all usual words in all their
    # forms, with commas between them. Capitals and accents make no difference.
    listed: dict[Reading, str] = {
        (Kind.SQUARE,): words.label("typed move", "square"),
        (Kind.TRIANGLE,): words.label("typed move", "triangle"),
        (Kind.CYLINDER,): words.label("typed move", "cylinder"),
        (Direction.NORTH,): words.label("typed move", "up, north"),
        (Direction.EAST,): words.label("typed move", "right, east"),
        (Direction.SOUTH,): words.label("typed move", "down, south"),
        (Direction.WEST,): words.label("typed move", "left, west"),
        # Translators: words that people may type as well and that mean nothing: "triangle on c2 pointing up".
        (): words.label("typed move", "on, at, to, pointing"),
    }
    return {
        " ".join(_tokens(phrase)): reading
        for reading, phrases in listed.items()
        for phrase in phrases.split(",")
    }


def _tokens(text: str) -> list[str]:
    """Return the words of a text, without capitals and accents; signs are words of their own."""
    return [token for token in _BETWEEN_WORDS.split(_APART.sub(r" \1 ", bare(text))) if token]


def _readings(tokens: Sequence[str], vocabularies: Iterable[Vocabulary]) -> list[Reading]:
    """Return the ways to read all words together so that they don't contradict each other."""
    known, rest = list(vocabularies), list(tokens)
    readings: list[Reading] = [()]
    while rest:
        length, meanings = _first_meanings(rest, known)
        joined = {frozenset((*reading, *meaning)) for reading in readings for meaning in meanings}
        # A move has one kind, one place, and one direction.
        readings = [tuple(parts) for parts in joined if len({*map(_slot, parts)}) == len(parts)]
        del rest[:length]
    return [reading for reading in readings if reading]


def _first_meanings(tokens: Sequence[str], known: Sequence[Vocabulary]) -> tuple[int, list[Reading]]:
    """Return how many words belong together at the beginning, and what they can mean."""
    for length in range(min(_LONGEST_PHRASE, len(tokens)), 0, -1):
        phrase = " ".join(tokens[:length])
        meanings = [each[phrase] for each in known if phrase in each]
        if length == 1:
            meanings += _meanings_of_signs(phrase)
        if meanings:
            return length, list(dict.fromkeys(meanings))
    return 1, []


def _meanings_of_signs(token: str) -> list[Reading]:
    if token in SIGNS:
        kind, direction = SIGNS[token]
        aimed: list[Reading] = [(kind, direction)] if direction else []
        return [*aimed, (kind,)]
    meanings: list[Reading] = []
    if token.upper() in set(Kind):
        meanings.append((Kind(token.upper()),))
    if token in set(Direction):
        meanings.append((Direction(token),))
    if token in _COLUMNS:
        meanings.append((_COLUMNS[token],))
    if token in _ARROWS:
        meanings.append((_ARROWS[token],))
    compact = _COMPACT.fullmatch(token)
    if compact is not None:
        letter, aim = compact["kind"], compact["direction"]
        meanings.append(
            (
                *((Kind(letter.upper()),) if letter else ()),
                Space.parse(compact["space"]),
                *((_ARROWS.get(aim) or Direction(aim),) if aim else ()),
            )
        )
    return meanings


def _slot(part: Part) -> type:
    return Space if isinstance(part, Column) else type(part)


def _rank(reading: Reading) -> tuple[bool, int]:
    return any(isinstance(part, Kind) for part in reading), len(reading)


def _parts_of(move: Move) -> Reading:
    return (
        move.kind,
        move.space,
        Column(move.space.column),
        *(() if move.direction is None else (move.direction,)),
    )


def _phrases_for(move: Move, vocabularies: Iterable[Vocabulary]) -> list[tuple[frozenset[type], list[str]]]:
    """Return everything that can be typed for a move: which parts it names, and its words."""
    parts = set(_parts_of(move))
    return [
        (frozenset({Kind, Space}), [str(move).lower()]),
        (frozenset({Space}), [str(move.space)]),
        *(
            (frozenset(map(_slot, reading)), phrase.split())
            for vocabulary in vocabularies
            for phrase, reading in vocabulary.items()
            if set(reading) <= parts
        ),
    ]


def _begin(
    typed: Sequence[str], phrases: Sequence[tuple[frozenset[type], list[str]]], named: frozenset[type]
) -> bool:
    """Return whether all words typed begin phrases for parts of a move, none of which is named twice."""
    if not typed:
        return True
    for slots, phrase in phrases:
        if slots & named:
            continue
        for length, (token, word) in enumerate(zip(typed, phrase, strict=False), start=1):
            # One letter stands for a column rather than for a word that means nothing.
            if not word.startswith(token) or (len(token) == 1 and word != token and not slots):
                break
            if _begin(typed[length:], phrases, named | slots):
                return True
    return False


MOST_NAMED: Final = 25
"""Maximum number of moves that a refusal lists."""


class PlayNothing(CustomId, word="play-nothing"):
    """Doesn't play the move that was asked about."""


async def move_panel(words: Words, game: Game, move: Move) -> Content:
    """Ask the player to move whether to play a move, and show it hatched on the board."""
    position_after(game, str(move))
    picture = await board_picture(words, game, chosen=move)
    # Translators: {move} is a move in signs.
    question = words.say("Play **{move}**?", move=move_text(move, game.position.turn))
    play = ConfirmMove(game.number, game.revision, move)
    row = Row(
        button(play, words.label("play the chosen move", "Play"), discord.ButtonStyle.success),
        button(PlayNothing(), words.label("change nothing", "Cancel")),
    )
    return boxed(picture, question, rows=[row], accent=None)


@on_click(ConfirmMove)
async def play(context: Context, clicked: ConfirmMove) -> None:
    """Play the move that was asked about, if the game still stands as it did then."""
    words, move, who = context.words, clicked.move, context.user.id
    try:
        game = await context.services.games.change(
            clicked.game,
            partial(turns.play, revision=clicked.revision, text=str(move), player_id=who),
            by=who,
        )
    except RepeatedMoveError as error:
        await context.reply.replace(unboxed(_played(words, error.game, move)))
        return
    except (FinishedGameError, StaleRevisionError) as error:
        check_player(error.game, who)
        await context.reply.replace(unboxed(context.refusal(error)))
        await show(context.client, error.game)
        return
    except HelpfulAnswerError as error:
        await context.reply.replace(pause_panel(context, error))
        return
    told = _played(words, game, move)
    await announce_after_panel(context, game, context.reply.replace(unboxed(told)), UnshownMoveError)
    let_computer_play(context.client, game, context)
    await offer_next(context, game, told)


@on_click(PlayNothing)
async def cancel(context: Context, clicked: PlayNothing) -> None:
    """Play nothing."""
    del clicked
    await context.reply.replace(unboxed(context.words.say("OK, nothing was played. It's still your turn.")))


def _played(words: Words, game: Game, move: Move) -> str:
    # Translators: {move} is a move in signs.
    return words.say("You played **{move}**.", move=played_text(game.position, move))


async def play_typed_move(context: Context, text: str, game_name: str | None) -> None:
    """Play the move that someone typed, in the game they named or the one they can only mean.

    Text that isn't one legal move is answered with what would be. If the person wants to confirm moves, they
    are asked first.
    """
    services, who = context.services, context.user.id
    with context.client.intake.click(context.interaction.id):
        found = await services.game_queries.find_to_move(context.reader, game_name)
        game = await services.games.see(found, who)
        check_turn(game, game.revision, player_id=who)
        typed = read_move(text, game.position, _languages(context.words))
        if len(typed.moves) != 1:
            await context.reply.private(_refusal(context, text, game, typed))
            return
        await _play(context, game, typed.moves[0])


def completions(words: Words, game: Game, typed: str, most: int) -> Sequence[tuple[str, Move]]:
    """Return the legal moves to offer to someone who has typed so much, in notation and in words."""
    moves = offered_moves(typed, game.position, _languages(words))[:most]
    return [(f"{move} · {move_name(words, move)}", move) for move in moves]


async def _play(context: Context, game: Game, move: Move) -> None:
    if game.controls.confirm:
        await context.reply.private(await move_panel(context.words, context.named(game), move))
        return
    who = context.user.id
    try:
        played = await context.services.games.change(
            game.number, partial(turns.play, revision=game.revision, text=str(move), player_id=who), by=who
        )
    except HelpfulAnswerError as error:
        await context.reply.private(pause_panel(context, error))
        return
    # What is told now is replaced by what the computer plays.
    told = _told(context, move, played)
    answer = context.reply.progress(boxed(told, accent=None))
    await announce_after_panel(context, played, answer, UnshownMoveError)
    let_computer_play(context.client, played, context, partial(_tell_reply, context, move))
    await offer_next(context, played, *told)


async def _tell_reply(context: Context, move: Move, game: Game) -> None:
    await context.reply.replace(boxed(_told(context, move, game), accent=None))


def _told(context: Context, move: Move, game: Game) -> Sequence[str]:
    """Return the person's move, the computer's reply if there is one, and what comes next."""
    words, game = context.words, context.named(game)
    lines = [_played(words, game, move)]
    last = game.position.last_move
    if game.level is not None and last is not None and last != move:
        computer, reply = name(game.opponent_of(context.user.id)), played_text(game.position, last)
        # Translators: {player} is the name of the computer, {move} a move in signs.
        lines.append(words.say("{player} replied **{move}**.", player=computer, move=reply))
    lines.append(status(words, game))
    if context.reply.in_words:
        lines += board_lines(words, game.position)
    return lines


def _refusal(context: Context, text: str, game: Game, typed: TypedMove) -> str:
    words = context.words
    legal = offered_moves("", game.position, [words])

    def shown(moves: Sequence[Move]) -> str:
        """Return moves as the person could type them: in notation, unless they're read to them."""
        if context.reply.in_words:
            return joined(words, [move_name(words, move) for move in moves])
        return ", ".join(map(str, moves))

    if typed.moves:
        # Translators: {text} is what someone typed.
        sentences = [words.say("{text} could be several moves.", text=echoed(text))]
    elif typed.understood:
        # Translators: {text} is what someone typed.
        illegal = words.say("{text} isn't a legal move right now.", text=echoed(text))
        sentences = [illegal, demand_sentence(words, game.position)]
    else:
        # Translators: {text} is what someone typed, {move} a move in notation or in words, such as "Tc2n".
        unknown = words.say(
            "I don't recognize {text} as a move. You could type {move}, for example.",
            text=echoed(text),
            move=f"**{shown(legal[-1:])}**",
        )
        sentences = [unknown, demand_sentence(words, game.position)]
    listed = typed.moves or legal
    if len(listed) <= MOST_NAMED:
        # Translators: {moves} are moves in notation or in words, such as "Sb3, Tc2n".
        sentences.append(words.say("You can play: {moves}", moves=shown(listed)))
    return " ".join(sentences)


def _languages(words: Words) -> list[Words]:
    return [words, words_for(ENGLISH)]
