"""What things are called in sentences: moves, people, times, results, commands, and what people typed."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from itertools import cycle
from typing import Any, Self
from unicodedata import bidirectional

from discord import AppCommandOptionType, ui
from discord.utils import format_dt

from bot.locale import Words
from bot.ui.text.reading_order import spaces_as_read
from bot.values.acts import Opponent
from bot.values.challenges import Challenge
from bot.values.events.cup import CupTerms
from bot.values.game.game import Board, Game
from bot.values.players import FORGOTTEN_PLACE, NAMELESS, Place, Player, shown
from bot.values.standings import RatingChange, ShownRating
from engine import Color, Direction, Kind, Move, Piece, Position, Reason, Ruleset, Space, Start

GLYPHS = {Kind.SQUARE: "■", Kind.TRIANGLE: "▲", Kind.CYLINDER: "●"}
# Not ▶ and ◀, which phones show as emojis.
_POINTING = {Direction.NORTH: "▲", Direction.EAST: "►", Direction.SOUTH: "▼", Direction.WEST: "◄"}
UNAIMED = "△"
"""A Triangle without a direction yet."""

SIGNS: Mapping[str, tuple[Kind, Direction | None]] = {
    GLYPHS[Kind.SQUARE]: (Kind.SQUARE, None),
    GLYPHS[Kind.CYLINDER]: (Kind.CYLINDER, None),
    UNAIMED: (Kind.TRIANGLE, None),
    **{sign: (Kind.TRIANGLE, direction) for direction, sign in _POINTING.items()},
}
"""The kind and the direction that each sign stands for."""


MARKS: Mapping[Color, str] = {Color.WHITE: "\N{INVISIBLE SEPARATOR}", Color.BLACK: "\N{INVISIBLE PLUS}"}
"""What can't be seen after the sign of a move in a text, and says whose piece it is."""


class StepSign(StrEnum):
    """The buttons that step through the positions of a game: four of them fit on a line of a phone."""

    # Not the usual arrows, which phones show as emojis.
    FIRST = "|◄"
    BACK = "◄"
    NEXT = "►"
    LAST = "►|"


# Everything that can begin, end or separate something in Discord's markdown: emphasis, links, mentions,
# timestamps, commands, emojis, headings, quotes, lists. Discord drops a backslash before any such mark.
_MARKUP = re.compile(r"[\\*_~|`<>\[\]()#+\-.@:/]")

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_FIRST_STRONG_ISOLATE, _POP_DIRECTIONAL_ISOLATE = "\u2068", "\u2069"
_LONGEST_ECHO = 32

# Letters that Unicode doesn't treat as another one with an accent.
_PLAIN = str.maketrans("łøđı", "lodi")
_COMMAND = re.compile(r"(?<![\w`\\<])/(?P<name>[a-z-]+ [a-z-]+)(?P<last>(?: [a-z-]+)?)(?![\w-])")


def message_link(game: Game, reader: int | None = None) -> str:
    """Return the link to the message that shows ``game``, or to its channel if the message is lost.

    For a ``reader`` who has a private board, or plays elsewhere than the other player, it leads there.
    """
    board = board_for(game, reader)
    return link_to(board.place, board.message_id)


def board_for(game: Game, reader: int | None) -> Board:
    """Return the board of ``game`` for a ``reader``: their private one, where they play, or for all."""
    color = None if reader is None else game.color_of(reader)
    if reader is None or color is None:
        return game.board
    return game.private_board_of(reader) or game.home_of(color)


def card_link(challenge: Challenge) -> str:
    """Return the link to the card of ``challenge``, or to its channel if the card isn't known."""
    return link_to(challenge.place, challenge.message_id)


def link_to(place: Place, message_id: int | None) -> str:
    """Return the link to a message, or to its channel if it isn't known, or to all DMs if neither is."""
    if place == FORGOTTEN_PLACE:
        return "https://discord.com/channels/@me"
    # Outside servers, Discord's links use "@me" instead of a server.
    channel = f"https://discord.com/channels/{place.guild_id or '@me'}/{place.channel_id}"
    return channel if message_id is None else f"{channel}/{message_id}"


def escaped(text: str) -> str:
    r"""Return ``text`` for a message that shows all of it as is.

    >>> print(escaped("<@123> *hi*"))
    \<\@123\> \*hi\*
    """
    return _MARKUP.sub(r"\\\g<0>", text)


