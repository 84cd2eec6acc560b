"""Alembic's entry point: runs the migrations on the connection passed by ``bot.store.schema.migration``."""

from alembic import context

from bot.store.schema.indexes import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transaction_per_migration=False,
    render_as_batch=True,
)
context.run_migrations()
