"""Games that channels play: how they begin, votes, private panels, and what comes of a closed vote."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import discord
from discord.utils import format_dt

from bot.computer.computer import ComputerUnavailableError
from bot.locale import Words, words_for
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.controls import (
    CastVote,
    ChooseVote,
    ShowCrowdPanel,
    ShowOwnVotes,
    ShowVotes,
    choice_text,
    counted_text,
    vote_step,
)
from bot.ui.board.display import adopt, announce
from bot.ui.board.messages import lead_on
from bot.ui.board.move_buttons import Choice, MoveButtons, demand_text
from bot.ui.challenges.starting import post_board
from bot.ui.context.client import ServingClient, player_of
from bot.ui.context.context import Context
from bot.ui.context.context_errors import ElsewhereError
from bot.ui.context.handlers import on_click, on_person
from bot.ui.context.permissions import check_can_post, check_channel, check_may_host, check_may_manage
from bot.ui.context.sight import server_name
from bot.ui.games.clicks import LostBoardError, OldBoardError, check_board
from bot.ui.message.content import GOLD, Content, Row, boxed, rows_of
from bot.ui.message.custom_ids import Count, CustomId, ShowReplay, button
from bot.ui.message.selects import person_select
from bot.ui.review.showing import OpenReview, check_closed, finished_game, made_review
from bot.ui.text.badges import new_badge_lines
from bot.ui.text.verdicts import side_and_move
from bot.ui.text.words import channel_name, computer_name, game_name, message_link, move_text, name
from bot.use_cases.crowds import CrowdTerms, DuelSide
from bot.values.badges import Badge
from bot.values.challenges import ColorChoice
from bot.values.crowds import (
    FEWEST_TO_CLOSE,
    FIRST_RESIGNATION,
    RESIGN,
    Crowd,
    VotedMove,
    VoterScore,
    VotingWindow,
)
from bot.values.game.crowds import may_close_early, voted_plies
from bot.values.game.game import Game
from bot.values.game.game_errors import (
    FinishedGameError,
    RunningGameError,
    StaleRevisionError,
    UnknownGameError,
)
from bot.values.players import Player
from engine import Review, Ruleset, Value, mover


@dataclass(frozen=True, slots=True)
class CrowdWish:
    """How someone wants a channel to play. The defaults are the server's step and its ruleset."""

    level: int | None
    ruleset: Ruleset | None
    color: ColorChoice
    window: VotingWindow
    crowd: Crowd


async def begin_in_channel(context: Context, wish: CrowdWish) -> Game:
    """Post the board of a new game that the channel plays against the computer; return the game."""
    await check_may_host(context)
    await check_channel(context)
    check_can_post(context)
    services = context.services
    if not services.computer.available:
        raise ComputerUnavailableError
    server = await services.preferences.guild(context.guild_id)
    language = await context.public_language()
    words = words_for(language)
    level = wish.level or await services.crowd_games.next_level(context.guild_id)
    terms = CrowdTerms(
        channel_name(words),
        wish.ruleset or server.ruleset,
        wish.color,
        wish.window,
        wish.crowd,
        language,
        in_words=context.reply.in_words,
        host=context.user,
    )
    computer = Player(level, computer_name(words, level))
    return await post_board(context, await services.crowd_games.begin(context.place, terms, computer))


@on_click(CastVote)
async def cast_vote(context: Context, clicked: CastVote) -> None:
    """Store the vote, and tell the person privately that they can change it."""
    await vote(context, clicked.game, ply=clicked.ply, choice=str(clicked.move))


async def vote(context: Context, number: int, *, ply: int, choice: str) -> None:
    """Vote for a move, or to resign, on the board or on a private panel."""
    with context.client.intake.click(context.interaction.id):
        admit = partial(_check_place, context)
        voter, place = context.user, context.place
        cast = partial(
            context.services.crowd_games.vote,
            number,
            ply=ply,
            choice=choice,
            voter=voter,
            place=place,
            admit=admit,
        )
        try:
            game = await cast()
        except OldBoardError as error:
            await lead_on(context, error.game)
            return
        except LostBoardError as error:
            await adopt(context, error.game, message_id=error.message_id)
            game = await cast()
        said = boxed(_said(context.words, game, choice))
        await context.reply.private_about(("vote", number, context.user.id), said)


