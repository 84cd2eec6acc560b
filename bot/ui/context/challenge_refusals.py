"""The words for challenges that cannot be made, and for those that cannot be answered."""

from collections.abc import Callable
from gettext import NullTranslations
from typing import Any

from bot.matches.challenges import errors
from bot.matches.errors import MatchError
from bot.ui.text.links import card_link
from bot.ui.text.words import echoed, name, relative_time


def _self_challenge(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("You cannot challenge yourself. Pick somebody else.")


def _bot_challenge(words: NullTranslations, error: errors.BotChallengeError) -> str:
    sentence = words.gettext("{name} is a bot and cannot play. Pick a person.")
    return sentence.format(name=echoed(error.name))


def _rated_hints(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("A rated game has no hints. Leave out one of the two.")


def _too_many_challenges(words: NullTranslations, error: errors.TooManyChallengesError) -> str:
    sentence = words.ngettext(
        "You have {number} open challenge here, and that is the most. Cancel it, or wait for the answer.",
        "You have {number} open challenges here, and that is the most. Cancel one, or wait for an answer.",
        error.limit,
    )
    return sentence.format(number=error.limit)


def _too_soon(words: NullTranslations, error: errors.TooSoonError) -> str:
    sentence = words.gettext("You challenged somebody just now. You can make another challenge {time}.")
    return sentence.format(time=relative_time(error.until))


def _declined_lately(words: NullTranslations, error: errors.DeclinedLatelyError) -> str:
    sentence = words.gettext("{name} declined just now. You can challenge {name} again {time}.")
    return sentence.format(name=name(error.opponent), time=relative_time(error.until))


def _repeated_challenge(words: NullTranslations, error: errors.RepeatedChallengeError) -> str:
    sentence = words.gettext("{name} has not answered your challenge yet: [here it is]({link}).")
    opponent = error.challenge.opponent or error.challenge.challenger
    return sentence.format(name=name(opponent), link=card_link(error.challenge))


def _counter_challenge(words: NullTranslations, error: errors.CounterChallengeError) -> str:
    sentence = words.gettext("{name} has challenged you already: [accept here]({link}).")
    return sentence.format(name=name(error.challenge.challenger), link=card_link(error.challenge))


def _unwelcome(words: NullTranslations, error: errors.UnwelcomeError) -> str:
    sentence = words.gettext("{name} does not take challenges now. Pick somebody else.")
    return sentence.format(name=name(error.player))


def _blocked_by_you(words: NullTranslations, error: errors.BlockedByYouError) -> str:
    sentence = words.gettext(
        "You have blocked {name}. /pyrga block lists whom you blocked and takes it back."
    )
    return sentence.format(name=name(error.player))


def _self_block(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("You cannot block yourself. Pick somebody else.")


def _own_challenge(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("This is your own challenge. Somebody else has to join it.")


def _unknown_code(words: NullTranslations, error: errors.UnknownCodeError) -> str:
    sentence = words.gettext("No challenge with the code {code} is open here any more.")
    return sentence.format(code=echoed(error.text))


def _taken_challenge(words: NullTranslations, error: errors.ClosedChallengeError) -> str:
    challenge = error.challenge
    sentence = words.gettext("{challenger} and {opponent} play this game already. Next time!")
    opponent = challenge.opponent or challenge.challenger
    return sentence.format(challenger=name(challenge.challenger), opponent=name(opponent))


def _absent_opponent(words: NullTranslations, error: errors.AbsentOpponentError) -> str:
    sentence = words.gettext("{name} is not in this server. Pick somebody who is.")
    return sentence.format(name=echoed(error.name))


def _unknown_challenge(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("This challenge is not known any more. Start a new one with /pyrga challenge.")


def _closed_challenge(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("This challenge was answered already.")


def _not_challenged(words: NullTranslations, error: errors.NotChallengedError) -> str:
    if error.challenge.opponent is None:
        return words.gettext("This challenge is open to all. Nobody has to decline it.")
    sentence = words.gettext("Only {name} can answer this challenge.")
    return sentence.format(name=name(error.challenge.opponent))


def _not_challenger(words: NullTranslations, error: errors.NotChallengerError) -> str:
    sentence = words.gettext("Only {name} can cancel this challenge.")
    return sentence.format(name=name(error.challenge.challenger))


def _unfit_clock(words: NullTranslations, error: errors.UnfitClockError) -> str:
    sentence = words.gettext(
        "{text} cannot be the time per move. From 1 minute to 14 days can, such as 90m or 2d 12h, or none."
    )
    return sentence.format(text=echoed(error.text))


def _nobody_else_here(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext(
        "Nobody but you and me can see this channel. Name nobody, and tell a friend the challenge's code; or "
        "play against the computer with /pyrga play."
    )


SENTENCES: dict[type[MatchError], Callable[[NullTranslations, Any], str]] = {
    errors.SelfChallengeError: _self_challenge,
    errors.BotChallengeError: _bot_challenge,
    errors.RatedHintsError: _rated_hints,
    errors.TooManyChallengesError: _too_many_challenges,
    errors.TooSoonError: _too_soon,
    errors.DeclinedLatelyError: _declined_lately,
    errors.RepeatedChallengeError: _repeated_challenge,
    errors.CounterChallengeError: _counter_challenge,
    errors.UnwelcomeError: _unwelcome,
    errors.BlockedByYouError: _blocked_by_you,
    errors.SelfBlockError: _self_block,
    errors.OwnChallengeError: _own_challenge,
    errors.UnknownCodeError: _unknown_code,
    errors.TakenChallengeError: _taken_challenge,
    errors.AbsentOpponentError: _absent_opponent,
    errors.UnknownChallengeError: _unknown_challenge,
    errors.ClosedChallengeError: _closed_challenge,
    errors.NotChallengedError: _not_challenged,
    errors.NotChallengerError: _not_challenger,
    errors.UnfitClockError: _unfit_clock,
    errors.NobodyElseHereError: _nobody_else_here,
}
"""What to say of each error; the function gets the error of its kind."""
