"""Profiles and the scores between two players match the games."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from bot.matches.challenges.computer_games import ComputerGames, ComputerTerms
from bot.matches.match.match import Match
from bot.matches.puzzles.puzzles import Puzzles
from bot.matches.servers.moderation import Moderation
from bot.matches.standings.profiles import Profiles
from bot.matches.standings.standings_errors import EmptyProfileError, OneselfError, OthersGamesError
from bot.matches.values.challenges import ColorChoice, Terms
from bot.matches.values.players import Place, Player
from bot.matches.values.standings import NO_GAMES, Profile, Score
from engine import Color, Reason, Ruleset, puzzles
from tests.bot.matches.clocked import ADA, BLAISE, CHIYO, DAY, MINUTE, Clocked

pytestmark = pytest.mark.thorough

GUILD, OTHER_GUILD = 10, 11
HERE, THERE, OUTSIDE = Place(GUILD, 20), Place(OTHER_GUILD, 21), Place(None, 22)
DORA = Player(104, "Dora")


@pytest.fixture
def profiles(clocked: Clocked) -> Profiles:
    return Profiles(clocked.database, clocked.clock)


async def play(
    clocked: Clocked,
    winner: Player,
    loser: Player,
    *,
    white: Player | None = None,
    place: Place = HERE,
    rated: bool = True,
    ruleset: Ruleset = Ruleset.PYRGA,
) -> Match:
    """Return a game that the loser resigns after four moves, one minute after the previous game."""
    clocked.clock.move(MINUTE)
    color = ColorChoice.BLACK if white == loser else ColorChoice.WHITE
    terms = Terms(ruleset, color, "en-GB", rated=rated)
    challenge = await clocked.challenges.propose(place, winner, loser, terms, opponent_is_bot=False)
    game = await clocked.challenges.accept(challenge.number, loser, message_id=100 + challenge.number)
    for _ in range(4):
        game = await clocked.play(game)
    return await clocked.games.resign(game.number, player_id=loser.id)


async def annul(clocked: Clocked, game: Match) -> None:
    moderation = Moderation(clocked.database, clocked.clock)
    await moderation.annul(await moderation.propose_annulment(game, CHIYO, None))


async def of_ada(profiles: Profiles, guild_id: int | None = GUILD, ruleset: Ruleset | None = None) -> Profile:
    return await profiles.profile(guild_id, reader_id=ADA.id, player_id=ADA.id, ruleset=ruleset)


async def test_a_profile_has_the_record_of_its_server_by_color_reason_and_ruleset(
    clocked: Clocked, profiles: Profiles
) -> None:
    await play(clocked, ADA, BLAISE)
    await play(clocked, ADA, CHIYO, white=CHIYO)
    await play(clocked, BLAISE, ADA, white=ADA, rated=False)
    await play(clocked, ADA, BLAISE, ruleset=Ruleset.CLASSIC)
    await play(clocked, ADA, BLAISE, place=THERE)
    await play(clocked, ADA, BLAISE, place=OUTSIDE)
    await annul(clocked, await play(clocked, ADA, BLAISE))

    here = await of_ada(profiles)
    assert (here.player, here.ruleset) == (ADA, Ruleset.PYRGA)
    assert here.record.by_color == {Color.WHITE: Score(1, 1, 0), Color.BLACK: Score(1, 0, 0)}
    assert here.record.by_reason == {Reason.RESIGNATION: Score(2, 1, 0)}
    assert here.by_ruleset == {Ruleset.PYRGA: Score(2, 1, 0), Ruleset.CLASSIC: Score(1, 0, 0)}

    classic = await of_ada(profiles, ruleset=Ruleset.CLASSIC)
    assert classic.record.by_color == {Color.WHITE: Score(1, 0, 0)}
    assert classic.by_ruleset == here.by_ruleset
    everywhere = await of_ada(profiles, None)
    assert everywhere.by_ruleset == {Ruleset.PYRGA: Score(4, 1, 0), Ruleset.CLASSIC: Score(1, 0, 0)}
    unplayed = await of_ada(profiles, ruleset=Ruleset.PILOTIS)
    assert (unplayed.standing, unplayed.record.score(Color.WHITE)) == (None, NO_GAMES)


async def test_the_default_ruleset_is_the_one_with_the_most_games(
    clocked: Clocked, profiles: Profiles
) -> None:
    for ruleset in (Ruleset.PYRGA, Ruleset.PILOTIS, Ruleset.PILOTIS):
        await play(clocked, ADA, BLAISE, ruleset=ruleset)
    assert (await of_ada(profiles)).ruleset is Ruleset.PILOTIS


@pytest.mark.default
async def test_rating_streaks_and_best_win_follow_the_rated_games(
    clocked: Clocked, profiles: Profiles
) -> None:
    await play(clocked, BLAISE, CHIYO)
    defeated = (await profiles.profile(GUILD, reader_id=CHIYO.id, player_id=CHIYO.id, ruleset=None)).standing
    assert defeated is not None
    assert defeated.streak == -1
    best = await play(clocked, ADA, BLAISE)
    await play(clocked, ADA, CHIYO)
    ratings = [
        (change.after, change.deviation)
        for game in (best, *[await play(clocked, loser, ADA) for loser in (DORA, CHIYO)])
        for change in game.rating_changes
        if change.player_id == ADA.id
    ]
    standing = (await of_ada(profiles)).standing
    assert standing is not None
    assert (standing.games, standing.streak, standing.best_streak) == (4, -2, 2)
    assert standing.best_win is not None
    assert (standing.best_win.opponent, round(standing.best_win.rating)) == (BLAISE, 1741)
    assert (standing.best_win.game, standing.best_win.message_id) == (best.number, best.message_id)
    history = [(each.rating, each.deviation) for each in standing.history]
    assert len(history) == 4
    assert [history[0], *history[2:]] == ratings
    assert history[-1] == (standing.rating, standing.deviation)
    assert standing.history[-1].rated_at == clocked.now

    clocked.clock.move(30 * DAY)
    later = (await of_ada(profiles)).standing
    assert later is not None
    assert later.deviation > standing.deviation


async def test_an_annulled_win_is_no_longer_the_best_one(clocked: Clocked, profiles: Profiles) -> None:
    await play(clocked, BLAISE, CHIYO)
    defeated = (await profiles.profile(GUILD, reader_id=CHIYO.id, player_id=CHIYO.id, ruleset=None)).standing
    assert defeated is not None
    assert defeated.streak == -1
    best = await play(clocked, ADA, BLAISE)
    await play(clocked, ADA, DORA)
    await annul(clocked, best)
    standing = (await of_ada(profiles)).standing
    assert standing is not None
    assert standing.best_win is not None
    assert (standing.best_win.opponent, standing.best_streak, standing.games) == (DORA, 1, 1)


async def test_a_rank_leaves_out_people_who_are_not_listed(clocked: Clocked, profiles: Profiles) -> None:
    for _ in range(10):
        for winner, loser in ((BLAISE, ADA), (BLAISE, ADA), (ADA, BLAISE)):
            await play(clocked, winner, loser)
        clocked.clock.move(DAY)

    async def rank(reader: Player, without: Sequence[int] = ()) -> int | None:
        standing = (
            await profiles.profile(
                GUILD, reader_id=reader.id, player_id=ADA.id, ruleset=None, without=without
            )
        ).standing
        assert standing is not None
        return standing.rank

    assert await rank(CHIYO) == 2
    assert await rank(CHIYO, [BLAISE.id]) == 1

    async def rank_everywhere() -> int | None:
        everywhere = (await of_ada(profiles, None)).standing
        assert everywhere is not None
        return everywhere.rank

    for ranks, player in ((None, ADA), (1, BLAISE), (2, None)):
        assert await rank_everywhere() == ranks
        if player is not None:
            await clocked.preferences.change_player(player, lambda old: replace(old, listed=True))
    clocked.clock.move(91 * DAY)
    assert await rank(CHIYO) is None


async def test_a_long_history_is_reduced_to_some_of_its_ratings(clocked: Clocked) -> None:
    for number in range(40):
        winner, loser = (ADA, BLAISE) if number % 2 else (BLAISE, ADA)
        await play(clocked, winner, loser)
        clocked.clock.move(DAY / 4)
    found = {}
    for points in (10, 20, 40):
        standing = (await of_ada(Profiles(clocked.database, clocked.clock, points))).standing
        assert standing is not None
        assert standing.games == 40
        assert standing.history[-1].rating == standing.rating
        found[points] = standing.history
    assert 5 < len(found[10]) < len(found[20]) < len(found[40]) == 40
    assert set(found[10]) <= set(found[40])


@pytest.mark.default
async def test_a_profile_has_the_level_beaten_here_and_all_puzzles_solved(
    clocked: Clocked, profiles: Profiles
) -> None:
    computer = ComputerGames(clocked.database, clocked.clock, Random(1))
    for place, level in ((HERE, 2), (THERE, 5)):
        terms = ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB")
        game = await computer.begin(place, ADA, Player(level, f"level {level}"), terms)
        await clocked.play(game, 4)
        await clocked.games.resign(game.number, player_id=level)
    known = puzzles()
    solving = Puzzles(clocked.database, clocked.clock, known)
    await solving.attempt(ADA, known[0], known[0].solution)
    await solving.attempt(
        ADA, known[1], next(move for move in known[1].position.legal_moves if move != known[1].solution)
    )
    here, everywhere = await of_ada(profiles), await of_ada(profiles, None)
    assert (here.level, here.puzzles) == (2, 1)
    assert (everywhere.level, everywhere.puzzles) == (5, 1)
    assert (here.standing, here.record.by_color) == (None, {})


async def test_a_profile_with_only_puzzles_is_only_seen_by_its_owner(
    clocked: Clocked, profiles: Profiles
) -> None:
    known = puzzles()
    await Puzzles(clocked.database, clocked.clock, known).attempt(ADA, known[0], known[0].solution)
    assert (await of_ada(profiles)).puzzles == 1
    with pytest.raises(EmptyProfileError):
        await profiles.profile(GUILD, reader_id=BLAISE.id, player_id=ADA.id)


async def test_someone_who_never_played_here_has_no_profile_here(
    clocked: Clocked, profiles: Profiles
) -> None:
    await play(clocked, ADA, BLAISE, place=THERE)
    await clocked.games.resign((await clocked.begin(None, opponent=CHIYO)).number, player_id=CHIYO.id)
    for player, reader in ((BLAISE, ADA), (BLAISE, BLAISE), (DORA, ADA)):
        with pytest.raises(EmptyProfileError):
            await profiles.profile(GUILD, reader_id=reader.id, player_id=player.id)
    assert (await profiles.profile(OTHER_GUILD, reader_id=ADA.id, player_id=BLAISE.id)).by_ruleset


async def test_outside_servers_people_only_see_their_own(clocked: Clocked, profiles: Profiles) -> None:
    await play(clocked, ADA, BLAISE)
    assert (await of_ada(profiles, None)).by_ruleset
    with pytest.raises(OthersGamesError):
        await profiles.profile(None, reader_id=BLAISE.id, player_id=ADA.id)
    assert (
        await profiles.versus(None, reader_id=BLAISE.id, player_id=ADA.id, other_id=BLAISE.id)
    ).score == Score(1, 0, 0)
    with pytest.raises(OthersGamesError):
        await profiles.versus(None, reader_id=CHIYO.id, player_id=ADA.id, other_id=BLAISE.id)


async def test_versus_has_the_score_by_color_and_ruleset_and_the_latest_games(
    clocked: Clocked, profiles: Profiles
) -> None:
    played = [
        await play(clocked, ADA, BLAISE),
        await play(clocked, ADA, BLAISE, white=BLAISE),
        await play(clocked, BLAISE, ADA, white=ADA),
        await play(clocked, ADA, BLAISE, ruleset=Ruleset.CLASSIC),
    ]
    clocked.clock.move(DAY)
    played += [await play(clocked, BLAISE, ADA) for _ in range(2)]
    await play(clocked, ADA, CHIYO)
    await play(clocked, ADA, BLAISE, place=THERE)
    await annul(clocked, await play(clocked, ADA, BLAISE))

    versus = await profiles.versus(GUILD, reader_id=CHIYO.id, player_id=ADA.id, other_id=BLAISE.id)
    assert versus.score == Score(3, 3, 0)
    assert versus.by_color == {Color.WHITE: Score(2, 1, 0), Color.BLACK: Score(1, 2, 0)}
    assert versus.by_ruleset == {Ruleset.PYRGA: Score(2, 3, 0), Ruleset.CLASSIC: Score(1, 0, 0)}
    assert [meeting.game for meeting in versus.latest] == [game.number for game in reversed(played)][:5]
    last = versus.latest[0]
    assert (last.winner, last.white, last.reason) == (BLAISE, BLAISE, Reason.RESIGNATION)
    assert (last.place.guild_id, last.message_id) == (GUILD, played[-1].message_id)

    backward = await profiles.versus(GUILD, reader_id=CHIYO.id, player_id=BLAISE.id, other_id=ADA.id)
    assert backward.by_color == {Color.WHITE: Score(2, 1, 0), Color.BLACK: Score(1, 2, 0)}
    assert (
        await profiles.versus(None, reader_id=ADA.id, player_id=ADA.id, other_id=BLAISE.id)
    ).score == Score(4, 3, 0)
    assert (
        await profiles.versus(GUILD, reader_id=ADA.id, player_id=BLAISE.id, other_id=CHIYO.id)
    ).latest == ()

    tied = await clocked.begin_counted(None)
    offered = await clocked.players.offer_draw(tied.number, tied.revision, ADA.id)
    await clocked.players.accept(tied.number, offered.revision, BLAISE.id)
    (newest, *_) = (
        await profiles.versus(GUILD, reader_id=CHIYO.id, player_id=ADA.id, other_id=BLAISE.id)
    ).latest
    assert (newest.game, newest.winner, newest.reason) == (tied.number, None, Reason.AGREEMENT)


async def test_there_is_no_score_against_oneself(profiles: Profiles) -> None:
    with pytest.raises(OneselfError):
        await profiles.versus(GUILD, reader_id=ADA.id, player_id=ADA.id, other_id=ADA.id)
