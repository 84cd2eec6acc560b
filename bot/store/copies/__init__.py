"""Copies of the whole database: backups, and moving to another one."""
