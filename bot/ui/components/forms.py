"""Forms in which someone writes a text.

Nothing is kept with a form: its custom_id says everything that's needed to handle what comes back.
"""

from typing import Any

from discord import ui

from bot.ui.message.custom_ids import CustomId


def text_form(form: CustomId, title: str, label: str, description: str, field: ui.TextInput[Any]) -> ui.Modal:
    """A form that means ``form``, with one ``field``."""
    modal = ui.Modal(title=title, custom_id=str(form))
    # So that the library doesn't keep it.
    modal.stop()
    modal.add_item(ui.Label(text=label, description=description, component=field))
    return modal
