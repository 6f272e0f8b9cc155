"""When each game is due to be checked; drop an index that doubled the cost of a move."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the table, with every game due now, and drop the index."""
    op.drop_index("appends_command", "appends")
    op.create_table(
        "games",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("due", sa.Integer, nullable=False),
    )
    op.create_index("games_due", "games", ["due"])
    op.execute("INSERT INTO games (game, due) SELECT game, 0 FROM appends WHERE version = 0")