def on_one_line(text: str, longest: int | None = None) -> str:
    r"""Return what ``text`` shows on one line, without affecting anything beside it; never empty.

    Right-to-left words are isolated: otherwise the numbers and punctuation after them would change sides.
    Text of more than ``longest`` characters ends in an ellipsis.

    >>> on_one_line(" Ada\n Byron ")
    'Ada Byron'
    >>> on_one_line("Ada Byron", longest=5)
    'Ada…'
    """
    plain = shown(text) or NAMELESS
    if longest is not None and len(plain) > longest:
        plain = f"{shown(plain[: longest - 1])}…"
    if any(bidirectional(character) in _RIGHT_TO_LEFT for character in plain):
        return f"{_FIRST_STRONG_ISOLATE}{plain}{_POP_DIRECTIONAL_ISOLATE}"
    return plain


def game_name(number: int) -> str:
    """Return the name of a game for people: ``#1234``."""
    return f"#{number}"


def name(player: Player) -> str:
    """Return a player's name in bold, safe inside a message."""
    return f"**{escaped(plain_name(player))}**"


def plays_here(game: Game, player: Player) -> bool:
    """Return whether a player of a game plays on its first board.

    Of one who plays in another place, people here only know the name and the rating.
    """
    return game.board.side in {None, game.color_of(player.id)}


def addressed(game: Game, player: Player) -> str:
    """Return a player of a game, mentioned if they play here: a mention leads to their account."""
    return f"<@{player.id}>" if plays_here(game, player) else name(player)


def shared_by(words: Words, player: Player) -> str:
    """Return who shared something in a channel, in small print."""
    shared = words.say("Shared by {player}", player=name(player))
    return f"-# {shared}"


def plain_name(player: Player, longest: int | None = None) -> str:
    """Return a player's name where markdown doesn't work, such as in menus, cut to ``longest`` characters."""
    return on_one_line(player.name, longest)


def sides(words: Words, game: Game, named: Callable[[Player], str] = name) -> str:
    """Return who plays against whom, in which colors, and how they're rated."""
    white, black = (_with_rating(named(game.player(color)), game.rating_of(color)) for color in Color)
    # Translators: the names of the two players.
    return words.say("{white} (White) against {black} (Black)", white=white, black=black)


def _with_rating(shown: str, rating: ShownRating | None) -> str:
    # Without parentheses, because the color is in some.
    return shown if rating is None else f"{shown}\N{NO-BREAK SPACE}{shown_rating(rating)}"


def seated(game: Game, color: Color) -> str:
    """Return a player of a game, with their rating when it began, if they had one: ``**Ada** (1512)``."""
    return rated_name(game.player(color), game.seat(color).rating)


def rated_name(player: Player, rating: ShownRating | None, named: Callable[[Player], str] = name) -> str:
    """Return a player with a rating, if there is one: ``**Ada** (1500?)``."""
    shown = named(player)
    return shown if rating is None else f"{shown} ({shown_rating(rating)})"


def echoed(text: str) -> str:
    """Return what someone typed, cut to the room available, since it can be anything."""
    return f"**{escaped(on_one_line(text[:_LONGEST_ECHO]))}**"


def quoted(text: str) -> str:
    """Return what someone typed, on one line, safe inside a message."""
    return escaped(on_one_line(text))


def bare(text: str) -> str:
    """Return what someone typed, without capitals and accents.

    >>> bare("Trójkąt Łódź")
    'trojkat lodz'
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in decomposed if unicodedata.category(sign) != "Mn").translate(_PLAIN)


def computer_name(words: Words, level: int) -> str:
    # Translators: the computer as a player, shown where a person's name would stand.
    return words.say("Computer, level {level}", level=level)


def deleted_name(words: Words) -> str:
    """Return the name of a player whose data was deleted."""
    # Translators: stands where a player's name would.
    return words.label("name of a player", "Deleted player")


def channel_name(words: Words) -> str:
    # Translators: everyone who votes in a channel, as a player: stands where a person's name would.
    return words.label("name of a player", "The channel")


def named_in(words: Words, game: Game) -> Game:
    """Return a game with the names that the computer, a channel, and deleted players have in these words.

    Stored names are in the language of the moment when they were stored.
    """
    return replace(game, white=_named_in(words, game, Color.WHITE), black=_named_in(words, game, Color.BLACK))


def _named_in(words: Words, game: Game, color: Color) -> Player:
    player = game.player(color)
    if player.is_crowd and not game.is_in_two_places:
        return Player(player.id, channel_name(words))
    return player_in(words, player)


def player_in(words: Words, player: Player) -> Player:
    """Return a player, who is no channel, with the name that they have in these words."""
    if player.level is not None:
        return Player(player.id, computer_name(words, player.level))
    return Player(player.id, deleted_name(words)) if player.is_deleted else player


def color_name(words: Words, color: Color) -> str:
    """Return White or Black, standing alone."""
    if color is Color.WHITE:
        # Translators: stands alone: on a picture in place of a player's name, before ":", or before a move in
        # signs.
        return words.label("color of a player", "White")
    return words.label("color of a player", "Black")


def relative_time(instant: datetime) -> str:
    """Return a time that each reader's Discord shows relative to now: ``in 3 hours``. It needs no edits."""
    return format_dt(instant, "R")


