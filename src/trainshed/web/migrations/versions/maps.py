"""The maps that people draw."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of maps."""
    op.create_table(
        "map",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("owner", sa.String(40), nullable=False, index=True),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("faults", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("updated", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    """Remove it."""
    op.drop_table("map")
