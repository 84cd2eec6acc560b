"""A second implementation of the rules of leagues, as plain as that of the rules of cups."""

from collections.abc import Mapping
from datetime import datetime
from math import ceil

from tests.bot.use_cases.cups.second_rules import DAY, RefusedError, SecondCup, Strength, must


class SecondLeague:
    """A league: its members, and the order of last month's divisions."""

    def __init__(self, next_at: datetime) -> None:
        self.next_at = next_at
        self.members: list[int] = []
        self.strengths: dict[int, Strength] = {}
        self.month: SecondCup | None = None
        self.divisions: list[list[int]] = []
        self.sizes: list[int] = []
        self.champions: list[int] = []
        self.waiting = False
        self.stopped = False

    # What can happen

    def join(self, player: int, strength: Strength, now: datetime) -> None:
        must(player not in self.members and not self.stopped)
        self.members.append(player)
        self.strengths[player] = strength
        if self.waiting:
            self.next_at = now

    def leave(self, player: int, how: str = "left") -> None:
        """Let someone leave, also its month. ``how`` is as in a cup."""
        must(player in self.members)
        if self.month is not None and self.month.is_present(player):
            self.month.leave(player, how)
        self.forget(player)

    def forget(self, player: int) -> None:
        self.members.remove(player)
        del self.strengths[player]
        self.divisions = [[one for one in division if one != player] for division in self.divisions]

    def next_month(self, now: datetime, strengths: Mapping[int, Strength]) -> None:
        must(self.month is None and not self.stopped and now >= self.next_at)
        if len(self.members) < 3:
            self.waiting = True
            self.next_at = now + DAY
            return
        self.waiting = False
        for player in self.members:
            self.strengths[player] = strengths.get(player, self.strengths[player])
        order = self.order()
        groups: list[list[int]] = []
        while order:
            groups_left = ceil(len(self.members) / 8) - len(groups)
            size = ceil(len(order) / groups_left)
            groups.append(order[:size])
            order = order[size:]
        self.month = SecondCup(starts_at=now, has_stages=False)
        for player in self.members:
            self.month.join(player, self.strengths[player], now)
        self.month.status = "running"
        self.month.deal(groups, now)

    def end_month(self, now: datetime) -> None:
        month = self.running_month()
        month.end_stage(now)
        places = [month.present_places(number) for number in range(len(month.groups))]
        self.sizes = [len(group) for group in month.groups]
        self.divisions = [list(division) for division in places]
        self.champions = [player for player, place in places[0].items() if place == 1]
        self.month = None
        self.next_at = now + 3 * DAY

    def cancel_month(self, now: datetime, *, given_up: bool) -> None:
        """Keep the places and champions of the month before. If its channel was gone, the league ends."""
        self.running_month().cancel()
        self.month = None
        self.next_at = now + 3 * DAY
        self.stopped = self.stopped or given_up

    def stop(self) -> None:
        """Let no month begin after this one."""
        must(not self.stopped)
        self.stopped = True

    # What follows from it

    def running_month(self) -> SecondCup:
        if self.month is None:
            raise RefusedError
        return self.month

    def moves(self) -> tuple[list[list[int]], list[list[int]], list[list[int]]]:
        """Return who goes up from each division, who goes down, and who stays, each the best first."""
        up: list[list[int]] = []
        down: list[list[int]] = []
        stay: list[list[int]] = []
        for number, division in enumerate(self.divisions):
            moving = 1 if self.sizes[number] <= 5 else 2
            rest = list(division)
            up.append([])
            down.append([])
            while number > 0 and rest and len(up[number]) < moving:
                up[number].append(rest.pop(0))
            while number < len(self.divisions) - 1 and rest and len(down[number]) < moving:
                down[number].insert(0, rest.pop())
            stay.append(rest)
        return up, down, stay

    def order(self) -> list[int]:
        """Return the members in the order in which they'd be dealt into divisions now."""
        up, down, stay = self.moves()
        order: list[int] = []
        for number in range(len(self.divisions)):
            if number > 0:
                order += down[number - 1]
            order += stay[number]
            if number < len(self.divisions) - 1:
                order += up[number + 1]
        return order + sorted(
            (player for player in self.members if player not in order), key=self.strength_order
        )

    def strength_order(self, player: int) -> tuple[bool, float, int]:
        rating, provisional = self.strengths[player]
        return provisional, -rating, self.members.index(player)
