"""Rare situations, found by playing millions of random moves and keeping the shortest game with each.

The expected values were written down when the games were found and two implementations agreed on them.
"""

from dataclasses import dataclass

from engine import DemandReason, Ruleset

__all__ = ["CASES", "Case"]


@dataclass(frozen=True, slots=True)
class Case:
    """A game, why the player to move may play where they may, and how the game stands."""

    name: str
    ruleset: Ruleset
    moves: str
    why: DemandReason
    standing: str


CASES = (
    Case(
        "fallback: a Cylinder on a complete Tower",
        Ruleset.CLASSIC,
        "Td3n Sd4 Sd3 Td2n Cd3",
        DemandReason.COMPLETE,
        "ongoing black",
    ),
    Case(
        "fallback: a Square in a corner between two complete Towers",
        Ruleset.PYRGA,
        "Td3n Td4w Tc4s Tc1n Cc4 Sc4 Tc3e Cd3 Sd3 Sd4",
        DemandReason.COMPLETE,
        "ongoing white",
    ),
    Case(
        "fallback: a Square at the edge between three complete Towers",
        Ruleset.CLASSIC,
        "Tb2e Sd2 Td3w Ta3s Ta1n Ca3 Sa3 Ta2e Cb2 Sb2 Sb1 Ca1 Sa1 Sa2",
        DemandReason.COMPLETE,
        "ongoing white",
    ),
    Case(
        "fallback: a Triangle pointing at one complete Tower",
        Ruleset.PILOTIS,
        "Td2s Sd1 Cd2 Sd2 Tc2e",
        DemandReason.COMPLETE,
        "ongoing black",
    ),
    Case(
        "fallback: a Triangle pointing at three complete Towers",
        Ruleset.CLASSIC,
        "Sa4 Tb4w Ca4 Ta4e Tc4w Cb4 Sb4 Cc4 Sc4 Td4w",
        DemandReason.COMPLETE,
        "ongoing white",
    ),
    Case(
        "fallback: a Cylinder on a space that lacks only a kind used up",
        Ruleset.CLASSIC,
        "Td3w Cc3 Tc3n Tc4s Tc2w Ta2s Ta1e Sb1 Tb2s Cb1",
        DemandReason.HAND,
        "ongoing white",
    ),
    Case(
        "fallback: a Triangle pointing at spaces that lack only a kind used up",
        Ruleset.PILOTIS,
        "Tb2n Cb3 Tb3e Tc3n Tc4e Td4w Tb4w Ca4 Ta4s Ca1 Sa1 Ta2s",
        DemandReason.HAND,
        "ongoing white",
    ),
    Case(
        "fallback: a Triangle pointing at complete Towers and at a space that lacks only a kind used up",
        Ruleset.CLASSIC,
        "Ta2e Tc2s Tc1n Tc4s Tc3w Tb3w Ta3s Ta1n Ta4e Cd4 Sd4 Cc4 Sc4 Tb4e",
        DemandReason.HAND,
        "ongoing white",
    ),
    Case(
        "fallback: a Square between spaces that lack only a kind used up",
        Ruleset.PYRGA,
        "Tc2w Tb2s Tb1n Tb3n Cb4 Tb4w Ta4s Sa3 Ta2e Cd2 Sd2 Td3s Td1w Cc1 Sc1 Sd1",
        DemandReason.HAND,
        "ongoing white",
    ),
    Case(
        "fallback: a Square between complete Towers and spaces that lack only a kind used up",
        Ruleset.CLASSIC,
        "Td2n Td3s Td1n Sd2 Tc2w Ca2 Ta2n Ca4 Ta4s Sa2 Sb2 Cb1 Sb1 Sa1",
        DemandReason.HAND,
        "ongoing white",
    ),
    Case(
        "fallback: one empty space is left",
        Ruleset.PILOTIS,
        "Tc4s Sc2 Sc1 Tb1w Ta1n Ta4e Tb4s Tb2n Tb3w Ta3e Tc3n Cc4 Sc4 Td4s Sd3 Sd2 Sd1 Cc1",
        DemandReason.HAND,
        "ongoing white",
    ),
    Case(
        "fallback: complete Towers, and a kind used up",
        Ruleset.PYRGA,
        "Td3n Cd4 Td4w Tc4w Ta4s Ta3s Ta2n Sa4 Tb4w Ca4",
        DemandReason.COMPLETE,
        "ongoing white",
    ),
    Case(
        "fallback: complete Towers, and two kinds used up",
        Ruleset.PYRGA,
        "Tc1n Cc4 Tc4w Ca4 Ta4s Ta2e Sc2 Sc1 Tc2w Tb2w Sa2 Ta1n Ta3n Sa4 Sb4 Sb3 Sc3 Cb3 Sd1 Cc1",
        DemandReason.COMPLETE,
        "ongoing white",
    ),
    Case(
        "fallback: spaces that lack only one of two kinds used up",
        Ruleset.CLASSIC,
        "Td3n Td4s Td2n Cd4 Sd4 Cc4 Tc4w Cb4 Sb4 Tb3s Tb2w Ta2n Ta4e Tb4e Sc4 Cc3 Sc3 Tc2s Sc1 Cd1",
        DemandReason.HAND,
        "ongoing white",
    ),
    Case(
        "a kind used up narrows a constrained turn",
        Ruleset.PYRGA,
        "Tc4s Tc1n Tc3e Sd3 Td2w Cc2 Tc2w Tb2w Ta2s Sa1",
        DemandReason.CONSTRAINED,
        "ongoing white",
    ),
    Case(
        "two kinds used up narrow a constrained turn",
        Ruleset.PYRGA,
        "Sa3 Tb3w Ta3n Ta4e Sd4 Tc4w Tb4e Td4s Td3w Tc3e Sd3 Cd2 Td2s Sd1 Tc1n Cc3 Sc3 Cc4 Sc4 Sb4",
        DemandReason.CONSTRAINED,
        "ongoing white",
    ),
    Case(
        "one legal move",
        Ruleset.CLASSIC,
        "Td3n Sd4 Cd3",
        DemandReason.CONSTRAINED,
        "ongoing black",
    ),
    Case(
        "third Tower: White completes it",
        Ruleset.PYRGA,
        "Td2w Ta2e Tc2e Cd2 Sd2 Cc2 Sc2 Cc1 Tc1n Tc3s Sc1",
        DemandReason.FINISHED,
        "white three-towers",
    ),
    Case(
        "third Tower: Black completes it",
        Ruleset.PYRGA,
        "Tc3w Ta3n Ta4s Sa1 Ca2 Sa2 Tb2w Ta2s Ca1 Ta1n Ca3 Sa3",
        DemandReason.FINISHED,
        "black three-towers",
    ),
    Case(
        "third Tower: White wins by Black's piece",
        Ruleset.PYRGA,
        "Tc4w Tb4e Td4s Td1n Sd3 Sd2 Cd3 Td3n Cd4 Sd4 Cc4 Sc4",
        DemandReason.FINISHED,
        "white three-towers",
    ),
    Case(
        "third Tower: Black wins by White's piece",
        Ruleset.PYRGA,
        "Cb1 Tb1n Sb4 Tb3n Tb4s Sb1 Tb2n Cb3 Sb3 Tc3w Ta3e Cc3 Sc3",
        DemandReason.FINISHED,
        "black three-towers",
    ),
    Case(
        "third Tower: Black wins with the thirtieth piece",
        Ruleset.PYRGA,
        "Cd2 Td2s Td1w Ta1n Sa3 Ta4s Ta2s Sa1 Sa2 Tb2w Ca2 Cc4 Tc4w Tb4e Td4s Cd1 Sd1 Cc1 Tc1n Sc4 "
        "Sb4 Sb3 Cb2 Sb2 Cc2 Sc2 Cc3 Cb1 Sb1 Ca1",
        DemandReason.FINISHED,
        "black three-towers",
    ),
    Case(
        "third Tower: White wins by Black's thirtieth piece",
        Ruleset.PILOTIS,
        "Td4w Ca4 Ta4s Ca2 Sa2 Ta1n Sa4 Ta3s Sa1 Ta2s Ca1 Cd3 Td3w Tb3s Tb1e Tc1e Cd1 Sd1 Td2s Cc4 "
        "Sc4 Sb4 Sb3 Cb2 Cc2 Sc2 Cc1 Sc1 Cb1 Sb1",
        DemandReason.FINISHED,
        "white three-towers",
    ),
    Case(
        "count of Towers: White, stuck",
        Ruleset.PYRGA,
        "Td4s Td1n Td3s Td2n Sd3 Tc3n Tc4s Sc1 Tc2n Sc4 Tb4w Sa4 Cb4 Sb4 Sb3 Ta3s Sa2 Sb2 Cc2 Ta1e Cb1",
        DemandReason.FINISHED,
        "white count-3",
    ),
    Case(
        "count of Towers: Black, stuck",
        Ruleset.CLASSIC,
        "Tc1n Tc2e Td2s Td1n Td3w Sc3 Tc4s Tc3e Sd3 Td4w Ta4s Ta1n Sa2 Ca1 Sa1 Cb1 Sb1 Sb2 Sb3 Sa3 Ca2 Cb4",
        DemandReason.FINISHED,
        "black count-3",
    ),
    Case(
        "count of Towers: White, all pieces placed",
        Ruleset.PILOTIS,
        "Ca2 Sa2 Ta3s Ta1e Td1w Sa1 Tb1e Tc1n Sc3 Tc2w Sb2 Cb1 Sb1 Tb2w Ta2n Ca4 Ta4e Cd4 Sd4 Cd3 Sd3 "
        "Td4w Cb4 Sb4 Cb3 Sb3 Cc3 Cc4 Cd2 Sd2",
        DemandReason.FINISHED,
        "white count-3",
    ),
    Case(
        "count of Towers: Black, all pieces placed",
        Ruleset.PYRGA,
        "Cc1 Sc1 Cd1 Td1w Cb1 Tb1w Sa1 Ta2s Ta1n Sa2 Tb2n Tb3e Cc3 Sc3 Td3s Sd2 Tc2e Cd2 Td2w Sb2 Sb1 "
        "Tc1n Cc2 Cd4 Sd4 Cc4 Sc4 Cb4 Sb4 Cb3",
        DemandReason.FINISHED,
        "black count-3",
    ),
    Case(
        "count of two-piece spaces: White, stuck",
        Ruleset.PYRGA,
        "Ta4e Tc4e Td4s Sd1 Tc1n Tc3s Cc2 Tc2e Sd2 Cd3 Td3w Tb3s Tb2n Sb4 Sa4 Ta3s Sa2 Sa1 Sb1 Sc1 Cd1",
        DemandReason.FINISHED,
        "white count-2",
    ),
    Case(
        "count of two-piece spaces: Black, stuck",
        Ruleset.CLASSIC,
        "Sc1 Cb1 Sb1 Sb2 Tb3n Sb4 Tc4w Tb4e Cd4 Td4w Ca4 Ta4s Ta1n Sa2 Ta3e Tc3e Cd3 Td3s Sd1 Sd2 Tc2s Cc1",
        DemandReason.FINISHED,
        "black count-2",
    ),
    Case(
        "count of two-piece spaces: White, all pieces placed",
        Ruleset.PYRGA,
        "Tc3e Cd3 Td3s Td1w Ca1 Ta1n Sa2 Ta3n Ta4e Sd4 Tc4e Td4w Sa4 Tb4e Cc4 Sc4 Cd4 Sb3 Sb4 Cb3 "
        "Tb3s Sb2 Cb1 Sb1 Sa1 Ca2 Cc1 Cc2 Sc2 Cd2",
        DemandReason.FINISHED,
        "white count-2",
    ),
    Case(
        "count of two-piece spaces: Black, all pieces placed",
        Ruleset.PILOTIS,
        "Tc1w Tb1n Tb3s Cb2 Tb2n Tb4w Ta4s Ta2s Ca1 Sa1 Cb1 Sb1 Ta1e Td1n Cd2 Td2w Sc2 Sc1 Sd1 Cc1 "
        "Cc4 Sc4 Cd4 Sd4 Sd3 Cc3 Sc3 Cb3 Sb3 Cb4",
        DemandReason.FINISHED,
        "black count-2",
    ),
    Case(
        "count of one-piece spaces: White, stuck",
        Ruleset.PYRGA,
        "Ta3n Sa4 Tb4e Sd4 Sd3 Td4s Td1w Sc1 Tc2w Tb2n Tb3s Sb1 Ca1 Sa1 Ca2 Ta2e Cd2 Td2w Cc2 Tc3n Cc4",
        DemandReason.FINISHED,
        "white count-1",
    ),
    Case(
        "count of one-piece spaces: Black, stuck",
        Ruleset.CLASSIC,
        "Cd2 Td2s Td1w Tc1w Tb1n Tb3e Sd3 Tc3s Sc2 Tb2s Sb1 Ca1 Ta1n Ca4 Ta4s Sa2 Sa3 Sa4 Cb4 Sb4 "
        "Tc4s Sc1 Cb1 Sd4 Cc4",
        DemandReason.FINISHED,
        "black count-1",
    ),
    Case(
        "count of one-piece spaces: White, all pieces placed",
        Ruleset.PILOTIS,
        "Ta4e Tb4w Sa4 Ca3 Ta3e Tb3e Td3w Tc3s Tc2s Tc1e Td1n Td4w Sb4 Sb3 Sa3 Sa2 Sb2 Cb3 Cc4 Sc4 "
        "Cd4 Sd4 Cd3 Sd3 Cc3 Cb1 Sb1 Cc1 Ca1 Cd2",
        DemandReason.FINISHED,
        "white count-1",
    ),
    Case(
        "count of one-piece spaces: Black, all pieces placed",
        Ruleset.PYRGA,
        "Tb3w Ca3 Ta3n Ta4e Cb4 Tb4e Td4w Tc4e Sd4 Td3n Cd4 Ta2s Ca1 Sa1 Sb1 Sc1 Cb1 Cd2 Td2n Sd3 Sc3 "
        "Sc4 Tc3w Sa3 Sa2 Cb2 Sb2 Cb3 Cd1 Cc2",
        DemandReason.FINISHED,
        "black count-1",
    ),
    Case(
        "draw: stuck",
        Ruleset.PYRGA,
        "Sd2 Tc2s Tc1n Sc4 Tc3w Tb3s Tb2s Tb1e Sc1 Sb1 Sa1 Cb1 Tb4w Ta4e Sd4 Td3s Cd2 Sd1 Cc1 Sa3 Ta2n Ca3",
        DemandReason.FINISHED,
        "draw draw",
    ),
    Case(
        "draw: all pieces placed",
        Ruleset.CLASSIC,
        "Cd4 Td4w Ta4e Tc4w Cb4 Sb4 Tb3e Tc3s Tc1w Tb1n Tb2w Ta2e Cc2 Sc2 Sc3 Cb3 Sb3 Sa3 Sa4 Ca3 "
        "Ta3n Ca4 Sd3 Cd2 Sd2 Cd1 Ca1 Sa1 Cb1 Sb1",
        DemandReason.FINISHED,
        "draw draw",
    ),
    Case(
        "draw: all pieces placed in Pilotis",
        Ruleset.PILOTIS,
        "Td1w Ta1n Ta3s Ca2 Sa2 Sb2 Ta2s Sa1 Tb1n Tb4w Sa4 Cb4 Sb4 Tb3s Tb2e Cd2 Sd2 Sc2 Cc3 Tc3w Sb3 "
        "Ca3 Cc4 Tc4w Ca4 Sd4 Cd3 Sd3 Cd4 Cc1",
        DemandReason.FINISHED,
        "draw draw",
    ),
    Case(
        "stuck in Pilotis: Black loses",
        Ruleset.PILOTIS,
        "Ta3s Ta2s Ta1e Td1n Td2s Sd1 Sd2 Td3n Td4w Sc4 Sc3 Tc2e Cd2 Sc1 Sb1 Tc1e Cd1 Sa4 Tb4s Sb2 Cb3",
        DemandReason.FINISHED,
        "white stuck",
    ),
    Case(
        "stuck in Pilotis: White loses",
        Ruleset.PILOTIS,
        "Tb3s Tb2w Ta2n Ta3s Sa1 Tb1e Td1w Cb1 Sb1 Sc1 Tc2s Tc1w Ta1n Sa4 Sb4 Tc4e Sd4 Sd3 Sc3 Sc4 Cb4 Cd2",
        DemandReason.FINISHED,
        "black stuck",
    ),
    Case(
        "stuck in Classic: the same game is counted",
        Ruleset.CLASSIC,
        "Tb3s Tb2w Ta2n Ta3s Sa1 Tb1e Td1w Cb1 Sb1 Sc1 Tc2s Tc1w Ta1n Sa4 Sb4 Tc4e Sd4 Sd3 Sc3 Sc4 Cb4 Cd2",
        DemandReason.FINISHED,
        "black count-3",
    ),
)
