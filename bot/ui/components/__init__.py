"""Buttons, menus and rows of them that several messages share."""
