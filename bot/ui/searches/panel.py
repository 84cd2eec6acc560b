"""The private panel of someone who looks for an opponent."""

from collections.abc import Sequence

import discord
from discord import ui

from bot.locale import Words
from bot.ui.games.server_lists import Entry
from bot.ui.message.content import BLUE, GOLD, Box, Content, Row, boxed, layout
from bot.ui.message.custom_ids import CustomId, PlayComputer, button
from bot.ui.text.status import clock_name
from bot.ui.text.words import relative_time, ruleset_name
from bot.use_cases.searches.opponent_searches import Looking
from bot.values.searches.search import Search, SearchTerms


class CancelSearch(CustomId, word="cancel-search"):
    """Ends a search."""

    search: int


class SearchEverywhere(CustomId, word="search-everywhere"):
    """Agrees to games across servers, and looks for such a game everywhere."""

    terms: SearchTerms


class SearchHere(CustomId, word="search-here"):
    """Looks for such a game in this server only."""

    terms: SearchTerms


def search_panel(
    words: Words,
    searches: Sequence[Search],
    looking: Looking,
    challenges: Sequence[Entry],
    *,
    computer: bool,
) -> Content:
    """Return a person's searches, the chances that someone comes, and what they can play meanwhile.

    ``challenges`` are open ones of the server, and ``computer`` says whether this host has one.
    """
    title = (
        words.say("Looking for an opponent") if searches else words.say("You aren't looking for an opponent")
    )
    lines = [f"### {title}"]
    if searches:
        lines.append(words.say("When your game starts, I'll mention you where you asked."))
    lines.append(_looking_text(words, looking))
    sections = [_section(words, search) for search in searches]
    box = Box(ui.TextDisplay("\n".join(lines)), *sections, accent_color=BLUE)
    items: list[ui.Item[ui.LayoutView]] = [box]
    if challenges:
        listed = [ui.Section(ui.TextDisplay(entry.text), accessory=entry.button) for entry in challenges]
        # Translators: a heading above the open challenges of a server.
        heading = words.say("Or join one of these")
        items.append(Box(ui.TextDisplay(f"### {heading}"), *listed, accent_color=GOLD))
    if computer:
        play = button(PlayComputer(None), words.say("Play the computer"), discord.ButtonStyle.primary)
        items.append(Row(play))
    return Content(layout(*items))


def consent_text(words: Words, *, in_server: bool) -> str:
    """Return what people elsewhere will see of someone who plays them, and a question about that."""
    if in_server:
        return words.say(
            "### Play people from other servers?\n"
            "They see your account's name, your rating, and the name of this server. They see nothing else, "
            "and no one can write to you. You each get a board where you are.\n"
            "I'll only ask once. To change your mind, use /pyrga settings."
        )
    return words.say(
        "### Play people from servers?\n"
        "They see your account's name and your rating. They see nothing else, and no one can write to "
        "you. You each get a board where you are.\n"
        "I'll only ask once. To change your mind, use /pyrga settings."
    )


def consent_panel(words: Words, terms: SearchTerms, *, in_server: bool) -> Content:
    """Return what people elsewhere will see, before someone's first search everywhere."""
    # Translators: buttons: look for an opponent everywhere, or in this server only.
    buttons = [button(SearchEverywhere(terms), words.say("Search everywhere"), discord.ButtonStyle.success)]
    if in_server:
        buttons.append(button(SearchHere(terms), words.say("Only this server")))
    text = consent_text(words, in_server=in_server)
    return boxed(text, rows=[Row(*buttons)], accent=GOLD)


def _looking_text(words: Words, looking: Looking) -> str:
    if looking.people:
        people = words.count(
            "{count} other person is looking.",
            "{count} other people are looking.",
            looking.people,
            count=looking.people,
        )
    else:
        people = words.say("No one else is looking right now.")
    if looking.last_began is None:
        return people
    # Translators: Discord shows {time} in the reader's language, such as "2 hours ago".
    last = words.say("The last game found this way started {time}.", time=relative_time(looking.last_began))
    return f"{people} {last}"


def _section(words: Words, search: Search) -> ui.Section[ui.LayoutView]:
    terms = search.terms
    facts = [
        ruleset_name(words, terms.ruleset),
        words.label("fact about a game", "rated")
        if terms.rated
        else words.label("fact about a game", "casual"),
        clock_name(words, terms.clock),
        _reach(words, search),
    ]
    # Translators: Discord shows both times in the reader's language, such as "5 minutes ago" and "in 7 days".
    times = words.say(
        "since {began}, expires {expiry}",
        began=relative_time(search.began_at),
        expiry=relative_time(search.expires_at),
    )
    cancel = button(CancelSearch(search.number), words.label("end a search", "Cancel"))
    return ui.Section(ui.TextDisplay(f"{' · '.join(facts)}\n-# {times}"), accessory=cancel)


def _reach(words: Words, search: Search) -> str:
    if search.everywhere:
        return words.label("where someone looks for an opponent", "everywhere")
    if search.place.guild_id is None:
        # In DMs, someone who plays only in their servers reaches no one.
        return words.label("where someone looks for an opponent", "paused by your settings")
    return words.label("where someone looks for an opponent", "this server")
