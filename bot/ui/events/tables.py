"""The table of a group, as a picture and in words, and the podium at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import render
from bot.locale import Words
from bot.ui.components.drawing import drawn
from bot.ui.events.cup_words import number_text, plain_cup_name, points_line
from bot.ui.message.content import Picture, draw
from bot.ui.text.alt_text import LONGEST
from bot.ui.text.words import escaped, joined, labeled, plain_name
from bot.values.events.cup import Cup
from bot.values.events.groups import Standing, table
from bot.values.events.league import movers
from bot.values.events.parts import EventGame, EventStatus, Group
from bot.values.players import Player, ThemeName

_MEDALS = {1: render.EntrantState.GOLD, 2: render.EntrantState.SILVER, 3: render.EntrantState.BRONZE}
_RESULTS = {1.0: render.GameResult.WIN, 0.5: render.GameResult.DRAW, 0.0: render.GameResult.LOSS}
_ARROWS = {
    None: "",
    render.EntrantState.RISING: "↑\N{NO-BREAK SPACE}",
    render.EntrantState.FALLING: "↓\N{NO-BREAK SPACE}",
}
_SIGN = "*"
"""Marks a game that was decided by its exact value."""


def group_rows(cup: Cup, stage: int, group: Group) -> tuple[Standing, ...]:
    """Return the table of a group, the best first. The first stage is 0."""
    return table(group, cup.present_in(stage))


@dataclass(frozen=True, slots=True)
class Medalist:
    """Someone who came first, second, or third in a cup, and their points in the last stage."""

    place: int
    player: Player
    points: float


def medalists(cup: Cup) -> list[Medalist]:
    """Return those who have won a cup, or a month of a league, the best first; people can share a place."""
    if cup.stage is None:
        return []
    points = {
        row.player_id: row.points
        for group in cup.stage.groups
        for row in group_rows(cup, len(cup.stages) - 1, group)
    }
    return [Medalist(place, cup.player(player_id), points[player_id]) for player_id, place in cup.won.items()]


def group_name(words: Words, cup: Cup, stage: int, group: Group) -> str:
    """Return what a group is called: ``Final``, or ``Stage 1 · Group 2 of 5``."""
    groups = cup.stages[stage].groups
    if not cup.terms.has_stages:
        # Translators: a part of a league; {number} is 1 for the best one.
        return words.say("Division {number}", number=group.number)
    if len(groups) == 1:
        # Translators: the last stage of a cup.
        return words.label("stage of a cup", "Final") if stage else words.say("Everyone plays everyone")
    # Translators: a group in a stage of a cup, such as "Group 2 of 5".
    named = words.say("Group {number} of {all}", number=group.number, all=len(groups))
    if len(cup.stages) == 1:
        return named
    # Translators: a stage of a cup.
    stage_name = words.say("Stage {number}", number=stage + 1)
    return f"{stage_name} · {named}"


async def group_picture(words: Words, cup: Cup, stage: int, group: Group, theme: ThemeName) -> Picture:
    """Return the table of a group as a picture, with everything that it shows in words."""
    rows = group_rows(cup, stage, group)
    png = await draw(render.cross_table, _drawing(words, cup, stage, group, rows), theme=drawn(theme))
    title = f"{plain_cup_name(words, cup)} · {group_name(words, cup, stage, group)}"
    lines = group_lines(words, cup, stage, group)
    # Every picture has its own name, so that no client shows an older one instead.
    filename = f"cup-{cup.number}-{cup.revision}-{stage}-{group.number}-{theme}.png"
    return Picture(filename, png, _described(words, title, cup, rows, lines), title, [*map(escaped, lines)])


def group_lines(words: Words, cup: Cup, stage: int, group: Group) -> list[str]:
    """Return the table of a group in words: a line for each person with their points and all their games."""
    moves = _moves(cup, stage, group)
    return [
        " · ".join(
            [
                _standing(words, cup, row),
                *_move_texts(words, cup, moves.get(row.player_id)),
                *_game_texts(words, cup, group, row.player_id),
            ]
        )
        for row in group_rows(cup, stage, group)
    ]


def standings_line(cup: Cup, stage: int, group: Group) -> str:
    """Return the points in a group in one line: ``↑ Ada **3**, Blaise **2½**``."""
    moves = _moves(cup, stage, group)
    named = [
        (_ARROWS[moves.get(row.player_id)], plain_name(cup.player(row.player_id)), row.points)
        for row in group_rows(cup, stage, group)
        if row.place is not None
    ]
    return ", ".join(
        f"{arrow}{escaped(name)}\N{NO-BREAK SPACE}**{number_text(points)}**" for arrow, name, points in named
    )


def _moves(cup: Cup, stage: int, group: Group) -> Mapping[int, render.EntrantState]:
    """Return who goes up or down: to the next stage, or after a month of a league, as its table stands."""
    up: Sequence[int] = ()
    down: Sequence[int] = ()
    if stage + 1 < len(cup.stages):
        up = cup.stages[stage + 1].people
    elif not cup.terms.has_stages and any(game.counts for game in group.games):
        up, down = movers(cup, group)
    rising, falling = render.EntrantState.RISING, render.EntrantState.FALLING
    return dict.fromkeys(up, rising) | dict.fromkeys(down, falling)


def _move_texts(words: Words, cup: Cup, move: render.EntrantState | None) -> list[str]:
    if move is render.EntrantState.FALLING:
        # Translators: in the table of a league: someone gets into the next lower division.
        return [words.say("moves down")]
    if move is render.EntrantState.RISING:
        # Translators: in a table: someone gets into the next stage of a cup, or the next higher division.
        return [words.say("advances") if cup.terms.has_stages else words.say("moves up")]
    return []


def _described(words: Words, title: str, cup: Cup, rows: Sequence[Standing], lines: Sequence[str]) -> str:
    """Return the alt text: all games if there's room for them, or else the points only."""
    full = joined(words, [title, *lines])
    if len(full) <= LONGEST:
        return full
    return joined(words, [title, *(_standing(words, cup, row) for row in rows)])[:LONGEST]


