"""The names of the bot's processes, which begin with that of their machine. It loads little."""

import secrets
import socket
from typing import Final

# As long as the column for names allows, with the random part.
_LONGEST: Final = 23


def new_process_name() -> str:
    """Return a name of at most 32 characters that no other process has."""
    return f"{machine_name()}.{secrets.token_hex(4)}"


def machine_name() -> str:
    """Return the name of this machine, or of this container or pod, without a dot.

    Pods differ at the end of their names, so a long one loses its beginning.
    """
    return socket.gethostname().partition(".")[0][-_LONGEST:]
