"""Games that channels play: everyone there votes on each move."""
