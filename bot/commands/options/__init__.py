"""The options of commands, and what is offered while someone types one."""
