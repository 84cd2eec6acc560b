"""What a board says about a game: where the next piece goes, offers, clocks, and how it ended."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from discord.utils import format_dt

from bot.locale import Words
from bot.ui.text.reading_order import spaces_as_read
from bot.ui.text.words import (
    addressed,
    all_of,
    alternatives,
    board_for,
    message_link,
    name,
    plays_here,
    score_text,
)
from bot.values.badges import Badge, EarnedBadge
from bot.values.clocks import TotalTime
from bot.values.errors import sentences
from bot.values.game.game import Answer, Game, Offer, OfferKind
from engine import Color, DemandReason, Direction, Kind, Move, Position, Reason, Ruleset, Space

# Plies count from 0: White plays 0, Black 1, and White's second piece is at 2.
SECOND_WHITE_PLY = 2


def demand_sentence(words: Words, position: Position, *, brief: bool = False) -> str:
    """Return where the player to move can play and why; empty for a finished position.

    If it's ``brief``, it's on one line, and doesn't say why some spaces or pieces are out of the question.
    """
    demand = position.demand
    if demand.why is DemandReason.FINISHED:
        return ""
    if demand.move is None:
        return words.say("The first move: any piece on any space.")
    constrained = demand.why is DemandReason.CONSTRAINED
    if brief and not constrained:
        return words.say("Nothing fits: play any piece on any empty space.")
    first = _where(words, demand.move, demand.playable) if constrained else _anywhere(words, demand.move)
    if brief:
        return first
    sentences = [first, *_obstacles(words, position)]
    if not constrained:
        return " ".join(sentences)
    if _bars_second_square(position):
        sentences.append(words.say("It can't be a Square: White's first piece was one."))
    if len(position.legal_moves) == 1:
        sentences.append(words.say("There's only one move."))
    return " ".join(sentences)


def piece_question(words: Words, space: Space) -> str:
    """Return the question to a player who has chosen a space."""
    return words.say("Which piece goes on **{space}**?", space=space)


def _where(words: Words, last: Move, playable: Sequence[Space]) -> str:
    """Return where the next piece can go after the last one."""
    sentence = {
        # Translators: {space} is where the last piece is, {spaces} is where the next one can go, such as "b1,
        # a2 or c2".
        Kind.SQUARE: words.say("After a Square on {space}: play on {spaces}."),
        Kind.CYLINDER: words.say("After a Cylinder on {space}: play on {spaces}."),
        Direction.NORTH: words.say("After a Triangle on {space} pointing up: play on {spaces}."),
        Direction.EAST: words.say("After a Triangle on {space} pointing right: play on {spaces}."),
        Direction.SOUTH: words.say("After a Triangle on {space} pointing down: play on {spaces}."),
        Direction.WEST: words.say("After a Triangle on {space} pointing left: play on {spaces}."),
    }[last.direction or last.kind]
    return sentence.format(space=f"**{last.space}**", spaces=alternatives(words, playable))


def _anywhere(words: Words, last: Move) -> str:
    """Return what to do if nothing fits after the last piece."""
    sentence = {
        # Translators: {space} is where the last piece is.
        Kind.SQUARE: words.say("After a Square on {space}, nothing fits: play any piece on any empty space."),
        Kind.CYLINDER: words.say(
            "After a Cylinder on {space}, nothing fits: play any piece on any empty space."
        ),
        Direction.NORTH: words.say(
            "After a Triangle on {space} pointing up, nothing fits: play any piece on any empty space."
        ),
        Direction.EAST: words.say(
            "After a Triangle on {space} pointing right, nothing fits: play any piece on any empty space."
        ),
        Direction.SOUTH: words.say(
            "After a Triangle on {space} pointing down, nothing fits: play any piece on any empty space."
        ),
        Direction.WEST: words.say(
            "After a Triangle on {space} pointing left, nothing fits: play any piece on any empty space."
        ),
    }[last.direction or last.kind]
    return sentence.format(space=f"**{last.space}**")


def _obstacles(words: Words, position: Position) -> list[str]:
    """Return why the player can't play on demanded spaces, with one sentence for each reason."""
    demand = position.demand
    blocked = spaces_as_read(set(demand.spaces) - set(demand.playable))
    full = [space for space in blocked if len(position.pieces(space)) == len(Kind)]
    unfitting = [space for space in blocked if space not in full]
    said = []
    if full:
        # Translators: {spaces} is one space or several, such as "c2, c3 and c4".
        said = [words.count("{spaces} is full.", "{spaces} are full.", len(full), spaces=all_of(words, full))]
    for kinds, spaces in _missing_kinds(position, unfitting).items():
        one, many = _NEEDS[position.turn, *kinds]
        said.append(words.count(one, many, len(spaces), spaces=all_of(words, spaces)))
    return said


