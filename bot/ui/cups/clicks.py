"""What anyone can do on the card of a cup: join, leave, and see its rules."""

from bot.ui.components.panels import Keep, Kept, confirm_panel
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.cups.card import JoinCup, LeaveCup, ShowCupRules
from bot.ui.cups.posting import show_cup
from bot.ui.cups.words import cup_name, rules_text
from bot.ui.message.content import Content, boxed, unboxed
from bot.ui.message.custom_ids import CustomId
from bot.ui.text.words import escaped, on_one_line, relative_time
from bot.values.cups.cup import Cup
from bot.values.cups.cup_errors import BlockedEntrantError, CupError, UnknownCupError
from bot.values.events.event import EventStatus


class JoinCupAnyway(CustomId, word="cup-join-anyway"):
    """Joins ``cup`` although the person and someone in it have blocked each other."""

    cup: int


class ConfirmLeaving(CustomId, word="cup-leave-now"):
    """Leaves ``cup`` while it's being played."""

    cup: int


async def cup_here(context: Context, number: int) -> Cup:
    """Return the cup with this number."""
    cup = await context.services.cups.get(number)
    if cup.guild_id != context.interaction.guild_id or not await may_see(context, cup):
        raise UnknownCupError
    return cup


async def may_see(context: Context, cup: Cup) -> bool:
    """Return whether the person is in a cup, or sees its channel."""
    if cup.paused_at is not None:
        # No one can say anymore who could see its channel.
        return may_move(context, cup)
    return await context.sees_at(cup.place, [entrant.player for entrant in cup.present])


def may_move(context: Context, cup: Cup) -> bool:
    """Return whether the person may show a cup that has lost its channel in another one."""
    return context.interaction.permissions.manage_guild or cup.entrant(context.user.id) in cup.present


@on_click(JoinCup)
async def join_cup(context: Context, clicked: JoinCup) -> None:
    """Join, or ask first if that means playing someone whom one has blocked."""
    cup = await cup_here(context, clicked.cup)
    try:
        joined = await context.services.cups.join(cup.number, context.user)
    except BlockedEntrantError as error:
        await context.reply.private(_blocked_panel(context, error))
    except CupError:
        await _show_elsewhere(context, cup)
        raise
    else:
        await _show_after(context, joined)
        await context.reply.private(_joined_text(context, joined))


def _blocked_panel(context: Context, error: BlockedEntrantError) -> Content:
    words = context.words
    if error.names:
        # Translators: {names} are names of people, separated by commas.
        question = words.say(
            "You've blocked {names}, and you might play them in this cup. Join anyway?",
            names=", ".join(f"**{escaped(on_one_line(each))}**" for each in error.names),
        )
    else:
        question = words.say("In this cup, you might play someone you don't usually play. Join anyway?")
    # Translators: buttons (about 20 characters).
    confirm, keep = words.say("Join anyway"), words.say("Never mind")
    return confirm_panel(question, JoinCupAnyway(error.cup.number), confirm, keep, kept=Keep(Kept.REST))


@on_click(JoinCupAnyway)
async def join_cup_anyway(context: Context, clicked: JoinCupAnyway) -> None:
    """Join after the question."""
    cup = await cup_here(context, clicked.cup)
    joined = await context.services.cups.join(cup.number, context.user, knowing=True)
    await context.reply.replace(unboxed(_joined_text(context, joined)))
    await show_cup(context.client, joined.number)


@on_click(LeaveCup)
async def leave_cup(context: Context, clicked: LeaveCup) -> None:
    """Leave a cup that hasn't started, or ask first."""
    cup = await cup_here(context, clicked.cup)
    if cup.status is EventStatus.RUNNING and cup.entrant(context.user.id) in cup.playing:
        await context.reply.private(leaving_panel(context, cup, ConfirmLeaving(cup.number)))
        return
    left = await context.services.cups.leave(cup.number, player_id=context.user.id)
    await _show_after(context, left)
    await context.reply.private(
        context.words.say("You're no longer in {cup}.", cup=cup_name(context.words, left))
    )


def leaving_panel(context: Context, cup: Cup, confirmed: CustomId) -> Content:
    """Return the question whether to leave a cup that's being played; ``confirmed`` does so."""
    words = context.words
    question = words.say(
        "Leave {cup}? If fewer than half of your games are over, none of them count in the table. Otherwise, "
        "the rest count as lost. Games with four or more pieces on the board also count as lost for ratings.",
        cup=cup_name(words, cup),
    )
    after = (
        words.say("You can't come back.") if cup.league is None else words.say("You also leave the league.")
    )
    # Translators: buttons (about 20 characters).
    leave, stay = words.say("Leave the cup"), words.say("Stay")
    return confirm_panel(f"{question} {after}", confirmed, leave, stay, kept=Keep(Kept.REST))


@on_click(ConfirmLeaving)
async def confirm_leaving(context: Context, clicked: ConfirmLeaving) -> None:
    """Leave a cup that's being played."""
    cup = await cup_here(context, clicked.cup)
    left = await context.services.cups.leave(cup.number, player_id=context.user.id)
    sentence = context.words.say("You're no longer in {cup}.", cup=cup_name(context.words, left))
    await context.reply.replace(unboxed(sentence))


@on_click(ShowCupRules)
async def show_cup_rules(context: Context, clicked: ShowCupRules) -> None:
    """Explain the cup in private."""
    cup = await cup_here(context, clicked.cup)
    await context.reply.private(boxed(rules_text(context.words, cup)))


async def _show_after(context: Context, cup: Cup) -> None:
    """Show what a click has changed: on the clicked card, which is its answer, or wherever the card is."""
    await show_cup(context.client, cup.number, context if _is_on_card(context, cup) else None)


async def _show_elsewhere(context: Context, cup: Cup) -> None:
    """Put a card right that was clicked although it no longer showed the cup as it is."""
    if _is_on_card(context, cup):
        await show_cup(context.client, cup.number, context)


def _is_on_card(context: Context, cup: Cup) -> bool:
    return context.message is not None and context.message.id == cup.message_id


def _joined_text(context: Context, cup: Cup) -> str:
    words = context.words
    if cup.status is EventStatus.RUNNING:
        return words.say("You're in {cup}. Your games start now.", cup=cup_name(words, cup))
    if cup.terms.wanted is None or cup.postponed_until is not None:
        # Translators: Discord shows {time} in the reader's language, such as "in 2 days".
        sentence = words.say(
            "You're in {cup}. It starts {time}, and I'll mention you here once when it does."
        )
        return sentence.format(cup=cup_name(words, cup), time=relative_time(cup.starts_by))
    sentence = words.say("You're in {cup}. I'll mention you here once when it starts.")
    return sentence.format(cup=cup_name(words, cup))
