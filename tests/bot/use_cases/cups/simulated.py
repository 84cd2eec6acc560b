"""Cups and leagues in which anything happens, under both implementations of the rules at the same time."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random

from bot.store.events.cups import ROWS
from bot.values.errors import Refusal
from bot.values.events import cup_changes, event_changes, league
from bot.values.events.cup import FEWEST, MOVE_TIMES, Cup, CupTerms
from bot.values.events.groups import advancing, table
from bot.values.events.league import League
from bot.values.events.parts import LENGTHS, Card, Entrant, EventGame, EventStatus, Leaving, Stage
from bot.values.players import Place, Player, ThemeName
from bot.values.standings import Strength
from engine import Ruleset
from tests.bot.use_cases.cups.second_league import SecondLeague
from tests.bot.use_cases.cups.second_rules import RefusedError, SecondCup

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
CARD = Card(Place(2, 3), 4, "en-US", ThemeName.AEGEAN)
SELDOM = 0.1
"""How often everything is compared: it takes long."""

SCORES = (0.0, 0.5, 1.0)


def restarted(cup: Cup) -> Cup:
    """Return a cup as it's read after it was written."""
    people = [entrant.player.id for entrant in cup.entrants]
    return ROWS.columns.read(ROWS.columns.write(cup), people, cards=cup.cards, entrants=cup.entrants)


def leave(leaving: Leaving, cup: Cup, player_id: int) -> Cup:
    return cup_changes.leave(cup, player_id, leaving)


def strength(random: Random) -> tuple[float, bool]:
    """Return a rating, one of so few that some are equal, and whether it's provisional."""
    return float(random.randint(12, 18) * 100), random.random() < 0.3


