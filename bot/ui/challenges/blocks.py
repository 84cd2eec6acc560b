"""The private list of the people someone has blocked."""

from bot.locale import Words
from bot.ui.components.panels import page_row
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Button, Content, rows_of, unboxed
from bot.ui.message.custom_ids import BlockOpponent, Count, CustomId, button
from bot.ui.text.words import name, plain_name
from bot.use_cases.challenges.limits import BlockedPlayer, Blocks
from bot.values.game.turns import check_player
from bot.values.players import Player

PAGE_SIZE = 12
# With the words around it on the button, this fits on one line of a phone in every language.
_LONGEST_NAME = 24


class BlocksPage(CustomId, word="blocks"):
    """Shows a page of the list, the first being 0."""

    page: Count


class Unblock(CustomId, word="unblock-by"):
    """Removes the block with this ``handle``, which doesn't tell whom it's about."""

    handle: str


class UnblockPerson(CustomId, word="unblock"):
    """Unblocks the person with an id: on older messages only."""

    player_id: int


async def block_panel(
    words: Words, blocks: Blocks, page: int, *, player_id: int, new: Player | None = None
) -> Content:
    """Return a page of the list (the first is 0), with a button to unblock each person.

    ``new`` is someone who was just blocked.
    """
    listed, more = await blocks.blocked(player_id, page=page, size=PAGE_SIZE)
    buttons = [_button(words, blocked) for blocked in listed]
    pages = page_row(words, BlocksPage, page, more=more)
    return unboxed(_text(words, listed, new), *rows_of(buttons), *pages)


@on_click(BlocksPage)
async def show_block_page(context: Context, clicked: BlocksPage) -> None:
    """Show another page of the list."""
    content = await block_panel(
        context.words, context.services.blocks, clicked.page, player_id=context.user.id
    )
    await context.reply.replace(content)


@on_click(Unblock)
async def unblock(context: Context, clicked: Unblock) -> None:
    """Unblock someone, and show the first page."""
    await context.services.blocks.unblock_by(context.user.id, clicked.handle)
    await show_block_page(context, BlocksPage(0))


@on_click(UnblockPerson)
async def unblock_person(context: Context, clicked: UnblockPerson) -> None:
    await context.services.blocks.unblock(context.user.id, other_id=clicked.player_id)
    await show_block_page(context, BlocksPage(0))


@on_click(BlockOpponent)
async def block_opponent(context: Context, clicked: BlockOpponent) -> None:
    """Block the other player of a game, unless their data was deleted, and show the list."""
    blocks, who = context.services.blocks, context.user
    game = await context.services.games.get(clicked.game)
    check_player(game, who.id)
    opponent = game.opponent_of(who.id)
    new = None if opponent.is_deleted else opponent.outside_servers
    if new is not None:
        await blocks.block(who, new)
    await context.reply.private(await block_panel(context.words, blocks, 0, player_id=who.id, new=new))


def _text(words: Words, listed: list[BlockedPlayer], new: Player | None) -> str:
    lines = ["### " + words.say("Blocked people")]
    if new is not None:
        lines.append(words.say("You blocked {name}.", name=name(new)))
    if listed:
        lines.append(
            words.say(
                "They can't challenge you or join your challenges, and /pyrga find won't bring you together. "
                "They aren't notified."
            )
        )
    else:
        lines.append(
            words.say("You haven't blocked anyone. To block someone, pick a member in /pyrga block.")
        )
    return "\n".join(lines)


def _button(words: Words, blocked: BlockedPlayer) -> Button:
    label = words.say("Unblock {name}", name=plain_name(blocked.player, _LONGEST_NAME))
    return button(Unblock(blocked.handle), label)
