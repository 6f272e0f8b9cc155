"""The migrations, which Alembic runs."""
