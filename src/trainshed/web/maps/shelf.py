"""The shelf where the maps lie that people have drawn; each belongs to one browser."""

from __future__ import annotations

import sqlalchemy as sa

from trainshed.web.database.kept import Chart
from trainshed.web.database.rows import MAPS
from trainshed.web.database.store import Store

MOST = 200
"""So many maps one browser may keep."""


class Shelf:
    """All maps that are kept."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, chart: Chart) -> bool:
        """Keep a new map; False where its owner has too many already."""
        row = {name: getattr(chart, name) for name in chart.__struct_fields__}
        count = sa.select(sa.func.count()).where(MAPS.c.owner == chart.owner)
        async with self.store.exclusive("maps", chart.owner) as connection:
            if (await connection.execute(count)).scalar_one() >= MOST:
                return False
            await connection.execute(sa.insert(MAPS).values(row))
        return True

    async def chart(self, id_: str) -> Chart | None:
        """The map with this id, whoever has drawn it."""
        found = await self._charts(MAPS.c.id == id_)
        return found[0] if found else None

    async def charts(self, owner: str) -> list[Chart]:
        """The maps of a browser, those changed last first."""
        return await self._charts(MAPS.c.owner == owner)

    async def replace(self, chart: Chart) -> bool:
        """Keep a map as the next version; False where another window has kept one since."""
        same = (MAPS.c.id == chart.id, MAPS.c.owner == chart.owner)
        change = (
            sa.update(MAPS)
            .where(*same, MAPS.c.version == chart.version - 1)
            .values(
                title=chart.title,
                text=chart.text,
                faults=chart.faults,
                version=chart.version,
                updated=chart.updated,
            )
        )
        return await self.store.change(change) == 1

    async def remove(self, id_: str, owner: str) -> bool:
        """Throw a map away; False where this browser has none of this id."""
        return (
            await self.store.change(sa.delete(MAPS).where(MAPS.c.id == id_, MAPS.c.owner == owner))
            == 1
        )

    async def _charts(self, where: sa.ColumnElement[bool]) -> list[Chart]:
        query = sa.select(MAPS).where(where).order_by(MAPS.c.updated.desc(), MAPS.c.id)
        return [Chart(**row._mapping) for row in await self.store.rows(query)]  # noqa: SLF001 - its public name
