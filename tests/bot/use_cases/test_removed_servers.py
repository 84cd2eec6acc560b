"""A server's choices are deleted 90 days after it removed the bot; its games stay."""

from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import select

from bot.store.privacy import OF_THE_SERVER, references_to
from bot.store.rows import values_of
from bot.store.schema.tables import daily_cards, guilds, role_checks, role_removals
from bot.store.settings.rating_roles import CheckRow, RemovalRow, RoleRow, put_role, settle
from bot.store.standings.seasons import keep_places
from bot.use_cases import codes
from bot.use_cases.challenges.computer_games import ComputerTerms
from bot.use_cases.codes import CodeKind
from bot.use_cases.events.lobbies import Lobbies
from bot.use_cases.names import remember, remember_nickname
from bot.use_cases.privacy import KEPT, RemovedServers
from bot.use_cases.puzzles.daily_puzzles import DailyPuzzles
from bot.use_cases.searches import Asked, OpponentSearches
from bot.use_cases.standings.ratings import recompute
from bot.use_cases.standings.seasons import Seasons
from bot.values.challenges import ColorChoice
from bot.values.players import Place, Player, ThemeName
from bot.values.preferences import GuildPreferences
from bot.values.searches import SearchClock, SearchTerms
from bot.values.standings import FinalPlace
from engine import Ruleset, puzzles
from tests.bot.personal_rows import contents
from tests.bot.use_cases.clocked import ADA, BLAISE, DAY, Clocked, stay_in
from tests.bot.use_cases.test_ratings import begin

HERE, THERE = 10, 11
ADA_THERE, BLAISE_THERE = Player(101, "Countess", "Ada"), Player(102, "Gambler", "Blaise")
MEMBER = Player(103, "Guest", "Chiyo")
"""What people are called in either server."""

LOOKED_FOR = SearchTerms(Ruleset.PYRGA, SearchClock.DAY, rated=True)
OF_PLAYERS = {
    "challenges": "someone made them",
    "games": "they belong to both players",
    "game_puzzles": "they come from games",
    "daily_games": "they belong to those who played them",
    "guesses": "they count for the players",
    "daily_solves": "badges are found from them",
    "puzzle_months": "they count what the players solved",
    "moderation_acts": "they say why a game of two players ended",
}
"""Tables that refer to servers but whose rows stay, and why."""


async def choose(clocked: Clocked) -> GuildPreferences:
    """Have both servers choose everything they can."""
    for guild_id in (HERE, THERE):
        await clocked.choose_for(
            guild_id,
            theme=ThemeName.BASALT,
            rated=True,
            thread=True,
            language="fr",
            channels=frozenset({20}),
            announcement_channel_id=21,
        )
        daily = DailyPuzzles(clocked.database, clocked.clock, puzzles())
        await daily.switch_on(guild_id, channel_id=20, language="fr")
        await Lobbies(clocked.database, clocked.clock).choose(guild_id, channel_id=22, language="fr")
        (due,) = [due for due in await daily.due() if due.guild_id == guild_id]
        await daily.claim(due)
        asked = Asked(Place(guild_id, 20), LOOKED_FOR, "fr", everywhere=False)
        searches = OpponentSearches(clocked.database, clocked.clock, Random(1))
        await searches.ask(MEMBER, asked)
        await searches.hear(MEMBER, guild_id, wanted=True)
        async with clocked.database.writing() as connection:
            await remember(connection, MEMBER, clocked.now)
            await remember_nickname(connection, guild_id, MEMBER)
            await put_role(connection, guild_id, RoleRow(30, 1500))
            held = CheckRow(guild_id, MEMBER.id, clocked.now, 0)
            await settle(connection, held, [30])
            await connection.execute(role_checks.insert().values(values_of(held)))
            removal = RemovalRow(guild_id, MEMBER.id, 30, clocked.now, 0)
            await connection.execute(role_removals.insert().values(values_of(removal)))
            about = {"channel_id": 20 + guild_id, "day": clocked.now.date(), "guild_id": guild_id}
            card = {**about, "language": "fr", "shared": 0, "listed": 0}
            await connection.execute(daily_cards.insert().values(card))
            await codes.make(
                connection,
                CodeKind.TEAM_MATCH,
                guild_id,
                maker_id=MEMBER.id,
                terms="{}",
                random=Random(guild_id),
                now=clocked.now,
            )
    return await clocked.preferences.guild(HERE)


async def note(clocked: Clocked, *present: int, after: timedelta) -> None:
    clocked.clock.move(after)
    await stay_in(RemovedServers(clocked.database, clocked.clock), *present)


