"""Who has joined a simul, and how the challenger is doing."""

from typing import Final

from bot.locale import Words
from bot.ui.standings.profile import score_text
from bot.ui.text.words import game_name, labeled, link_to, name
from bot.values.challenges import Challenge, ChallengeStatus, SimulGame
from bot.values.game.game import UNCOUNTED
from bot.values.standings import NO_GAMES, Score

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
        sentences = {
            ChallengeStatus.CANCELED: words.say("{challenger} withdrew the simul."),
            ChallengeStatus.EXPIRED: words.say("No one joined {challenger}'s simul in time."),
        }
    else:
        sentences = {
            ChallengeStatus.ACCEPTED: words.say("{challenger}'s simul is full."),
            ChallengeStatus.CANCELED: words.say("{challenger} closed the simul. The games go on."),
            ChallengeStatus.EXPIRED: words.say("Time to join {challenger}'s simul is over. The games go on."),
        }
    return sentences[challenge.status].format(challenger=name(challenge.challenger))


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
        lines.append(labeled(words, name(challenge.challenger), score_text(words, score)))
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
