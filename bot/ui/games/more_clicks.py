"""*More…* and what's behind it."""

from gettext import NullTranslations

from bot.matches.match import offers
from bot.matches.match.boards import choose_text
from bot.matches.match.match import Match
from bot.ui.board.buttons import ShowMore
from bot.ui.board.display import announce_after_panel, show
from bot.ui.components.confirm_panel import confirm_panel
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.games.more_panel import AskBeforeTakingBack, SwitchTextBoard, more_panel
from bot.ui.message.content import Content
from bot.ui.message.custom_ids import Count, CustomId
from bot.ui.text.words import name


class TakeBack(CustomId, word="take-back"):
    """Takes back the person's last move in ``game`` as it stood at ``revision``, or asks for that."""

    game: int
    revision: Count


@on_click(ShowMore)
async def show_more(context: Context, clicked: ShowMore) -> None:
    """Show what a game offers to the person who asks.

    Raises:
        UnknownGameError: there is no such game.
    """
    services, who = context.services, context.user.id
    game = await services.games.see(await context.seen_game(clicked.game), who)
    note = await services.notes.read(game.number, who)
    await context.reply.private(more_panel(context.words, game, who, note))


@on_click(AskBeforeTakingBack)
async def ask_before_taking_back(context: Context, clicked: AskBeforeTakingBack) -> None:
    """Ask the person whether they're sure if it costs them a place on the ladder; otherwise take back.

    Raises:
        MatchError: there's no move to take back, or it can't be taken back.
    """
    asked = TakeBack(clicked.game, clicked.revision)
    game = await context.services.games.get(clicked.game)
    offers.check_may_take_back(game, clicked.revision, context.user.id)
    if game.is_unaided:
        await context.reply.replace(take_back_panel(context.words, asked))
    else:
        await take_back(context, asked)


@on_click(SwitchTextBoard)
async def switch_text_board(context: Context, clicked: SwitchTextBoard) -> None:
    """Show the board in words as well, or no longer, to everyone who sees the game.

    Raises:
        UnknownGameError: there is no such game.
        NotAPlayerError: it is someone else's.
    """
    number, wanted = clicked.game, clicked.wanted
    services, who, _ = context.services, context.user.id, context.words.gettext
    game = await services.games.update(number, lambda match, _: choose_text(match, who, wanted=wanted))
    # Translators: what was just done to the message of a game.
    said = _("The board is now in words, too.") if wanted else _("The board is an image only again.")
    note = await services.notes.read(number, who)
    await context.reply.replace(more_panel(context.words, game, who, note, said))
    await show(context.client, game)


def take_back_panel(words: NullTranslations, asked: TakeBack) -> Content:
    """Ask a player whether they still want to take their move back."""
    _ = words.gettext
    question = _("If you take back a move, this game won't count on the ladder, even if you win.")
    return confirm_panel(question, asked, _("Take back"), words.pgettext("change nothing", "Cancel"))


@on_click(TakeBack)
async def take_back(context: Context, clicked: TakeBack) -> None:
    """Take back the person's last move, or ask their opponent to agree.

    Raises:
        MatchError: there's no move to take back, or it can't be taken back.
    """
    number, services, who = clicked.game, context.services, context.user.id
    game = await services.games.change(
        number, lambda match, now: offers.take_back(match, clicked.revision, who, now), by=who
    )
    note = await services.notes.read(number, who)
    said = _taken(context.words, game, who)
    if not game.seat_of(who).controls.confirm:
        said = f"{said}\n-# {_how_to_confirm(context.words)}"
    await context.reply.replace(more_panel(context.words, game, who, note, said))
    await announce_after_panel(context, game)


def _taken(words: NullTranslations, game: Match, player_id: int) -> str:
    if game.offer is None:
        return words.gettext("Move taken back.")
    sentence = words.gettext("Asked. {opponent} can answer on the board.")
    return sentence.format(opponent=name(game.opponent_of(player_id)))


def _how_to_confirm(words: NullTranslations) -> str:
    return words.gettext("Tip: to confirm your moves before they're played, see /pyrga settings.")
