"""Tells people of others who look for an opponent, and what they press to play them."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import discord
import structlog

from bot.locale import Words, first_known, words_for
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.requests import PASSING, RequestError, ask, nonce_of
from bot.ui.context.sending import send
from bot.ui.message.content import Content, Row, boxed
from bot.ui.message.custom_ids import CustomId, FindOpponent, button
from bot.ui.searches import NO_WISH, Reach, SearchWish, facts_of, find_opponent, search_for
from bot.ui.settings.notice_settings import NotifyMe
from bot.ui.text.words import rated_name
from bot.use_cases.searches import Asked
from bot.values.players import NotificationMode
from bot.values.searches import Search

TOLD_AT_ONCE: Final = 10
"""Maximum number of people who are told of a search at a time: at first, and after each step of waiting."""

PACE: Final = 20
"""Maximum number of people who are told of searches in one round."""

log = structlog.get_logger(__name__)


class JoinSearch(CustomId, word="join-search"):
    """Looks for the game that someone else looks for, so that the two play it."""

    search: int


def notice(words: Words, search: Search, *, is_there: bool, called: Sequence[int] = ()) -> Content:
    """Return what people are told of a search: those who can see where it was asked, or others.

    It mentions those who are ``called``.
    """
    strength = search.overall if search.everywhere else search.here
    player = search.player if is_there else search.player.outside_servers
    # Translators: {player} is someone's name and rating.
    text = words.say("{player} is looking for an opponent.", player=rated_name(player, strength.shown))
    where = f"<#{search.place.channel_id}>" if is_there else search.server_name
    where = None if called else where
    facts = " · ".join(filter(None, [*facts_of(words, search.terms), where]))
    people = " ".join(f"<@{person}>" for person in called)
    join = button(JoinSearch(search.number), words.say("Join"), discord.ButtonStyle.success)
    # Translators: a button: don't tell you anymore when someone looks for an opponent.
    stop = [] if called else [button(NotifyMe(wanted=False), words.say("No more of these"))]
    return boxed("\n".join(filter(None, [text, facts, people])), rows=[Row(join, *stop)])


@on_click(JoinSearch)
async def join_search(context: Context, clicked: JoinSearch) -> None:
    """Look for the same game where the other can see it, or else everywhere, unless that search is over."""
    search = await context.services.opponent_searches.get(clicked.search)
    is_there = search is not None and await context.client.sight.sees(
        context.client, context.user.id, search.place
    )
    if search is None or not (is_there or search.everywhere):
        text = context.words.say("No one is waiting for this game anymore. You can look for one, too.")
        find = button(FindOpponent(), context.words.say("Find an opponent"), discord.ButtonStyle.primary)
        await context.reply.private(boxed(text, rows=[Row(find)]))
    elif search.player.id == context.user.id:
        await find_opponent(context, NO_WISH)
    elif is_there:
        await search_for(context, Asked(search.place, search.terms, search.language, everywhere=False))
    else:
        terms = search.terms
        await find_opponent(context, SearchWish(terms.ruleset, terms.clock, terms.rated, Reach.EVERYWHERE))


async def tell_of_searches(client: ServingClient) -> None:
    """Tell people of searches that fit what they want: first those who were about to be told, then others."""
    searches = client.services.opponent_searches
    await _tell_planned(client)
    for search in await searches.to_tell():
        told: list[int] = []
        for person in await searches.hearers(search):
            if search.everywhere or await client.sight.sees(client, person, search.place):
                told.append(person)
            if len(told) == TOLD_AT_ONCE:
                break
        # Stored first: a process that dies before it has told them leaves it to the next one.
        await searches.plan_notices(search, told)
    await _tell_planned(client)


async def _tell_planned(client: ServingClient) -> None:
    """Tell those who are about to be told, unless the search is over or their quiet hours have begun."""
    searches, planned = client.services.opponent_searches, defaultdict[int, list[int]](list)
    for person, number in await searches.planned_notices(PACE):
        planned[number].append(person)
    for number, people in planned.items():
        search = await searches.get(number)
        told = people if search is None else await _tell(client, search, people)
        await searches.note_noticed(told)


async def _tell(client: ServingClient, search: Search, people: Sequence[int]) -> Sequence[int]:
    """Tell people of a search, each in the way they chose; return those who needn't be told anymore."""
    mentioned, done, now = list[int](), list[int](), client.services.clock.now()
    for person in people:
        chosen = await client.services.preferences.player(person)
        is_there = await client.sight.sees(client, person, search.place)
        words = words_for(first_known(chosen.language, search.language))
        if chosen.quiet.end_after(now) or chosen.notice_reach is None or not (is_there or search.everywhere):
            done.append(person)
        elif is_there and chosen.notice_mode is NotificationMode.MENTION:
            mentioned.append(person)
        elif await _send(client, search, notice(words, search, is_there=is_there), to=person):
            done.append(person)
    said = notice(words_for(search.language), search, is_there=True, called=mentioned)
    if mentioned and await _send(client, search, said, called=mentioned):
        done += mentioned
    return done


async def _send(
    client: ServingClient, search: Search, content: Content, to: int | None = None, called: Sequence[int] = ()
) -> bool:
    """Tell one person in a DM, or those who are called where the search was asked.

    Return whether that's settled: it isn't if Discord can't be reached or is busy.
    """
    mentions = discord.AllowedMentions(users=[discord.Object(person) for person in called])
    nonce = nonce_of("notice", search.number, to, *called)
    try:
        there = client.get_partial_messageable(search.place.channel_id)
        channel = there if to is None else await ask(client.create_dm(discord.Object(to)))
        await send(channel.send, content, allowed_mentions=mentions, nonce=nonce)
    except RequestError as error:
        log.info("not told of a search", search=search.number, error=str(error))
        return not isinstance(error, PASSING)
    return True
