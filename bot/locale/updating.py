"""Collects every sentence in the code that players can read, and updates the catalogs with them.

Needs Babel, a development tool.
"""

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot.commands.strings import command_strings
from bot.locale import DOMAIN, FOLDER
from bot.locale.compiling import language_of

TEMPLATE = FOLDER / f"{DOMAIN}.pot"
_SOURCES = Path(__file__).parents[1]
_COMMAND = "Leave the command as it is: in a sentence Discord opens it by no other name."
_WIDTH = 100
# What marks a sentence: the methods of ``Words``, and what errors say.
_KEYWORDS = {"say": None, "count": (1, 2), "label": ((1, "c"), 2), "sentence": None, "sentences": (1, 2)}


def template() -> Catalog:
    """Return the list of sentences for translators, always the same for the same code."""
    catalog = Catalog()
    found = extract_from_dir(
        _SOURCES, keywords=_KEYWORDS, comment_tags=("Translators:",), strip_comment_tags=True
    )
    # The line is only for sorting: in the template, it would make every change to the code a change to the
    # template.
    ordered = sorted(found, key=lambda one: (one[0], one[1], str(one[2])))
    for file, _line, message, comments, context in ordered:
        told = [*comments, _COMMAND] if "/pyrga" in str(message) else comments
        catalog.add(message, None, [(file, 0)], auto_comments=told, context=context)
    for string in command_strings():
        catalog.add(
            string.text, None, [("commands", 0)], auto_comments=[string.comment], context=string.context
        )
    return catalog


def updated(source: Path, template: Catalog) -> bytes:
    """Return a catalog with exactly the messages of the template, and the existing translations.

    Nothing is guessed: a message that changed is empty, so that a person translates it. Translators' notes
    stay.
    """
    old = read_po(BytesIO(source.read_bytes()), locale=language_of(source))
    new = Catalog(locale=language_of(source))
    for message in template:
        if message.id:
            _add(new, message, old.get(message.id, message.context))
    return _header(source, new) + written(new)


def written(catalog: Catalog) -> bytes:
    """Return the messages of a catalog as text, without a header."""
    output = BytesIO()
    write_po(output, catalog, include_lineno=False, omit_header=True, width=_WIDTH)
    return output.getvalue()


def _add(new: Catalog, message: Message, known: Message | None) -> None:
    if known is not None and (known.fuzzy or known.id != message.id):
        known = None
    new.add(
        message.id,
        None if known is None else known.string,
        message.locations,
        message.flags,
        message.auto_comments,
        () if known is None else known.user_comments,
        context=message.context,
    )


def _header(source: Path, catalog: Catalog) -> bytes:
    """Return the header that says how to read the file, without what keeps changing, such as a date."""
    comments = []
    for line in source.read_text("utf-8").splitlines():
        if not line.startswith("#") or line.startswith(("#:", "#.", "#,", "#~")):
            break
        comments.append(line)
    fields = (
        f"Language: {catalog.locale_identifier}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {catalog.plural_forms}",
    )
    lines = [*comments, 'msgid ""', 'msgstr ""', *(f'"{field}\\n"' for field in fields), "", ""]
    return "\n".join(lines).encode()
