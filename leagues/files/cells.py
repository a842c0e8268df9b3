"""Cells of tables that people send, as text."""

from collections.abc import Sequence


def text(row: Sequence[object], place: int | None) -> str:
    """Return a cell as text; "" if the row is shorter, or the table lacks the column. Whole numbers have no point."""
    value = row[place] if place is not None and place < len(row) else None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).strip()