def _missing_kinds(position: Position, spaces: Sequence[Space]) -> Mapping[tuple[Kind, ...], list[Space]]:
    """Return the spaces by the one or two kinds missing there: with three, they'd have no pieces."""
    missing: dict[tuple[Kind, ...], list[Space]] = {}
    for space in spaces:
        there = {piece.kind for piece in position.pieces(space)}
        missing.setdefault(tuple(kind for kind in Kind if kind not in there), []).append(space)
    return missing


_NEEDS: Final = {
    # Translators: {spaces} is one space or several, such as "c2, c3 and c4".
    (Color.WHITE, Kind.SQUARE): sentences(
        "{spaces} needs a Square, and White has none left.",
        "{spaces} need a Square, and White has none left.",
    ),
    (Color.WHITE, Kind.TRIANGLE): sentences(
        "{spaces} needs a Triangle, and White has none left.",
        "{spaces} need a Triangle, and White has none left.",
    ),
    (Color.WHITE, Kind.CYLINDER): sentences(
        "{spaces} needs a Cylinder, and White has none left.",
        "{spaces} need a Cylinder, and White has none left.",
    ),
    (Color.WHITE, Kind.SQUARE, Kind.TRIANGLE): sentences(
        "{spaces} needs a Square or a Triangle, and White has neither left.",
        "{spaces} need a Square or a Triangle, and White has neither left.",
    ),
    (Color.WHITE, Kind.SQUARE, Kind.CYLINDER): sentences(
        "{spaces} needs a Square or a Cylinder, and White has neither left.",
        "{spaces} need a Square or a Cylinder, and White has neither left.",
    ),
    (Color.WHITE, Kind.TRIANGLE, Kind.CYLINDER): sentences(
        "{spaces} needs a Triangle or a Cylinder, and White has neither left.",
        "{spaces} need a Triangle or a Cylinder, and White has neither left.",
    ),
    (Color.BLACK, Kind.SQUARE): sentences(
        "{spaces} needs a Square, and Black has none left.",
        "{spaces} need a Square, and Black has none left.",
    ),
    (Color.BLACK, Kind.TRIANGLE): sentences(
        "{spaces} needs a Triangle, and Black has none left.",
        "{spaces} need a Triangle, and Black has none left.",
    ),
    (Color.BLACK, Kind.CYLINDER): sentences(
        "{spaces} needs a Cylinder, and Black has none left.",
        "{spaces} need a Cylinder, and Black has none left.",
    ),
    (Color.BLACK, Kind.SQUARE, Kind.TRIANGLE): sentences(
        "{spaces} needs a Square or a Triangle, and Black has neither left.",
        "{spaces} need a Square or a Triangle, and Black has neither left.",
    ),
    (Color.BLACK, Kind.SQUARE, Kind.CYLINDER): sentences(
        "{spaces} needs a Square or a Cylinder, and Black has neither left.",
        "{spaces} need a Square or a Cylinder, and Black has neither left.",
    ),
    (Color.BLACK, Kind.TRIANGLE, Kind.CYLINDER): sentences(
        "{spaces} needs a Triangle or a Cylinder, and Black has neither left.",
        "{spaces} need a Triangle or a Cylinder, and Black has neither left.",
    ),
}
"""What's said about spaces that need kinds which a player has run out of."""


