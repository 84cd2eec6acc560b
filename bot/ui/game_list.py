"""The list of a player's running games."""

from gettext import NullTranslations

from discord import ui
from discord.utils import format_dt

from bot.matches.errors import NoRunningGameError
from bot.matches.values import Game
from bot.ui.content import Content, layout
from bot.ui.moved_message import message_link
from bot.ui.refusals import refusal
from bot.ui.words import game_name, name

# Well below Discord's 4,000 characters for the text of one message.
MOST = 20


def game_list(words: NullTranslations, games: list[Game], who: int) -> Content:
    """The running games of ``who``, with links to their boards; of more than ``MOST`` the newest."""
    _ = words.gettext
    if not games:
        return Content(layout(ui.TextDisplay(refusal(words, NoRunningGameError()))))
    title = _("Your running games")
    lines = [_line(words, game, who) for game in games[:MOST]]
    if len(games) > MOST:
        lines.append(_("… and older ones"))
    return Content(layout(ui.TextDisplay("\n".join([f"### {title}", *lines]))))


def game_label(words: NullTranslations, game: Game, who: int) -> str:
    """A game in a few plain words, for a list to choose from: at most 100 characters."""
    label = words.gettext("{game} against {opponent}, {state}").format(
        game=game_name(game.number), opponent=game.opponent_of(who).name, state=_state(words, game, who)
    )
    return label[:100]


def _state(words: NullTranslations, game: Game, who: int) -> str:
    _ = words.gettext
    if game.outcome is None:
        return _("your turn") if game.to_move.id == who else _("their turn")
    if game.winner is None:
        return _("a draw") if game.outcome.result == "draw" else _("called off")
    return _("you won") if game.winner.id == who else _("you lost")


def _line(words: NullTranslations, game: Game, who: int) -> str:
    _ = words.gettext
    opponent = name(game.opponent_of(who))
    number = f"**{game_name(game.number)}**"
    if game.to_move.id == who:
        line = _("{game} against {opponent}: your turn").format(game=number, opponent=opponent)
    else:
        line = _("{game} against {opponent}: waiting").format(game=number, opponent=opponent)
    if game.clock is not None and not game.clock.claimable:
        line = f"{line} · {format_dt(game.clock.until, 'R')}"
    if game.message_id is None:
        return f"{line} · {_('its board is gone, /pyrga show posts it again')}"
    return f"{line} · [{_('to the board')}]({message_link(game)})"
