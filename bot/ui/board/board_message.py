"""The message that shows a game: its text, its picture, and its buttons."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import dropwhile, takewhile
from math import ceil

import discord

import render
from bot.locale import Words, words_for
from bot.ui.board.controls import (
    AskBeforeMove,
    ChooseMove,
    PlayMove,
    control_rows,
    tally_lines,
    vote_step,
    voting_parts,
    watch_row,
)
from bot.ui.board.move_buttons import NOTHING, Choice, MoveButtons, Step, chosen_space, demand_text
from bot.ui.components.drawing import board_png, match_picture, scene_of
from bot.ui.message.content import GOLD, LONGEST_TEXTS, Content, Picture, Row, boxed, draw
from bot.ui.message.custom_ids import CustomId
from bot.ui.message.icons import NO_ICONS, Icons
from bot.ui.message.spelling import spell_out
from bot.ui.text.alt_text import chosen_text, space_text, spelled_out
from bot.ui.text.badges import earned_lines
from bot.ui.text.status import clock_parts, first_game_lines, offer_lines, score_lines
from bot.ui.text.typesetting import typeset_message
from bot.ui.text.values import level_lines
from bot.ui.text.words import (
    addressed,
    escaped,
    game_name,
    name,
    named_in,
    on_one_line,
    plain_name,
    played_text,
    rating_lines,
    result_headline,
    ruleset_name,
    sides,
    start_name,
)
from bot.use_cases.games.storing import MOST_RATED
from bot.values.crowds import VoteResult
from bot.values.game.daily_games import number_of
from bot.values.game.game import Board, Game, PlayedMove
from bot.values.players import Player, ThemeName
from engine import Color, Move, Ruleset, Space, Start, mover

_SCREEN = 319
"""Pixels on a phone for the rows and the lines above them: the other 261 of 580 are for title and picture."""

_ROW_HEIGHT = 38
_LINE_HEIGHT = 22
_LONGEST_TITLE = 33
"""Characters in a title on one line of a phone, its mark included."""

_ACCENTS = {Color.WHITE: discord.Color(0xF4EFE4), Color.BLACK: discord.Color(0x0B0E13)}


async def board_message(
    game: Game,
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
    game = named_in(words, game)
    # The signs for pieces have to point as the pieces do, and only icons can.
    turned = bool(icons) and not (in_words or board.watched) and game.is_turned(board.reader or board.side)
    if turned:
        icons = {piece: icons[render.turned(piece)] for piece in icons}
    space = chosen_space(game.position, choice, compact=game.controls.compact)
    picture = await board_picture(words, game, space=space, theme=board.theme, turned=turned)
    if board.watched:
        rows = [watch_row(words, game)]
    else:
        moves = _move_rows(words, game, NO_ICONS if in_words else icons, choice)
        _gray_out(moves, game, board)
        rows = [*moves, *control_rows(words, game)]
    title = header(words, game, in_words=in_words)
    # A board in words has room: its picture is small.
    room = None if in_words else _room(title, rows)
    content = boxed(
        title,
        picture,
        _naming(status(words, game, choice, called=called, room=room), game, board),
        rows=rows,
        accent=GOLD if game.outcome else _ACCENTS[game.position.turn],
    )
    if in_words:
        spell_out(content, partial(spelled_out, words), words.say("Choose a move"))
    typeset_message(content.view, icons, LONGEST_TEXTS)
    return content


async def board_picture(  # noqa: PLR0913 - what's on it, and how it looks
    words: Words,
    game: Game,
    *,
    chosen: Move | None = None,
    space: Space | None = None,
    theme: ThemeName | None = None,
    turned: bool = False,
) -> Picture:
    """Return the board of ``game`` with its alt text, in a theme or else in that of where it's played.

    It shows a move that was ``chosen`` and is waiting to be confirmed, or the ``space`` for which a piece is
    being chosen. If it's ``turned``, Black is below. The file gets a new name with every revision and every
    such choice, so that no client shows an older one.
    """
    scene = replace(scene_of(game, chosen=chosen, aimed=space), turned=turned)
    png = await draw(board_png, scene, theme or game.theme)
    choice = [*(str(each) for each in (chosen, space) if each is not None), *(["turned"] if turned else [])]
    filename = "-".join(["board", str(game.number), str(game.revision), *choice])
    said = chosen_text(words, chosen) if chosen else ""
    if space is not None:
        said = space_text(words, space)
    return match_picture(words, f"{filename}.png", png, game, said=said)


def _room(title: str, rows: Sequence[Row]) -> int:
    """Return how many lines fit on a screen between a picture and the rows below it."""
    room = (_SCREEN - _ROW_HEIGHT * len(rows)) // _LINE_HEIGHT
    return room - len(title) // _LONGEST_TITLE


def _move_rows(words: Words, game: Game, icons: Icons, choice: Choice) -> list[Row]:
    if game.outcome is not None or game.computer_moves or (game.crowd_votes and not game.crowd_votes_here):
        return []

    number, revision = game.number, game.revision
    played = AskBeforeMove if game.controls.confirm else PlayMove

    def named(step: Step) -> CustomId:
        if game.crowd is not None:
            return vote_step(game, step)
        if isinstance(step, Choice):
            return ChooseMove(number, revision, step)
        return played(number, revision, step)

    return MoveButtons(words, game.position, named, icons, compact=game.controls.compact).rows(choice)


def _gray_out(moves: Sequence[Row], game: Game, board: Board) -> None:
    """Make the moves gray on a board where only the other player could play.

    In a server, people who watch can still guess one, if there's a choice. Elsewhere no one can press them.
    """
    if _only_player_at(board, game) in {None, game.position.turn}:
        return
    can_be_guessed = board.place.guild_id is not None and len(game.position.legal_moves) > 1
    for item in [child for row in moves for child in row.children]:
        if isinstance(item, discord.ui.Button):
            item.style = discord.ButtonStyle.secondary
        if isinstance(item, discord.ui.Button | discord.ui.Select) and not can_be_guessed:
            item.disabled = True


def _only_player_at(board: Board, game: Game) -> Color | None:
    """Return the color of the only player who plays on a board; None if both may."""
    alone = board.side or board.reader
    readers = [own.reader for own in game.private_boards if own.reader is not None]
    if alone is None and board.place.guild_id is None and board.place.reachable and len(readers) == 1:
        # In the DMs in which a challenge was made, that's who made it: the other plays in their own.
        return readers[0].opponent
    return alone


_LINE = 32
"""Characters in a line of a message on a phone that's 390 pixels wide."""

