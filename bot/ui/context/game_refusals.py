"""The words for what cannot be done in a game."""

from collections.abc import Callable
from gettext import NullTranslations
from typing import Any

from bot.matches.errors import MatchError
from bot.matches.games import errors
from bot.matches.values.conditional_moves import MOST_ANSWERS, MOST_PAIRS
from bot.ui.text.links import message_link
from bot.ui.text.words import echoed, game_name, name


def _unknown_game(words: NullTranslations, error: errors.UnknownGameError) -> str:
    sentence = words.gettext("There is no game {game} here. /pyrga games lists yours.")
    return sentence.format(game=echoed(error.text))


def _not_a_player(words: NullTranslations, error: errors.GameError) -> str:
    if error.game.level is not None:
        person = error.game.opponent_of(error.game.level)
        return words.gettext("Only {name} can play, show or resign this game.").format(name=name(person))
    sentence = words.gettext("Only {white} and {black} can play, show or resign this game.")
    return sentence.format(white=name(error.game.white), black=name(error.game.black))


def _not_your_turn(words: NullTranslations, error: errors.GameError) -> str:
    sentence = words.gettext("It is {name}'s turn. Please wait for yours.")
    return sentence.format(name=name(error.game.to_move))


def _not_waiting(words: NullTranslations, error: errors.GameError) -> str:
    sentence = words.gettext("This is for {name} to choose. You can still move until then.")
    return sentence.format(name=name(error.game.opponent_of(error.game.to_move.id)))


def _finished_game(words: NullTranslations, error: errors.GameError) -> str:
    sentence = words.gettext("Game {game} is over already.")
    return sentence.format(game=f"**{game_name(error.game.number)}**")


def _running_game(words: NullTranslations, error: errors.GameError) -> str:
    sentence = words.gettext("Game {game} is not over yet. It can be reviewed once it is.")
    return sentence.format(game=f"**{game_name(error.game.number)}**")


def _own_turn(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("It is your turn: play your move. Plans are made while you wait.")


def _claimable_game(words: NullTranslations, error: errors.GameError) -> str:
    sentence = words.gettext("Time has run out in this game. First {name} says what follows from it.")
    return sentence.format(name=name(error.game.opponent_of(error.game.to_move.id)))


def _with_computer(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("The computer takes no offers, and shows no moves to plan for. Play on!")


def _not_addressed(words: NullTranslations, error: errors.GameError) -> str:
    sentence = words.gettext("This is for {name} to answer. A move ends it, too.")
    return sentence.format(name=name(error.game.awaited))


def _open_offer(words: NullTranslations, error: errors.GameError) -> str:
    sentence = words.gettext("There is a question on the board already. First {name} answers it.")
    return sentence.format(name=name(error.game.awaited))


def _offered_lately(words: NullTranslations, error: errors.OfferedLatelyError) -> str:
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


def _too_many_take_backs(words: NullTranslations, error: errors.TooManyTakeBacksError) -> str:
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


def _rematched(words: NullTranslations, error: errors.GameError) -> str:
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


def _too_many_computer_games(words: NullTranslations, error: errors.TooManyComputerGamesError) -> str:
    sentence = words.gettext(
        "You play {count} games with the computer here already: {games}. Finish or resign one first."
    )
    names = ", ".join(f"**{game_name(game.number)}**" for game in error.games)
    return sentence.format(count=len(error.games), games=names)


def _no_running_game(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("You have no running game here. Start one with /pyrga challenge or /pyrga play.")


def _no_finished_game(words: NullTranslations, error: MatchError) -> str:
    del error
    return words.gettext("You have not finished a game here yet. A review comes after one.")


def _choose_game(words: NullTranslations, error: errors.ChooseGameError) -> str:
    sentence = words.gettext("You play several games here: {games}. Say which one you mean.")
    return sentence.format(games=", ".join(f"**{game_name(game.number)}**" for game in error.games))


SENTENCES: dict[type[MatchError], Callable[[NullTranslations, Any], str]] = {
    errors.UnknownGameError: _unknown_game,
    errors.NotAPlayerError: _not_a_player,
    errors.NotYourTurnError: _not_your_turn,
    errors.NotWaitingError: _not_waiting,
    errors.FinishedGameError: _finished_game,
    errors.RunningGameError: _running_game,
    errors.OwnTurnError: _own_turn,
    errors.ClaimableGameError: _claimable_game,
    errors.WithComputerError: _with_computer,
    errors.NotAddressedError: _not_addressed,
    errors.OpenOfferError: _open_offer,
    errors.OfferedLatelyError: _offered_lately,
    errors.TooEarlyError: _too_early,
    errors.TooLateError: _too_late,
    errors.NothingToTakeBackError: _nothing_to_take_back,
    errors.RatedTakeBackError: _rated_take_back,
    errors.TooManyTakeBacksError: _too_many_take_backs,
    errors.ComputerThinksError: _computer_thinks,
    errors.PlanLimitError: _plan_limit,
    errors.RematchedError: _rematched,
    errors.StaleRevisionError: _stale_revision,
    errors.RepeatedMoveError: _stale_revision,
    errors.ForbiddenMoveError: _forbidden_move,
    errors.HintsNotAllowedError: _hints_not_allowed,
    errors.TooManyComputerGamesError: _too_many_computer_games,
    errors.NoRunningGameError: _no_running_game,
    errors.NoFinishedGameError: _no_finished_game,
    errors.ChooseGameError: _choose_game,
}
"""What to say of each error; the function gets the error of its kind."""