def kind_name(words: Words, kind: Kind) -> str:
    """Return Square, Triangle or Cylinder, standing alone: on a button, or in parentheses."""
    return {
        Kind.SQUARE: words.label("kind of piece", "Square"),
        Kind.TRIANGLE: words.label("kind of piece", "Triangle"),
        Kind.CYLINDER: words.label("kind of piece", "Cylinder"),
    }[kind]


def ruleset_name(words: Words, ruleset: Ruleset) -> str:
    """Return the name of a ruleset for people."""
    return {
        Ruleset.PYRGA: words.label("ruleset", "Pyrga"),
        Ruleset.CLASSIC: words.label("ruleset", "Pyrga classic"),
        Ruleset.PILOTIS: words.label("ruleset", "Pilotis"),
    }[ruleset]


def cup_title(words: Words, terms: CupTerms) -> str:
    """Return what a cup is called where markdown doesn't work: its name, or the month of a league."""
    if terms.has_stages:
        return on_one_line(terms.name)
    # Translators: after the name of a ruleset and "·"; {number} counts the months of a league.
    month = words.say("league, month {number}", number=terms.name)
    return f"{ruleset_name(words, terms.ruleset)} · {month}"


def event_title(words: Words, event: CupTerms | Opponent | Ruleset | None) -> str:
    """Return what a cup, a team match against this server, or the league of this ruleset is called.

    Without any of them, it's a game night.
    """
    if event is None:
        return words.say("the game night")
    if isinstance(event, Opponent):
        # Translators: {server} is the name of another server.
        return words.say("the team match against {server}", server=on_one_line(event.name))
    return league_title(words, event) if isinstance(event, Ruleset) else cup_title(words, event)


def league_title(words: Words, ruleset: Ruleset) -> str:
    """Return what a league is called."""
    # Translators: a heading, after the name of a ruleset and "·".
    league = words.label("of a ruleset", "league")
    return f"{ruleset_name(words, ruleset)} · {league}"


def rules_lines(words: Words, ruleset: Ruleset) -> list[str]:
    """Return what's unusual about the rules, in a sentence for people who don't know the rulesets."""
    if ruleset is Ruleset.PYRGA:
        return []
    if ruleset is Ruleset.CLASSIC:
        return [words.say("Pyrga classic rules: White's second piece can be any kind.")]
    return [
        words.say("Pilotis rules: like classic, but a player who still has pieces and can't place any loses.")
    ]


def start_name(words: Words, start: Start) -> str:
    """Return how a game starts."""
    return {
        Start.PLAIN: words.label("fact about a game", "plain start"),
        Start.BALANCED: words.label("fact about a game", "balanced start"),
        Start.SWAP: words.label("fact about a game", "swap start"),
        Start.ADVANTAGE: words.label("fact about a game", "advantage start"),
    }[start]


def move_label(move: Move) -> str:
    """Return a move in signs; a Triangle's sign points where the piece does: ``■ c2``, ``► c2``."""
    glyph = GLYPHS[move.kind] if move.direction is None else _POINTING[move.direction]
    return f"{glyph} {move.space}"


def move_text(move: Move, color: Color) -> str:
    """Return a player's move in signs inside a sentence, which can't be broken across lines.

    The sign is `marked <MARKS>`, so that a message can show the piece in its color instead.
    """
    return move_label(move).replace(" ", f"{MARKS[color]}\N{NO-BREAK SPACE}")