_MARKS = re.compile(r"\*\*|^-# ", re.MULTILINE)
_TIME = re.compile(r"<t:\d+:\w>")
_LONGEST_TIME = "in 23 hours"


def header(words: Words, game: Game, *, in_words: bool = False) -> str:
    """Return the lines above the picture: the title with the terms, and what the picture doesn't show.

    For people who read a board ``in_words``, that's everything.
    """
    if game.outcome is not None:
        # Translators: a heading; {game} is the number of a game, such as "#1234".
        title = words.say("Pyrga {game} · finished", game=game_name(game.number))
    elif game.position.ply:
        ply = game.position.ply
        # Translators: a heading; {game} is the number of a game, such as "#1234", {move} that of its last
        # move.
        title = words.say("Pyrga {game} · move {move}", game=game_name(game.number), move=ply)
    else:
        title = words.say("Pyrga {game} · start", game=game_name(game.number))
    heading = f"### {' · '.join([title, *_terms(words, game)])}"
    facts = [*(_facts(words, game) if in_words else []), *_hints(words, game)]
    return "\n-# ".join([heading, " · ".join(facts)]) if facts else heading


def status(
    words: Words,
    game: Game,
    choice: Choice = NOTHING,
    *,
    called: Sequence[Player] = (),
    room: int | None = None,
) -> str:
    """Return the lines between the picture and the buttons: what just happened, whose turn it is and why.

    For a finished game, they say how it ended and what badges it earned. They mention everyone ``called``. In
    a running game, they only say as much as a ``room`` of that many lines has place for.
    """
    news = [*_planned_lines(words, game), *_forced_lines(words, game), *_guessing_lines(words, game)]
    voted = _voted_lines(words, game)
    if game.outcome is not None:
        return _calling(called, [*_ending(words, game, called), *voted, *news])
    text, before = "", [*_elsewhere_lines(words, game), *news, *_start_lines(words, game)]
    for lines in _ways_to_say(words, game, choice, before):
        text = _calling(called, [*voted, *lines])
        if room is None or _height(game, text) <= room:
            break
    return text


