"""Cups as values, in any state, without a database."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from bot.values.events import cup_changes, event_changes
from bot.values.events.cup import Cup, CupTerms
from bot.values.events.parts import Card, EventStatus
from bot.values.players import Place, Player, ThemeName
from bot.values.standings import Strength
from engine import Ruleset

NOW = datetime(2026, 11, 26, tzinfo=UTC)
TERMS = CupTerms("Winter Cup", Ruleset.PYRGA, starts_at=NOW + timedelta(days=2))


def open_cup(people: int, terms: CupTerms = TERMS, named: str = "Member {number}") -> Cup:
    """Return a cup that so many people have joined. The first one is the strongest."""
    card = Card(Place(10, 20), 30, "en-US", ThemeName.AEGEAN, message_id=40)
    cup = Cup(number=1, terms=terms, cards=(card,), created_at=NOW)
    for number in range(people):
        player = Player(100 + number, named.format(number=number))
        cup = cup_changes.join(cup, player, Strength(1900 - 10 * number, provisional=False), NOW)
    return cup


def started(cup: Cup) -> Cup:
    """Return the cup after its start, with all games begun as games that are numbered from 1."""
    return with_games(cup_changes.start(cup, {}, cup.starts_at))


def with_games(cup: Cup) -> Cup:
    """Return the cup with all games of its stage begun."""
    number = 1 + max((game.number or 0 for stage in cup.stages for game in stage.games), default=0)
    while cup.unstarted:
        cup = event_changes.begin_game(cup, cup.unstarted[0], number)
        number += 1
    return cup


def played(cup: Cup, random: Random) -> Iterator[Cup]:
    """Play a started cup to its end; yield it after every result and every stage."""
    while cup.status is EventStatus.RUNNING:
        if cup.running:
            game = random.choice(cup.running)
            cup = event_changes.result(cup, game.number or 0, score=random.choice((1.0, 0.5, 0.0)))
        else:
            cup = with_games(cup_changes.end_stage(cup, cup.starts_at))
        yield cup


def over(people: int, random: Random, terms: CupTerms = TERMS) -> Cup:
    """Return a cup of so many people that was played to its end."""
    *_, last = played(started(open_cup(people, terms)), random)
    return last


def in_language(cup: Cup, language: str) -> Cup:
    """Return the cup with its card in this language."""
    return cup.with_card(0, replace(cup.card, language=language))
