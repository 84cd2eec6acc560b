"""The public card of a challenge or a simul, with terms that people who have never played understand."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import discord

import render
from bot.locale import Words, words_for
from bot.ui.components.drawing import drawn
from bot.ui.message.content import GOLD, Button, Content, Picture, boxed, draw, rows_of
from bot.ui.message.custom_ids import CustomId, FindOpponent, OpenLesson, button
from bot.ui.standings.profile import results_text
from bot.ui.text.status import duration_name
from bot.ui.text.words import (
    game_name,
    labeled,
    link_to,
    message_link,
    name,
    plain_name,
    rated_name,
    relative_time,
    rules_lines,
    score_text,
    shown_rating,
    signed,
)
from bot.use_cases.games.storing import MOST_RATED
from bot.values.challenges import Challenge, ChallengeStatus, ColorChoice, SimulGame
from bot.values.clocks import TotalTime
from bot.values.game.game import UNCOUNTED, Game
from bot.values.players import Player
from bot.values.standings import FEWEST_RELIABLE, NO_GAMES, Score
from engine import Color, Start

_CLOSED = discord.Color(0x5F788E)


def term_lines(words: Words, challenge: Challenge) -> list[str]:
    """Return what the challenge proposes, with one sentence for each term."""
    terms = challenge.terms
    return [
        _colors(words, challenge),
        *_start(words, challenge),
        _stakes(words, challenge),
        _time(words, terms.move_seconds, terms.total),
        *([words.say("Clocks rest on Saturdays and Sundays (UTC).")] if terms.weekends_off else []),
        *rules_lines(words, terms.ruleset),
        *([words.say("Both players can ask the computer for hints.")] if terms.hints else []),
        *([words.say("The game gets its own thread.")] if terms.thread else []),
    ]


def _colors(words: Words, challenge: Challenge) -> str:
    if challenge.terms.both:
        return words.say("Two games start at once. Each of you plays White in one of them.")
    if challenge.terms.start.is_random:
        # The first move isn't made by anyone.
        texts = {
            ColorChoice.RANDOM: words.say("Colors are random."),
            ColorChoice.WHITE: words.say("{challenger} plays White."),
            ColorChoice.BLACK: words.say("{challenger} plays Black."),
        }
    else:
        texts = {
            ColorChoice.RANDOM: words.say("Colors are random, and White moves first."),
            ColorChoice.WHITE: words.say("{challenger} plays White and moves first."),
            ColorChoice.BLACK: words.say("{challenger} plays Black and moves second."),
        }
    return texts[challenge.terms.color].format(challenger=name(challenge.challenger))


def _start(words: Words, challenge: Challenge) -> list[str]:
    return {
        Start.PLAIN: [],
        Start.BALANCED: [
            words.say("Balanced start: White's first piece is placed at random to be fair. Black moves next.")
        ],
        Start.SWAP: [words.say("Swap start: after White's first move, Black can take over White's side.")],
        Start.ADVANTAGE: [_advantage(words, challenge.favored)],
    }[challenge.terms.start]


def _advantage(words: Words, favored: Player | None) -> str:
    if favored is None:
        return words.say(
            "Advantage start: White's first piece is placed at random so that the player with the lower "
            "rating can win with best play. Black moves next."
        )
    return words.say(
        "Advantage start: White's first piece is placed at random so that {player} can win with best play. "
        "Black moves next.",
        player=name(favored),
    )


def _stakes(words: Words, challenge: Challenge) -> str:
    if challenge.over_limit:
        return words.count(
            "Casual: ratings don't change, because you two have already started {count} rated game today "
            "(UTC).",
            "Casual: ratings don't change, because you two have already started {count} rated games today "
            "(UTC).",
            MOST_RATED,
            count=MOST_RATED,
        )
    rating, stakes, opponent = challenge.opponent_rating, challenge.stakes, challenge.opponent
    if stakes is not None and opponent is not None and rating is not None and rating.provisional:
        # Its changes are large, and say nothing about the game.
        unsure = words.say("Rated. {player}'s rating is still finding out how strong they are.")
        return unsure.format(player=name(opponent))
    if stakes is not None and opponent is not None:
        # Translators: what a rated game would change for {player}, such as "+9" and "-15".
        return words.say(
            "Rated. {player}: {won} if you win, {lost} if you lose.",
            player=name(opponent),
            won=signed(stakes.won),
            lost=signed(stakes.lost),
        )
    if challenge.terms.rated:
        return words.say("Rated: the result changes both players' ratings.")
    return words.say("Casual: ratings don't change.")


def _time(words: Words, seconds: int | None, total: TotalTime | None) -> str:
    if total is not None:
        each = duration_name(words, total.seconds)
        if not total.increment:
            # Translators: {duration} is such as "10 minutes".
            return words.say("Time for the whole game: {duration} each.", duration=each)
        # Translators: {duration} is such as "10 minutes"; {seconds} are added with each move.
        return words.count(
            "Time for the whole game: {duration} each, plus {seconds} second per move.",
            "Time for the whole game: {duration} each, plus {seconds} seconds per move.",
            total.increment,
            duration=each,
            seconds=total.increment,
        )
    if seconds is None:
        return words.say("No clock: take as long as you like.")
    # Translators: {duration} is how long a move can take, such as "2 days 12 hours".
    return words.say("Time per move: {duration}.", duration=duration_name(words, seconds))


class ChallengeAction(StrEnum):
    """What a button on a challenge's card does. With a challenge to everyone, ``ACCEPT`` is *Join*."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"


