"""The fixed palettes of the themes, and the maintainer's script that makes them."""
