"""How the tables came to be, step by step; Alembic runs what a database still lacks."""