@on_click(ChooseVote)
async def choose_vote(context: Context, clicked: ChooseVote) -> None:
    """Show the rest of the moves in a private panel, so that people don't get in each other's way."""
    game = context.named(await context.seen_game(clicked.game))
    if game.outcome is not None:
        raise FinishedGameError(game)
    if not game.crowd_votes_here or game.position.ply != clicked.ply:
        raise StaleRevisionError(game)
    panel = _move_panel(context, game, clicked.choice)
    await context.reply.private_about(("vote", game.number, context.user.id), panel)


def _check_place(context: Context, game: Game) -> None:
    """Check that the person votes where the game is played, and can see that."""
    clicked = context.message
    if not context.interaction.permissions.view_channel:
        raise UnknownGameError(str(game.number))
    if clicked is not None and not clicked.flags.ephemeral:
        check_board(context, game)
    elif context.place.channel_id not in {board.place.channel_id for board in game.boards}:
        raise ElsewhereError(game)


def _said(words: Words, game: Game, choice: str) -> str:
    times = {}
    if game.clock is not None:
        # Discord shows both in the reader's language: "18:00", "in 3 hours".
        times = {"time": format_dt(game.clock.until, "t"), "left": format_dt(game.clock.until, "R")}
    if choice == RESIGN:
        return words.say("You voted to resign. You can change it until {time} ({left}).", **times)
    # Translators: {move} is a move in signs, such as "▲ c2"; {time} is such as "18:00", {left} is such as
    # "in 3 hours".
    said = words.say(
        "Your vote: {move}. You can change it until {time} ({left}).",
        move=f"**{choice_text(words, game.position.turn, choice)}**",
        **times,
    )
    if not may_close_early(game):
        return said
    early = words.count(
        "Voting closes early once {count} person has voted, including all who voted the last two times.",
        "Voting closes early once {count} people have voted, including all who voted the last two times.",
        FEWEST_TO_CLOSE,
        count=FEWEST_TO_CLOSE,
    )
    return f"{said} {early}"


def _move_panel(context: Context, game: Game, choice: Choice) -> Content:
    words, position = context.words, game.position
    buttons = MoveButtons(words, position, partial(vote_step, game), context.icons)
    return boxed(demand_text(words, position, choice), rows=buttons.rows(choice))


_MOST_CHOICES = 6
_SIGNS = {True: " ✅", False: " ❌", None: ""}


class VoteToResign(CustomId, word="vote-resign"):
    """Votes to resign at ``ply`` of ``game``."""

    game: int
    ply: Count


class ExcludeVoter(CustomId, word="exclude-voter"):
    """The menu of people, to exclude someone from voting in ``game``."""

    game: int


@on_click(ShowCrowdPanel)
async def show_crowd_panel(context: Context, clicked: ShowCrowdPanel) -> None:
    """Show the rules, the person's vote, and what else they can do."""
    game = context.named(await context.seen_game(clicked.game))
    chosen = await context.services.crowd_games.choice_of(game, context.user.id)
    manages = context.interaction.permissions.manage_guild
    await context.reply.private(_panel(context.words, game, chosen, manages=manages))


def _panel(words: Words, game: Game, chosen: str | None, *, manages: bool) -> Content:
    style = discord.ButtonStyle
    lines = [
        f"### {words.say('Pyrga {game}', game=game_name(game.number))}",
        words.say(
            "When it's this channel's turn, anyone here can vote: press a move. You can change your vote "
            "while voting is open, and no one else sees it. The move with the most votes is played; in a "
            "tie, the one whose last vote came first."
        ),
    ]
    if game.crowd is not None and game.crowd.quorum > 1:
        lines.append(words.say("A move needs at least {count} votes.", count=game.crowd.quorum))
    if chosen is not None:
        lines.append(
            words.say("Your vote: {move}.", move=f"**{choice_text(words, game.position.turn, chosen)}**")
        )
    buttons = [button(ShowReplay(game.number), words, style.secondary)]
    ply = game.position.ply
    if game.crowd_votes_here and ply >= FIRST_RESIGNATION:
        # Translators: button (about 20 characters).
        buttons.insert(0, button(VoteToResign(game.number, ply), words.say("Vote to resign"), style.danger))
    rows = rows_of(buttons)
    if manages and game.outcome is None:
        # Translators: stands in an empty menu of people: keep someone from voting.
        rows.append(Row(person_select(ExcludeVoter(game.number), words.say("Exclude someone from voting…"))))
    return boxed(lines, rows=rows)


