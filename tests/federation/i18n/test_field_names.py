"""What columns are called for readers: by the model, by what a key leads to, by a name of its own, or not at all."""

from __future__ import annotations

import pytest
from django.utils import translation

from federation.i18n.field_names import known_name, name_of_field
from federation.models import Member
from tournaments.models import Pairing, Participant, Tournament


@pytest.mark.parametrize(
    ("model", "field", "known", "shown"),
    [
        (Tournament, "start", "Von", "Von"),
        (Pairing, "tournament", "Turnier", "Turnier"),
        (Participant, "file_rating", "Rating in der Datei", "Rating in der Datei"),
        (Participant, "file_pin", "EGF-PIN in der Datei", "EGF-PIN in der Datei"),
        (Member, "search_name", "", "Search name"),
    ],
)
def test_a_column_is_named_in_the_language_of_the_reader(model: type, field: str, known: str, shown: str) -> None:
    column = model._meta.get_field(field)
    with translation.override("de"):
        assert (known_name(column), name_of_field(column)) == (known, shown)
