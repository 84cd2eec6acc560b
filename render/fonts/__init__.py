"""The fonts with which names are drawn, and the maintainer's script that makes them."""