class AnswerChallenge(CustomId, word="challenge"):
    """Answers ``challenge``, or withdraws it."""

    challenge: int
    action: ChallengeAction


async def challenge_card(challenge: Challenge, score: Score | None = None) -> Content:
    """Return the card for a challenge's state: while it's open, with a picture, the terms, and buttons.

    ``score`` is the one between the two so far, if it's a rematch.
    """
    words = words_for(challenge.terms.language)
    if challenge.status is not ChallengeStatus.OPEN:
        text = "\n".join(filter(None, [_closed_text(words, challenge), joined_text(words, challenge)]))
        return _closed_card(text, _buttons_after(words, challenge))
    picture = await _picture(words, challenge)
    return boxed(
        _open_text(words, challenge, score),
        picture,
        [f"- {line}" for line in term_lines(words, challenge)],
        joined_text(words, challenge),
        f"-# {_closing(words, challenge)}",
        rows=rows_of(_buttons(words, challenge)),
        accent=GOLD,
    )


def begun_card(challenge: Challenge, game: Game) -> Content:
    """Return the card of a challenge whose game is played elsewhere: a link to its board."""
    words = words_for(challenge.terms.language)
    # Translators: a link: keep the brackets and "({link})" together.
    link = words.say("[Open game {game}]({link})", game=game_name(game.number), link=message_link(game))
    return _closed_card(f"{_closed_text(words, challenge)} {link}")


def _closed_card(text: str, buttons: Sequence[Button] = ()) -> Content:
    return boxed(text, rows=rows_of(buttons), accent=_CLOSED)


def _buttons_after(words: Words, challenge: Challenge) -> list[Button]:
    """Return what's left to do after a challenge: if no one answered, there may be someone else to play."""
    if challenge.status is not ChallengeStatus.EXPIRED or challenge.games:
        return []
    # Translators: button (about 20 characters): look for someone to play.
    label = words.say("Find an opponent")
    return [button(FindOpponent(), label, discord.ButtonStyle.primary)]


async def _picture(words: Words, challenge: Challenge) -> Picture:
    colors = {ColorChoice.WHITE: Color.WHITE, ColorChoice.BLACK: Color.BLACK}
    own, other = challenge.challenger_rating, challenge.opponent_rating
    png = await draw(
        render.challenge,
        challenge.challenger.name,
        challenge.opponent.name if challenge.opponent else None,
        color=colors.get(challenge.terms.color),
        ratings=("" if own is None else shown_rating(own), "" if other is None else shown_rating(other)),
        theme=drawn(challenge.theme),
    )
    challenger = rated_name(challenge.challenger, challenge.challenger_rating, plain_name)
    # Translators: the description of a picture.
    description = words.say("{challenger} against anyone", challenger=challenger)
    if challenge.opponent is not None:
        # Translators: the description of a picture.
        description = words.say(
            "{challenger} against {opponent}",
            challenger=challenger,
            opponent=rated_name(challenge.opponent, challenge.opponent_rating, plain_name),
        )
    return Picture(f"challenge-{challenge.number}.png", png, description)


