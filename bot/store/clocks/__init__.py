"""Queries for due times, vacations and the bot's heartbeat."""
