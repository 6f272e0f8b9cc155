"""Tell of an offer that was declined by whom: events get a field, the database stays as it is."""

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Change nothing: the step keeps older programs, which lack the field, from the database."""