@on_click(VoteToResign)
async def vote_to_resign(context: Context, clicked: VoteToResign) -> None:
    await vote(context, clicked.game, ply=clicked.ply, choice=RESIGN)


@on_person(ExcludeVoter)
async def exclude_voter(context: Context, used: ExcludeVoter, person: discord.Member | discord.User) -> None:
    """Count no votes of someone in a game anymore."""
    check_may_manage(context)
    game, voter = await context.seen_game(used.game), player_of(person)
    if game.outcome is not None:
        raise FinishedGameError(game)
    await context.services.crowd_games.exclude(game.number, voter, context.user, guild_id=context.guild_id)
    sentence = context.words.say(
        "You excluded {player} from voting in game {game}. Their votes no longer count; so that no one sees "
        "what they were for, the board only shows that once voting closes. It's in /pyrga-server log.",
        player=name(voter),
        game=game_name(game.number),
    )
    await context.reply.private(sentence)


@on_click(ShowVotes)
async def show_votes(context: Context, clicked: ShowVotes) -> None:
    """Show what was voted for at each ply, and which moves gave something away."""
    game, review = await _reviewed(context, clicked.game)
    counts = await context.services.crowd_games.counts(game.number)
    if review is not None:
        counts = {ply: _open_counts(review, chosen) for ply, chosen in counts.items()}
    words = context.words
    title = words.say("Votes in game {game}", game=game_name(game.number))
    lines = [f"### {title}"]
    lines += [_counts_line(words, ply, counts[ply]) for ply in sorted(counts)]
    if review is None:
        lines.append(words.say("-# What the moves were worth needs the computer, which isn't available now."))
    else:
        lines += _lapses(words, game, review, counts)
    await context.reply.private(boxed(lines, accent=GOLD), in_place=True)


def _open_counts(review: Review, choices: list[VotedMove]) -> list[VotedMove]:
    """Return the counts without what the moves were worth, where the review doesn't say it.

    In a position without a move, that's where it doesn't say what the last move did.
    """
    last = len(review.moves) - 1
    return [
        choice if last < 0 or review.moves[min(choice.ply, last)].known else replace(choice, kept=None)
        for choice in choices
    ]


def _counts_line(words: Words, ply: int, choices: list[VotedMove]) -> str:
    shown = [
        f"{counted_text(words, mover(ply), choice.move, choice.voters)}{_SIGNS[choice.kept]}"
        for choice in choices[:_MOST_CHOICES]
    ]
    rest = ", …" if len(choices) > _MOST_CHOICES else ""
    return f"**{ply + 1}** {side_and_move(words, ply, ', '.join(shown))}{rest}"


def _lapses(words: Words, game: Game, review: Review, counts: Mapping[int, list[VotedMove]]) -> list[str]:
    voted = [ply for ply in voted_plies(game) if ply in counts]
    mistakes = [ply for ply in voted if ply in review.turning_points]
    if not mistakes:
        return [words.say("As far as it's known, nothing was given away.")]
    return [_lapse(words, review, ply, counts[ply]) for ply in mistakes]


def _lapse(words: Words, review: Review, ply: int, choices: list[VotedMove]) -> str:
    """Return what the move at a ply gave away, and how many voted for it and for a better one."""
    reviewed = review.moves[ply]
    played = sum(choice.voters for choice in choices if choice.move == str(reviewed.move))
    better = sum(choice.voters for choice in choices if choice.kept)
    facts = {
        "number": ply + 1,
        "count": played,
        "move": move_text(reviewed.move, mover(ply)),
        "better": better,
    }
    is_only = len(reviewed.best) == 1 and not reviewed.unsure
    if reviewed.before is Value.WIN and is_only:
        # Translators: {number} is the number of a move, {move} is a move in signs, and {better} is how many
        # people voted for another one.
        return words.count(
            "Move {number} gave away the win: {count} voted for {move}, {better} for the only winning move.",
            "Move {number} gave away the win: {count} voted for {move}, {better} for the only winning move.",
            played,
            **facts,
        )
    if reviewed.before is Value.WIN:
        return words.count(
            "Move {number} gave away the win: {count} voted for {move}, {better} for a winning move.",
            "Move {number} gave away the win: {count} voted for {move}, {better} for a winning move.",
            played,
            **facts,
        )
    if is_only:
        return words.count(
            "Move {number} gave away the draw: {count} voted for {move}, {better} for the only move that "
            "keeps it.",
            "Move {number} gave away the draw: {count} voted for {move}, {better} for the only move that "
            "keeps it.",
            played,
            **facts,
        )
    return words.count(
        "Move {number} gave away the draw: {count} voted for {move}, {better} for a move that keeps it.",
        "Move {number} gave away the draw: {count} voted for {move}, {better} for a move that keeps it.",
        played,
        **facts,
    )


