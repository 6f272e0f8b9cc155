"""The table of appends, and that of the games in people's lists."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "appends",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("command", sa.String(64), nullable=False),
    )
    op.create_index("appends_command", "appends", ["game", "command"], unique=True)
    op.create_table(
        "listings",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
    )
    op.create_index("listings_key", "listings", ["key", "number"])
