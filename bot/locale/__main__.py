"""``python -m bot.locale`` lists all sentences, and updates and compiles every catalog."""

from bot.locale.compiling import catalogs, compile_catalogs
from bot.locale.updating import TEMPLATE, template, updated, written

current = template()
TEMPLATE.write_bytes(written(current))
for catalog in catalogs():
    catalog.write_bytes(updated(catalog, current))
compile_catalogs()
