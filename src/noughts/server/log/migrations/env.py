"""Alembic runs this to migrate, in the transaction of the connection it was given."""

from alembic import context

from noughts.server.log.sql_store import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