def played_text(position: Position, move: Move) -> str:
    """Return a move that led to a position in signs, marked as its player's."""
    white = move in position.placed(Color.WHITE)
    return move_text(move, Color.WHITE if white else Color.BLACK)


def unmarked(text: str) -> str:
    """Return a text for where only signs can be: in a menu or on a button."""
    return text.translate(dict.fromkeys(map(ord, MARKS.values())))


def bold_move(move: Move, color: Color) -> str:
    return f"**{move_text(move, color)}**"


def moves_text(line: Iterable[Move], first: Color) -> str:
    """Return moves that follow each other, of which the first is that of a color: ``■ c2, ► c3``."""
    return ", ".join(map(move_text, line, cycle((first, first.opponent))))


@lru_cache(maxsize=256)
def piece_name(words: Words, piece: Piece) -> str:
    """Return a piece in words, standing alone in a list: ``white Triangle up``."""
    return {
        # Translators: pieces in lists that describe a board to a person who can't see it, such as "b2: white
        # Square".
        Piece(Kind.SQUARE, Color.WHITE, None): words.label("piece", "white Square"),
        Piece(Kind.CYLINDER, Color.WHITE, None): words.label("piece", "white Cylinder"),
        # Translators: a Triangle that points up on the picture; such as in "b2: white Triangle up, black
        # Square".
        Piece(Kind.TRIANGLE, Color.WHITE, Direction.NORTH): words.label("piece", "white Triangle up"),
        Piece(Kind.TRIANGLE, Color.WHITE, Direction.EAST): words.label("piece", "white Triangle right"),
        Piece(Kind.TRIANGLE, Color.WHITE, Direction.SOUTH): words.label("piece", "white Triangle down"),
        Piece(Kind.TRIANGLE, Color.WHITE, Direction.WEST): words.label("piece", "white Triangle left"),
        Piece(Kind.SQUARE, Color.BLACK, None): words.label("piece", "black Square"),
        Piece(Kind.CYLINDER, Color.BLACK, None): words.label("piece", "black Cylinder"),
        Piece(Kind.TRIANGLE, Color.BLACK, Direction.NORTH): words.label("piece", "black Triangle up"),
        Piece(Kind.TRIANGLE, Color.BLACK, Direction.EAST): words.label("piece", "black Triangle right"),
        Piece(Kind.TRIANGLE, Color.BLACK, Direction.SOUTH): words.label("piece", "black Triangle down"),
        Piece(Kind.TRIANGLE, Color.BLACK, Direction.WEST): words.label("piece", "black Triangle left"),
    }[piece]


def alternatives(words: Words, spaces: Iterable[Space]) -> str:
    """Return spaces to choose from, in bold and as read: ``**c4**, **c3** or **c2**``."""
    # Translators: a list of spaces, such as "c2, c3 or c4"; {spaces} is "c2, c3".
    return _listed(words.say("{spaces} or {last}"), [f"**{space}**" for space in spaces_as_read(spaces)])


def all_of(words: Words, parts: Sequence[Space | int]) -> str:
    """Return spaces or numbers taken together: ``c2, c3 and c4``."""
    # Translators: a list of spaces, such as "c2, c3 and c4"; {spaces} is "c2, c3".
    return _listed(words.say("{spaces} and {last}"), list(map(str, parts)))


def _listed(pattern: str, texts: Sequence[str]) -> str:
    *others, last = texts
    return pattern.format(spaces=", ".join(others), last=last) if others else last


def result(words: Words, game: Game, named: Callable[[Player], str] = name) -> str:
    """Return how a finished game ended, as a sentence; ``named`` formats the players' names."""
    return f"{_ended(words, game, named)}."


def result_headline(words: Words, game: Game, called: Sequence[Player] = ()) -> str:
    """Return how a finished game ended, as a headline that mentions everyone it names who's ``called``."""

    def named(player: Player) -> str:
        return f"<@{player.id}>" if player in called else escaped(plain_name(player))

    return _ended(words, game, named)