def _bars_second_square(position: Position) -> bool:
    """Return whether the opening restriction of the ruleset ``pyrga`` applies to the next move."""
    if position.ruleset is not Ruleset.PYRGA or position.ply != SECOND_WHITE_PLY:
        return False
    return any(move.kind is Kind.SQUARE for move in position.placed(Color.WHITE))


def offer_lines(words: Words, game: Game) -> list[str]:
    """Return what the board says about an offer: what's offered to whom, or else how the last one ended."""
    if game.offer is not None:
        return [_question(words, game, game.offer)]
    offer = game.answered
    if offer is None or offer.answer is None:
        return []
    sentence = {
        (OfferKind.DRAW, Answer.DECLINED): words.say("{other} declined the draw."),
        (OfferKind.DRAW, Answer.WITHDRAWN): words.say("{asker} withdrew the draw offer."),
        (OfferKind.TAKE_BACK, Answer.DECLINED): words.say("{other} declined the takeback."),
        (OfferKind.TAKE_BACK, Answer.WITHDRAWN): words.say("{asker} no longer asks for a takeback."),
        (OfferKind.TEXT, Answer.DECLINED): words.say("{other} declined text mode."),
        (OfferKind.TEXT, Answer.WITHDRAWN): words.say("{asker} no longer asks for text mode."),
        (OfferKind.CANCEL, Answer.DECLINED): words.say("{other} declined to cancel the game."),
        (OfferKind.CANCEL, Answer.WITHDRAWN): words.say("{asker} no longer asks to cancel the game."),
    }[offer.kind, offer.answer]
    asker, other = game.player(offer.color), game.player(offer.color.opponent)
    return [sentence.format(asker=name(asker), other=name(other))]


def _question(words: Words, game: Game, offer: Offer) -> str:
    asker, other = name(game.player(offer.color)), addressed(game, game.player(offer.color.opponent))
    sentence = {
        # Translators: {asker} and {other} are players.
        OfferKind.DRAW: words.say("{asker} offers a draw. {other}, do you accept?"),
        # Translators: {move} is the number of a move, which is played anew.
        OfferKind.TAKE_BACK: words.say("{asker} asks to take back move {move}. {other}, do you accept?"),
        OfferKind.TEXT: words.say("{asker} asks for text mode. {other}, do you accept?"),
        OfferKind.CANCEL: words.say(
            "{asker} asks to cancel the game without a result. {other}, do you accept?"
        ),
    }[offer.kind]
    move = (game.ply_to_return_to(offer.color) or 0) + 1
    return sentence.format(asker=asker, other=other, move=move)


def called_sentence(words: Words, game: Game) -> str:
    """Return what the player who has to move or answer is told in a DM, a template for the game's facts."""
    offer, answered = game.offer, game.answered
    if offer is not None:
        return {
            OfferKind.DRAW: words.say(
                "{opponent} offers you a draw in game {game}: [open the board]({link})"
            ),
            OfferKind.TAKE_BACK: words.say(
                "{opponent} asks for a takeback in game {game}: [open the board]({link})"
            ),
            OfferKind.TEXT: words.say(
                "{opponent} asks for text mode in game {game}: [open the board]({link})"
            ),
            OfferKind.CANCEL: words.say(
                "{opponent} asks to cancel game {game} without a result: [open the board]({link})"
            ),
        }[offer.kind]
    declined = answered is not None and answered.answer is Answer.DECLINED
    if answered is None or not declined or answered.color is not game.position.turn:
        return words.say("It's your turn in game {game} against {opponent}: [open the board]({link})")
    return {
        OfferKind.DRAW: words.say(
            "{opponent} declined the draw in game {game}, and it's your turn: [open the board]({link})"
        ),
        OfferKind.TAKE_BACK: words.say(
            "{opponent} declined the takeback in game {game}, and it's your turn: [open the board]({link})"
        ),
        OfferKind.TEXT: words.say(
            "{opponent} declined text mode in game {game}, and it's your turn: [open the board]({link})"
        ),
        OfferKind.CANCEL: words.say(
            "{opponent} declined to cancel game {game}, and it's your turn: [open the board]({link})"
        ),
    }[answered.kind]


