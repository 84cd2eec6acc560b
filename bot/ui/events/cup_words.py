"""What a cup is called, and its terms and rules in sentences."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from discord.utils import format_dt

from bot.locale import Words
from bot.ui.text.status import duration_name
from bot.ui.text.words import cup_title, escaped, link_to, name, player_in, relative_time, rules_lines
from bot.use_cases.games.storing import MOST_RATED
from bot.values.events.cup import FEWEST_EVERYWHERE, Cup, CupTerms
from bot.values.events.event import Event
from bot.values.events.parts import EventGame, Leaving
from bot.values.players import Player
from engine import Start

E = TypeVar("E", bound=Event)

_TROPHY = "🏆"

_LONGEST_LIST = 1800
"""Maximum number of characters of the names on a card, which has other texts."""


class Joined(Protocol):
    """Someone who has joined an event."""

    @property
    def player(self) -> Player:
        """Return who it is."""


_FRACTIONS = ("", "¼", "½", "¾")


def cup_name(words: Words, cup: Cup) -> str:
    """Return what a cup is called, in bold, safe inside a message."""
    return f"**{escaped(plain_cup_name(words, cup))}**"


def plain_cup_name(words: Words, cup: Cup) -> str:
    """Return what a cup is called where markdown doesn't work, such as on pictures."""
    return cup_title(words, cup.terms)


def cup_link(cup: Cup) -> str:
    """Return the link to the card of a cup, or to its channel if the card isn't known."""
    return link_to(cup.card.place, cup.card.message_id)


def with_trophy(words: Words, cup: Cup, text: str) -> str:
    """Return a text that names a cup with a trophy before it, unless the name has one."""
    return text if _TROPHY in plain_cup_name(words, cup) else f"{_TROPHY} {text}"


def linked_cup(words: Words, cup: Cup) -> str:
    return f"[{escaped(plain_cup_name(words, cup))}]({cup_link(cup)})"


def number_text(number: float) -> str:
    """Return points, or what breaks a tie, with fractions as people write them: ``4½``."""
    whole, quarters = divmod(round(4 * number), 4)
    return f"{whole or '' if quarters else whole}{_FRACTIONS[quarters]}"


def points_line(words: Words, points: float) -> str:
    """Return how many points someone has: ``4½ points``."""
    number = number_text(points)
    if not points % 1:
        return words.count("{number} point", "{number} points", int(points))
    if points < 1:
        # Translators: {number} is "½".
        return words.label("with a half", "{number} point", number=number)
    # Translators: {number} is such as "4½".
    return words.label("with a half", "{number} points", number=number)


def term_lines(words: Words, terms: CupTerms) -> list[str]:
    """Return what a cup's games are like, with one sentence for each term."""
    return [
        *rules_lines(words, terms.ruleset),
        time_sentence(words, terms.move_seconds),
        words.count(
            "Rated: up to {count} game a day (UTC) with the same person changes ratings. All games count "
            "here.",
            "Rated: up to {count} games a day (UTC) with the same person change ratings. All games count "
            "here.",
            MOST_RATED,
            count=MOST_RATED,
        )
        if terms.rated
        else words.say("Casual: ratings don't change."),
        _start(words, terms.start),
        *([words.say("Each pair plays two games, with reversed colors.")] if terms.double else []),
        _length(words, terms),
        *([] if terms.vacations else [words.say("Vacations don't stop clocks.")]),
    ]


def time_sentence(words: Words, move_seconds: int) -> str:
    """Return how much time players have for a move."""
    # Translators: {duration} is how long a move can take, such as "1 day".
    return words.say(
        "Time per move: {duration}. If you run out of time, you lose.",
        duration=duration_name(words, move_seconds),
    )


def _start(words: Words, start: Start) -> str:
    return {
        Start.PLAIN: words.say("Plain start: White moves first."),
        Start.BALANCED: words.say(
            "Balanced start: White's first piece is placed at random to be fair. Black moves next."
        ),
        Start.SWAP: words.say("Swap start: after White's first move, Black can take over White's side."),
    }[start]


def length_sentence(words: Words, days: int) -> str:
    """Return how long an event is played."""
    return words.count(
        "Play ends after {days} day, or when all games are over.",
        "Play ends after {days} days, or when all games are over.",
        days,
        days=days,
    )


def _length(words: Words, terms: CupTerms) -> str:
    sentence = length_sentence(words, terms.days)
    if not terms.has_stages:
        return sentence
    each = words.say("With more than 8 people, that's for each stage.")
    return f"{sentence} {each}"


def start_line(words: Words, cup: Cup) -> str:
    """Return when a cup that's open starts."""
    if cup.postponed_until is not None:
        # Translators: Discord shows {start} as a date and time, and {time} relative to now: "in 20 hours".
        sentence = words.say("Not enough people joined in time, so it starts a day later: {start} ({time}).")
    elif cup.terms.wanted is not None:
        left = cup.terms.wanted - len(cup.entrants)
        if left <= 0:
            return words.say("It starts in a moment.")
        return words.count(
            "Starts when {all} people have joined: {count} more is needed.",
            "Starts when {all} people have joined: {count} more are needed.",
            left,
            all=cup.terms.wanted,
            count=left,
        )
    else:
        # Translators: Discord shows {start} as a date and time, and {time} relative to now: "in 2 days".
        sentence = words.say("Starts {start} ({time}).")
    return sentence.format(start=format_dt(cup.starts_at, "f"), time=relative_time(cup.starts_at))