def _ended(words: Words, game: Game, named: Callable[[Player], str]) -> str:
    """Return who won, how, and with which score."""
    if game.outcome is None:
        raise ValueError(game.number)
    winner, reason = game.outcome.winner, game.outcome.reason
    if reason is Reason.ADJUDICATION:
        return _adjudicated(words, game, named)
    if winner is None:
        return _without_winner(words, game, named)[reason]
    own, other = (len(game.position.towers(color)) for color in (winner, winner.opponent))
    facts = {
        "winner": named(game.player(winner)),
        "loser": named(game.player(winner.opponent)),
        "score": score_text(own, other),
    }
    return {
        # Translators: headlines of finished games: {winner} and {loser} are names, {score} counts Towers.
        Reason.THREE_TOWERS: words.say("{winner} wins {score} with three Towers"),
        # Translators: no moves are left; {score} is how many Towers each of the two controls.
        Reason.COUNT_3: words.say("{winner} wins {score} on points"),
        Reason.COUNT_2: words.say("{winner} wins on points, by pairs: Towers are tied {score}"),
        Reason.COUNT_1: words.say(
            "{winner} wins on points, by single pieces: Towers are tied {score}, and so are pairs"
        ),
        Reason.STUCK: words.say("{winner} wins: {loser} has no moves left"),
        Reason.RESIGNATION: words.say("{winner} wins: {loser} resigned"),
        Reason.TIMEOUT: words.say("{winner} wins: {loser} ran out of time"),
    }[reason].format(**facts)


def _without_winner(words: Words, game: Game, named: Callable[[Player], str]) -> Mapping[Reason, str]:
    """Return how a game ended that no one won, by the reason."""
    aborted = words.say("Canceled before both players had moved")
    if game.both_have_moved:
        aborted = words.say("Canceled: the players agreed")
    annulled = words.say("A moderator ended the game without a result")
    if game.event is not None:
        aborted = words.say("Canceled, because a player left")
        annulled = words.say("A moderator annulled the game, so it doesn't count")
        if not (game.both_have_moved or game.swapped):
            # Translators: {player} is someone's name.
            never = words.say("{player} never made a move, so it doesn't count")
            annulled = never.format(player=named(game.to_move))
    abandoned = words.say("The bot was removed from the server, so the game ended without a result")
    if game.crowd is not None:
        abandoned = words.say("No one voted for 14 days, so the game ended without a result")
    return {
        Reason.DRAW: words.say("A draw: no moves are left, and everything is tied"),
        Reason.AGREEMENT: words.say("A draw: the players agreed"),
        Reason.ABORTED: aborted,
        Reason.ANNULLED: annulled,
        Reason.ABANDONED: abandoned,
    }


def _adjudicated(words: Words, game: Game, named: Callable[[Player], str]) -> str:
    """Return how a game of an event ended whose time was up."""
    best_play = game.best_play
    if best_play is None:
        return words.say("A draw: time was up, and it isn't known who would have won")
    if best_play.winner is None:
        return words.say("A draw with best play: time was up")
    winner = named(game.player(best_play.winner))
    if best_play.moves is None:
        return words.say("{winner} wins with best play: time was up", winner=winner)
    return words.count(
        "{winner} wins with best play in {number} move: time was up",
        "{winner} wins with best play in {number} moves: time was up",
        best_play.moves,
        winner=winner,
    )


def rating_lines(words: Words, game: Game) -> list[str]:
    """Return how a finished game changed the ratings, or why it counts nowhere; often empty."""
    if not game.rating_changes:
        too_short = game.has_result and game.is_too_short
        if game.event is None:
            return [words.say("The game was too short to count.")] if too_short else []
        sentence = words.say("The game was too short for ratings.")
        return [sentence] if too_short and game.rated else []
    white, black = (
        f"{name(game.player(color))} {changed_rating(change)}"
        for color, change in zip(Color, game.rating_changes, strict=True)
    )
    # Translators: both are such as "Ada 1512 (+8)".
    lines = [words.say("Ratings: {white}, {black}", white=white, black=black)]
    if any(change.is_provisional for change in game.rating_changes):
        unsure = words.say("With a question mark, a rating is still finding out how strong someone is.")
        lines.append(f"-# {unsure}")
    return lines


def score_text(own: object, other: object) -> str:
    """Return a score with a dash, the one way that all of them are written. A line doesn't break in it."""
    return f"{own}\N{EN DASH}\N{WORD JOINER}{other}"


def percentage(words: Words, share: float) -> str:
    """Return a share of 1 as a whole percentage: ``58%``."""
    # Translators: a percentage; put a space before the sign if your language does, as in "58 %".
    return words.say("{number}%", number=round(100 * share))


def grouped(words: Words, number: int) -> str:
    """Return a whole number with a thousands separator: ``3,000``."""
    # Translators: the sign between thousands, such as the comma in "3,000".
    return f"{number:,}".replace(",", words.label("between thousands", ","))


