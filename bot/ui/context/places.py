"""What kind of interaction it is, where it comes from, and who is behind it."""

from discord import ComponentType, InteractionType
from discord.app_commands import AppInstallationType

from bot.matches.values.players import Place, Player
from bot.ui.context.client import Interaction
from bot.ui.message.incoming import cleaned

_KINDS = {
    InteractionType.application_command: "command",
    InteractionType.autocomplete: "completion",
    InteractionType.modal_submit: "form",
}


def kind_of(interaction: Interaction) -> str:
    """What a person did: gave a command, pressed a button, and so on."""
    data: dict[str, object] = dict(interaction.data or {})
    is_button = data.get("component_type") == ComponentType.button.value
    return _KINDS.get(interaction.type, "button" if is_button else "menu")


def player_of(interaction: Interaction) -> Player:
    """The person who clicked or commanded, with their name in the server, or their own outside servers."""
    return Player(interaction.user.id, cleaned(interaction.user.display_name))


def place_of(interaction: Interaction) -> Place:
    """The channel that an interaction came from, with its server if it's in one."""
    if interaction.channel_id is None:
        raise RuntimeError("an interaction without a channel")
    return Place(interaction.guild_id, interaction.channel_id, _is_reachable(interaction))


def _is_reachable(interaction: Interaction) -> bool:
    if interaction.context.private_channel:
        return False
    # Who installed the bot: a server, a person or both. The library's answer only applies if that person is
    # the one who clicks.
    owners = interaction._integration_owners.keys()  # noqa: SLF001
    return interaction.guild_id is None or owners != {AppInstallationType.USER}
