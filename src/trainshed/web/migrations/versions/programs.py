"""Programs: accounts of bots, and who keeps them."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it; all accounts so far are those of people."""
    op.add_column("account", sa.Column("keeper", sa.String(16)))
    op.create_index("ix_account_keeper", "account", ["keeper"])


def downgrade() -> None:
    """Remove it."""
    op.drop_index("ix_account_keeper", "account")
    op.drop_column("account", "keeper")
