"""Who has joined a simul, and how the challenger is doing."""

from gettext import NullTranslations
from typing import Final

from bot.ui.standings.profile import score_text
from bot.ui.text.words import game_name, labeled, link_to, name
from bot.values.challenges import Challenge, ChallengeStatus, SimulGame
from bot.values.game.game import UNCOUNTED
from bot.values.standings import NO_GAMES, Score

_LONGEST: Final = 2500
"""Maximum length of the list of games: Discord allows 4,000 characters in a message."""


def offer(words: NullTranslations, challenge: Challenge) -> str:
    """Say what a simul is, in a sentence."""
    sentence = words.gettext(
        "{challenger} plays up to {number} people at once. Join, and your game starts right away."
    )
    return sentence.format(challenger=name(challenge.challenger), number=challenge.terms.seats)


def closed_text(words: NullTranslations, challenge: Challenge) -> str:
    """Say why no one can join a simul anymore."""
    _ = words.gettext
    if not challenge.games:
        sentences = {
            ChallengeStatus.CANCELED: _("{challenger} withdrew the simul."),
            ChallengeStatus.EXPIRED: _("No one joined {challenger}'s simul in time."),
        }
    else:
        sentences = {
            ChallengeStatus.ACCEPTED: _("{challenger}'s simul is full."),
            ChallengeStatus.CANCELED: _("{challenger} closed the simul. The games go on."),
            ChallengeStatus.EXPIRED: _("Time to join {challenger}'s simul is over. The games go on."),
        }
    return sentences[challenge.status].format(challenger=name(challenge.challenger))


def joined_text(words: NullTranslations, challenge: Challenge) -> str:
    """Say how many people have joined a simul, the challenger's score, and each game; empty without one."""
    games = challenge.games
    if not games:
        return ""
    # Translators: how many people have joined a simul, of how many who can.
    joined = words.gettext("{joined} of {seats} seats taken")
    lines = [f"**{joined.format(joined=len(games), seats=challenge.terms.seats)}**"]
    score = sum(map(_score, games), NO_GAMES)
    if score.games:
        lines.append(labeled(words, name(challenge.challenger), score_text(words, score)))
    listed = [_line(words, challenge, game) for game in games]
    while len("\n".join(listed)) > _LONGEST:
        del listed[-1]
    if len(listed) < len(games):
        listed.append(words.gettext("… and {number} more").format(number=len(games) - len(listed)))
    return "\n".join(lines + listed)


def _line(words: NullTranslations, challenge: Challenge, game: SimulGame) -> str:
    title = game_name(game.number)
    if game.is_posted:
        own_thread = game.place.channel_id != challenge.place.channel_id
        title = f"[{title}]({link_to(game.place, None if own_thread else game.message_id)})"
    return f"- {title} {name(game.opponent)} · {_state(words, game)}"


def _state(words: NullTranslations, game: SimulGame) -> str:
    pgettext = words.pgettext
    if game.outcome is None:
        # Translators: in a list of people who play someone at once, such as "Blaise · in progress".
        return (
            pgettext("game of a simul", "in progress")
            if game.is_posted
            else pgettext("game of a simul", "starting")
        )
    if game.outcome.reason in UNCOUNTED:
        return pgettext("game of a simul", "no result")
    if game.outcome.winner is None:
        return pgettext("game of a simul", "draw")
    won = game.outcome.winner is not game.color
    return pgettext("game of a simul", "won") if won else pgettext("game of a simul", "lost")


def _score(game: SimulGame) -> Score:
    if game.outcome is None or game.outcome.reason in UNCOUNTED:
        return NO_GAMES
    if game.outcome.winner is None:
        return Score(won=0, lost=0, drawn=1)
    won = game.outcome.winner is game.color
    return Score(won=int(won), lost=int(not won), drawn=0)
