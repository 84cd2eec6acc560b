"""Alembic's entry: runs the migrations on the connection that ``bot.store.schema.migration`` hands over."""

from alembic import context

from bot.store.schema.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transaction_per_migration=False,
    render_as_batch=True,
)
context.run_migrations()
