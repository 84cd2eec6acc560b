"""What people do with the menus of a right click."""

from typing import Any

import simcord

from tests.bot.servers import Server


def chosen_in(form: simcord.InteractionResult) -> dict[str, list[str]]:
    """Return what's chosen in each field of a form while no one has touched it, apart from people."""
    assert form.modal is not None
    fields = [label["component"] for label in form.modal["components"]]
    return {
        field["custom_id"]: [option["value"] for option in field["options"] if option.get("default")]
        for field in fields
        if "options" in field
    }


async def right_click_challenge(
    server: Server, opponent: simcord.MemberActor, /, **chosen: Any
) -> simcord.InteractionResult:
    """Return Ada right-clicks someone and sends the form as it is, except for what she has ``chosen``.

    If she isn't shown the form, this is what she's told instead.
    """
    shown = await server.ada.context_menu(server.channel, "Challenge to Pyrga", opponent)
    if shown.modal is None:
        return shown
    usual = chosen_in(shown)
    single = {name: usual[name][0] for name in ("ruleset", "color")}
    return await server.ada.submit_modal(shown, {**usual, **single, "opponent": [opponent], **chosen})