def _ending(words: Words, game: Game, called: Sequence[Player]) -> list[str]:
    return [
        f"**{result_headline(words, game, called)}**",
        *rating_lines(words, game),
        *score_lines(words, game),
        *earned_lines(words, game),
        *first_game_lines(words, game),
        *level_lines(words, game),
    ]


def _ways_to_say(words: Words, game: Game, choice: Choice, news: Sequence[str]) -> Iterator[list[str]]:
    """Yield the lines about a running game in several lengths, the longest first."""
    turn = _turn(words, game)
    if game.computer_moves:
        yield [*news, *turn]
        yield turn
        return
    answers = offer_lines(words, game) if game.crowd is None else tally_lines(words, game)
    whole, timed, bare = (" · ".join(turn[:parts]) for parts in (None, 2, 1))
    if game.crowd is not None:
        # Until when a channel votes, and whether that's its second chance, is nowhere else.
        timed = bare = whole
    yield [*news, whole, _task(words, game, choice, brief=False), *answers]
    task = _task(words, game, choice, brief=True)
    yield [*news, whole, task, *answers]
    # The picture shows where to play, and news are only said once.
    first = news[:1]
    if first:
        yield [*first, whole, *answers]
    yield [whole, task, *answers]
    yield [timed, task, *answers]
    if first:
        yield [*first, bare, *answers]
    yield [timed, *answers]
    yield [bare, *answers]


def _calling(called: Sequence[Player], lines: Sequence[str]) -> str:
    """Return the text that also mentions everyone ``called``, in the first line, which is never long."""
    first, *rest = lines
    said = "\n".join(lines)
    others = [mention for player in called if (mention := f"<@{player.id}>") not in said]
    return "\n".join([" ".join([first, *others]), *rest])


def _naming(text: str, game: Game, board: Board) -> str:
    """Return the text of a board that only names those whom its readers may have met by nothing but a code.

    A mention has the id of an account.
    """
    for player in (game.white, game.black):
        if not _is_met_on(board, game, player):
            text = text.replace(f"<@{player.id}>", name(player))
    return text


def _is_met_on(board: Board, game: Game, player: Player) -> bool:
    """Return whether a player also plays where a board is, as far as that's known."""
    if board.reader is not None:
        return board.reader is game.color_of(player.id)
    if game.plays_apart(player.id):
        return False
    is_of_one = board.place.guild_id is None and board.place.reachable
    other = game.opponent_of(player.id)
    return not (is_of_one and other.is_person and not game.plays_apart(other.id))


def _height(game: Game, text: str) -> int:
    """Return about how many lines a text has on a screen, rather one too many than one too few."""
    text = _MARKS.sub("", _TIME.sub(_LONGEST_TIME, text))
    for player in (game.white, game.black):
        text = text.replace(f"<@{player.id}>", f"@{plain_name(player)}")
    return sum(ceil(len(line) / _LINE) for line in text.split("\n"))


def _turn(words: Words, game: Game) -> list[str]:
    """Return whose turn it is, then what can be said about their time: the most important first."""
    white = game.position.turn is Color.WHITE
    if game.computer_moves and game.stalled:
        return [words.say("The computer can't move right now. The game goes on when it's back.")]
    if game.computer_moves and white:
        # Translators: {computer} is the name of the computer, such as "Computer, level 3".
        return [words.say("{computer} (White) is thinking…", computer=name(game.to_move))]
    if game.computer_moves:
        return [words.say("{computer} (Black) is thinking…", computer=name(game.to_move))]
    if game.crowd is not None:
        return voting_parts(words, game)
    turn = words.say("{player} (White) to play") if white else words.say("{player} (Black) to play")
    return [turn.format(player=addressed(game, game.to_move)), *clock_parts(words, game)]