@on_click(ShowOwnVotes)
async def show_own_votes(context: Context, clicked: ShowOwnVotes) -> None:
    """Tell a person privately how well they voted, and what that earned them."""
    game, _ = await _reviewed(context, clicked.game)
    score = await context.services.crowd_games.score(game.number, player_id=context.user.id)
    lines = [_score_text(context.words, score)]
    if any(one.player_id == context.user.id and one.badge is Badge.GOOD_VOTES for one in game.badges):
        lines += new_badge_lines(context.words, [Badge.GOOD_VOTES])
    await context.reply.private(boxed(lines, accent=GOLD), in_place=True)


def _score_text(words: Words, score: VoterScore) -> str:
    if not score.votes:
        return words.say("You didn't vote for a move in this game.")
    if not score.judged:
        return words.count(
            "You voted {count} time. What your votes were worth isn't known.",
            "You voted {count} times. What your votes were worth isn't known.",
            score.votes,
            count=score.votes,
        )
    return words.count(
        "Your votes kept the value {kept} time out of {judged}.",
        "Your votes kept the value {kept} times out of {judged}.",
        score.kept,
        kept=score.kept,
        judged=score.judged,
    )


async def _reviewed(context: Context, number: int) -> tuple[Game, Review | None]:
    """Return a finished game, with what its review brought, and the review; None without a computer."""
    await context.admit_extra()
    game, _ = await finished_game(context, str(number))
    if game.outcome is None:
        raise RunningGameError(game)
    review: Review | None
    try:
        review = await made_review(context, game)
    except ComputerUnavailableError:
        review = await context.services.reviews.kept(number)
    game = context.named(await context.services.games.get(number))
    # That took a while, and other games have gone on.
    hidden = await check_closed(context, game)
    return game, None if review is None else OpenReview.of(game, review, hidden).review


async def offer_duel(context: Context, ruleset: Ruleset | None, window: VotingWindow) -> None:
    """Make a code with which a channel of another server can play this one."""
    side = await _side(context)
    server = await context.services.preferences.guild(context.guild_id)
    code = await context.services.duels.offer(side, ruleset or server.ruleset, window, context.user)
    sentence = context.words.say(
        "The code is **{code}**. Give it to someone who manages another server: the channel where they "
        "enter it in /pyrga-event duel plays this one. It works once, until {until}. Each side sees the name "
        "of the other's server.",
        code=code.text,
        until=format_dt(code.expires_at, "f"),
    )
    await context.reply.private(sentence)


async def accept_duel(context: Context, code: str) -> None:
    """Start the game that a code of another server offers, and post its boards in both channels."""
    side = await _side(context)
    game = context.named(await announce(context.client, await context.services.duels.accept(code, side)))
    opponent = game.player(game.board.side.opponent) if game.board.side is not None else game.black
    sentence = context.words.say(
        "This channel now plays {opponent}: [open the board]({link})",
        opponent=name(opponent),
        link=message_link(game),
    )
    await context.reply.private(sentence)


async def _side(context: Context) -> DuelSide:
    await check_may_host(context)
    await check_channel(context)
    check_can_post(context)
    language = await context.public_language()
    server = await server_name(context.client, context.place)
    name_there = server or channel_name(words_for(language))
    return DuelSide(context.guild_id, context.place.channel_id, name_there, language, context.user)


async def show_closed(client: ServingClient, game: Game) -> None:
    """Show a game whose voting has just closed, and let the computer answer."""
    let_computer_play(client, await announce(client, game))
