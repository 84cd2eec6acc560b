"""Collects every sentence in the code that players can read. Needs Babel, a development tool."""

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from bot.locale import DOMAIN, FOLDER

TEMPLATE = FOLDER / f"{DOMAIN}.pot"
_SOURCES = Path(__file__).parents[1]


def template() -> bytes:
    """Return the list of sentences as a gettext template, always the same for the same code."""
    catalog = Catalog(domain=DOMAIN, project="Pyrga", copyright_holder="The Pyrga contributors")
    catalog.header_comment = "# The sentences of the Pyrga bot, for translators."
    found = extract_from_dir(_SOURCES, comment_tags=("Translators:",), strip_comment_tags=True)
    for file, line, message, comments, context in sorted(found):
        del line  # it would make every change of the code a change of the template
        catalog.add(message, None, [(file, 0)], auto_comments=comments, context=context)
    output = BytesIO()
    write_po(output, catalog, include_lineno=False, omit_header=True, width=100)
    return output.getvalue()
