"""A second implementation of the rules of cups, written only from their text and very plainly.

Nothing here comes from the bot: a game is its two players, what's known of it is in lists and dictionaries,
and every question goes through all of them again. It's slow, but easy to check by eye.
"""

from collections.abc import Callable, Collection, Container, Mapping
from datetime import datetime, timedelta

Strength = tuple[float, bool]
"""A rating, and whether it's provisional."""

Game = tuple[int, int]
"""White and Black. In a stage, no two games have the same White and the same Black."""

DAY = timedelta(days=1)

BERGER = {
    2: "1-2",
    4: "1-4 2-3   4-3 1-2   2-4 3-1",
    6: "1-6 2-5 3-4   6-4 5-3 1-2   2-6 3-1 4-5   6-5 1-4 2-3   3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5   8-5 6-4 7-3 1-2   2-8 3-1 4-7 5-6   8-6 7-5 1-4 2-3"
    "   3-8 4-2 5-1 6-7   8-7 1-6 2-5 3-4   4-8 5-3 6-2 7-1",
}
"""FIDE's tables: the games for so many seats, round after round, with White first."""


class RefusedError(Exception):
    """The rules don't let this happen now. Nothing has changed."""


def must(allowed: bool) -> None:  # noqa: FBT001
    if not allowed:
        raise RefusedError


def games_among(group: list[int], *, double: bool) -> list[Game]:
    """Return all games of a group, in order. An odd group uses the table of the next even number."""
    first: list[Game] = []
    for text in BERGER[len(group) + len(group) % 2].split():
        white, black = (int(seat) for seat in text.split("-"))
        if white <= len(group) and black <= len(group):
            first.append((group[white - 1], group[black - 1]))
    return first + [(black, white) for white, black in first] if double else first


def snake(order: list[int]) -> list[list[int]]:
    """Return the groups of a stage: 1 2 3 3 2 1 1 2 3 and so on."""
    groups: list[list[int]] = [[]]
    while len(order) > 8 and len(groups) * 6 < len(order):
        groups.append([])
    left = list(order)
    row = list(range(len(groups)))
    while left:
        for number in row:
            if left:
                groups[number].append(left.pop(0))
        row.reverse()
    return groups


def numbered(ranking: list[list[int]]) -> dict[int, int]:
    """Return each one's place, if those in a list share theirs: 1, 1, 3."""
    places: dict[int, int] = {}
    for sharers in ranking:
        place = len(places) + 1
        for player in sharers:
            places[player] = place
    return places