class TwoCups:
    """A cup under both rules, and the time in it. Everything's compared after each act."""

    def __init__(self, random: Random, cup: Cup, second: SecondCup) -> None:
        self.random = random
        self.cup = cup
        self.second = second
        self.now = cup.created_at
        self.games = 0

    @classmethod
    def made(cls, random: Random) -> "TwoCups":
        """Return a cup on random terms, which no one has joined."""
        wanted = random.choice([None, None, random.randint(3, 40)])
        starts_at = NOW + random.randint(1, 20) * DAY if wanted is None else None
        days, move_seconds = random.choice(LENGTHS), random.choice(MOVE_TIMES)
        double = random.random() < 0.3
        terms = CupTerms(
            "Cup",
            Ruleset.PYRGA,
            move_seconds=move_seconds,
            days=days,
            double=double,
            starts_at=starts_at,
            wanted=wanted,
        )
        second = SecondCup(
            starts_at=starts_at,
            wanted=wanted,
            created_at=None if wanted is None else NOW,
            days=days,
            move_seconds=move_seconds,
            double=double,
        )
        return cls(random, Cup(number=1, terms=terms, cards=(CARD,), created_at=NOW), second)

    # Both do the same

    def both(self, change: Callable[[Cup], Cup], second: Callable[[SecondCup], None]) -> None:
        """Let the same happen under both rules. Either both refuse, or neither does."""
        before = self.cup
        refused = None
        try:
            self.cup = change(self.cup)
        except Refusal as error:
            refused = error
        also = False
        try:
            second(self.second)
        except RefusedError:
            also = True
        assert (refused is not None) == also, (refused, also)
        assert self.cup is before or self.cup.revision > before.revision
        if self.random.random() < 0.1:
            after = restarted(self.cup)
            assert after == self.cup
            self.cup = after
        self.compare()

    def join(self, player_id: int) -> None:
        given = strength(self.random)
        self.both(
            lambda cup: cup_changes.join(cup, Player(player_id, "p"), Strength(*given), self.now),
            lambda second: second.join(player_id, given, self.now),
        )

    def wait(self) -> None:
        self.now += timedelta(minutes=self.random.choice([7, 500, 1441, 4321, 12_961]))

    def advance(self) -> None:
        """Do what's due, and begin the games that can."""
        if self.cup.is_given_up(self.now):
            assert self.second.is_given_up(self.now)
            self.both(lambda cup: event_changes.cancel(cup, self.now), SecondCup.cancel)
        if self.cup.is_start_due(self.now):
            strengths = {
                entrant.player.id: strength(self.random)
                for entrant in self.cup.entrants
                if self.random.random() < 0.5
            }
            self.both(
                lambda cup: cup_changes.start(
                    cup, {each: Strength(*given) for each, given in strengths.items()}, self.now
                ),
                lambda second: second.start(self.now, strengths),
            )
        if self.cup.paused_at is not None:
            return
        self._begin()
        self._take_out()
        while self.cup.is_stage_over(self.now):
            self._end_stage()
            self._begin()

    def _begin(self) -> None:
        unstarted = self.cup.unstarted
        # Some games can't begin yet, because someone plays too many.
        for planned in unstarted[: self.random.choice([len(unstarted), len(unstarted), 3])]:
            self.games += 1
            self.cup = event_changes.begin_game(self.cup, planned, self.games)

    def _take_out(self) -> None:
        share = self.random.choice([0.9, 0.9, 0.1])
        moved = {entrant.player.id for entrant in self.cup.entrants if self.random.random() < share}
        absent = self.cup.no_shows(moved, self.now)
        if self.cup.no_show_check_at is None or self.cup.no_show_check_at > self.now:
            return
        checked_at = None if self.cup.stage is None else self.cup.stage.checked_at
        also = [
            player_id
            for player_id in self.second.no_shows(self.now, moved)
            if checked_at is None or self.second.first_move_by(player_id) > checked_at
        ]
        assert set(absent) == set(also)
        self.cup = event_changes.checked(self.cup, self.now)
        if absent:
            self.both(
                lambda cup: cup_changes.take_out(cup, absent, self.now),
                lambda second: second.miss(absent, self.now),
            )
            self._begin()

    def _end_stage(self) -> None:
        assert self.second.is_stage_over(self.now)
        for game in self.cup.running:
            self._result(game, adjudicated=True)
        if self.cup.stage is not None:
            self._compare_stage(self.cup.stage)
        self.both(lambda cup: cup_changes.end_stage(cup, self.now), lambda second: second.end_stage(self.now))

    def _result(self, game: EventGame, *, adjudicated: bool = False) -> None:
        score, number = self.random.choice(SCORES), game.number or 0
        take = SecondCup.adjudicate if adjudicated else SecondCup.result
        self.both(
            lambda cup: event_changes.result(cup, number, score=score, adjudicated=adjudicated),
            lambda second: take(second, game.white, game.black, score),
        )

    def result(self) -> None:
        begun = [game for game in self.cup.games if game.number is not None]
        running = self.cup.running
        if running and self.random.random() < 0.95:
            self._result(self.random.choice(running))
        elif begun and self.cup.status is EventStatus.RUNNING:
            self._result(self.random.choice(begun))

    def annul(self) -> None:
        begun = [game for game in self.cup.games if game.number is not None]
        if begun and self.cup.status is EventStatus.RUNNING:
            game = self.random.choice(begun)
            self.both(
                lambda cup: event_changes.annul(cup, game.number or 0, self.now),
                lambda second: second.annul(game.white, game.black, self.now),
            )

    def leave(self) -> None:
        """Have someone leave in one of the ways, or try to."""
        if not self.cup.entrants:
            return
        player_id = self.random.choice(self.cup.entrants).player.id
        way = self.random.choice(["left", "removed", "deleted"])
        entrant = self.cup.entrant(player_id)
        if way == "deleted" and (self.cup.stage is None or entrant in self.cup.playing):
            if self.cup.ended_at is None:
                self._let_out(
                    cup_changes.forget, lambda second, each: second.leave(each, "deleted"), player_id
                )
        elif way == "removed":
            self._let_out(partial(leave, Leaving.REMOVED), SecondCup.remove, player_id)
        else:
            self._let_out(partial(leave, Leaving.LEFT), SecondCup.leave, player_id)

    def _let_out(
        self,
        change: Callable[[Cup, int], Cup],
        second: Callable[[SecondCup, int], None],
        player_id: int,
    ) -> None:
        self.both(lambda cup: change(cup, player_id), lambda each: second(each, player_id))

    def prolong(self) -> None:
        self.both(cup_changes.prolong, SecondCup.prolong)

    def pause(self) -> None:
        if self.cup.ended_at is not None:
            return
        if self.cup.paused_at is None:
            self.both(lambda cup: cup_changes.pause(cup, self.now), lambda second: second.pause(self.now))
            self.now += timedelta(minutes=self.random.choice([30, 400, 2000, 5000, 8640, 11_520]))
            if self.cup.is_given_up(self.now):
                return
        self.both(lambda cup: cup_changes.resume(cup, self.now), lambda second: second.resume(self.now))

    def cancel(self) -> None:
        self.both(lambda cup: event_changes.cancel(cup, self.now), SecondCup.cancel)

    # What's compared

    def compare(self) -> None:
        cup, second = self.cup, self.second
        assert cup.status == second.status
        assert [entrant.player.id for entrant in cup.entrants] == second.entrants
        gone = {entrant.player.id: entrant.left for entrant in cup.entrants if entrant.left is not None}
        assert {each: left.value for each, left in gone.items()} == second.gone
        if cup.stage is None:
            return
        if cup.ended_at is not None or self.random.random() < SELDOM:
            self._compare_stage(cup.stage)

    def _compare_stage(self, stage: Stage) -> None:
        cup, second = self.cup, self.second
        present = cup.present_in(len(cup.stages) - 1)
        assert len(cup.stages) == max(second.stage, 1)
        assert (stage.started_at, stage.ends_at) == (second.started_at, second.ends_at)
        assert [list(group.people) for group in stage.groups] == second.groups
        for group, games in zip(stage.groups, second.games, strict=True):
            assert [game.players for game in group.games] == games
        for game in stage.games:
            struck = game.players in second.struck
            assert game.struck == struck
            if not struck:
                assert game.score == second.scores.get(game.players)
                assert game.forfeited == (game.players in second.forfeited)
                assert game.adjudicated == (game.players in second.adjudicated)
        for number, group in enumerate(stage.groups):
            rows = table(group, present)
            assert {row.player_id: row.place for row in rows if row.place} == second.places(number)
            ranks = {row.player_id: row.rank for row in rows if row.rank}
            assert list(ranks.items()) == list(second.present_places(number).items())
            self._check(group.games)
        if not cup.is_final and cup.terms.has_stages:
            assert advancing(stage.groups, present, cup.entrants) == second.advancing()
        if cup.status is EventStatus.OVER and cup.terms.has_stages:
            assert cup.medals == second.medals()

    def _check(self, games: tuple[EventGame, ...]) -> None:
        """Check what's true under any rules: points add up, and each couple has its games once."""
        assert len({game.players for game in games}) == len(games)
        counted = [game for game in games if game.counts]
        people = {player_id for game in games for player_id in game.players}
        points = sum(game.score_of(each) for each in people for game in counted if each in game.players)
        assert points == len(counted)


