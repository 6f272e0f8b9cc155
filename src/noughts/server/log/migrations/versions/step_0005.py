"""Name events after what caused them: sat, undone, drawn and claimed."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

# In the JSON of events. In a name, a quotation mark has a backslash before it.
_RENAMED = {
    '"type":"sat-down"': '"type":"sat"',
    '"type":"took-back"': '"type":"undone"',
    '"type":"agreed"': '"type":"drawn"',
    '"type":"left"': '"type":"claimed"',
    '"type":"room-departed"': '"type":"room-left"',
    '"type":"room-chose"': '"type":"room-chosen"',
    '"kind":"takeback"': '"kind":"undo"',
}


def upgrade() -> None:
    """Rewrite the events that were called otherwise."""
    appends = sa.table("appends", sa.column("events", sa.Text))
    for old, new in _RENAMED.items():
        op.execute(
            sa.update(appends)
            .where(appends.c.events.contains(old))
            .values(events=sa.func.replace(appends.c.events, old, new))
        )