def _task(words: Words, game: Game, choice: Choice, *, brief: bool) -> str:
    demand = demand_text(words, game.position, choice, compact=game.controls.compact, brief=brief)
    if brief or not game.offers_swap or choice.space is not None:
        return demand
    # Translators: after a sentence that says where Black can play; Swap sides is a button.
    offer = words.say("Or swap sides and take White's first move.")
    return f"{demand} {offer}"


def _planned_lines(words: Words, game: Game) -> list[str]:
    """Return the conditional moves that answered the last move a player made themselves."""
    planned = list(takewhile(lambda move: move.planned, reversed(game.moves)))[::-1]
    if not planned:
        return []
    clicked = game.moves[-len(planned) - 1]
    # Translators: {move} and {replies} are moves in signs, such as "▲ b1" and "● c1" or "● c1, ■ b2".
    sentence = words.say("{move} was answered right away: {replies}")
    move, *replies = (played_text(game.position, Move.parse(each.text)) for each in [clicked, *planned])
    return [sentence.format(move=move, replies=", ".join(replies))]


def _voted_lines(words: Words, game: Game) -> list[str]:
    """Return how the last vote of the channel of the first board went, and what has happened since."""
    own = [
        result
        for result in (() if game.crowd is None else game.crowd.results)
        if game.board.side in {None, mover(result.ply)} and result.ply < len(game.moves)
    ]
    # What the channel has played since then, it didn't vote for.
    is_news = own and all(move.forced for move in game.moves[own[-1].ply + 2 :: 2])
    return [_voted(words, game, own[-1])] if is_news else []


def _voted(words: Words, game: Game, voted: VoteResult) -> str:
    # Other lines tell of moves at the end that played themselves.
    told = dropwhile(lambda move: move.forced, reversed(game.moves[voted.ply :]))
    move, *later = reversed([*told])
    facts = {"move": _played(game, move), "count": voted.votes, "all": voted.all}
    # Translators: what a channel voted for; {move} is a move in signs, such as "▲ c2".
    said = words.count(
        "You played {move} ({count} of {all} vote).",
        "You played {move} ({count} of {all} votes).",
        voted.all,
        **facts,
    )
    if voted.tied:
        # Translators: the same if several moves had as many votes; this one had them first.
        said = words.count(
            "You played {move} ({count} of {all} vote, the earliest).",
            "You played {move} ({count} of {all} votes, the earliest).",
            voted.all,
            **facts,
        )
    opponent = game.player(mover(voted.ply).opponent)
    answered = words.say("The computer answered {move}.")
    if opponent.level is None:
        answered = words.say("{player} answered {move}.")
    answers = (
        _forced(words, game, each)
        if each.forced
        else answered.format(move=_played(game, each), player=name(opponent))
        for each in later
    )
    return " ".join([said, *answers])


def _forced_lines(words: Words, game: Game) -> list[str]:
    """Return the last moves that played themselves, because a channel had no other."""
    forced = list(takewhile(lambda move: move.forced, reversed(game.moves)))[::-1]
    return [_forced(words, game, move) for move in forced]


def _forced(words: Words, game: Game, move: PlayedMove) -> str:
    # Translators: {move} is a move in signs, such as "▲ b1".
    return words.say("{move} was the only move, so it played itself.", move=_played(game, move))


def _played(game: Game, move: PlayedMove) -> str:
    return played_text(game.position, Move.parse(move.text))


def _guessing_lines(words: Words, game: Game) -> list[str]:
    """Return how many people who watch guessed the last move that they could, while that's news."""
    known = game.guessing
    if not known.total:
        return []
    # Translators: {move} is a move in signs, such as "▲ c2", which {right} of {total} people had guessed.
    sentence = words.say("{right} of {total} guessed {move}.")
    move = played_text(game.position, Move.parse(known.move))
    return [f"-# {sentence.format(right=known.right, total=known.total, move=move)}"]


