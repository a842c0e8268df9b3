"""federation/files/dbase_columns.py"""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.files import dbase, dbase_columns
from federation.files.dbase import DbaseError, Field

FIELDS = [
    Field("MATRICULE", "N", 6),
    Field("NAME", "C", 5),
    Field("POINTS", "N", 5, 1),
    Field("GONE", "L", 1),
    Field("BORN", "D", 8),
    Field("NEVER", "C", 3),
]
DAY = dt.date(2026, 7, 1)
RECORDS = st.lists(
    st.fixed_dictionaries(
        {
            "MATRICULE": st.one_of(st.none(), st.integers(-99_999, 999_999)),
            "NAME": st.text(st.characters(codec="cp1252", exclude_characters="\0"), max_size=9),
            "POINTS": st.one_of(st.none(), st.floats(-99, 999)),
            "GONE": st.one_of(st.none(), st.booleans()),
            "BORN": st.one_of(st.none(), st.dates()),
        }
    ),
    min_size=1,
    max_size=5,
)


def written(records) -> bytes:
    columns = {name: [record[name] for record in records] for name in records[0]}
    return b"".join(dbase_columns.write(FIELDS, columns, DAY))


@given(RECORDS)
def test_columns_give_the_same_bytes_as_records(records):
    assert written(records) == dbase.write(FIELDS, records, DAY)


def test_a_number_that_is_too_long_is_refused():
    with pytest.raises(DbaseError, match=r"^1000000 does not fit into the field MATRICULE.$"):
        written([{"MATRICULE": 7}, {"MATRICULE": 1_000_000}])


def test_a_table_without_records_is_head_and_end():
    assert b"".join(dbase_columns.write(FIELDS, {"NAME": []}, DAY)) == dbase.write(FIELDS, [], DAY)
