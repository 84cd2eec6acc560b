"""What differs between what's stored of events and what the rules make of their entrants and games."""

from collections import Counter
from collections.abc import Iterator, Mapping

from bot.values.events.cup import Cup
from bot.values.events.event import Event
from bot.values.events.groups import advancing, by_strength, dealt, group
from bot.values.events.league import League, placed_after, sizes_of
from bot.values.events.night import Night
from bot.values.events.parts import EventStatus, Group

Result = tuple[int, int, float | None]
"""The ids of White and Black in a game of an event, and White's points, if it has a result."""


def differing_games(event: Event, results: Mapping[int, Result]) -> Iterator[str]:
    """Yield how the games of an event differ from the ``results`` under their numbers."""
    for game in (game for stage in event.stages for game in stage.games if game.number is not None):
        white, black, score = results.get(game.number or 0, (0, 0, None))
        if {white, black} != {*game.players}:
            yield f"game #{game.number} isn't between the two who should play it"
        elif game.counts and not game.forfeited and score not in {None, game.score_of(white)}:
            yield f"game #{game.number} ended in another way than is known here"


def differing_cup(cup: Cup) -> Iterator[str]:
    """Yield what differs in the groups, pairings, and medals of a cup."""
    for number, stage in enumerate(cup.stages):
        late = {each.player.id for each in cup.entrants if each.joined_at > cup.stages[0].started_at}
        late = late if number == 0 else set()
        if cup.terms.has_stages and _people(stage.groups, late) != _people(
            _expected(cup, number, late), late
        ):
            yield f"the groups of stage {number + 1} should have other people"
        for each in stage.groups:
            whole = group(each.number, each.people, double=cup.terms.double)
            if late.isdisjoint(each.people) and _pairs(whole) != _pairs(each):
                yield f"group {each.number} of stage {number + 1} should have other games"
    if cup.status is EventStatus.OVER and dict(cup.leaders) != dict(cup.won):
        yield "others should have won"


def differing_night(night: Night) -> Iterator[str]:
    """Yield what differs in the pairings and the winners of a game night."""
    last: dict[int, int] = {}
    for game in night.games:
        if last.get(game.white) == game.black or last.get(game.black) == game.white:
            yield f"{game.white} and {game.black} played each other twice in a row"
        last |= {game.white: game.black, game.black: game.white}
    won = {each.player.id: each.medal for each in night.entrants if each.medal is not None}
    if night.status is EventStatus.OVER and {each.player.id: each.place for each in night.leaders} != won:
        yield "others should have won"


def _expected(cup: Cup, stage: int, late: set[int]) -> tuple[Group, ...]:
    """Return the groups that a stage should have begun with."""
    people = by_strength(each for each in cup.entrants if each.player.id not in late)
    if stage:
        people = advancing(cup.stages[stage - 1].groups, cup.present_in(stage - 1), cup.entrants)
    return dealt(people, double=cup.terms.double)


def _people(groups: tuple[Group, ...], late: set[int]) -> list[set[int]]:
    return [{*each.people} - late for each in groups]


def _pairs(of: Group) -> Counter[frozenset[int]]:
    return Counter(frozenset(game.players) for game in of.games)


def differing_league(league: League, month: Cup) -> Iterator[str]:
    """Yield what differs in what a league knows of its last ``month``."""
    if league.sizes != sizes_of(month):
        yield "the divisions of its last month should have other sizes"
    for member in league.members:
        has_stayed = month.ended_at is not None and member.joined_at < month.ended_at
        if has_stayed and member != placed_after(month, member):
            yield f"{member.player.id} should have another place"
