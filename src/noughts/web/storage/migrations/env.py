"""What Alembic runs to migrate: everything in the transaction it was handed."""

from alembic import context

from noughts.web.storage.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
