"""Languages that code makes from the translators' list. They're never shipped."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import bot.locale
from bot.locale.compiling import catalogs, language_of
from bot.locale.updating import TEMPLATE, template

LONG, MIRRORED = "de", "he"
"""These languages of Discord stand for one that's 40% longer and one that's written from right to left."""

LONGEST_NAME = 32
LONGEST_LINE = 100
_LIMITED = {
    "name of a command": LONGEST_NAME,
    "name of an option": LONGEST_NAME,
    "name in a menu": LONGEST_NAME,
    "description of a command": LONGEST_LINE,
    "description of an option": LONGEST_LINE,
    "choice of an option": LONGEST_LINE,
}
_KEPT = re.compile(r"\{[^{}]*\}|/pyrga[a-z-]*(?: [a-z-]+)?|`[^`]*`|\]\([^)]*\)|<[^>]*>")
_LETTERS = str.maketrans("abcdefghijklmnopqrstuvwxyz", "אבגדהוזחטיכלמנסעפצקרשתםןףץ")

Translate = Callable[[str], str]


@cache
def translators_list() -> Catalog:
    """Return all sentences currently in the code. Reading them takes a while, so it's done once."""
    return template()


def every_language() -> Iterator[str]:
    """Yield english, the languages that are shipped, and those that code makes."""
    yield from (bot.locale.ENGLISH, *map(language_of, catalogs()), LONG, MIRRORED)


def catalog_for(language: str) -> Catalog:
    """Return the catalog of a language other than English."""
    if language in _MADE:
        return catalog_of(language, _MADE[language])
    return next(catalog_in(source) for source in catalogs() if language_of(source) == language)


def longer(text: str) -> str:
    """Make every word 40% longer, like Finnish and German compared with English."""
    return re.sub(r"[A-Za-z]+", _lengthened, text)


def mirrored(text: str) -> str:
    """Replace every letter with a Hebrew one."""
    return text.lower().translate(_LETTERS)


_MADE = {LONG: longer, MIRRORED: mirrored}


def catalog_of(language: str, translate: Translate) -> Catalog:
    """Return a complete catalog in which ``translate`` makes every message."""
    catalog = Catalog(locale=language)
    for message in read_po(BytesIO(TEMPLATE.read_bytes())):
        if message.id:
            longest = _LIMITED.get(message.context or "")
            texts = [message.id] if isinstance(message.id, str) else list(message.id)
            made = [_translated(text, translate)[:longest].rstrip() for text in texts]
            forms = (made[0], *[made[-1]] * (catalog.num_plurals - 1))
            catalog.add(message.id, made[0] if len(texts) == 1 else forms, context=message.context)
    return catalog


def catalog_in(source: Path) -> Catalog:
    """Return a catalog that is shipped."""
    return read_po(BytesIO(source.read_bytes()), locale=language_of(source))


def install(catalog: Catalog, folder: Path, name: str | None = None) -> None:
    """Put a compiled catalog into a folder of languages, under its own name or as another language."""
    file = folder / (name or str(catalog.locale_identifier)) / "LC_MESSAGES" / f"{bot.locale.DOMAIN}.mo"
    file.parent.mkdir(parents=True)
    with file.open("wb") as output:
        write_mo(output, catalog)


@contextmanager
def languages_in(folder: Path) -> Iterator[None]:
    """Let the bot speak only the languages in a folder."""
    usual, bot.locale.FOLDER = bot.locale.FOLDER, folder
    _forget()
    try:
        yield
    finally:
        bot.locale.FOLDER = usual
        _forget()


def _forget() -> None:
    for remembered in (bot.locale.languages, bot.locale.words_for):
        remembered.cache_clear()


def _translated(text: str, translate: Translate) -> str:
    kept = _KEPT.findall(text)
    parts = [translate(part) for part in _KEPT.split(text)]
    return "".join(part for pair in zip(parts, [*kept, ""], strict=True) for part in pair)


def _lengthened(word: re.Match[str]) -> str:
    extra = max(1, round(0.4 * len(word[0])))
    return word[0] + "ä" * extra
