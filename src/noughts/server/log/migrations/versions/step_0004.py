"""The events of rooms for a class, which older programs cannot read."""

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Change no table: an older program refuses the database from now on."""
