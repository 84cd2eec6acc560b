"""Names that have a meaning for Discord, and whether the bot shows them as text."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.ui.text.words import escaped, on_one_line
from tests.bot.servers import Server

ADA = "[a](http://a.b)<@7></x:7><t:7:R>"
BLAISE = "\u202e\u3164@here <:x:7> \u200bדנה\n# http://b.b\u2800"
ACTIVE = re.compile(r"<@7>|http://[ab]|<t:7:|</x|<:x|@here|^# |[\u200b\u202e\u2800\u3164]", re.MULTILINE)
"""What Discord would interpret, or show in the wrong direction or not at all."""
ISOLATED = re.compile("\u2068[^\u2068\u2069]*דנה[^\u2068\u2069]*\u2069")
BLAISE_IN_MESSAGES = f"**{escaped(on_one_line(BLAISE))}**"


def renamed(server: Server) -> Server:
    """Return the server with members who have these names."""
    ada, blaise = (
        server.guild.add_member(server.env.create_user(name, global_name=shown))
        for name, shown in (("ada-7", ADA), ("blaise-7", BLAISE))
    )
    return replace(server, ada=ada, blaise=blaise)


def strings(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text in the body of a request, with the name of its field."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from strings(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner, key)


def sent(server: Server) -> list[tuple[str, str]]:
    """Return every text that the bot has sent to Discord, with the name of its field."""
    return [text for request in server.env.http_requests for text in strings(request.json)]


def check(server: Server) -> None:
    """Check everything that the bot has sent."""
    shown = 0
    for field, text in sent(server):
        # A message drops the backslash before a mark and shows the mark; the other fields show both.
        live_text = re.sub(r"\\[^0-9A-Za-z\s]", "", text) if field == "content" else text
        if field == "content":
            assert not ACTIVE.search(live_text), text
        else:
            assert "\\" not in text, (field, text)
            assert not re.search("[\u200b\u202e\u2800\u3164]", text), (field, text)
            assert "\n" not in text, (field, text)
        assert text.count("דנה") == len(ISOLATED.findall(text)), (field, text)
        shown += ".b" in text
    assert shown
