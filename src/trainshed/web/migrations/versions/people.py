"""People: accounts and where they are signed in, what they say at a table, how games ended."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of accounts, sessions, tokens, remarks and results; tables get clocks."""
    op.create_table(
        "account",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("key", sa.String(80), nullable=False, unique=True),
        sa.Column("password", sa.String(200)),
        sa.Column("choices", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
        sa.Column("admin", sa.Boolean, nullable=False),
        sa.Column("banned", sa.Boolean, nullable=False),
    )
    op.create_table(
        "session",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column(
            "account",
            sa.String(16),
            sa.ForeignKey("account.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("seen", sa.DateTime, nullable=False),
        sa.Column("agent", sa.String(200), nullable=False),
    )
    op.create_table(
        "remark",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column(
            "table",
            sa.String(16),
            sa.ForeignKey("table.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("owner", sa.String(40), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("time", sa.DateTime, nullable=False),
    )
    op.create_table(
        "note",
        sa.Column(
            "table",
            sa.String(16),
            sa.ForeignKey("table.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("owner", sa.String(40), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "result",
        sa.Column(
            "table",
            sa.String(16),
            sa.ForeignKey("table.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "token",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column(
            "account",
            sa.String(16),
            sa.ForeignKey("account.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
    )
    # Not in a batch, which might make the table anew and lose the lines that hang on it.
    op.add_column("table", sa.Column("hours", sa.Integer))
    op.add_column("table", sa.Column("due", sa.DateTime))
    op.create_index("ix_table_due", "table", ["due"])


def downgrade() -> None:
    """Remove them."""
    op.drop_index("ix_table_due", "table")
    op.drop_column("table", "due")
    op.drop_column("table", "hours")
    for name in ("token", "result", "note", "remark", "session", "account"):
        op.drop_table(name)
