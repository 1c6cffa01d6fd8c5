"""Clubs: who may sit down, clocks for live games, ratings, passkeys, notices, administrators."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

NEW = (
    "rating",
    "passkey",
    "link",
    "regard",
    "invited",
    "push",
    "told",
    "announcement",
    "deed",
)


def _columns() -> dict[str, list[sa.Column[Any]]]:
    """The new columns of the tables that there are."""
    return {
        "table": [
            sa.Column("stamp", sa.Integer, nullable=False, server_default="0"),
            sa.Column("since", sa.DateTime),
            sa.Column("access", sa.String(10), nullable=False, server_default="open"),
            sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
            sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.false()),
            sa.Column("delay", sa.Integer, nullable=False, server_default="0"),
            sa.Column("late", sa.String(40), nullable=False, server_default="greedy"),
            sa.Column("bank", sa.Integer),
            sa.Column("increment", sa.Integer),
            sa.Column("rest", sa.Integer),
        ],
        "seat": [
            sa.Column("left", sa.Integer),
            sa.Column("pause", sa.Boolean, nullable=False, server_default=sa.false()),
        ],
        "account": [
            sa.Column("mail", sa.String(200)),
            sa.Column("notices", sa.Text, nullable=False, server_default=""),
            sa.Column("away", sa.DateTime),
        ],
    }


def _account(*, key: bool = False) -> sa.Column[str]:
    whose = sa.ForeignKey("account.id", ondelete="CASCADE")
    return sa.Column("account", sa.String(16), whose, nullable=False, primary_key=key, index=True)


def _table() -> sa.Column[str]:
    which = sa.ForeignKey("table.id", ondelete="CASCADE")
    return sa.Column("table", sa.String(16), which, primary_key=True)


def _some() -> list[tuple[str, str, sa.ColumnElement[bool]]]:
    """The indexes of those tables that are asked for all the time."""
    over, rated, counted = (sa.column(it, sa.Boolean) for it in ("over", "rated", "counted"))
    return [
        ("ix_table_running", "changed", ~over),
        ("ix_table_uncounted", "id", over & rated & ~counted),
    ]


def upgrade() -> None:
    """Add the columns one by one: a batch might make a table anew and lose what hangs on it."""
    for name, columns in _columns().items():
        for column in columns:
            op.add_column(name, column)
    op.add_column("standing", sa.Column("why", sa.String(40)))
    op.create_index("ix_account_mail", "account", ["mail"], unique=True)
    for index, key, where in _some():
        op.create_index(index, "table", [key], sqlite_where=where, postgresql_where=where)
    op.create_table(
        "rating",
        sa.Column("owner", sa.String(60), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("changed", sa.DateTime, nullable=False),
    )
    op.create_table(
        "passkey",
        sa.Column("id", sa.String(64), primary_key=True),
        _account(),
        sa.Column("credential", sa.LargeBinary, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("used", sa.DateTime),
    )
    op.create_table(
        "link",
        sa.Column("id", sa.String(64), primary_key=True),
        _account(),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("mail", sa.String(200), nullable=False),
        sa.Column("until", sa.DateTime, nullable=False),
    )
    other = sa.ForeignKey("account.id", ondelete="CASCADE")
    op.create_table(
        "regard",
        _account(key=True),
        sa.Column("other", sa.String(16), other, primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
    )
    op.create_table("invited", _table(), _account(key=True))
    op.create_table(
        "push",
        sa.Column("id", sa.String(64), primary_key=True),
        _account(),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("secret", sa.String(100), nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
    )
    op.create_table(
        "told",
        _table(),
        sa.Column("owner", sa.String(40), primary_key=True, index=True),
        sa.Column("channel", sa.String(10), primary_key=True),
        sa.Column("since", sa.DateTime, nullable=False),
    )
    op.create_table(
        "announcement",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("until", sa.DateTime),
    )
    op.create_table(
        "deed",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("time", sa.DateTime, nullable=False),
        sa.Column("who", sa.String(60), nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("about", sa.String(200), nullable=False),
    )


def downgrade() -> None:
    """Remove them; orders that have ended would stand again without a reason."""
    op.execute(sa.text("DELETE FROM standing WHERE why IS NOT NULL"))
    for index, _, _ in _some():
        op.drop_index(index, "table")
    for name in NEW:
        op.drop_table(name)
    op.drop_index("ix_account_mail", "account")
    op.drop_column("standing", "why")
    for name, columns in _columns().items():
        for column in columns:
            op.drop_column(name, column.name)
