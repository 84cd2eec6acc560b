"""Errors for requests about challenges that can't be met, as in ``bot.values.errors``."""

from datetime import datetime

from bot.values.challenges import FEWEST_SEATS, MOST_SEATS, Challenge, SimulGame
from bot.values.errors import Refusal, sentence, sentences
from bot.values.players import Player


class ChallengeError(Refusal):
    """The state of ``challenge`` doesn't allow what someone wants."""

    challenge: Challenge

    @property
    def opponent(self) -> Player:
        """Return who was challenged; in a challenge to everyone, who made it."""
        return self.challenge.opponent or self.challenge.challenger


class PersonError(Refusal):
    """Someone can't play with ``player``."""

    player: Player


class NamedPersonError(Refusal):
    """Someone challenged the person called ``name``, who can't play here."""

    name: str


class SelfChallengeError(Refusal):
    says = sentence("You can't challenge yourself. Pick someone else.")


class BotChallengeError(NamedPersonError):
    says = sentence("{name} is a bot and can't take challenges. To play the computer, use /pyrga play.")


class RatedHintsError(Refusal):
    says = sentence("Rated games can't have hints. Pick one or the other.")


class RatedAdvantageError(Refusal):
    says = sentence("Rated games can't start with an advantage. Pick one or the other.")


class UnfitSeatsError(Refusal):
    fewest, most = FEWEST_SEATS, MOST_SEATS
    says = sentence("A simul is for {fewest} to {most} people.")


class BothSimulError(Refusal):
    says = sentence("In a simul, everyone plays one game. Choose either that or both colors.")


class ShortWeekendsError(Refusal):
    says = sentence(
        "Clocks can only rest on weekends if there's at least a day per move. Choose a longer time."
    )


class TooManyChallengesError(Refusal):
    number: int
    says = sentences(
        "You already have {number} open challenge here, the maximum. Cancel it or wait for an answer.",
        "You already have {number} open challenges here, the maximum. Cancel one or wait for an answer.",
    )


class TooSoonError(Refusal):
    until: datetime
    # Translators: Discord shows {time} in the reader's language, such as "in 2 minutes".
    says = sentence("You just sent a challenge. You can send another {time}.")


class DeclinedLatelyError(Refusal):
    opponent: Player
    until: datetime
    # Translators: Discord shows {time} in the reader's language, such as "in 2 minutes".
    says = sentence("{name} just declined. You can challenge {name} again {time}.")


class DeletedLatelyError(Refusal):
    until: datetime
    # Translators: Discord shows {time} in the reader's language, such as "in 20 hours".
    says = sentence("You've just deleted your data. You can send challenges again {time}.")


class RepeatedChallengeError(ChallengeError):
    says = sentence("{name} hasn't answered [your challenge]({link}) yet.")

    @property
    def name(self) -> Player:
        return self.opponent


class CounterChallengeError(ChallengeError):
    says = sentence("{name} has already challenged you: [accept here]({link}).")


class UnwelcomeError(PersonError):
    """The other person accepts no challenges, or none from this person. The error doesn't know which."""

    says = sentence("{name} isn't accepting challenges right now. Pick someone else.")


class BlockedByYouError(PersonError):
    says = sentence("You blocked {name}. Use /pyrga block to see and unblock people.")


class SelfBlockError(Refusal):
    says = sentence("You can't block yourself. Pick someone else.")


class OwnChallengeError(Refusal):
    says = sentence("This is your own challenge. Someone else has to join it.")


class UnknownCodeError(Refusal):
    code: str
    # Translators: {code} is what someone typed.
    says = sentence("There's no open challenge with the code {code}.")


class AbsentOpponentError(NamedPersonError):
    says = sentence("{name} isn't in this server. Pick someone who is.")


class UnknownChallengeError(Refusal):
    says = sentence("This challenge no longer exists. Start a new one with /pyrga challenge.")


class ClosedChallengeError(ChallengeError):
    says = sentence("This challenge has already been answered.")


class TakenChallengeError(ClosedChallengeError):
    says = sentence("{challenger} and {opponent} are already playing this game. Next time!")


class FullSimulError(ClosedChallengeError):
    says = sentence("{challenger}'s simul is full. Next time!")


class AlreadyJoinedError(ChallengeError):
    game: SimulGame
    says = sentence("You've already joined. [Open your game]({link})")


class NotChallengedError(ChallengeError):
    """Only the person who was challenged can do this."""


class NotChallengerError(ChallengeError):
    says = sentence("Only {name} can cancel this challenge.")


class UnfitClockError(Refusal):
    """``text`` isn't a time per move, or isn't one that a game can have."""

    text: str
    # Translators: {text} is what someone typed; name times as they're typed in your language.
    says = sentence(
        "{text} isn't a valid time. For each move, use 1 minute to 14 days, such as 90m or 2d 12h, or none. "
        "For the whole game, use up to 180 minutes and up to 180 seconds per move, such as 10+5."
    )


class NobodyElseHereError(Refusal):
    says = sentence(
        "Only you and I can see this channel. Leave the opponent empty and give a friend the challenge code, "
        "or play the computer with /pyrga play."
    )
