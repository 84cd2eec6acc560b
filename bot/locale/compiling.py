"""Compiles the catalogs, which gettext can't read as translators write them. Needs Babel, a build tool."""

from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.locale import DOMAIN, FOLDER


def catalogs(folder: Path = FOLDER) -> list[Path]:
    """Return the files that translators edit, one for each language."""
    return sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def language_of(catalog: Path) -> str:
    """Return the language of a catalog's folder.

    >>> language_of(Path("locale/pt_BR/LC_MESSAGES/pyrga.po"))
    'pt_BR'
    """
    return catalog.parts[-3]


def compile_catalogs(folder: Path = FOLDER) -> None:
    """Write what gettext reads beside every catalog, and delete what's left of removed languages."""
    sources = catalogs(folder)
    for stale in {*folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")} - {path.with_suffix(".mo") for path in sources}:
        stale.unlink()
    for source in sources:
        _replace(source.with_suffix(".mo"), _compiled(source))


def _compiled(source: Path) -> bytes:
    output = BytesIO()
    write_mo(output, read_po(BytesIO(source.read_bytes()), locale=language_of(source)))
    return output.getvalue()


def _replace(file: Path, content: bytes) -> None:
    # Others may be reading it, or doing the same.
    if file.exists() and file.read_bytes() == content:
        return
    new = file.with_suffix(".new")
    new.write_bytes(content)
    new.replace(file)
