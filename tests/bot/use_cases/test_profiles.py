"""Profiles and the scores between two players match the games."""

from collections.abc import Sequence

import pytest

from bot.use_cases.puzzles.puzzles import Puzzles
from bot.use_cases.standings.profiles import Profiles
from bot.values.challenges import ColorChoice
from bot.values.errors import EmptyProfileError, OneselfError, OthersGamesError
from bot.values.game.game import Game
from bot.values.players import Place, Player
from bot.values.standings import NO_GAMES, Profile, Score, Standing, Versus
from engine import Color, Reason, Ruleset, puzzles
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, DAY, HERE, MINUTE, OUTSIDE, THERE, Clocked

pytestmark = pytest.mark.thorough

GUILD, OTHER_GUILD = 10, 11
DORA = Player(104, "Dora")


async def play(
    clocked: Clocked,
    winner: Player,
    loser: Player,
    place: Place = HERE,
    *,
    white: Player | None = None,
    rated: bool = True,
    ruleset: Ruleset = Ruleset.PYRGA,
) -> Game:
    """Return a game that the loser resigns after four moves, one minute after the previous game."""
    clocked.clock.move(MINUTE)
    color = ColorChoice.BLACK if white == loser else ColorChoice.WHITE
    game = await clocked.agree(loser, place, winner, color=color, rated=rated, ruleset=ruleset)
    return await clocked.resign(await clocked.play(game, 4), loser)


async def of_ada(clocked: Clocked, guild_id: int | None = GUILD, ruleset: Ruleset | None = None) -> Profile:
    return await clocked.profiles.profile(guild_id, reader_id=ADA.id, player_id=ADA.id, ruleset=ruleset)


async def standing_of(profiles: Profiles, player: Player = ADA) -> Standing:
    """Return how someone stands in the server, in which they've played rated games."""
    profile = await profiles.profile(GUILD, reader_id=player.id, player_id=player.id)
    assert profile.standing is not None
    return profile.standing


async def versus(
    clocked: Clocked,
    guild_id: int | None = GUILD,
    reader: Player = ADA,
    player: Player = ADA,
    other: Player = BLAISE,
) -> Versus:
    return await clocked.profiles.versus(
        guild_id, reader_id=reader.id, player_id=player.id, other_id=other.id
    )


async def test_a_profile_has_the_record_of_its_server_by_color_reason_and_ruleset(clocked: Clocked) -> None:
    await play(clocked, ADA, BLAISE)
    await play(clocked, ADA, CHIYO, white=CHIYO)
    await play(clocked, BLAISE, ADA, white=ADA, rated=False)
    await play(clocked, ADA, BLAISE, ruleset=Ruleset.CLASSIC)
    await play(clocked, ADA, BLAISE, THERE)
    await play(clocked, ADA, BLAISE, OUTSIDE)
    await clocked.annul(await play(clocked, ADA, BLAISE))

    here = await of_ada(clocked)
    assert (here.player, here.ruleset) == (ADA, Ruleset.PYRGA)
    assert here.record.by_color == {Color.WHITE: Score(1, 1, 0), Color.BLACK: Score(1, 0, 0)}
    assert here.record.by_reason == {Reason.RESIGNATION: Score(2, 1, 0)}
    assert here.by_ruleset == {Ruleset.PYRGA: Score(2, 1, 0), Ruleset.CLASSIC: Score(1, 0, 0)}

    classic = await of_ada(clocked, ruleset=Ruleset.CLASSIC)
    assert classic.record.by_color == {Color.WHITE: Score(1, 0, 0)}
    assert classic.by_ruleset == here.by_ruleset
    everywhere = await of_ada(clocked, None)
    assert everywhere.by_ruleset == {Ruleset.PYRGA: Score(4, 1, 0), Ruleset.CLASSIC: Score(1, 0, 0)}
    unplayed = await of_ada(clocked, ruleset=Ruleset.PILOTIS)
    assert (unplayed.standing, unplayed.record.score(Color.WHITE)) == (None, NO_GAMES)


