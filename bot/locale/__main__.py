"""``python -m bot.locale`` writes the list of all sentences, ``pyrga.pot``, anew for translators."""

from bot.locale.extraction import TEMPLATE, template

TEMPLATE.write_bytes(template())
