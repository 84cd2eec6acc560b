"""The words for what a person asked for and cannot have."""

from collections.abc import Callable
from gettext import NullTranslations
from typing import Any

from discord.utils import escape_markdown, format_dt

from bot.computer import errors as computer_errors
from bot.matches import challenge_errors, errors, game_errors
from bot.matches.errors import MatchError
from bot.matches.plan import MOST_ANSWERS, MOST_PAIRS
from bot.ui.custom_ids import UnknownButtonError
from bot.ui.moved_message import card_link, message_link
from bot.ui.permissions import (
    ElsewhereError,
    ForbiddenChannelError,
    MissingPermissionsError,
    NotAllowedError,
    NoThreadHereError,
    OutOfSightError,
    PrivateAnswersOnlyError,
    permission_name,
)
from bot.ui.words import game_name, name, relative_time

# A message has its limits, and somebody may type anything.
_LONGEST_ECHO = 32


def refusal(words: NullTranslations, error: MatchError) -> str:
    """One or two kind sentences for the person who caused ``error``."""
    return _SENTENCES[type(error)](words, error)


def _self_challenge(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("You cannot challenge yourself. Pick somebody else.")


def _bot_challenge(words: NullTranslations, error: challenge_errors.BotChallengeError) -> str:
    sentence = words.gettext("{name} is a bot and cannot play. Pick a person.")
    return sentence.format(name=_bold(error.name))


def _rated_hints(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("A rated game has no hints. Leave out one of the two.")


def _too_many_challenges(words: NullTranslations, error: challenge_errors.TooManyChallengesError) -> str:
    sentence = words.ngettext(
        "You have {number} open challenge here, and that is the most. Cancel it, or wait for the answer.",
        "You have {number} open challenges here, and that is the most. Cancel one, or wait for an answer.",
        error.limit,
    )
    return sentence.format(number=error.limit)


def _too_soon(words: NullTranslations, error: challenge_errors.TooSoonError) -> str:
    sentence = words.gettext("You challenged somebody just now. You can make another challenge {time}.")
    return sentence.format(time=relative_time(error.until))


def _declined_lately(words: NullTranslations, error: challenge_errors.DeclinedLatelyError) -> str:
    sentence = words.gettext("{name} declined just now. You can challenge {name} again {time}.")
    return sentence.format(name=name(error.opponent), time=relative_time(error.until))


def _repeated_challenge(words: NullTranslations, error: challenge_errors.RepeatedChallengeError) -> str:
    sentence = words.gettext("{name} has not answered your challenge yet: [here it is]({link}).")
    opponent = error.challenge.opponent or error.challenge.challenger
    return sentence.format(name=name(opponent), link=card_link(error.challenge))


def _counter_challenge(words: NullTranslations, error: challenge_errors.CounterChallengeError) -> str:
    sentence = words.gettext("{name} has challenged you already: [accept here]({link}).")
    return sentence.format(name=name(error.challenge.challenger), link=card_link(error.challenge))


def _unwelcome(words: NullTranslations, error: challenge_errors.UnwelcomeError) -> str:
    sentence = words.gettext("{name} does not take challenges now. Pick somebody else.")
    return sentence.format(name=name(error.player))


def _blocked_by_you(words: NullTranslations, error: challenge_errors.BlockedByYouError) -> str:
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


def _unknown_code(words: NullTranslations, error: challenge_errors.UnknownCodeError) -> str:
    sentence = words.gettext("No challenge with the code {code} is open here any more.")
    return sentence.format(code=_bold(error.text))


def _taken_challenge(words: NullTranslations, error: challenge_errors.ClosedChallengeError) -> str:
    challenge = error.challenge
    sentence = words.gettext("{challenger} and {opponent} play this game already. Next time!")
    opponent = challenge.opponent or challenge.challenger
    return sentence.format(challenger=name(challenge.challenger), opponent=name(opponent))


def _no_thread_here(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("A game here cannot have a thread of its own. Leave that out to play right here.")


def _absent_opponent(words: NullTranslations, error: challenge_errors.AbsentOpponentError) -> str:
    sentence = words.gettext("{name} is not in this server. Pick somebody who is.")
    return sentence.format(name=_bold(error.name))


def _unknown_challenge(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("This challenge is not known any more. Start a new one with /pyrga challenge.")


def _closed_challenge(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("This challenge was answered already.")


def _not_challenged(words: NullTranslations, error: challenge_errors.NotChallengedError) -> str:
    if error.challenge.opponent is None:
        return words.gettext("This challenge is open to all. Nobody has to decline it.")
    sentence = words.gettext("Only {name} can answer this challenge.")
    return sentence.format(name=name(error.challenge.opponent))


def _not_challenger(words: NullTranslations, error: challenge_errors.NotChallengerError) -> str:
    sentence = words.gettext("Only {name} can cancel this challenge.")
    return sentence.format(name=name(error.challenge.challenger))


def _unknown_game(words: NullTranslations, error: game_errors.UnknownGameError) -> str:
    sentence = words.gettext("There is no game {game} here. /pyrga games lists yours.")
    return sentence.format(game=_bold(error.text))


def _unknown_puzzle(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("This puzzle is not in use any more. /pyrga puzzle has others.")


def _not_a_player(words: NullTranslations, error: game_errors.GameError) -> str:
    if error.game.level is not None:
        person = error.game.opponent_of(error.game.level)
        return words.gettext("Only {name} can play, show or resign this game.").format(name=name(person))
    sentence = words.gettext("Only {white} and {black} can play, show or resign this game.")
    return sentence.format(white=name(error.game.white), black=name(error.game.black))


def _not_your_turn(words: NullTranslations, error: game_errors.GameError) -> str:
    sentence = words.gettext("It is {name}'s turn. Please wait for yours.")
    return sentence.format(name=name(error.game.to_move))


def _not_waiting(words: NullTranslations, error: game_errors.GameError) -> str:
    sentence = words.gettext("This is for {name} to choose. You can still move until then.")
    return sentence.format(name=name(error.game.opponent_of(error.game.to_move.id)))


def _unfit_clock(words: NullTranslations, error: challenge_errors.UnfitClockError) -> str:
    sentence = words.gettext(
        "{text} cannot be the time per move. From 1 minute to 14 days can, such as 90m or 2d 12h, or none."
    )
    return sentence.format(text=_bold(error.text))


def _on_vacation(words: NullTranslations, error: errors.OnVacationError) -> str:
    sentence = words.gettext("You are on vacation until {end} already. /pyrga vacation lets you end it.")
    return sentence.format(end=format_dt(error.until, "D"))


def _no_vacation_days(words: NullTranslations, error: errors.NoVacationDaysError) -> str:
    if error.most == 0:
        return words.gettext("You have no vacation days left this year.")
    sentence = words.ngettext(
        "You can take one day of vacation now.", "You can take up to {days} days of vacation now.", error.most
    )
    return sentence.format(days=error.most)


def _finished_game(words: NullTranslations, error: game_errors.GameError) -> str:
    sentence = words.gettext("Game {game} is over already.")
    return sentence.format(game=f"**{game_name(error.game.number)}**")


def _running_game(words: NullTranslations, error: game_errors.GameError) -> str:
    sentence = words.gettext("Game {game} is not over yet. It can be reviewed once it is.")
    return sentence.format(game=f"**{game_name(error.game.number)}**")


def _own_turn(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("It is your turn: play your move. Plans are made while you wait.")


def _claimable_game(words: NullTranslations, error: game_errors.GameError) -> str:
    sentence = words.gettext("Time has run out in this game. First {name} says what follows from it.")
    return sentence.format(name=name(error.game.opponent_of(error.game.to_move.id)))


def _with_computer(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("The computer takes no offers, and shows no moves to plan for. Play on!")


def _not_addressed(words: NullTranslations, error: game_errors.GameError) -> str:
    sentence = words.gettext("This is for {name} to answer. A move ends it, too.")
    return sentence.format(name=name(error.game.awaited))


def _open_offer(words: NullTranslations, error: game_errors.GameError) -> str:
    sentence = words.gettext("There is a question on the board already. First {name} answers it.")
    return sentence.format(name=name(error.game.awaited))


def _offered_lately(words: NullTranslations, error: game_errors.OfferedLatelyError) -> str:
    sentence = words.ngettext(
        "You asked that just now. You can ask again after {number} more move.",
        "You asked that just now. You can ask again after {number} more moves.",
        error.plies,
    )
    return sentence.format(number=error.plies)


def _too_early(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("Until both have moved a game cannot be drawn, but called off: press More….")


def _too_late(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("Both have moved, so the game cannot be called off any more.")


def _nothing_to_take_back(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("There is no move of yours here that can be taken back.")


def _rated_take_back(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("In a rated game no move is taken back.")


def _too_many_take_backs(words: NullTranslations, error: game_errors.TooManyTakeBacksError) -> str:
    sentence = words.ngettext(
        "You have taken back {number} move in this game, and that is the most.",
        "You have taken back {number} moves in this game, and that is the most.",
        error.limit,
    )
    return sentence.format(number=error.limit)


def _computer_thinks(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("The computer is about to move. You can take your move back after that.")


def _plan_limit(words: NullTranslations, error: MatchError) -> str:
    del error
    sentence = words.gettext("A plan has at most {answers} answers and looks at most {pairs} moves ahead.")
    return sentence.format(answers=MOST_ANSWERS, pairs=MOST_PAIRS)


def _rematched(words: NullTranslations, error: game_errors.GameError) -> str:
    sentence = words.gettext("The rematch has begun: [game {game}]({link}).")
    return sentence.format(game=game_name(error.game.number), link=message_link(error.game))


def _stale_revision(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("The game has gone on since. Have a look at the board and try again.")


def _forbidden_move(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("That move is not possible now. Please choose one of the buttons.")


def _hints_not_allowed(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext(
        "This game is played without hints. A challenge to a casual game can allow them, and games with the "
        "computer always have them."
    )


def _too_many_computer_games(words: NullTranslations, error: game_errors.TooManyComputerGamesError) -> str:
    sentence = words.gettext(
        "You play {count} games with the computer here already: {games}. Finish or resign one first."
    )
    names = ", ".join(f"**{game_name(game.number)}**" for game in error.games)
    return sentence.format(count=len(error.games), games=names)


def _computer_unavailable(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext(
        "The computer is not available on this host. /pyrga challenge starts a game with somebody here."
    )


def _computer_busy(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("The computer still thinks about what you asked it before. Please try again soon.")


def _computer_failed(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("The computer does not answer just now. Please try again in a minute.")


def _unknown_act(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("This question is too old, or another's. Please give the command again.")


def _nobody_else_here(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext(
        "Nobody but you and me can see this channel. Name nobody, and tell a friend the challenge's code; or "
        "play against the computer with /pyrga play."
    )


def _outside_server(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("This works in servers only.")


def _elsewhere(words: NullTranslations, error: ElsewhereError) -> str:
    sentence = words.gettext("Game {game} is played elsewhere: [to the board]({link})")
    return sentence.format(game=game_name(error.game.number), link=message_link(error.game))


def _private_answers_only(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext(
        "In this server only you would see the board. Play in my private messages instead, or ask those who "
        "manage the server to add me."
    )


def _out_of_sight(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext(
        "This challenge was made in a channel that you cannot see. Join it in private messages with me: "
        "there you get a board."
    )


def _no_running_game(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("You have no running game here. Start one with /pyrga challenge or /pyrga play.")


def _no_finished_game(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("You have not finished a game here yet. A review comes after one.")


def _choose_game(words: NullTranslations, error: game_errors.ChooseGameError) -> str:
    sentence = words.gettext("You play several games here: {games}. Say which one you mean.")
    return sentence.format(games=", ".join(f"**{game_name(game.number)}**" for game in error.games))


def _missing_permissions(words: NullTranslations, error: MissingPermissionsError) -> str:
    sentence = words.ngettext(
        "I need this permission in this channel: {permissions}. Please ask a moderator to grant it.",
        "I need these permissions in this channel: {permissions}. Please ask a moderator to grant them.",
        len(error.permissions),
    )
    return sentence.format(
        permissions=", ".join(_bold(permission_name(words, key)) for key in error.permissions)
    )


def _forbidden_channel(words: NullTranslations, error: ForbiddenChannelError) -> str:
    sentence = words.gettext("Games of this server are played in other channels: {channels}")
    return sentence.format(channels=", ".join(f"<#{channel}>" for channel in sorted(error.allowed)))


def _not_allowed(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("Only people who may manage this server can do that.")


def _unknown_button(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("This button is not in use any more. /pyrga help tells what is.")


def unfit_value(words: NullTranslations, value: object) -> str:
    """The same for a value that an option of a command cannot have."""
    sentence = words.gettext("{value} does not fit there. Pick one of the offered values.")
    return sentence.format(value=_bold(str(value)))


def obsolete_command(words: NullTranslations) -> str:
    """The same for a command of another version of the bot."""
    return words.gettext("This command has just changed. Please try again in a minute.")


def _bold(text: str) -> str:
    return f"**{escape_markdown(text[:_LONGEST_ECHO])}**"


_SENTENCES: dict[type[MatchError], Callable[[NullTranslations, Any], str]] = {
    challenge_errors.SelfChallengeError: _self_challenge,
    challenge_errors.BotChallengeError: _bot_challenge,
    challenge_errors.RatedHintsError: _rated_hints,
    challenge_errors.TooManyChallengesError: _too_many_challenges,
    challenge_errors.TooSoonError: _too_soon,
    challenge_errors.DeclinedLatelyError: _declined_lately,
    challenge_errors.RepeatedChallengeError: _repeated_challenge,
    challenge_errors.CounterChallengeError: _counter_challenge,
    challenge_errors.UnwelcomeError: _unwelcome,
    challenge_errors.BlockedByYouError: _blocked_by_you,
    challenge_errors.SelfBlockError: _self_block,
    challenge_errors.OwnChallengeError: _own_challenge,
    challenge_errors.UnknownCodeError: _unknown_code,
    challenge_errors.TakenChallengeError: _taken_challenge,
    challenge_errors.AbsentOpponentError: _absent_opponent,
    challenge_errors.UnknownChallengeError: _unknown_challenge,
    challenge_errors.ClosedChallengeError: _closed_challenge,
    challenge_errors.NotChallengedError: _not_challenged,
    challenge_errors.NotChallengerError: _not_challenger,
    game_errors.UnknownGameError: _unknown_game,
    errors.UnknownPuzzleError: _unknown_puzzle,
    game_errors.NotAPlayerError: _not_a_player,
    game_errors.NotYourTurnError: _not_your_turn,
    game_errors.NotWaitingError: _not_waiting,
    challenge_errors.UnfitClockError: _unfit_clock,
    errors.OnVacationError: _on_vacation,
    errors.NoVacationDaysError: _no_vacation_days,
    game_errors.FinishedGameError: _finished_game,
    game_errors.RunningGameError: _running_game,
    game_errors.OwnTurnError: _own_turn,
    game_errors.ClaimableGameError: _claimable_game,
    game_errors.WithComputerError: _with_computer,
    game_errors.NotAddressedError: _not_addressed,
    game_errors.OpenOfferError: _open_offer,
    game_errors.OfferedLatelyError: _offered_lately,
    game_errors.TooEarlyError: _too_early,
    game_errors.TooLateError: _too_late,
    game_errors.NothingToTakeBackError: _nothing_to_take_back,
    game_errors.RatedTakeBackError: _rated_take_back,
    game_errors.TooManyTakeBacksError: _too_many_take_backs,
    game_errors.ComputerThinksError: _computer_thinks,
    game_errors.PlanLimitError: _plan_limit,
    game_errors.RematchedError: _rematched,
    game_errors.StaleRevisionError: _stale_revision,
    game_errors.RepeatedMoveError: _stale_revision,
    game_errors.ForbiddenMoveError: _forbidden_move,
    game_errors.HintsNotAllowedError: _hints_not_allowed,
    game_errors.TooManyComputerGamesError: _too_many_computer_games,
    computer_errors.ComputerUnavailableError: _computer_unavailable,
    computer_errors.ComputerBusyError: _computer_busy,
    computer_errors.ComputerFailedError: _computer_failed,
    errors.UnknownActError: _unknown_act,
    challenge_errors.NobodyElseHereError: _nobody_else_here,
    errors.OutsideServerError: _outside_server,
    ElsewhereError: _elsewhere,
    PrivateAnswersOnlyError: _private_answers_only,
    OutOfSightError: _out_of_sight,
    game_errors.NoRunningGameError: _no_running_game,
    game_errors.NoFinishedGameError: _no_finished_game,
    game_errors.ChooseGameError: _choose_game,
    MissingPermissionsError: _missing_permissions,
    ForbiddenChannelError: _forbidden_channel,
    NotAllowedError: _not_allowed,
    NoThreadHereError: _no_thread_here,
    UnknownButtonError: _unknown_button,
}