def _open_text(words: Words, challenge: Challenge, score: Score | None) -> str:
    challenger = name(challenge.challenger)
    # Translators: a heading.
    title = words.say("A game of Pyrga?")
    if challenge.opponent is not None and score is not None:
        # Translators: a heading.
        title = words.say("A rematch?")
        sentence = words.say(
            "{challenger} offers {opponent} a rematch.",
            challenger=challenger,
            opponent=_mentioned(challenge, challenge.opponent),
        )
        return "\n".join([f"### {title}", sentence, *_score_lines(words, challenge, score)])
    if challenge.terms.seats is not None:
        # Translators: a heading: one person plays several others at the same time.
        title, sentence = words.say("A Pyrga simul?"), offer(words, challenge)
    elif challenge.opponent is None:
        sentence = words.say(
            "{challenger} is looking for an opponent. Anyone can join.", challenger=challenger
        )
    else:
        sentence = words.say(
            "{challenger} challenges <@{opponent}>.", challenger=challenger, opponent=challenge.opponent.id
        )
    return "\n".join([f"### {title}", sentence, *_reliability_lines(words, challenge)])


def _reliability_lines(words: Words, challenge: Challenge) -> list[str]:
    """Return how reliable the challenger is, as far as that's known."""
    known = challenge.reliability
    if known is None:
        return []
    count, facts = known.finished, {"player": name(challenge.challenger), "late": known.late}
    if not count:
        said = words.say("{player} hasn't finished a game here yet.", **facts)
    elif count < FEWEST_RELIABLE:
        said = words.count(
            "{player} has finished {count} game here so far.",
            "{player} has finished {count} games here so far.",
            count,
            count=count,
            **facts,
        )
    elif not known.late:
        said = words.count(
            "{player} has finished {count} game here, and has never run out of time.",
            "{player} has finished {count} games here, and has never run out of time.",
            count,
            count=count,
            **facts,
        )
    else:
        # Translators: {late} is in how many of the games the player ran out of time.
        said = words.count(
            "{player} has finished {count} game here, and ran out of time in {late}.",
            "{player} has finished {count} games here, and ran out of time in {late}.",
            count,
            count=count,
            **facts,
        )
    return [f"-# {said}"]


def _mentioned(challenge: Challenge, player: Player) -> str:
    return name(player) if player.id in challenge.apart else f"<@{player.id}>"


def _score_lines(words: Words, challenge: Challenge, score: Score) -> list[str]:
    if challenge.opponent is None or not score.games:
        return []
    facts = {
        "challenger": name(challenge.challenger),
        "opponent": name(challenge.opponent),
        "score": score_text(score.won, score.lost),
        "drawn": score.drawn,
    }
    if not score.drawn:
        # Translators: how many games each of the two has won.
        return [words.say("So far: {challenger} {score} {opponent}", **facts)]
    line = words.count(
        "So far: {challenger} {score} {opponent}, and {drawn} draw",
        "So far: {challenger} {score} {opponent}, and {drawn} draws",
        score.drawn,
        **facts,
    )
    return [line]


def _closing(words: Words, challenge: Challenge) -> str:
    """Return how long the challenge can be answered, and how to do so from elsewhere."""
    # Translators: Discord shows {time} in the reader's language, such as "in 3 days".
    expiry = words.say("Expires {time}.", time=relative_time(challenge.expires_at))
    if challenge.code is not None:
        # Translators: leave "/pyrga join {code}" as it is.
        join = words.say("From another channel: `/pyrga join {code}`", code=challenge.code)
        return f"{expiry} {join}"
    return expiry


def _closed_text(words: Words, challenge: Challenge) -> str:
    challenger = name(challenge.challenger)
    if challenge.terms.seats is not None:
        return closed_text(words, challenge)
    if challenge.opponent is None:
        texts = {
            ChallengeStatus.CANCELED: words.say("{challenger} withdrew the challenge."),
            ChallengeStatus.EXPIRED: words.say("No one joined {challenger}'s challenge in time."),
        }
        return texts[challenge.status].format(challenger=challenger)
    texts = {
        ChallengeStatus.ACCEPTED: words.say("{opponent} accepted {challenger}'s challenge."),
        ChallengeStatus.DECLINED: words.say("{opponent} declined {challenger}'s challenge."),
        ChallengeStatus.CANCELED: words.say("{challenger} withdrew the challenge to {opponent}."),
        ChallengeStatus.EXPIRED: words.say("{opponent} didn't answer {challenger}'s challenge in time."),
    }
    return texts[challenge.status].format(challenger=challenger, opponent=name(challenge.opponent))


