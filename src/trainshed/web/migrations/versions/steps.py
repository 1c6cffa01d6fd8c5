"""Steps: which guests are asked although there is one answer only."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody is, for now."""
    op.create_table("stepper", sa.Column("owner", sa.String(40), primary_key=True))


def downgrade() -> None:
    """Forget them, and which lines were the only answer."""
    op.drop_table("stepper")
    line = sa.table("line", sa.column("text"))
    marked = sa.update(line).where(line.c.text.like("= %"))
    op.execute(marked.values(text=sa.func.substr(line.c.text, 3)))
