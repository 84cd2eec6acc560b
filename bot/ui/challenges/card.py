"""The public card of a challenge, with terms that people who have never played understand."""

from collections.abc import Sequence
from enum import StrEnum
from gettext import NullTranslations

import discord

import render
from bot.locale import words_for
from bot.ui.challenges.simuls import closed_text, joined_text, offer
from bot.ui.components.drawing import drawn
from bot.ui.message.content import GOLD, Button, Content, Picture, boxed, draw, rows_of
from bot.ui.message.custom_ids import CustomId, FindOpponent, OpenLesson, button
from bot.ui.text.status import duration_name
from bot.ui.text.words import (
    game_name,
    message_link,
    name,
    plain_name,
    rated_name,
    relative_time,
    rules_sentence,
    shown_rating,
    signed,
)
from bot.use_cases.challenges.accepting import MOST_RATED
from bot.values.base36 import format_number
from bot.values.challenges import Challenge, ChallengeStatus, ColorChoice
from bot.values.clocks import TotalTime
from bot.values.game.game import Game
from bot.values.players import Player
from bot.values.standings import Score
from engine import Color, Start

_CLOSED = discord.Color(0x5F788E)


def term_lines(words: NullTranslations, challenge: Challenge) -> list[str]:
    """Return what the challenge proposes, with one sentence for each term."""
    _, terms = words.gettext, challenge.terms
    return [
        _colors(words, challenge),
        *_start(words, challenge),
        _stakes(words, challenge),
        _time(words, terms.move_seconds, terms.total),
        rules_sentence(words, terms.ruleset),
        *([_("Both players can ask the computer for hints.")] if terms.hints else []),
        *([_("The game gets its own thread.")] if terms.thread else []),
    ]


def _colors(words: NullTranslations, challenge: Challenge) -> str:
    _ = words.gettext
    if challenge.terms.start.is_random:
        # The first move isn't made by anyone.
        sentences = {
            ColorChoice.RANDOM: _("Colors are random."),
            ColorChoice.WHITE: _("{challenger} plays White."),
            ColorChoice.BLACK: _("{challenger} plays Black."),
        }
    else:
        sentences = {
            ColorChoice.RANDOM: _("Colors are random, and White moves first."),
            ColorChoice.WHITE: _("{challenger} plays White and moves first."),
            ColorChoice.BLACK: _("{challenger} plays Black and moves second."),
        }
    return sentences[challenge.terms.color].format(challenger=name(challenge.challenger))


def _start(words: NullTranslations, challenge: Challenge) -> list[str]:
    _ = words.gettext
    return {
        Start.PLAIN: [],
        Start.BALANCED: [
            _("Balanced start: White's first piece is placed at random to be fair. Black moves next.")
        ],
        Start.SWAP: [_("Swap start: after White's first move, Black can take over White's side.")],
        Start.ADVANTAGE: [_advantage(words, challenge.favored)],
    }[challenge.terms.start]


def _advantage(words: NullTranslations, favored: Player | None) -> str:
    if favored is None:
        return words.gettext(
            "Advantage start: White's first piece is placed at random so that the player with the lower "
            "rating can win with best play. Black moves next."
        )
    sentence = words.gettext(
        "Advantage start: White's first piece is placed at random so that {player} can win with best play. "
        "Black moves next."
    )
    return sentence.format(player=name(favored))


def _stakes(words: NullTranslations, challenge: Challenge) -> str:
    _ = words.gettext
    if challenge.over_limit:
        sentence = words.ngettext(
            "Casual: ratings don't change, because you two have already started {count} rated game today "
            "(UTC).",
            "Casual: ratings don't change, because you two have already started {count} rated games today "
            "(UTC).",
            MOST_RATED,
        )
        return sentence.format(count=MOST_RATED)
    if challenge.stakes is not None and challenge.opponent is not None:
        # Translators: what a rated game would change for {player}, such as "+9" and "-15".
        sentence = _("Rated. {player}: {won} if you win, {lost} if you lose.")
        won, lost = signed(challenge.stakes.won), signed(challenge.stakes.lost)
        return sentence.format(player=name(challenge.opponent), won=won, lost=lost)
    if challenge.terms.rated:
        return _("Rated: the result changes both players' ratings.")
    return _("Casual: ratings don't change.")


def _time(words: NullTranslations, seconds: int | None, total: TotalTime | None) -> str:
    if total is not None:
        each = duration_name(words, total.seconds)
        if not total.increment:
            # Translators: {duration} is such as "10 minutes".
            return words.gettext("Time for the whole game: {duration} each.").format(duration=each)
        # Translators: {duration} is such as "10 minutes"; {seconds} are added with each move.
        sentence = words.ngettext(
            "Time for the whole game: {duration} each, plus {seconds} second per move.",
            "Time for the whole game: {duration} each, plus {seconds} seconds per move.",
            total.increment,
        )
        return sentence.format(duration=each, seconds=total.increment)
    if seconds is None:
        return words.gettext("No clock: take as long as you like.")
    # Translators: {duration} is how long a move can take, such as "2 days 12 hours".
    sentence = words.gettext("Time per move: {duration}.")
    return sentence.format(duration=duration_name(words, seconds))


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
    link = words.gettext("[Open game {game}]({link})").format(
        game=game_name(game.number), link=message_link(game)
    )
    return _closed_card(f"{_closed_text(words, challenge)} {link}")


