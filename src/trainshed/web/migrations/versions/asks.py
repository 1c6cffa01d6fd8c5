"""Asks: since when somebody wants a pause."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it; nobody is told of wishes that are older."""
    op.add_column("seat", sa.Column("wished", sa.DateTime))


def downgrade() -> None:
    """Remove it."""
    op.drop_column("seat", "wished")
