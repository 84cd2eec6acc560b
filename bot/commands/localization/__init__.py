"""The commands in other languages, as Discord shows them."""
