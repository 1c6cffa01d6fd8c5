"""The site for programs: tables, moves and records as JSON under `/api/v1`."""

from .desk import Desk
from .faults import fault
from .routes import Api

__all__ = ["Api", "Desk", "fault"]
