"""Collects every sentence in the code that players can read. Needs Babel, a development tool."""

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir

from bot.commands.localization.strings import command_strings
from bot.locale import DOMAIN, FOLDER

TEMPLATE = FOLDER / f"{DOMAIN}.pot"
_SOURCES = Path(__file__).parents[1]
_COMMAND = "Leave the command as it is: in a sentence Discord opens it by no other name."


def template() -> Catalog:
    """Return the list of sentences for translators, always the same for the same code."""
    catalog = Catalog()
    found = extract_from_dir(_SOURCES, comment_tags=("Translators:",), strip_comment_tags=True)
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