def joined_line(words: Words, people: Sequence[Joined], *, longest: int = _LONGEST_LIST) -> str:
    """Return how many people have joined, and who, as far as there's room for names in so many characters."""
    if not people:
        return words.say("No one has joined yet.")
    # Translators: {names} are names of people, separated by commas.
    return words.count(
        "**{count} person** has joined: {names}",
        "**{count} people** have joined: {names}",
        len(people),
        count=len(people),
        names=listed_names(people, longest=longest),
    )


def people_in(words: Words, event: E) -> E:
    """Return an event whose deleted players have the name for those in these words."""
    return replace(
        event,
        entrants=tuple(replace(each, player=player_in(words, each.player)) for each in event.entrants),
    )


def listed_names(people: Sequence[Joined], *, longest: int = _LONGEST_LIST) -> str:
    """Return the names of people, separated by commas, as far as they fit into so many characters."""
    listed = ", ".join(name(each.player) for each in people)
    if len(listed) > longest:
        return f"{listed[:longest].rpartition(', ')[0]}, …"
    return listed


def games_line(words: Words, games: Sequence[EventGame]) -> str:
    """Return how many games of an event are over. Those that are struck don't count."""
    played = [game for game in games if not game.struck]
    # Translators: how many games of a cup are over, such as "12 of 28".
    return words.count(
        "{done} of {all} game is over.",
        "{done} of {all} games are over.",
        len(played),
        done=sum(game.counts for game in played),
        all=len(played),
    )


def void_line(words: Words, cup: Cup, games: Sequence[EventGame]) -> str:
    """Return why some games of a cup don't count, with a sentence for each person; empty if all count."""
    reasons = Counter(_why_void(cup, game) for game in games if game.struck)
    return " ".join(_void_sentence(words, cup, who, count) for who, count in reasons.items())


def _why_void(cup: Cup, game: EventGame) -> int | None:
    """Return the id of the player because of whom a game doesn't count; None if a moderator annulled it."""
    left = [player_id for player_id in game.players if cup.why_left(player_id) is not None]
    return max(left, key=lambda player_id: cup.why_left(player_id) is Leaving.NO_SHOW, default=None)


def _void_sentence(words: Words, cup: Cup, who: int | None, count: int) -> str:
    if who is None:
        return words.count(
            "A moderator annulled {count} game.", "A moderator annulled {count} games.", count, count=count
        )
    player = name(cup.player(who))
    if cup.why_left(who) is Leaving.NO_SHOW:
        # Translators: {player} is someone's name.
        return words.count(
            "{player} never made a move, so {count} game doesn't count.",
            "{player} never made a move, so {count} games don't count.",
            count,
            player=player,
            count=count,
        )
    # Translators: {player} is someone's name.
    return words.count(
        "{player} left early, so {count} game doesn't count.",
        "{player} left early, so {count} games don't count.",
        count,
        player=player,
        count=count,
    )


def rules_text(words: Words, cup: Cup) -> str:
    """Return the terms of a cup, and the rules of all cups."""
    # Translators: a heading; {cup} is the name of a cup.
    title = words.say("Rules of {cup}", cup=escaped(plain_cup_name(words, cup)))
    groups = words.say(
        "Up to 8 people are one group. More are split into groups of about 6, from which the best advance to "
        "the next stage, until one group is left: the final."
    )
    divisions = words.say(
        "Divisions have up to 8 people. After the month, the best one or two move up, and the last one or "
        "two move down."
    )
    late_entry = words.say(
        "People can still join a group with a free place during the first fifth of the time."
    )
    medals = words.count(
        "The first three places get medals. If fewer than {count} person plays, they only count in this "
        "server.",
        "The first three places get medals. If fewer than {count} people play, they only count in this "
        "server.",
        FEWEST_EVERYWHERE,
        count=FEWEST_EVERYWHERE,
    )
    rules = [
        words.say("All games of a group start at once, and everyone in it plays everyone else."),
        groups if cup.terms.has_stages else divisions,
        words.say("A win is 1 point, and a draw is ½."),
        words.say(
            "Ties are broken by the points of the people you beat and half of those you drew with "
            "(Sonneborn-Berger), then by the games among those who are tied and haven't left, then by wins "
            "as Black. Anyone still tied shares the place."
        ),
        words.say("No one can give you more time. Vacations pause your clocks for up to 7 days."),
        _no_shows(words, cup.terms.move_seconds),
        words.say(
            "Games still being played when time is up are decided by their exact value: what perfect play "
            "leads to. They're marked with * and aren't rated."
        ),
        words.say(
            "If you leave before half of your games are over, none of them count in the table. After that, "
            "the rest count as lost."
        ),
        *([late_entry, medals] if cup.terms.has_stages else []),
    ]
    lines = [*term_lines(words, cup.terms), *rules]
    return "\n".join([f"### {title}", *(f"- {line}" for line in lines)])


def _no_shows(words: Words, move_seconds: int) -> str:
    # Translators: {duration} is such as "2 days".
    sentence = words.say(
        "Make your first move within {duration}. Otherwise you're taken out, and can't join cups for a "
        "while.",
        duration=duration_name(words, move_seconds + 24 * 3600),
    )
    extended = words.say("If that would leave no game, there's one more day, once.")
    return f"{sentence} {extended}"
