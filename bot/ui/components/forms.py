"""Forms that people fill in.

Nothing is kept with a form: its custom_id says everything that's needed to handle what comes back.
"""

from typing import Any

from discord import ui

from bot.ui.message.custom_ids import CustomId


def form_with(form: CustomId, title: str, *fields: ui.Label[Any]) -> ui.Modal:
    """A form with these fields, which means ``form``."""
    modal = ui.Modal(title=title, custom_id=str(form))
    # So that the library doesn't keep it.
    modal.stop()
    for field in fields:
        modal.add_item(field)
    return modal