def joined(words: Words, parts: Sequence[str]) -> str:
    """Join parts that contain commas into one line."""
    # Translators: put a no-break space before the semicolon if your language does.
    return words.label("between long parts of a list", "; ").join(parts)


def freezes_text(words: Words, number: int) -> str:
    """Return how many missed days a streak of puzzles of the day survives: ``2 freezes``."""
    # Translators: a freeze keeps a streak of daily puzzles when someone misses a day.
    return words.count("{number} freeze", "{number} freezes", number)


def labeled(words: Words, label: str, value: str) -> str:
    """Return a label and its value: ``Best streak: 5``."""
    # Translators: put a space before the colon if your language does.
    return words.say("{label}: {value}", label=label, value=value)


def rating_text(rating: float, *, deviation: float) -> str:
    """Return a rating in whole points, with a question mark while little is known about the player."""
    return shown_rating(ShownRating.of(rating, deviation=deviation))


def shown_rating(rating: ShownRating) -> str:
    """Return a rating as a text: ``1512``, or ``1500?`` while little is known about the player."""
    return f"{rating.points}?" if rating.provisional else str(rating.points)


def changed_rating(change: RatingChange) -> str:
    """Return a rating after a game, and by how much that changed it once it means something."""
    rating = rating_text(change.after, deviation=change.deviation)
    points = signed(round(change.after) - round(change.before))
    return rating if change.is_provisional else f"{rating} ({points})"


def signed(points: int) -> str:
    """Return a change in points with its sign, also if it's none: ``+12``, ``±0``."""
    if not points:
        return "\N{PLUS-MINUS SIGN}0"
    return f"\N{MINUS SIGN}{-points}" if points < 0 else f"+{points}"


def permission_name(words: Words, key: str) -> str:
    """Return the name of a permission in Discord's settings."""
    return {
        # Translators: permissions: use the names that Discord's settings have in your language.
        "view_channel": words.say("View Channel"),
        "send_messages": words.say("Send Messages"),
        "send_messages_in_threads": words.say("Send Messages in Threads"),
        "create_public_threads": words.say("Create Public Threads"),
        "attach_files": words.say("Attach Files"),
    }[key]


_SUBCOMMANDS = {AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value}


@dataclass(frozen=True, slots=True)
class KnownCommands:
    """The commands that Discord has: their ids and English descriptions, by names such as ``pyrga help``.

    >>> KnownCommands({"pyrga help": 7}).linked("See /pyrga help for more.")
    'See </pyrga help:7> for more.'
    """

    ids: Mapping[str, int] = field(default_factory=dict)
    descriptions: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, known: Iterable[Mapping[str, Any]]) -> Self:
        """Return the commands as Discord lists them."""
        parts = [(int(each["id"]), *part) for each in known for part in _parts(each, each["name"])]
        return cls(
            {name: number for number, name, _ in parts}, {name: description for _, name, description in parts}
        )

    def described(self, words: Words, name: str) -> str:
        """Return a command and what it does, as Discord's menu says it."""
        description = self.descriptions.get(name, "")
        translated = words.label("description of a command", description) if description else ""
        return f"/{name} {translated}".rstrip()

    def linked(self, text: str) -> str:
        """Return ``text`` with a mention in place of every command.

        Code blocks stay as they are, and so does anything that people wrote, which is escaped.
        """
        return _COMMAND.sub(self._mention, text)

    def link(self, view: ui.LayoutView) -> None:
        """Replace the commands in all texts of a message with mentions."""
        for item in view.walk_children():
            if isinstance(item, ui.TextDisplay):
                item.content = self.linked(item.content)

    def _mention(self, found: re.Match[str]) -> str:
        for name in (f"{found['name']}{found['last']}", found["name"]):
            if name in self.ids:
                return f"</{name}:{self.ids[name]}>{found[0].removeprefix(f'/{name}')}"
        return found[0]


UNKNOWN_COMMANDS = KnownCommands()
"""Used until Discord has listed the commands."""


def _parts(command: Mapping[str, Any], name: str) -> Iterator[tuple[str, str]]:
    """Yield the whole names of a command's subcommands, or else its own, each with its description."""
    parts = [option for option in command.get("options") or () if option["type"] in _SUBCOMMANDS]
    for part in parts:
        yield from _parts(part, f"{name} {part['name']}")
    if not parts:
        yield name, command["description"]
