"""The Discord bot: people, their games, what's stored about them, and what they see.

The packages build on each other in this order, and none imports one above it: ``store`` < ``games`` <
``ui`` < ``commands`` and ``jobs`` < ``app`` < ``hosting`` < ``demo`` < ``cli``.
"""
