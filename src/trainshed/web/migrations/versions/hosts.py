"""Hosts: who has invited somebody, and with how many lines of another game a table began."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

BEGINNING = 100
"""Within so many lines somebody moves, whatever chance has to draw first."""


def upgrade() -> None:
    """Add both; who has invited so far nobody knows any more."""
    op.add_column("invited", sa.Column("host", sa.String(16)))
    op.add_column("table", sa.Column("brought", sa.Integer))
    op.execute(_filled())


def downgrade() -> None:
    """Remove both."""
    op.drop_column("table", "brought")
    op.drop_column("invited", "host")


def _filled() -> sa.Update:
    """Count the lines that are as old as their table, where somebody moved among them."""
    table = sa.table("table", sa.column("id"), sa.column("created"), sa.column("brought"))
    line = sa.table("line", *map(sa.column, ("table", "number", "seat", "time")))
    old = (line.c.table == table.c.id) & (line.c.time <= table.c.created)
    moved = sa.exists().where(old, line.c.number <= BEGINNING, line.c.seat >= 0)
    count = sa.select(sa.func.count()).select_from(line).where(old)
    return sa.update(table).where(moved).values(brought=count.correlate(table).scalar_subquery())
