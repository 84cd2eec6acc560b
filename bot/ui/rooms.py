"""Imports every module that has handlers for buttons and menus, so that all of them are registered."""
