"""Allow times after January 2038, and more than 2,147,483,647 listings."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Widen PostgreSQL's columns, and the sequence that fills one of them, to 64 bits."""
    if op.get_bind().dialect.name != "postgresql":
        return
    op.alter_column("games", "due", type_=sa.BigInteger)
    op.alter_column("listings", "number", type_=sa.BigInteger)
    op.execute("ALTER SEQUENCE listings_number_seq AS bigint")