OTHERS: list[Callable[[TwoCups], None]] = [
    *10 * [TwoCups.wait],
    *8 * [TwoCups.leave],
    *8 * [TwoCups.annul],
    *2 * [TwoCups.prolong],
    TwoCups.pause,
]
PACES = (30, 100, 400)
"""How often games end, compared with ``OTHERS``."""


def play_cup(seed: int) -> None:
    """Play a random cup to its end under both rules; fail if they differ."""
    random = Random(seed)
    two = TwoCups.made(random)
    people = random.choice([random.randint(1, 8), random.randint(3, 64), random.randint(3, 64)])
    acts = [*OTHERS, *random.choice(PACES) * [TwoCups.result]]
    for player_id in range(101, 101 + people):
        two.join(player_id)
        if random.random() < 0.1:
            random.choice([TwoCups.leave, TwoCups.wait, TwoCups.pause])(two)
            two.join(random.randint(101, 164))
        two.advance()
    while two.cup.ended_at is None:
        if two.cup.status is EventStatus.OPEN:
            two.now += DAY
        if random.random() < 0.02:
            two.join(random.randint(101, 300))
        if random.random() < 0.0005:
            two.cancel()
        random.choice(acts)(two)
        two.advance()


@dataclass
class TwoLeagues:
    """A league under both rules."""

    random: Random
    league: League
    second: SecondLeague
    now: datetime = NOW
    month: TwoCups | None = None
    people: int = 100
    known: dict[int, tuple[float, bool]] = field(default_factory=dict)

    def join(self) -> None:
        """Have someone new join, or someone who may be in it."""
        self.people += 1
        player_id = self.random.choice([self.people, self.people, self.random.randint(101, self.people)])
        given = self.known.setdefault(player_id, strength(self.random))
        with suppress(Refusal):
            self.league = league.join(self.league, Player(player_id, "p"), self.now)
        with suppress(RefusedError):
            self.second.join(player_id, given, self.now)
        self.compare()

    def leave(self) -> None:
        if not self.league.members:
            return
        player_id = self.random.choice(self.league.members).player.id
        why = self.random.choice([Leaving.LEFT, Leaving.REMOVED, Leaving.DELETED])
        if self.month is not None and self.month.cup.entrant(player_id) in self.month.cup.playing:
            self.month.cup = cup_changes.leave(self.month.cup, player_id, why)
        self.league = league.leave(self.league, player_id)
        self.second.leave(player_id, why)
        self.compare()

    def stop(self) -> None:
        self.league = league.stop(self.league, self.now)
        self.second.stop()

    def begin_month(self) -> None:
        assert self.league.next_at is not None
        self.now = max(self.now, self.league.next_at)
        changed = {
            member.player.id: strength(self.random)
            for member in self.league.members
            if self.random.random() < 0.7
        }
        if len(self.league.members) >= FEWEST:
            self.known |= changed
        strengths = {
            member.player.id: Strength(*self.known[member.player.id]) for member in self.league.members
        }
        divisions = self.league.divisions(strengths)
        self.second.next_month(self.now, changed)
        if not divisions:
            self.league = league.put_off(self.league, self.now)
            return
        entrants = tuple(
            Entrant(member.player, self.now, strengths[member.player.id]) for member in self.league.members
        )
        number = self.league.month + 1
        cup = Cup(
            number=number, terms=self.league.terms, cards=(CARD,), created_at=self.now, entrants=entrants
        )
        cup = cup_changes.start_divisions(cup, divisions, self.now)
        self.league = league.begin_month(self.league, number)
        assert self.second.month is not None
        self.month = TwoCups(self.random, cup, self.second.month)
        self.month.compare()

    def play_month(self) -> None:
        """Play a month to its end, while people join, leave, and don't show up."""
        assert self.month is not None
        while self.month.cup.status is EventStatus.RUNNING:
            self.now = self.month.now
            act = self.random.random()
            if act < 0.02:
                self.join()
            elif act < 0.03:
                self.leave()
            elif act < 0.0305:
                self._end(canceled=True)
                return
            elif act < 0.031:
                self.month.pause()
                if self.month.cup.is_given_up(self.month.now):
                    self._end(canceled=True)
                    return
            elif act < 0.03105 and self.league.stopped_at is None:
                self.stop()
            else:
                self.random.choice([TwoCups.result, TwoCups.result, TwoCups.annul, TwoCups.wait])(self.month)
            self._advance(self.month)
        self._end()

    def _advance(self, month: TwoCups) -> None:
        month._begin()
        month._take_out()
        gone = [each.player.id for each in month.cup.entrants if each.left is not None]
        for player_id in gone:
            if self.league.member(player_id) is not None and player_id in self.second.members:
                member = self.league.member(player_id)
                assert member is not None
                if member.joined_at <= month.cup.created_at:
                    self.league = league.leave(self.league, player_id)
                    self.second.forget(player_id)
        if month.cup.is_stage_over(month.now):
            for game in month.cup.running:
                month._result(game, adjudicated=True)
            month.cup = cup_changes.end_stage(month.cup, month.now)

    def _end(self, *, canceled: bool = False) -> None:
        assert self.month is not None
        self.now = self.month.now
        if canceled:
            is_given_up = self.month.cup.is_given_up(self.now)
            self.month.cup = event_changes.cancel(self.month.cup, self.now)
            self.second.cancel_month(self.now, given_up=is_given_up)
        else:
            self.second.end_month(self.now)
            assert self.month.cup.champions == set(self.second.champions)
            up, down, _ = self.second.moves()
            moved = [league.movers(self.month.cup, division) for division in self.month.cup.stages[0].groups]
            assert [(list(risen), list(fallen)) for risen, fallen in moved] == [*zip(up, down, strict=True)]
        self.league = league.end_month(self.league, self.month.cup, self.now)
        self.month = None
        self.compare()

    def compare(self) -> None:
        assert [member.player.id for member in self.league.members] == self.second.members
        assert self.league.champions == set(self.second.champions)
        assert self.league.sizes == tuple(self.second.sizes)
        assert (self.league.stopped_at is not None) == self.second.stopped
        if self.month is None and not self.second.stopped:
            assert self.league.next_at == self.second.next_at
            strengths = {
                member.player.id: Strength(*self.known[member.player.id]) for member in self.league.members
            }
            if self.league.divisions(strengths):
                order = [player_id for each in self.league.divisions(strengths) for player_id in each]
                assert order == self.second.order()


def play_league(seed: int) -> None:
    """Play a year of a random league under both rules; fail if they differ."""
    random = Random(seed)
    first = NOW + 3 * DAY
    made = League(1, 2, 3, 4, Ruleset.PYRGA, 86_400, "en-US", ThemeName.AEGEAN, NOW, next_at=first)
    two = TwoLeagues(random, made, SecondLeague(first))
    for _ in range(random.choice([random.randint(1, 6), random.randint(3, 64)])):
        two.join()
    while two.now < NOW + 365 * DAY and two.league.stopped_at is None:
        two.begin_month()
        if two.month is not None:
            two.play_month()
        for _ in range(random.randint(0, 4)):
            random.choice([two.join, two.join, two.leave])()