async def test_the_default_ruleset_is_the_one_with_the_most_games(clocked: Clocked) -> None:
    for ruleset in (Ruleset.PYRGA, Ruleset.PILOTIS, Ruleset.PILOTIS):
        await play(clocked, ADA, BLAISE, ruleset=ruleset)
    assert (await of_ada(clocked)).ruleset is Ruleset.PILOTIS


@pytest.mark.default
async def test_rating_streaks_and_best_win_follow_the_rated_games(clocked: Clocked) -> None:
    await play(clocked, BLAISE, CHIYO)
    assert (await standing_of(clocked.profiles, CHIYO)).streak == -1
    best = await play(clocked, ADA, BLAISE)
    await play(clocked, ADA, CHIYO)
    ratings = [
        (change.after, change.deviation)
        for game in (best, *[await play(clocked, loser, ADA) for loser in (DORA, CHIYO)])
        for change in game.rating_changes
        if change.player_id == ADA.id
    ]
    standing = await standing_of(clocked.profiles)
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
    assert (await standing_of(clocked.profiles)).deviation > standing.deviation


async def test_an_annulled_win_is_no_longer_the_best_one(clocked: Clocked) -> None:
    await play(clocked, BLAISE, CHIYO)
    best = await play(clocked, ADA, BLAISE)
    await play(clocked, ADA, DORA)
    await clocked.annul(best)
    standing = await standing_of(clocked.profiles)
    assert standing.best_win is not None
    assert (standing.best_win.opponent, standing.best_streak, standing.games) == (DORA, 1, 1)


async def test_a_rank_leaves_out_people_who_are_not_listed(clocked: Clocked) -> None:
    for _ in range(10):
        for winner, loser in ((BLAISE, ADA), (BLAISE, ADA), (ADA, BLAISE)):
            await play(clocked, winner, loser)
        clocked.clock.move(DAY)

    async def rank(guild_id: int | None, without: Sequence[int] = ()) -> int | None:
        profile = await clocked.profiles.profile(
            guild_id, reader_id=ADA.id, player_id=ADA.id, without=without
        )
        assert profile.standing is not None
        return profile.standing.rank

    assert await rank(GUILD) == 2
    assert await rank(GUILD, [BLAISE.id]) == 1
    everywhere = [await rank(None)]
    for player in (ADA, BLAISE):
        await clocked.choose(player, listed=True)
        everywhere.append(await rank(None))
    assert everywhere == [None, 1, 2]
    clocked.clock.move(91 * DAY)
    assert await rank(GUILD) is None


async def test_a_long_history_is_reduced_to_some_of_its_ratings(clocked: Clocked) -> None:
    for number in range(40):
        winner, loser = (ADA, BLAISE) if number % 2 else (BLAISE, ADA)
        await play(clocked, winner, loser)
        clocked.clock.move(DAY / 4)
    found = {}
    for points in (10, 20, 40):
        standing = await standing_of(Profiles(clocked.database, clocked.clock, points))
        assert standing.games == 40
        assert standing.history[-1].rating == standing.rating
        found[points] = standing.history
    assert 5 < len(found[10]) < len(found[20]) < len(found[40]) == 40
    assert set(found[10]) <= set(found[40])


@pytest.mark.default
async def test_a_profile_has_the_level_beaten_here_and_all_puzzles_solved(clocked: Clocked) -> None:
    for place, level in ((HERE, 2), (THERE, 5)):
        game = await clocked.play(await clocked.begin_with_computer(level, place=place), 4)
        await clocked.resign(game, game.black)
    known = puzzles()
    solving = Puzzles(clocked.database, clocked.clock, known)
    await solving.attempt(ADA, known[0], known[0].solution)
    await solving.attempt(
        ADA, known[1], next(move for move in known[1].position.legal_moves if move != known[1].solution)
    )
    here, everywhere = await of_ada(clocked), await of_ada(clocked, None)
    assert (here.level, here.puzzles) == (2, 1)
    assert (everywhere.level, everywhere.puzzles) == (5, 1)
    assert (here.standing, here.record.by_color) == (None, {})