@pytest.mark.thorough
async def test_a_servers_choices_are_kept_for_90_days_and_then_deleted(clocked: Clocked) -> None:
    chosen = await choose(clocked)
    game = await clocked.resign(await begin(clocked), ADA)
    await note(clocked, THERE, after=DAY)
    await note(clocked, THERE, after=KEPT - DAY)
    assert await clocked.preferences.guild(HERE) == chosen
    await note(clocked, THERE, after=DAY)
    assert await clocked.preferences.guild(HERE) == GuildPreferences()
    assert await clocked.preferences.guild(THERE) == chosen
    async with clocked.database.reading() as connection:
        for table in OF_THE_SERVER:
            assert set(await connection.scalars(select(table.c.guild_id))) == {THERE}, table.name
        (row,) = (await connection.execute(select(guilds).where(guilds.c.id == HERE))).mappings()
    assert {name for name, value in row.items() if value is not None} == {"id", "created_at", "removed_at"}
    assert await clocked.games.get(game.number) == game


@pytest.mark.thorough
async def test_no_name_from_it_is_left_afterward(clocked: Clocked) -> None:
    places = (Place(HERE, 20), Place(THERE, 20))
    games = [(await clocked.agree(BLAISE_THERE, place, ADA_THERE)).number for place in places]
    await note(clocked, THERE, after=DAY)
    await note(clocked, THERE, after=KEPT - DAY)
    assert [(await clocked.games.get(game)).white.name for game in games] == ["Countess", "Countess"]
    await note(clocked, THERE, after=DAY)
    named = [await clocked.games.get(game) for game in games]
    assert [game.white.name for game in named] == ["Ada", "Countess"]
    assert [game.black.name for game in named] == ["Blaise", "Gambler"]
    stored = await contents(clocked.database)
    assert {row.guild_id for row in stored["nicknames"]} == {THERE}


async def test_the_computer_keeps_the_name_that_it_has_in_each_game(clocked: Clocked) -> None:
    terms = ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "fr")
    first, _ = [
        await clocked.computer_games.begin(place, ADA, Player(3, name), terms)
        for place, name in ((Place(HERE, 20), "Ordinateur 3"), (Place(THERE, 20), "Computer 3"))
    ]
    await note(clocked, THERE, after=DAY)
    await note(clocked, THERE, after=KEPT)
    assert (await clocked.games.get(first.number)).black.name == "Ordinateur 3"


async def test_a_server_that_comes_back_finds_everything_even_if_the_bot_was_down_for_long(
    clocked: Clocked,
) -> None:
    chosen = await choose(clocked)
    for away in (KEPT - DAY, 10 * KEPT):
        await note(clocked, THERE, after=DAY)
        await note(clocked, HERE, THERE, after=away)
        assert await clocked.preferences.guild(HERE) == chosen
    await note(clocked, THERE, after=DAY)
    await note(clocked, THERE, after=KEPT - DAY)
    assert await clocked.preferences.guild(HERE) == chosen


@pytest.mark.thorough
async def test_a_server_that_chooses_again_starts_from_the_defaults(clocked: Clocked) -> None:
    await choose(clocked)
    await note(clocked, after=DAY)
    await note(clocked, after=KEPT)
    await note(clocked, HERE, after=DAY)
    await clocked.choose_for(HERE, rated=True)
    await note(clocked, HERE, after=KEPT)
    assert await clocked.preferences.guild(HERE) == GuildPreferences(rated=True)
    assert (await begin(clocked, opponent=BLAISE)).place.guild_id == HERE


@pytest.mark.thorough
async def test_its_seasons_are_deleted_and_the_ratings_stay_right(clocked: Clocked) -> None:
    seasons = Seasons(clocked.database, clocked.clock)
    await seasons.start(HERE)
    await clocked.resign(await begin(clocked), ADA)
    ended = await seasons.end(HERE)
    async with clocked.database.writing() as connection:
        place = FinalPlace(1, BLAISE, 1600.0, 1, 1)
        await keep_places(connection, ended.id, "pyrga", [place])
    clocked.clock.move(DAY)
    await clocked.resign(await begin(clocked), ADA)
    await seasons.start(HERE)
    assert len(await seasons.final_places(ended, Ruleset.PYRGA)) == 1
    await note(clocked, after=DAY)
    await note(clocked, after=KEPT)
    assert await seasons.final_places(ended, Ruleset.PYRGA) == []
    assert await seasons.running(HERE) is None
    async with clocked.database.writing() as connection:
        assert await recompute(connection) == 0


def test_every_table_about_servers_is_accounted_for() -> None:
    names = {table.name for table in references_to(guilds)}
    assert (
        names
        == {table.name for table in OF_THE_SERVER}
        | {"seasons", "cups", "leagues", "nights", "team_sides"}
        | OF_PLAYERS.keys()
    )


async def test_a_server_that_comes_while_discord_is_asked_has_not_removed_the_bot(clocked: Clocked) -> None:
    servers = RemovedServers(clocked.database, clocked.clock)
    missing = await servers.missing_in({HERE})
    await choose(clocked)
    await servers.note({HERE}, gone=missing)
    assert await servers.missing_in({HERE}) == [THERE]