def started_sentence(words: Words, game: Game, reader: int, *, is_coming: bool) -> str:
    """Return what a ``reader`` who plays is told once a game has started, with a link to their board.

    If there's no board yet, ``is_coming`` says whether it's on its way.
    """
    sentence = words.say("Your game with {opponent} has started: [open the board]({link})")
    if board_for(game, reader).message_id is None and is_coming:
        sentence = words.say("Your game with {opponent} has started, and its board is [on its way]({link}).")
    elif board_for(game, reader).message_id is None:
        sentence = words.say(
            "Your game with {opponent} has started, but I couldn't post the board there. Use /pyrga show "
            "to post it here."
        )
    return sentence.format(opponent=name(game.opponent_of(reader)), link=message_link(game, reader))


def duration_name(words: Words, seconds: int) -> str:
    """Return a duration in whole minutes in words: ``2 days 12 hours``."""
    hours, minutes = divmod(seconds // 60, 60)
    days, hours = divmod(hours, 24)
    parts = (
        (days, words.count("{count} day", "{count} days", days, count=days)),
        (hours, words.count("{count} hour", "{count} hours", hours, count=hours)),
        (minutes, words.count("{count} minute", "{count} minutes", minutes, count=minutes)),
    )
    return " ".join(text for number, text in parts if number)


def clock_name(words: Words, seconds: int | None, total: TotalTime | None = None) -> str:
    """Return the clock of a game, for its terms: its time per move, or its total time."""
    if total is not None:
        return total_name(words, total)
    if seconds is None:
        return words.label("time per move", "no clock")
    # Translators: {duration} is how long a move can take, such as "2 days 12 hours". Also an option of a
    # menu.
    return words.say("{duration} per move", duration=duration_name(words, seconds))


def total_name(words: Words, total: TotalTime) -> str:
    """Return a total time in short, as players write it: ``10 min + 5 s``."""
    # Translators: each player's time for the whole game, and the seconds that each move adds: "10 min + 5 s".
    return words.say("{minutes} min + {seconds} s", minutes=total.seconds // 60, seconds=total.increment)


def time_left(left: timedelta) -> str:
    """Return a time as a clock shows it: ``9:42`` or ``1:05:00``."""
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def clock_parts(words: Words, game: Game) -> list[str]:
    """Return what the board says about the time of the player to move, the most important first.

    There's nothing in a game without a clock.
    """
    if game.total is not None:
        return _total_parts(words, game, game.total)
    if game.clock is None:
        return []
    until = format_dt(game.clock.until, "R")
    if game.clock.claimable:
        waiting = game.opponent_of(game.to_move.id)
        # Translators: follows whose turn it is; {waiting} is the other player, and Discord shows {until} in
        # the reader's language, such as "in 3 hours".
        late = words.say(
            "out of time: {waiting} can claim the win or give more time, and otherwise wins {until}",
            waiting=name(waiting),
            until=until,
        )
        return [late]
    # Translators: Discord shows {until} in the reader's language, such as "in 3 hours".
    due = words.say("move due {until}")
    if game.event is not None:
        # Translators: in cups and team matches, running out of time loses the game; {until} is such as "in 3
        # hours".
        due = words.say("move due {until}, or the game is lost")
    parts = [due.format(until=until)]
    if game.clock.vacation_until is not None and plays_here(game, game.to_move):
        # Translators: follows whose turn it is; Discord shows {end} as a date in the reader's language.
        away = words.say("on vacation until {end}", end=format_dt(game.clock.vacation_until, "D"))
        parts.append(away)
    if game.weekends_off:
        # Translators: follows until when someone has to move: time doesn't run on weekends.
        parts.append(words.say("weekends off"))
    return parts


def _total_parts(words: Words, game: Game, total: TotalTime) -> list[str]:
    if game.clock is None:
        # Translators: follows whose turn it is; {total} is each player's time for the whole game, such as "10
        # min + 5 s".
        starting = words.say(
            "{total}, starting once both have moved",
            total=total_name(words, total).replace(" ", "\N{NO-BREAK SPACE}"),
        )
        return [starting]
    # Translators: Discord shows {until} in the reader's language, such as "in 3 minutes".
    runs_out = words.say("out of time {until}", until=format_dt(game.clock.until, "R"))
    if not game.both_have_moved:
        return [runs_out, total_name(words, total)]
    other = game.position.turn.opponent
    left = time_left(game.seat(other).left or timedelta())
    # Translators: the time of the player whose turn it isn't: {left} is such as "9:42".
    return [runs_out, words.say("{player} has {left}", player=name(game.player(other)), left=left)]


def reason_name(words: Words, reason: Reason) -> str:
    """Return how a game with a result ended, no matter who won it: ``resignation``."""
    points = words.label("how a game ended", "on points")
    return {
        Reason.THREE_TOWERS: words.label("how a game ended", "three Towers"),
        Reason.COUNT_3: points,
        Reason.COUNT_2: points,
        Reason.COUNT_1: points,
        Reason.DRAW: words.label("how a game ended", "everything tied"),
        Reason.STUCK: words.label("how a game ended", "no moves left"),
        Reason.RESIGNATION: words.label("how a game ended", "resignation"),
        Reason.TIMEOUT: words.label("how a game ended", "out of time"),
        Reason.AGREEMENT: words.label("how a game ended", "agreed"),
        # Translators: the time of an event was up, so best play decided.
        Reason.ADJUDICATION: words.label("how a game ended", "by best play"),
    }[reason]


def score_lines(words: Words, game: Game) -> list[str]:
    """Return how the players of a finished game have done against each other; empty for their first."""
    score = game.score
    if score is None or not game.is_counted or score.games == 1:
        return []
    leader = Color.WHITE if score.won >= score.lost else Color.BLACK
    more, fewer = max(score.won, score.lost), min(score.won, score.lost)
    facts = {
        "leader": name(game.player(leader)),
        "other": name(game.player(leader.opponent)),
        "score": score_text(more, fewer),
        "draws": score.drawn,
    }
    is_tied = more == fewer
    if is_tied and score.drawn:
        line = words.count(
            "{leader} and {other} are tied {score}, with {draws} draw.",
            "{leader} and {other} are tied {score}, with {draws} draws.",
            score.drawn,
            **facts,
        )
    elif is_tied:
        # Translators: the score between two players after a game.
        line = words.say("{leader} and {other} are tied {score}.", **facts)
    elif score.drawn:
        line = words.count(
            "{leader} leads {score} against {other}, with {draws} draw.",
            "{leader} leads {score} against {other}, with {draws} draws.",
            score.drawn,
            **facts,
        )
    else:
        # Translators: the score between two players after a game.
        line = words.say("{leader} leads {score} against {other}.", **facts)
    return [line]


def first_game_lines(words: Words, game: Game) -> list[str]:
    """Return what people did well who didn't win the first game that they finished against a person."""
    others = [color for color in Color if game.player(color) != game.winner]
    first = [color for color in others if EarnedBadge(game.player(color).id, Badge.FIRST_GAME) in game.badges]
    return [line for color in first for line in _done_well(words, game, color)]


def _done_well(words: Words, game: Game, color: Color) -> list[str]:
    towers = max(len(position.towers(color)) for position in game.record.positions())
    if towers:
        line = words.count(
            "Well played: {player} controlled {number} Tower.",
            "Well played: {player} controlled {number} Towers at once.",
            towers,
            player=name(game.player(color)),
        )
        return [line]
    if game.outcome is None or not game.outcome.reason.from_rules:
        return []
    line = words.count(
        "Well played: {player} held out for {number} move.",
        "Well played: {player} held out for {number} moves.",
        game.position.ply,
        player=name(game.player(color)),
    )
    return [line]