def _standing(words: Words, cup: Cup, row: Standing) -> str:
    """Return a person's place and points: ``1. Ada, 4½ points (S-B 12¼)``."""
    player = plain_name(cup.player(row.player_id))
    if row.place is None:
        # Translators: someone in the table of a cup whose games don't count.
        return words.say("{player}: left", player=player)
    text = f"{row.place}. {player}, {points_line(words, row.points)}"
    tie_break = labeled(words, _tie_break(words), number_text(row.sonneborn_berger))
    return f"{text} ({tie_break})"


def _tie_break(words: Words) -> str:
    # Translators: Sonneborn-Berger, a tie-break, in the heading of a narrow column.
    return words.label("column", "S-B")


def _game_texts(words: Words, cup: Cup, group: Group, player_id: int) -> list[str]:
    """Return whom someone has beaten, drawn with, and lost to, and whom they still have to play."""
    opponents: dict[str, list[str]] = {}
    kinds = {1.0: "won", 0.5: "drawn", 0.0: "lost"}
    for game in group.games_of(player_id):
        if game.struck:
            continue
        kind = kinds[game.score_of(player_id)] if game.counts else "left"
        opponent = plain_name(cup.player(game.opponent_of(player_id)))
        opponents.setdefault(kind, []).append(f"{opponent}{_SIGN}" if game.adjudicated else opponent)
    sentences = {
        # Translators: in the table of a cup: {names} are the people whom someone has beaten, and so on.
        "won": words.say("beat {names}"),
        "drawn": words.say("drew with {names}"),
        "lost": words.say("lost to {names}"),
        "left": words.say("still plays {names}"),
    }
    return [
        sentence.format(names=", ".join(opponents[kind]))
        for kind, sentence in sentences.items()
        if kind in opponents
    ]


def _drawing(words: Words, cup: Cup, stage: int, group: Group, rows: Sequence[Standing]) -> render.CrossTable:
    headings = render.CrossTableHeadings(
        words.label("column", "Player"), words.label("column", "Points"), _tie_break(words)
    )
    moves = _moves(cup, stage, group)
    drawn_rows = tuple(
        render.CrossTableRow(
            row.place,
            plain_name(cup.player(row.player_id)),
            tuple(_marks(group, row.player_id, other_id=other.player_id) for other in rows),
            number_text(row.points),
            number_text(row.sonneborn_berger),
            games_left=row.left,
            state=moves.get(row.player_id) or _state(cup, stage, row),
        )
        for row in rows
    )
    title, scope = plain_cup_name(words, cup), group_name(words, cup, stage, group)
    return render.CrossTable(title, scope, headings, drawn_rows)


def _marks(group: Group, player_id: int, *, other_id: int) -> tuple[render.GameMark, ...]:
    games = [game for game in group.games_of(player_id) if other_id in game.players and other_id != player_id]
    return tuple(_mark(game, player_id) for game in games)


def _mark(game: EventGame, player_id: int) -> render.GameMark:
    if game.struck:
        return render.GameMark(render.GameResult.STRUCK)
    if not game.counts:
        return render.GameMark(render.GameResult.RUNNING)
    return render.GameMark(_RESULTS[game.score_of(player_id)], adjudicated=game.adjudicated)


def _state(cup: Cup, stage: int, row: Standing) -> render.EntrantState:
    if not row.is_present:
        return render.EntrantState.LEFT
    if stage + 1 == len(cup.stages) and (place := cup.medals.get(row.player_id)) is not None:
        return _MEDALS[place]
    # A league has no medals.
    is_framed = stage + 1 == len(cup.stages) and (
        cup.status is EventStatus.RUNNING or not cup.terms.has_stages
    )
    leads = is_framed and row.rank == 1 and row.points > 0
    return render.EntrantState.LEADING if leads else render.EntrantState.PLAYING


async def podium_picture(words: Words, cup: Cup, theme: ThemeName) -> Picture:
    """Return who came first, second, and third in a cup that's over."""
    best = [(each.place, each.player, points_line(words, each.points)) for each in medalists(cup)]
    return await podium(words, plain_cup_name(words, cup), best, f"{cup.number}-{cup.revision}", theme)


async def podium(
    words: Words, title: str, best: Sequence[tuple[int, Player, str]], key: str, theme: ThemeName
) -> Picture:
    """Return a picture of the first three places, each person with a figure, which are the best first.

    The ``key`` is part of its filename.
    """
    steps, lines = [], []
    for place in sorted({place for place, _, _ in best}):
        sharing = [(player, figure) for each, player, figure in best if each == place]
        names, figure = tuple(plain_name(player) for player, _ in sharing), sharing[0][1]
        steps.append(render.PodiumStep(render.Medal(place), names, figure))
        lines.append(f"{place}. {', '.join(names)}, {figure}")
    # Translators: in small print on a picture of those who came first, second, and third.
    result = render.Podium(title, words.say("Final result"), tuple(steps))
    png = await draw(render.podium, result, theme=drawn(theme))
    filename = f"podium-{key}-{theme}.png"
    return Picture(filename, png, joined(words, [title, *lines]), title, [*map(escaped, lines)])
