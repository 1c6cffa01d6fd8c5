"""Heartbeats: when the site was alive last; and since which line a bot has played for somebody."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both; of now nothing is known."""
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("alive", sa.DateTime, nullable=False),
        sa.Column("boot", sa.String(40), nullable=False),
        sa.Column("offset", sa.Float, nullable=False),
    )
    op.add_column("seat", sa.Column("lent", sa.Integer))
    op.add_column("seat", sa.Column("returned", sa.Integer))


def downgrade() -> None:
    """Remove both."""
    op.drop_column("seat", "returned")
    op.drop_column("seat", "lent")
    op.drop_table("heartbeat")
