"""The first tables: table, seat, line, snapshot, standing."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "table",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("changed", sa.DateTime, nullable=False, index=True),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("actor", sa.Integer),
        sa.Column("next", sa.String(16)),
    )
    op.create_table(
        "seat",
        _of_table(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(40), index=True),
    )
    op.create_table(
        "line",
        _of_table(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("time", sa.DateTime, nullable=False),
    )
    op.create_table(
        "snapshot",
        _of_table(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
    )
    op.create_table(
        "standing",
        _of_table(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("line", sa.String(200), primary_key=True),
    )


def downgrade() -> None:
    """Remove the tables."""
    for name in ("standing", "snapshot", "line", "seat", "table"):
        op.drop_table(name)


def _of_table() -> "sa.Column[str]":
    key = sa.ForeignKey("table.id", ondelete="CASCADE")
    return sa.Column("table", sa.String(16), key, primary_key=True)