def _closed_card(text: str, buttons: Sequence[Button] = ()) -> Content:
    return boxed(text, rows=rows_of(buttons), accent=_CLOSED)


def _buttons_after(words: NullTranslations, challenge: Challenge) -> list[Button]:
    """Return what's left to do after a challenge: if no one answered, there may be someone else to play."""
    if challenge.status is not ChallengeStatus.EXPIRED or challenge.games:
        return []
    # Translators: button (about 20 characters): look for someone to play.
    label = words.gettext("Find an opponent")
    return [button(FindOpponent(), label, discord.ButtonStyle.primary)]


async def _picture(words: NullTranslations, challenge: Challenge) -> Picture:
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
    description = words.gettext("{challenger} against anyone").format(challenger=challenger)
    if challenge.opponent is not None:
        # Translators: the description of a picture.
        description = words.gettext("{challenger} against {opponent}").format(
            challenger=challenger,
            opponent=rated_name(challenge.opponent, challenge.opponent_rating, plain_name),
        )
    return Picture(f"challenge-{format_number(challenge.number)}.png", png, description)


def _open_text(words: NullTranslations, challenge: Challenge, score: Score | None) -> str:
    _ = words.gettext
    challenger = name(challenge.challenger)
    # Translators: a heading.
    title = _("A game of Pyrga?")
    if challenge.opponent is not None and score is not None:
        # Translators: a heading.
        title = _("A rematch?")
        sentence = _("{challenger} offers <@{opponent}> a rematch.").format(
            challenger=challenger, opponent=challenge.opponent.id
        )
        return "\n".join([f"### {title}", sentence, *_score_lines(words, challenge, score)])
    if challenge.terms.seats is not None:
        # Translators: a heading: one person plays several others at the same time.
        title, sentence = _("A Pyrga simul?"), offer(words, challenge)
    elif challenge.opponent is None:
        sentence = _("{challenger} is looking for an opponent. Anyone can join.").format(
            challenger=challenger
        )
    else:
        sentence = _("{challenger} challenges <@{opponent}>.").format(
            challenger=challenger, opponent=challenge.opponent.id
        )
    return f"### {title}\n{sentence}"


def _score_lines(words: NullTranslations, challenge: Challenge, score: Score) -> list[str]:
    if challenge.opponent is None or not score.games:
        return []
    facts = {
        "challenger": name(challenge.challenger),
        "opponent": name(challenge.opponent),
        "won": score.won,
        "lost": score.lost,
        "drawn": score.drawn,
    }
    if not score.drawn:
        # Translators: how many games each of the two has won.
        pattern = words.gettext("So far: {challenger} {won} \N{EN DASH} {lost} {opponent}")
    else:
        pattern = words.ngettext(
            "So far: {challenger} {won} \N{EN DASH} {lost} {opponent}, and {drawn} draw",
            "So far: {challenger} {won} \N{EN DASH} {lost} {opponent}, and {drawn} draws",
            score.drawn,
        )
    return [pattern.format(**facts)]


def _closing(words: NullTranslations, challenge: Challenge) -> str:
    """Return how long the challenge can be answered, and how to do so from elsewhere."""
    _ = words.gettext
    # Translators: Discord shows {time} in the reader's language, such as "in 3 days".
    expiry = _("Expires {time}.").format(time=relative_time(challenge.expires_at))
    if challenge.code is not None:
        # Translators: leave "/pyrga join {code}" as it is.
        join = _("From another channel: `/pyrga join {code}`").format(code=challenge.code)
        return f"{expiry} {join}"
    return expiry


def _closed_text(words: NullTranslations, challenge: Challenge) -> str:
    _ = words.gettext
    challenger = name(challenge.challenger)
    if challenge.terms.seats is not None:
        return closed_text(words, challenge)
    if challenge.opponent is None:
        sentences = {
            ChallengeStatus.CANCELED: _("{challenger} withdrew the challenge."),
            ChallengeStatus.EXPIRED: _("No one joined {challenger}'s challenge in time."),
        }
        return sentences[challenge.status].format(challenger=challenger)
    sentences = {
        ChallengeStatus.ACCEPTED: _("{opponent} accepted {challenger}'s challenge."),
        ChallengeStatus.DECLINED: _("{opponent} declined {challenger}'s challenge."),
        ChallengeStatus.CANCELED: _("{challenger} withdrew the challenge to {opponent}."),
        ChallengeStatus.EXPIRED: _("{opponent} didn't answer {challenger}'s challenge in time."),
    }
    return sentences[challenge.status].format(challenger=challenger, opponent=name(challenge.opponent))


def _buttons(words: NullTranslations, challenge: Challenge) -> list[Button]:
    _ = words.gettext
    accept = AnswerChallenge(challenge.number, ChallengeAction.ACCEPT)
    decline = AnswerChallenge(challenge.number, ChallengeAction.DECLINE)
    cancel = AnswerChallenge(challenge.number, ChallengeAction.CANCEL)
    stop = (
        words.pgettext("stop others from joining a simul", "Close")
        if challenge.games
        else words.pgettext("withdraw a challenge", "Cancel")
    )
    buttons = [
        button(cancel, stop),
        button(OpenLesson(1), _("How to play"), discord.ButtonStyle.primary),
    ]
    if challenge.opponent is None:
        return [button(accept, _("Join"), discord.ButtonStyle.success), *buttons]
    return [
        button(accept, _("Accept"), discord.ButtonStyle.success),
        button(decline, _("Decline"), discord.ButtonStyle.danger),
        *buttons,
    ]
