"""What people and servers have chosen is kept, on both databases."""

import asyncio
from dataclasses import replace

import pytest

from bot.store.connections.database import Database
from bot.use_cases.preferences import MOST_CHANNELS, Preferences
from bot.values.clocks import NO_CLOCK
from bot.values.players import Player, ThemeName
from bot.values.preferences import GuildPreferences
from engine import Ruleset, Start
from tests.bot.clocks import StandingClock
from tests.bot.personal_rows import contents

pytestmark = pytest.mark.quick

GUILD, OTHER = 1, 2


@pytest.fixture
def preferences(database: Database) -> Preferences:
    return Preferences(database, StandingClock())


async def test_someone_who_was_asked_whether_they_want_to_be_listed_has_not_agreed(
    preferences: Preferences,
) -> None:
    await preferences.change_player(Player(7, "Ada"), lambda old: old)
    assert (await preferences.remembered(7)).listed is None
    assert [await preferences.note_asked(each) for each in (7, 7, 8)] == [True, False, False]
    assert (await preferences.remembered(7)).listed is False


async def test_every_choice_is_kept_for_that_server_alone(preferences: Preferences) -> None:
    chosen = GuildPreferences(
        theme=ThemeName.BASALT,
        ruleset=Ruleset.PILOTIS,
        move_seconds=3600,
        start=Start.SWAP,
        rated=False,
        thread=True,
        language="pt-BR",
        channels=frozenset({2**63 - 1, 7}),
        announcement_channel_id=2**63 - 1,
        across_servers=False,
        events_for_all=True,
        guesses=False,
    )
    await preferences.change_guild(GUILD, lambda _: chosen)
    assert await preferences.guild(GUILD) == chosen
    assert await preferences.guild(OTHER) == GuildPreferences()


async def test_a_choice_can_be_undone(preferences: Preferences) -> None:
    await preferences.change_guild(
        GUILD, lambda old: replace(old, channels=frozenset({7, 8}), move_seconds=NO_CLOCK, start=Start.SWAP)
    )
    assert (await preferences.guild(GUILD)).move_seconds == NO_CLOCK
    await preferences.change_guild(GUILD, lambda _: GuildPreferences())
    assert await preferences.guild(GUILD) == GuildPreferences()


async def test_only_what_was_chosen_is_stored(preferences: Preferences, database: Database) -> None:
    await preferences.change_guild(GUILD, lambda old: replace(old, language="fr", rated=False))
    await preferences.change_guild(GUILD, lambda old: replace(old, rated=True))
    await preferences.change_player(Player(101, "Ada"), lambda old: replace(old, theme=ThemeName.BASALT))
    stored = await contents(database)
    ((guild,), (player,)) = (stored[table] for table in ("guilds", "players"))
    chosen = {name: value for name, value in guild._mapping.items() if value is not None}
    # What was chosen and chosen back stays, even if it's the default.
    assert chosen.keys() - {"id", "created_at"} == {"language", "rated"}
    assert player.theme == "basalt"
    assert {player.notifications, player.challenge_policy, player.reminders, player.guesses} == {None}


async def test_two_simultaneous_choices_are_both_kept(preferences: Preferences) -> None:
    await preferences.change_guild(GUILD, lambda old: old)
    await asyncio.gather(
        preferences.change_guild(GUILD, lambda old: replace(old, rated=True)),
        preferences.change_guild(GUILD, lambda old: replace(old, thread=True)),
        preferences.change_guild(GUILD, lambda old: replace(old, channels=frozenset({7}))),
    )
    chosen = GuildPreferences(rated=True, thread=True, channels=frozenset({7}))
    assert await preferences.guild(GUILD) == chosen


async def test_too_many_channels_are_refused_as_a_whole(preferences: Preferences) -> None:
    channels = frozenset(range(MOST_CHANNELS + 1))
    with pytest.raises(ValueError, match="frozenset"):
        await preferences.change_guild(GUILD, lambda old: replace(old, channels=channels, rated=True))
    assert await preferences.guild(GUILD) == GuildPreferences()


async def test_a_players_language_is_kept_and_undone(preferences: Preferences) -> None:
    ada = Player(101, "Ada")
    assert (await preferences.remembered(ada.id)).language is None
    await preferences.change_player(ada, lambda old: replace(old, language="pt-BR"))
    assert (await preferences.remembered(ada.id)).language == "pt-BR"
    await preferences.change_player(ada, lambda old: replace(old, language=None))
    assert (await preferences.remembered(ada.id)).language is None