async def test_a_profile_with_only_puzzles_is_only_seen_by_its_owner(clocked: Clocked) -> None:
    known = puzzles()
    await Puzzles(clocked.database, clocked.clock, known).attempt(ADA, known[0], known[0].solution)
    assert (await of_ada(clocked)).puzzles == 1
    with pytest.raises(EmptyProfileError):
        await clocked.profiles.profile(GUILD, reader_id=BLAISE.id, player_id=ADA.id)


async def test_someone_who_never_played_here_has_no_profile_here(clocked: Clocked) -> None:
    await play(clocked, ADA, BLAISE, THERE)
    await clocked.resign(await clocked.begin(None, opponent=CHIYO), CHIYO)
    for player, reader in ((BLAISE, ADA), (BLAISE, BLAISE), (DORA, ADA)):
        with pytest.raises(EmptyProfileError):
            await clocked.profiles.profile(GUILD, reader_id=reader.id, player_id=player.id)
    assert (await clocked.profiles.profile(OTHER_GUILD, reader_id=ADA.id, player_id=BLAISE.id)).by_ruleset


async def test_outside_servers_people_only_see_their_own(clocked: Clocked) -> None:
    await play(clocked, ADA, BLAISE)
    assert (await of_ada(clocked, None)).by_ruleset
    with pytest.raises(OthersGamesError):
        await clocked.profiles.profile(None, reader_id=BLAISE.id, player_id=ADA.id)
    assert (await versus(clocked, None, BLAISE)).score == Score(1, 0, 0)
    with pytest.raises(OthersGamesError):
        await versus(clocked, None, CHIYO)


async def test_versus_has_the_score_by_color_and_ruleset_and_the_latest_games(clocked: Clocked) -> None:
    played = [
        await play(clocked, ADA, BLAISE),
        await play(clocked, ADA, BLAISE, white=BLAISE),
        await play(clocked, BLAISE, ADA, white=ADA),
        await play(clocked, ADA, BLAISE, ruleset=Ruleset.CLASSIC),
    ]
    clocked.clock.move(DAY)
    played += [await play(clocked, BLAISE, ADA) for _ in range(2)]
    await play(clocked, ADA, CHIYO)
    await play(clocked, ADA, BLAISE, THERE)
    await clocked.annul(await play(clocked, ADA, BLAISE))

    seen = await versus(clocked, reader=CHIYO)
    assert seen.score == Score(3, 3, 0)
    assert seen.by_color == {Color.WHITE: Score(2, 1, 0), Color.BLACK: Score(1, 2, 0)}
    assert seen.by_ruleset == {Ruleset.PYRGA: Score(2, 3, 0), Ruleset.CLASSIC: Score(1, 0, 0)}
    assert [meeting.game for meeting in seen.latest] == [game.number for game in reversed(played)][:5]
    last = seen.latest[0]
    assert (last.winner, last.white, last.reason) == (BLAISE, BLAISE, Reason.RESIGNATION)
    assert (last.place.guild_id, last.message_id) == (GUILD, played[-1].message_id)

    backward = await versus(clocked, reader=CHIYO, player=BLAISE, other=ADA)
    assert backward.by_color == {Color.WHITE: Score(2, 1, 0), Color.BLACK: Score(1, 2, 0)}
    assert (await versus(clocked, None)).score == Score(4, 3, 0)
    assert (await versus(clocked, player=BLAISE, other=CHIYO)).latest == ()

    tied = await clocked.draw(await clocked.begin_counted(None))
    (newest, *_) = (await versus(clocked)).latest
    assert (newest.game, newest.winner, newest.reason) == (tied.number, None, Reason.AGREEMENT)


async def test_there_is_no_score_against_oneself(clocked: Clocked) -> None:
    with pytest.raises(OneselfError):
        await versus(clocked, other=ADA)