class SecondCup:
    """A cup: who joined, and what's known of the games of its current stage.

    It starts at ``starts_at``, or when ``wanted`` people have joined, but then at the latest 30 days after
    ``created_at``.
    """

    def __init__(
        self,
        *,
        starts_at: datetime | None = None,
        wanted: int | None = None,
        created_at: datetime | None = None,
        days: int = 28,
        move_seconds: int = 86400,
        double: bool = False,
        has_stages: bool = True,
    ) -> None:
        self.starts_at = starts_at if created_at is None else created_at + 30 * DAY
        self.wanted = wanted
        self.days = days
        self.move_seconds = move_seconds
        self.double = double
        self.has_stages = has_stages

        self.status = "open"
        self.postponed = False
        self.paused_at: datetime | None = None
        self.entrants: list[int] = []
        self.strengths: dict[int, Strength] = {}
        self.gone: dict[int, str] = {}

        self.stage = 0
        self.started_at: datetime
        self.ends_at: datetime
        self.prolonged = False
        self.groups: list[list[int]] = []
        self.games: list[list[Game]] = []
        self.scores: dict[Game, float] = {}
        self.struck: list[Game] = []
        self.forfeited: list[Game] = []
        self.adjudicated: list[Game] = []
        self.late: dict[int, datetime] = {}
        self.waits_until: datetime | None = None

    # What can happen

    def join(self, player: int, strength: Strength, now: datetime) -> None:
        must(player not in self.entrants and self.paused_at is None and len(self.entrants) < 64)
        if self.status == "open":
            self.entrants.append(player)
            self.strengths[player] = strength
            return
        must(self.status == "running" and self.has_stages and self.stage == 1)
        must(now <= self.started_at + self.days * DAY / 5)
        odd = [number for number, group in enumerate(self.groups) if len(group) % 2 == 1]
        must(odd != [])
        must(self.wanted is None or len(self.entrants) - len(self.late) < self.wanted)
        self.entrants.append(player)
        self.strengths[player] = strength
        self.late[player] = now
        group = self.groups[odd[0]]
        group.append(player)
        for game in games_among(group, double=self.double):
            if player in game and self.both_present(game):
                self.games[odd[0]].append(game)

    def leave(self, player: int, how: str = "left") -> None:
        """Let someone leave. ``how`` says if they were removed, or their data are deleted."""
        must(self.is_present(player))
        if self.status == "open":
            self.entrants.remove(player)
            del self.strengths[player]
            return
        must(self.status == "running" and self.is_in_stage(player))
        self.gone[player] = how
        games = [game for game in self.games_of(player) if game not in self.struck]
        over = [game for game in games if game in self.scores]
        if len(over) * 2 < len(games):
            self.struck += games
            return
        for game in games:
            if game not in over:
                self.forfeited.append(game)
                self.scores[game] = 0.0 if player == game[0] else 1.0

    def remove(self, player: int) -> None:
        self.leave(player, "removed")

    def take_out(self, player: int) -> None:
        """Take out someone who didn't show up."""
        must(self.status == "running" and self.is_present(player) and self.is_in_stage(player))
        self.gone[player] = "no_show"
        self.struck += [game for game in self.games_of(player) if game not in self.struck]

    def miss(self, absent: Collection[int], now: datetime) -> None:
        """Take out those who didn't show up; or, once, if no game would be left, wait a day for them."""
        left = [game for game in self.all_games() if game not in self.struck and not {*game} & {*absent}]
        if left or self.waits_until is not None or now >= self.ends_at:
            for player in absent:
                self.take_out(player)
            return
        self.waits_until = now + DAY
        self.ends_at += DAY
        for white, black in self.all_games():
            loser = {0.0: white, 1.0: black}.get(self.scores.get((white, black), 0.5))
            if loser in absent and (white, black) not in self.forfeited:
                del self.scores[white, black]

    def start(self, now: datetime, strengths: Mapping[int, Strength]) -> None:
        must(self.status == "open" and self.paused_at is None)
        enough = self.wanted is not None and len(self.entrants) >= self.wanted
        must(enough or (self.starts_at is not None and now >= self.starts_at))
        if len(self.entrants) >= 3:
            self.status = "running"
            for player in self.entrants:
                self.strengths[player] = strengths.get(player, self.strengths[player])
            self.deal(snake(sorted(self.entrants, key=self.strength_order)), now)
        elif self.postponed:
            self.status = "canceled"
        else:
            self.postponed = True
            self.starts_at = now + DAY

    def deal(self, groups: list[list[int]], now: datetime) -> None:
        self.stage += 1
        self.started_at = now
        self.ends_at = now + self.days * DAY
        self.prolonged = False
        self.groups = groups
        self.games = [games_among(group, double=self.double) for group in groups]
        self.scores = {}
        self.struck, self.forfeited, self.adjudicated = [], [], []
        self.late = {}

    def result(self, white: int, black: int, score: float) -> None:
        game = (white, black)
        must(self.status == "running" and game in self.all_games())
        if game not in self.struck + self.forfeited:
            self.scores[game] = score
            self.adjudicated = [other for other in self.adjudicated if other != game]

    def adjudicate(self, white: int, black: int, score: float) -> None:
        """Decide a game that ran at the end date by its exact value."""
        self.result(white, black, score)
        if (white, black) not in self.struck + self.forfeited:
            self.adjudicated.append((white, black))

    def annul(self, white: int, black: int, now: datetime) -> None:
        game = (white, black)
        must(self.status == "running" and game in self.all_games())
        if game in self.struck + self.forfeited:
            return
        self.scores.pop(game, None)
        self.adjudicated = [other for other in self.adjudicated if other != game]
        a_third_is_left = (self.ends_at - self.clock(now)) * 3 >= self.ends_at - self.started_at
        if not a_third_is_left or not self.both_present(game):
            self.struck.append(game)

    def prolong(self) -> None:
        must(self.status == "running" and not self.prolonged)
        self.prolonged = True
        self.ends_at += 7 * DAY

    def cancel(self) -> None:
        must(self.status in {"open", "running"})
        self.status = "canceled"

    def pause(self, now: datetime) -> None:
        must(self.status in {"open", "running"})
        if self.paused_at is None:
            self.paused_at = now

    def resume(self, now: datetime) -> None:
        must(self.status in {"open", "running"})
        if self.paused_at is None:
            return
        if self.status == "running":
            self.late = {player: at + (now - self.paused_at) for player, at in self.late.items()}
            self.started_at += now - self.paused_at
            self.ends_at += now - self.paused_at
            if self.waits_until is not None:
                self.waits_until += now - self.paused_at
        self.paused_at = None

    def end_stage(self, now: datetime) -> None:
        """End a stage: every game is decided or struck, or it's the end date and the rest are drawn."""
        must(self.is_stage_over(now))
        for game in self.undecided():
            self.scores[game] = 0.5
            self.adjudicated.append(game)
        going_on = self.advancing()
        if len(going_on) < 2:
            self.status = "over"
        else:
            self.deal(snake(going_on), now)

    # What follows from it

    def clock(self, now: datetime) -> datetime:
        return now if self.paused_at is None else self.paused_at

    def is_stage_over(self, now: datetime) -> bool:
        if self.status != "running" or self.paused_at is not None:
            return False
        return self.undecided() == [] or now >= self.ends_at

    def is_given_up(self, now: datetime) -> bool:
        return self.paused_at is not None and now - self.paused_at >= 7 * DAY

    def is_present(self, player: int) -> bool:
        return player in self.entrants and player not in self.gone

    def is_in_stage(self, player: int) -> bool:
        return any(player in group for group in self.groups)

    def both_present(self, game: Game) -> bool:
        return self.is_present(game[0]) and self.is_present(game[1])

    def strength_order(self, player: int) -> tuple[bool, float, int]:
        rating, provisional = self.strengths[player]
        return provisional, -rating, self.entrants.index(player)

    def all_games(self) -> list[Game]:
        return [game for games in self.games for game in games]

    def games_of(self, player: int) -> list[Game]:
        return [game for game in self.all_games() if player in game]

    def undecided(self) -> list[Game]:
        return [game for game in self.all_games() if game not in self.scores and game not in self.struck]

    def counted(self, player: int) -> list[tuple[int, float]]:
        """Return the opponent and the player's points of each of their games that counts."""
        found = []
        for white, black in self.games_of(player):
            if (white, black) in self.scores and (white, black) not in self.struck:
                score = self.scores[white, black]
                found.append((black, score) if player == white else (white, 1 - score))
        return found

    def points(self, player: int) -> float:
        return sum(score for _, score in self.counted(player))

    def sonneborn_berger(self, player: int) -> float:
        return sum(score * self.points(opponent) for opponent, score in self.counted(player))

    def points_against(self, player: int, others: list[int]) -> float:
        return sum(score for opponent, score in self.counted(player) if opponent in others)

    def wins_as_black(self, player: int) -> int:
        won = [game for game, score in self.scores.items() if score == 0 and game[1] == player]
        return len([game for game in won if game not in self.struck])

    def has_place(self, player: int) -> bool:
        """Return whether someone has a place: anyone who left needs a game that's still in the table."""
        return self.is_present(player) or any(game not in self.struck for game in self.games_of(player))

    def ranking(self, number: int) -> list[list[int]]:
        """Return those of a group who have places, best first.

        Those who share one are in the order of dealing.
        """
        criteria: list[Callable[[int, list[int]], float]] = [
            lambda player, _: self.points(player),
            lambda player, _: self.sonneborn_berger(player),
            lambda player, _: self.is_present(player),
            self.points_against,
            lambda player, _: self.wins_as_black(player),
        ]
        parts = [[player for player in self.groups[number] if self.has_place(player)]]
        for criterion in criteria:
            finer = []
            for equal in parts:
                values = {player: criterion(player, equal) for player in equal}
                finer += [
                    [player for player in equal if values[player] == value]
                    for value in sorted(set(values.values()), reverse=True)
                ]
            parts = finer
        return parts

    def places(self, number: int) -> dict[int, int]:
        """Return the places in a group's table, those of people who left included."""
        return numbered(self.ranking(number))

    def present_places(self, number: int) -> dict[int, int]:
        """Return the places in a group that those who are still there would have without those who left."""
        return numbered([[one for one in part if self.is_present(one)] for part in self.ranking(number)])

    def advancing(self) -> list[int]:
        """Return who advances as the games are now, in the next stage's order of dealing.

        From a final, no one.
        """
        if len(self.groups) == 1 or not self.has_stages:
            return []
        seats = 1 if len(self.groups) >= 5 else 2
        chosen = []
        for number in range(len(self.groups)):
            places = self.present_places(number)
            chosen.append([player for player in places if places[player] <= seats])
        if sum(len(group) for group in chosen) >= sum(len(group) for group in self.groups):
            chosen = [group[:seats] for group in chosen]
        order = []
        for place in (1, 2):
            sharers = []
            for number, group in enumerate(chosen):
                sharers += [player for player in group if self.present_places(number)[player] == place]
            order += sorted(sharers, key=self.strength_order)
        return order

    def medals(self) -> dict[int, int]:
        """Return the medals. Those who left have none, and the next ones get theirs."""
        must(self.status == "over" and self.has_stages)
        places = self.present_places(0) if len(self.groups) == 1 else numbered([self.advancing()])
        return {player: place for player, place in places.items() if place <= 3}

    def no_shows(self, now: datetime, moved: Container[int]) -> list[int]:
        """Return who hasn't moved in time, although they have a game to move in.

        ``moved`` are those who have.
        """
        if self.status != "running":
            return []
        return [
            player
            for group in self.groups
            for player in group
            if self.is_present(player)
            and player not in moved
            and self.clock(now) >= self.first_move_by(player)
            and any(game not in self.struck and game not in self.forfeited for game in self.games_of(player))
        ]

    def first_move_by(self, player: int) -> datetime:
        """Return until when someone must have made a move."""
        by = self.late.get(player, self.started_at) + timedelta(seconds=self.move_seconds) + DAY
        return by if self.waits_until is None else max(by, self.waits_until)


class RatedGame:
    """A game of a rated cup, and whether it changes ratings."""

    def __init__(self, white: int, black: int) -> None:
        self.players = (white, black)
        self.pieces = 0
        self.over = False
        self.rated = True

    def leave(self, player: int) -> None:
        """Let someone leave or be removed: they lose what's running. With fewer pieces it's canceled."""
        if player in self.players:
            self.over = True

    def cancel(self, by: int) -> None:
        """Let the cup be canceled: what's running goes on casual, but that of whoever did it doesn't."""
        if not self.over and by not in self.players:
            self.rated = False

    def annul(self) -> None:
        self.over = True
        self.rated = False

    def counts(self) -> bool:
        return self.rated and self.pieces >= 4