def _start_lines(words: Words, game: Game) -> list[str]:
    """Return what happened before or after the first move, while that's news."""
    if game.day is not None and game.position.ply == game.given_moves:
        return [words.say("Everyone plays this start today, mirrored or turned. One try, without hints.")]
    if game.position.ply != 1:
        return []
    if game.swapped:
        # Translators: after a swap start: the player who was Black is White from now on.
        return [words.say("{player} took White's side.", player=name(game.white))]
    if game.favored is not None:
        return [
            words.say("From here, {player} can win with best play.", player=name(game.player(game.favored)))
        ]
    if game.start is Start.BALANCED:
        return [words.say("The first piece was placed at random to make the game fair.")]
    return []


def _elsewhere_lines(words: Words, game: Game) -> list[str]:
    """Return where the other player of a game in two places plays, until both have moved."""
    if game.both_have_moved:
        return []
    # Translators: {server} is the name of a server on Discord.
    sentence = words.say("{player} plays from {server}.")
    return [
        sentence.format(player=name(game.player(home.side)), server=escaped(on_one_line(home.server_name)))
        for home in game.homes[1:]
        if home.side is not None and home.server_name is not None
    ]


def _event_name(words: Words, game: Game) -> str:
    """Return what kind of event a game is part of: only those of team matches are in two places."""
    if game.is_in_two_places:
        return words.label("fact about a game", "team match")
    if game.total is None:
        return words.label("fact about a game", "cup")
    return words.label("fact about a game", "game night")


def _terms(words: Words, game: Game) -> list[str]:
    """Return what's unusual about the terms; once it's over, how it began doesn't matter."""
    terms = []
    if game.ruleset is not Ruleset.PYRGA:
        terms.append(ruleset_name(words, game.ruleset))
    if game.start is not Start.PLAIN and (game.swapped or game.outcome is None):
        terms.append(
            words.label("fact about a game", "sides swapped")
            if game.swapped
            else start_name(words, game.start)
        )
    if game.rated:
        terms.append(words.label("fact about a game", "rated"))
    if game.over_limit and game.event is None:
        # The card of the challenge says why.
        terms.append(words.label("fact about a game", "casual"))
    elif game.over_limit:
        # Translators: why a game of a rated cup isn't rated: two people can only play so many a day.
        label = words.label("fact about a game", "casual (only {count} a day are rated)", count=MOST_RATED)
        terms.append(label)
    if game.event is not None:
        terms.append(_event_name(words, game))
    if game.crowd is not None:
        one = words.label("fact about a game", "the channel plays")
        two = words.label("fact about a game", "two channels play")
        terms.append(two if game.is_in_two_places else one)
    if game.day is not None:
        # Translators: {number} is that of the day, such as "#1".
        terms.append(
            words.label("fact about a game", "game of the day #{number}", number=number_of(game.day))
        )
    if game.simul is not None:
        terms.append(words.label("fact about a game", "simul"))
    return terms


def _facts(words: Words, game: Game) -> list[str]:
    facts = [sides(words, game)]
    if game.position.last_move is not None:
        # Translators: {move} is a move in signs, such as "▲ c2".
        last = played_text(game.position, game.position.last_move)
        facts.append(words.say("last move: {move}", move=last))
    white, black = (len(game.position.towers(color)) for color in Color)
    # Translators: how many Towers each player controls.
    return [*facts, words.say("Towers: White {white}, Black {black}", white=white, black=black)]


def _hints(words: Words, game: Game) -> list[str]:
    """Return how many hints were taken in a finished game with hints."""
    if game.outcome is None or not game.hints:
        return []
    taken = [(game.player(color), len(hints)) for color in Color if (hints := game.seat(color).hints)]
    if not taken:
        return [words.label("fact about a game", "no hints used")]
    counts = ", ".join(f"{name(player)}\N{NO-BREAK SPACE}{count}" for player, count in taken)
    # Translators: how many hints the players took, such as "hints used: Ada 2, Blaise 1".
    return [words.say("hints used: {counts}", counts=counts)]
