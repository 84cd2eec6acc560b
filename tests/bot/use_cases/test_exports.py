"""A person gets everything that's stored about them, and nothing that's private to others."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from bot.store.privacy import NOT_PERSONAL, OF_OTHERS
from bot.use_cases.games.notes import Notes
from bot.use_cases.privacy import Exports
from bot.use_cases.standings.seasons import Seasons
from bot.values.players import Player
from tests.bot.personal_rows import add_rows, columns_to_players, contents, personal_tables
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, Clocked
from tests.bot.use_cases.test_ratings import begin

pytestmark = pytest.mark.quick


async def exported(clocked: Clocked, player: Player = ADA) -> Mapping[str, list[dict[str, Any]]]:
    text = await Exports(clocked.database).export(player.id)
    assert text is not None
    parsed: Mapping[str, list[dict[str, Any]]] = json.loads(text.decode())
    return parsed


async def test_every_row_about_the_person_is_exported(clocked: Clocked) -> None:
    game = await clocked.resign(await begin(clocked), BLAISE)
    await Seasons(clocked.database, clocked.clock).start(10)
    known = {"players": (ADA.id, BLAISE.id), "games": game.number}
    await add_rows(clocked.database, known, "of Ada")
    others = await clocked.resign(await begin(clocked, opponent=CHIYO), CHIYO)
    assert others.number != game.number
    stored, sent = await contents(clocked.database), await exported(clocked)
    tables = [table for table in personal_tables() if table not in NOT_PERSONAL]
    assert sent.keys() == {"players", *(table.name for table in tables)}
    for table in tables:
        own = [column.name for column in columns_to_players(table) if column not in OF_OTHERS]
        rows = [row._mapping for row in stored[table.name]]
        mine = [row for row in rows if not own or any(row[name] == ADA.id for name in own)]
        assert len(sent[table.name]) == len(mine) > 0, table.name
    assert [row["name"] for row in sent["players"]] == [ADA.name]
    assert {row["black_name"] for row in sent["games"]} == {BLAISE.name, CHIYO.name}
    values = {str(value) for rows in sent.values() for row in rows for value in row.values()}
    assert not {str(BLAISE.id), str(CHIYO.id)} & values


async def test_what_is_private_to_others_is_not_exported(clocked: Clocked) -> None:
    game = await begin(clocked)
    for player in (ADA, BLAISE):
        notes = Notes(clocked.database, clocked.clock)
        await notes.write(game.number, f"secret of {player.name}", player_id=player.id)
    move = game.position.legal_moves[0]
    answer = str(game.position.play(move).legal_moves[0])
    await clocked.players.plan(game.number, game.revision, BLAISE.id, (str(move),), answer)
    await clocked.blocks.block(BLAISE, ADA)
    await clocked.blocks.block(ADA, CHIYO)
    sent = await exported(clocked)
    assert [row["text"] for row in sent["notes"]] == ["secret of Ada"]
    assert len(sent["blocks"]) == 1
    assert "conditional_moves" not in sent["games"][0]["seats"]
    theirs = await exported(clocked, BLAISE)
    assert theirs["games"][0]["seats"]["conditional_moves"] == [f"{move} {answer}"]


async def test_games_that_others_play_are_not_exported(clocked: Clocked) -> None:
    await begin(clocked)
    theirs = await begin(clocked, opponent=CHIYO, moves=3)
    await clocked.players.offer_draw(theirs.number, theirs.revision, CHIYO.id)
    sent = await exported(clocked, CHIYO)
    assert [row["id"] for row in sent["games"]] == [theirs.number]
    assert [move for move, _, _ in sent["games"][0]["moves"]] == [move.text for move in theirs.moves]
    assert len(sent["games"][0]["offers"]) == 1
    assert BLAISE.name not in str(sent)


async def test_others_are_numbered_instead_of_told_by_their_ids(clocked: Clocked) -> None:
    for opponent in (BLAISE, CHIYO):
        await clocked.resign(await begin(clocked, opponent=opponent), opponent)
    await clocked.blocks.block(ADA, CHIYO)
    await clocked.begin_with_computer(level=3)
    sent = await exported(clocked)
    blaise, chiyo, computer = [row["black_id"] for row in sent["games"]]
    assert ({blaise, chiyo}, computer) == ({"person 1", "person 2"}, 3)
    assert {row["white_id"] for row in sent["games"]} == {ADA.id}
    assert {row["opponent_id"] for row in sent["rating_changes"]} == {blaise, chiyo}
    assert [row["blocked_id"] for row in sent["blocks"]] == [chiyo]


async def test_discords_ids_are_not_rounded_by_programs_that_read_the_file(clocked: Clocked) -> None:
    someone = Player(2**60 + 1, "Дина")
    await begin(clocked, opponent=someone)
    text = await Exports(clocked.database).export(someone.id)
    assert text is not None
    assert f'"id": "{someone.id}", "name": "Дина"' in text.decode()


async def test_there_is_nothing_about_an_unknown_person(clocked: Clocked) -> None:
    await begin(clocked)
    assert await Exports(clocked.database).export(CHIYO.id) is None
