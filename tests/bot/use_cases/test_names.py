"""What people are called: in a server, by their nickname there; anywhere else, by their account's name."""

from dataclasses import replace

import pytest

from bot.store.puzzles import daily_puzzles
from bot.store.standings.seasons import keep_places
from bot.use_cases.challenges.computer_games import ComputerTerms
from bot.use_cases.puzzles.daily_puzzles import PuzzleLeaderboards, PuzzlePeriod
from bot.use_cases.puzzles.puzzles import Puzzles
from bot.use_cases.servers import Act
from bot.use_cases.standings.leaderboards import Leaderboards
from bot.use_cases.standings.seasons import Seasons
from bot.values.challenges import Challenge, ColorChoice
from bot.values.game.game import Game
from bot.values.players import Place, Player
from bot.values.standings import FinalPlace, HistoryFilter, LeaderboardChoice
from engine import Ruleset
from tests.bot.personal_rows import contents
from tests.bot.use_cases.clocked import ADA, BLAISE, DAY, HERE, OUTSIDE, TERMS, THERE, Clocked
from tests.bot.use_cases.made_puzzles import made_puzzle

NAMES = {HERE: ("Countess", "Gambler"), THERE: ("Ada", "Pascal"), OUTSIDE: ("Ada", "Blaise")}
"""What they're called. Ada only has a nickname in one of the servers."""

LEVEL = Player(1, "Computer, level 1")


def seen_at(place: Place) -> tuple[Player, Player]:
    """Return Ada and Blaise as they're seen at a place."""
    names = NAMES[place]
    if place is OUTSIDE:
        return ADA, BLAISE
    return Player(ADA.id, names[0], ADA.name), Player(BLAISE.id, names[1], BLAISE.name)


async def challenge(clocked: Clocked, place: Place, *, rated: bool = False) -> Challenge:
    ada, blaise = seen_at(place)
    clocked.clock.move(DAY)
    return await clocked.propose(blaise, place, ada, rated=rated)


async def play(clocked: Clocked, place: Place) -> Game:
    """Have Blaise beat Ada in a rated game."""
    made = await challenge(clocked, place, rated=True)
    game = await clocked.challenges.accept(made.number, seen_at(place)[1], message_id=made.number)
    return await clocked.resign(await clocked.play(game, 4), ADA)


async def play_everywhere(clocked: Clocked) -> None:
    for place in (HERE, THERE, OUTSIDE, HERE):
        await play(clocked, place)
    for player in (ADA, BLAISE):
        await clocked.choose(player, listed=True)


async def test_challenges_and_games_have_the_names_of_their_place(clocked: Clocked) -> None:
    for place, names in NAMES.items():
        made = await challenge(clocked, place)
        assert made.opponent is not None
        assert (made.challenger.name, made.opponent.name) == names
        game = await clocked.challenges.accept(made.number, seen_at(place)[1])
        assert (game.white.name, game.black.name) == names


async def test_outside_their_server_they_have_the_names_of_accounts(clocked: Clocked) -> None:
    made = await challenge(clocked, HERE)
    game = await clocked.challenges.accept(made.number, seen_at(HERE)[1])
    for guild_id in (None, 11):
        seen, named = made.as_seen_from(guild_id), game.as_seen_from(guild_id)
        assert seen.opponent is not None
        assert (seen.challenger.name, seen.opponent.name) == ("Ada", "Blaise")
        assert (named.white.name, named.black.name) == ("Ada", "Blaise")
    assert game.as_seen_from(10) is game
    assert made.as_seen_from(10) is made


@pytest.mark.thorough
async def test_someone_who_joins_from_elsewhere_has_the_name_that_is_known_there(clocked: Clocked) -> None:
    await play(clocked, HERE)
    made = await clocked.challenges.propose_to_all(HERE, seen_at(HERE)[0], TERMS)
    game = await clocked.challenges.accept(made.number, BLAISE)
    assert (game.white.name, game.black.name) == NAMES[HERE]


async def test_the_computers_name_is_in_the_language_of_the_game_everywhere(clocked: Clocked) -> None:
    terms, begin = ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "fr"), clocked.computer_games.begin
    begun = await begin(HERE, seen_at(HERE)[0], Player(1, "Ordinateur, niveau 1"), terms)
    await begin(HERE, seen_at(HERE)[0], LEVEL, terms)
    game = (await clocked.games.get(begun.number)).as_seen_from(None)
    assert (game.white.name, game.black.name) == ("Ada", "Ordinateur, niveau 1")


@pytest.mark.thorough
async def test_leaderboards_and_profiles_have_the_names_of_their_scope(clocked: Clocked) -> None:
    await play_everywhere(clocked)
    leaderboards = Leaderboards(clocked.database, clocked.clock)
    profiles = clocked.profiles
    for place, (ada, blaise) in NAMES.items():
        choice = LeaderboardChoice(place.guild_id, Ruleset.PYRGA)
        page = await leaderboards.people(choice, 0, reader_id=ADA.id)
        assert [line.player.name for line in page.lines] == [blaise, ada]
        assert page.own is not None
        assert page.own.player.name == ada
        shown = await profiles.profile(place.guild_id, reader_id=BLAISE.id, player_id=BLAISE.id)
        assert shown.player.name == blaise
        assert shown.standing is not None
        assert shown.standing.best_win is not None
        assert shown.standing.best_win.opponent.name == ada


