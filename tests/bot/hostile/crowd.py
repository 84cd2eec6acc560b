"""Who is there in the hostile tests, where, and which words only some of them may read."""

from dataclasses import dataclass
from typing import Final

from discord import Locale

from tests.loopback.places import Channel, Context, Person

HOME, ELSEWHERE, VAULT_GUILD = 500, 510, 520

_LOCALES = [locale.value for locale in Locale]
_NAMES = (
    *("Ada", "Blaise", "Chi|yo", "`Dora`", "محمد", "\u202eEve", "<@101>"),
    *("_", "F" * 100, "王", "{name}", "%s"),
)

ATTACKERS: Final = tuple(
    Person(101 + index, name, _LOCALES[index % len(_LOCALES)], index % 3 != 0, index % 4 == 0)
    for index, name in enumerate(_NAMES)
)
WANDERERS: Final = tuple(
    Person(151 + index, f"Wanderer {locale}", locale, is_manager=False)
    for index, locale in enumerate(_LOCALES)
)
"""One for each of Discord's languages."""

INSIDERS: Final = (Person(201, "Quillonvex"), Person(202, "Zephyrwick"), Person(203, "Thornquil"))
"""The only members of a server of their own, whose games aren't rated."""
HIDDEN: Final = (Person(211, "Hidden Hal"), Person(212, "Hidden Ida"))
"""Members of everyone's server who play in a channel that no one else sees."""

CAFE: Final = Channel(601, Context.GUILD, (*ATTACKERS, *WANDERERS, *HIDDEN), guild_id=HOME)
CELLAR: Final = Channel(602, Context.GUILD, HIDDEN, guild_id=HOME, hidden_from=(*ATTACKERS, *WANDERERS))
LAIR: Final = Channel(611, Context.GUILD, (*ATTACKERS[4:], *WANDERERS), guild_id=ELSEWHERE, guild_locale="fr")
BROUGHT: Final = Channel(612, Context.GUILD, ATTACKERS[4:], guild_id=511, with_bot=False)
VAULT: Final = Channel(621, Context.GUILD, INSIDERS, guild_id=VAULT_GUILD)
FRIENDS: Final = Channel(631, Context.PRIVATE_CHANNEL, ATTACKERS[:4], with_bot=False)

OPEN_PLACES: Final = (CAFE, CAFE, CAFE, LAIR, LAIR, BROUGHT, FRIENDS)
SECRET_PLACES: Final = (VAULT, CELLAR)
SECRETIVE: Final = (*INSIDERS, *HIDDEN)
EVERYONE: Final = (*ATTACKERS, *WANDERERS, *SECRETIVE)


@dataclass(frozen=True, slots=True)
class Secret:
    """A word that only these people may read."""

    word: bytes
    readers: frozenset[int]


def note_of(person: Person) -> str:
    """Return what someone writes in their notes."""
    return f"secretnote{person.id}x"


def _secrets() -> tuple[Secret, ...]:
    insiders = frozenset(person.id for person in INSIDERS)
    hidden = frozenset(person.id for person in HIDDEN)
    return (
        *(Secret(person.name.lower().encode(), insiders) for person in INSIDERS),
        *(Secret(note_of(person).encode(), frozenset({person.id})) for person in SECRETIVE),
        # The names of their cups.
        Secret(b"vaultcup", insiders),
        Secret(b"cellarcup", hidden),
        # Links to the messages in their channels.
        Secret(f"/{VAULT.id}/".encode(), insiders),
        Secret(f"/{CELLAR.id}/".encode(), hidden),
    )


SECRETS: Final = _secrets()