def _buttons(words: Words, challenge: Challenge) -> list[Button]:
    accept = AnswerChallenge(challenge.number, ChallengeAction.ACCEPT)
    decline = AnswerChallenge(challenge.number, ChallengeAction.DECLINE)
    cancel = AnswerChallenge(challenge.number, ChallengeAction.CANCEL)
    stop = (
        words.label("stop others from joining a simul", "Close")
        if challenge.games
        else words.label("withdraw a challenge", "Cancel")
    )
    buttons = [
        button(cancel, stop),
        button(OpenLesson(1), words.say("How to play"), discord.ButtonStyle.primary),
    ]
    if challenge.opponent is None:
        return [button(accept, words.say("Join"), discord.ButtonStyle.success), *buttons]
    return [
        button(accept, words.say("Accept"), discord.ButtonStyle.success),
        button(decline, words.say("Decline"), discord.ButtonStyle.danger),
        *buttons,
    ]


_LONGEST: Final = 2500
"""Maximum length of the list of games: Discord allows 4,000 characters in a message."""


def offer(words: Words, challenge: Challenge) -> str:
    """Say what a simul is, in a sentence."""
    return words.say(
        "{challenger} plays up to {number} people at once. Join, and your game starts right away.",
        challenger=name(challenge.challenger),
        number=challenge.terms.seats,
    )


def closed_text(words: Words, challenge: Challenge) -> str:
    """Say why no one can join a simul anymore."""
    if not challenge.games:
        texts = {
            ChallengeStatus.CANCELED: words.say("{challenger} withdrew the simul."),
            ChallengeStatus.EXPIRED: words.say("No one joined {challenger}'s simul in time."),
        }
    else:
        texts = {
            ChallengeStatus.ACCEPTED: words.say("{challenger}'s simul is full."),
            ChallengeStatus.CANCELED: words.say("{challenger} closed the simul. The games go on."),
            ChallengeStatus.EXPIRED: words.say("Time to join {challenger}'s simul is over. The games go on."),
        }
    return texts[challenge.status].format(challenger=name(challenge.challenger))


def joined_text(words: Words, challenge: Challenge) -> str:
    """Say how many people have joined a simul, the challenger's score, and each game; empty without one."""
    games = challenge.games
    if not games:
        return ""
    # Translators: how many people have joined a simul, of how many who can.
    joined = words.say("{joined} of {seats} seats taken", joined=len(games), seats=challenge.terms.seats)
    lines = [f"**{joined}**"]
    score = sum(map(_score, games), NO_GAMES)
    if score.games:
        lines.append(labeled(words, name(challenge.challenger), results_text(words, score)))
    listed = [_line(words, challenge, game) for game in games]
    while len("\n".join(listed)) > _LONGEST:
        del listed[-1]
    if len(listed) < len(games):
        listed.append(words.say("… and {number} more", number=len(games) - len(listed)))
    return "\n".join(lines + listed)


def _line(words: Words, challenge: Challenge, game: SimulGame) -> str:
    title = game_name(game.number)
    if game.is_posted:
        own_thread = game.place.channel_id != challenge.place.channel_id
        title = f"[{title}]({link_to(game.place, None if own_thread else game.message_id)})"
    return f"- {title} {name(game.opponent)} · {_state(words, game)}"


def _state(words: Words, game: SimulGame) -> str:
    if game.outcome is None:
        # Translators: in a list of people who play someone at once, such as "Blaise · in progress".
        return (
            words.label("game of a simul", "in progress")
            if game.is_posted
            else words.label("game of a simul", "starting")
        )
    if game.outcome.reason in UNCOUNTED:
        return words.label("game of a simul", "no result")
    if game.outcome.winner is None:
        return words.label("game of a simul", "draw")
    won = game.outcome.winner is not game.color
    return words.label("game of a simul", "won") if won else words.label("game of a simul", "lost")


def _score(game: SimulGame) -> Score:
    if game.outcome is None or game.outcome.reason in UNCOUNTED:
        return NO_GAMES
    if game.outcome.winner is None:
        return Score(won=0, lost=0, drawn=1)
    won = game.outcome.winner is game.color
    return Score(won=int(won), lost=int(not won), drawn=0)
