"""``python -m bot.locale`` regenerates ``pyrga.pot``, the list of all sentences for translators."""

from bot.locale.extraction import TEMPLATE, template

TEMPLATE.write_bytes(template())
