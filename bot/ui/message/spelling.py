"""Messages for people who have them read to them: moves and boards in words, beside small pictures."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.ui.message.content import (
    LONGEST_LABEL,
    LONGEST_OPTION,
    LONGEST_TEXTS,
    Box,
    Button,
    Content,
    Picture,
    fitted,
)
from bot.ui.message.selects import MOST_OPTIONS, Option, menu

_MOST_ROWS = 3
"""Moves in more rows than that are in a menu, or the message wouldn't fit on a screen."""

_Spelled = Callable[[str], str]
_Parent = ui.LayoutView | Box


def spell_out(content: Content, spelled: _Spelled, placeholder: str) -> None:
    """Make a message one for someone who has it read to them. ``spelled`` puts a text's moves in words.

    The lines of each picture come after the lines below it. It's small then, and its alt text is only its
    caption. Many moves are in a menu with ``placeholder``. If the message had too much text, the moves in it
    stay in signs, or the last lines of a picture are left out.
    """
    view = content.view
    parts = list(view.walk_children())
    _spell_texts([part for part in parts if isinstance(part, ui.TextDisplay)], spelled)
    for part in parts:
        if isinstance(part, ui.Select):
            for option in part.options:
                option.label = spelled(option.label)[:LONGEST_OPTION]
                option.description = (
                    spelled(option.description)[:LONGEST_OPTION] if option.description else None
                )
    buttons = [part for part in parts if isinstance(part, ui.Button)]
    moves = [part for part in buttons if _spell_label(part, spelled)]
    # What's on the buttons is longer now.
    _refill(view, _with_menu(fitted(view.children), moves, placeholder))
    _add_texts(content)


def _refill(parent: _Parent, items: Sequence[ui.Item[Any]]) -> None:
    parent.clear_items()
    for item in items:
        parent.add_item(item)


def _spell_texts(displays: Sequence[ui.TextDisplay[Any]], spelled: _Spelled) -> None:
    texts = [spelled(display.content) for display in displays]
    if sum(map(len, texts)) <= LONGEST_TEXTS:
        for display, text in zip(displays, texts, strict=True):
            display.content = text


def _spell_label(item: Button, spelled: _Spelled) -> bool:
    """Put the label of a button in words, and return whether there's a move on it."""
    label = item.label or ""
    item.label = spelled(label)[:LONGEST_LABEL] or None
    # An arrow, which is also put in words, has no space in it.
    return item.label != label and " " in label


def _with_menu(
    items: Sequence[ui.Item[Any]], moves: Collection[Button], placeholder: str
) -> list[ui.Item[Any]]:
    """Return the components of a message, with a menu of its ``moves`` if these have too many rows."""
    rows = [item for item in items if isinstance(item, ui.ActionRow) and set(item.children) & set(moves)]
    if len(rows) <= _MOST_ROWS or len(moves) > MOST_OPTIONS:
        return [*items]
    options = [Option(str(move.custom_id), move.label or "") for move in moves]
    arranged: list[ui.Item[Any]] = []
    for item in items:
        if not isinstance(item, ui.ActionRow) or item not in rows:
            arranged.append(item)
            continue
        if item is rows[0]:
            chosen_from = menu(options, placeholder=placeholder)
            chosen_from.disabled = all(move.disabled for move in moves)
            arranged.append(ui.ActionRow(chosen_from))
        others = [child for child in item.children if child not in moves]
        arranged += [ui.ActionRow(*others)] if others else []
    return arranged


def _add_texts(content: Content) -> None:
    pictures = {picture.link: picture for picture in content.pictures if isinstance(picture, Picture)}
    texts = _fitting_texts(content, pictures)
    for box in [item for item in content.view.children if isinstance(item, ui.Container)]:
        _refill(box, _with_texts(box, texts, pictures))
    _refill(content.view, _with_texts(content.view, texts, pictures))


def _fitting_texts(content: Content, pictures: Mapping[str, Picture]) -> dict[str, str]:
    """Return what's said about each picture, as far as the message has room for it."""
    items = content.view.walk_children()
    room = LONGEST_TEXTS - sum(len(item.content) for item in items if isinstance(item, ui.TextDisplay))
    texts = {}
    for link, picture in pictures.items():
        lines = list(picture.lines)
        while lines and len("\n".join(lines)) >= room:
            lines.pop()
        if lines:
            texts[link] = "\n".join(lines)
            room -= len(texts[link]) + 1
    return texts


def _with_texts(
    parent: _Parent, texts: Mapping[str, str], pictures: Mapping[str, Picture]
) -> list[ui.Item[Any]]:
    items: list[ui.Item[Any]] = []
    waiting = ""
    for child in parent.children:
        if waiting and isinstance(child, ui.TextDisplay):
            # A message has a maximum number of components, which the buttons may need.
            child.content = f"{child.content}\n{waiting}"
        elif waiting:
            items.append(ui.TextDisplay(waiting))
        link = child.items[0].media.url if isinstance(child, ui.MediaGallery) else ""
        waiting = texts.get(link, "")
        # A picture that isn't in words as a whole keeps its own description.
        in_words = bool(waiting) and waiting == "\n".join(pictures[link].lines)
        items.append(_small(pictures[link], items) if in_words else child)
    return [*items, ui.TextDisplay(waiting)] if waiting else items


def _small(picture: Picture, above: list[ui.Item[Any]]) -> ui.Item[Any]:
    """Return a picture that's in words as well, beside the text ``above`` it if there's any."""
    if above and isinstance(above[-1], ui.TextDisplay):
        return ui.Section(above.pop(), accessory=ui.Thumbnail(picture.link, description=picture.caption))
    return ui.MediaGallery(discord.MediaGalleryItem(picture.link, description=picture.caption))