async def test_the_ladder_has_the_names_of_its_scope(clocked: Clocked) -> None:
    for place in (HERE, THERE):
        game = await clocked.begin_with_computer(LEVEL.id, seen_at(place)[0], place)
        await clocked.resign(await clocked.play(game, 4), LEVEL)
    await clocked.choose(ADA, listed=True)
    for place, (ada, _) in NAMES.items():
        page = await Leaderboards(clocked.database, clocked.clock).ladder(
            0, guild_id=place.guild_id, reader_id=ADA.id
        )
        assert [rung.player.name for rung in page.lines] == [ada]
        assert page.own is not None
        assert page.own.player.name == ada


@pytest.mark.thorough
async def test_histories_and_meetings_have_the_names_of_their_scope(clocked: Clocked) -> None:
    await play_everywhere(clocked)
    histories, profiles = clocked.histories, clocked.profiles
    for place, names in NAMES.items():
        listed, _ = await histories.games(
            place.guild_id, player_id=ADA.id, wanted=HistoryFilter(), page=0, size=9
        )
        assert {(game.player.name, game.opponent.name) for game in listed} == {names}
        versus = await profiles.versus(place.guild_id, reader_id=ADA.id, player_id=ADA.id, other_id=BLAISE.id)
        assert {(meeting.white.name, meeting.black.name) for meeting in versus.latest} == {names}
        assert {meeting.winner and meeting.winner.name for meeting in versus.latest} == {names[1]}


async def test_the_places_of_a_season_have_the_names_of_its_server(clocked: Clocked) -> None:
    seasons = Seasons(clocked.database, clocked.clock)
    for place in (HERE, THERE):
        await play(clocked, place)
        assert place.guild_id is not None
        await seasons.start(place.guild_id)
        ended = await seasons.end(place.guild_id)
        async with clocked.database.writing() as connection:
            row = FinalPlace(1, BLAISE, 1600.0, 1, 1)
            await keep_places(connection, ended.id, "pyrga", [row])
        (first,) = await seasons.final_places(ended, Ruleset.PYRGA)
        assert first.player.name == NAMES[place][1]


async def test_solvers_of_the_puzzle_of_the_day_have_the_names_of_their_server(clocked: Clocked) -> None:
    puzzle = made_puzzle("e0")
    puzzles = Puzzles(clocked.database, clocked.clock, [puzzle])
    for place in (HERE, THERE):
        await challenge(clocked, place)
        assert place.guild_id is not None
        async with clocked.database.writing() as connection:
            day = daily_puzzles.day_at(clocked.now, 0)
            await daily_puzzles.claim(
                connection, place.guild_id, day, puzzle.number, channel_id=place.channel_id
            )
        await puzzles.attempt(seen_at(place)[1], puzzle, puzzle.solution, place.guild_id)
        leaderboards = PuzzleLeaderboards(clocked.database, clocked.clock)
        for period in PuzzlePeriod:
            (solver,) = (await leaderboards.page(period, 0, guild_id=place.guild_id, reader_id=ADA.id)).lines
            assert solver.player.name == NAMES[place][1]


async def test_a_moderator_has_the_name_of_the_server(clocked: Clocked) -> None:
    moderation = clocked.moderation
    for place in (HERE, THERE):
        game = await play(clocked, place)
        moderator = replace(seen_at(place)[1], id=900)
        await moderation.annul(await moderation.propose_annulment(game, moderator, None))
        assert place.guild_id is not None
        ((act,), _) = await moderation.log(place.guild_id, page=0, size=9)
        assert act.moderator.name == NAMES[place][1]


async def test_the_newest_names_count_and_games_keep_theirs(clocked: Clocked) -> None:
    game = await play(clocked, HERE)
    renamed = Player(BLAISE.id, "Blaise P.", "Blaise P.")
    await clocked.challenges.propose_to_all(HERE, renamed, TERMS)
    choice = LeaderboardChoice(10, Ruleset.PYRGA)
    page = await Leaderboards(clocked.database, clocked.clock).people(choice, 0, reader_id=ADA.id)
    assert [line.player.name for line in page.lines] == ["Blaise P.", "Countess"]
    assert (await clocked.games.get(game.number)).black.name == "Gambler"
    assert (await clocked.games.get(game.number)).as_seen_from(None).black.name == "Blaise P."
    stored = await contents(clocked.database)
    assert [row.name for row in stored["nicknames"]] == ["Countess"]


@pytest.mark.thorough
async def test_a_rematch_does_not_bring_an_old_name_back(clocked: Clocked) -> None:
    game = await play(clocked, HERE)
    clocked.clock.move(DAY)
    await clocked.challenges.propose_to_all(HERE, Player(BLAISE.id, "Newly Named", "Blaise"), TERMS)
    made = await clocked.challenges.propose_rematch(game, seen_at(HERE)[0], TERMS)
    assert made.opponent is not None
    assert made.opponent.name == "Newly Named"
    assert made.opponent.outside_servers.name == "Blaise"


@pytest.mark.thorough
async def test_a_deleted_person_has_no_names_left(clocked: Clocked) -> None:
    await play_everywhere(clocked)
    await clocked.deletions.delete(BLAISE.id)
    names = {"Blaise", "Gambler", "Pascal"}
    left = {value for rows in (await contents(clocked.database)).values() for row in rows for value in row}
    assert not names & {value for value in left if isinstance(value, str)}


@pytest.mark.thorough
async def test_what_a_moderator_wrote_is_cleared_if_it_has_a_nickname(clocked: Clocked) -> None:
    game = await play(clocked, THERE)
    moderation = clocked.moderation
    # They're called that in another server, where they haven't finished a game.
    await challenge(clocked, HERE)
    proposed = await moderation.propose_annulment(game, Player(104, "Dave"), "the gambler cheated")
    await moderation.annul(proposed)
    await clocked.deletions.delete(BLAISE.id)
    ((act,), _) = await moderation.log(11, page=0, size=9)
    assert isinstance(act, Act)
    assert act.reason is None
