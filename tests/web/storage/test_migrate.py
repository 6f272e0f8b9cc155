from __future__ import annotations

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from noughts.web.storage import migrate as module
from noughts.web.storage.migrate import LATEST, migrate
from noughts.web.storage.tables import metadata


def test_the_latest_step_is_the_head_and_steps_form_a_line() -> None:
    config = Config()
    config.set_main_option("path_separator", "os")
    folder = Path(module.__file__).with_name("migrations")
    config.set_main_option("script_location", str(folder))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_heads() == [LATEST]
    steps = [script.revision for script in scripts.walk_revisions()]
    assert steps == sorted(steps, reverse=True)
    assert all(len(step) == len(LATEST) for step in steps)  # they are compared as texts


def test_the_steps_make_the_tables_the_program_knows() -> None:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        migrate(connection)
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_database_that_is_up_to_date_is_left_as_it_is() -> None:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        migrate(connection)
        before = connection.exec_driver_sql("PRAGMA schema_version").scalar()
        migrate(connection)
        assert connection.exec_driver_sql("PRAGMA schema_version").scalar() == before
    engine.dispose()
