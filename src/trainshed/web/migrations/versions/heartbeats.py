"""Heartbeats: when the site was alive last; since when a bot plays for somebody; adopted laws."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them; so far nothing is known of that."""
    op.create_table(
        "heartbeat",
        sa.Column("boot", sa.String(40), primary_key=True),
        sa.Column("alive", sa.DateTime, nullable=False),
        sa.Column("offset", sa.Float, nullable=False),
    )
    op.add_column("seat", sa.Column("lent", sa.Integer))
    op.add_column("seat", sa.Column("returned", sa.Integer))
    op.add_column("table", sa.Column("adopted", sa.Integer))


def downgrade() -> None:
    """Remove them."""
    op.drop_column("table", "adopted")
    op.drop_column("seat", "returned")
    op.drop_column("seat", "lent")
    op.drop_table("heartbeat")
