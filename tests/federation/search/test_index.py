"""federation/search/index.py and find.py"""

from __future__ import annotations

import pytest

from federation.audit.sealing import seal
from federation.models import AuditEntry, Job, Member, SearchPlace, SearchText, SearchWord
from federation.search import index
from federation.search.find import Search
from tests import cast

pytestmark = pytest.mark.django_db


def members(text: str) -> list[str]:
    """Return the last names of the members that a text finds, the nearest first."""
    rows = Search(text).rows(["member"])["member"]
    names = dict(Member.objects.values_list("pk", "last_name"))
    return [names[row] for row in rows]


def rename(number: int, last_name: str, first_name: str) -> Member:
    member = cast.member(number)
    member.last_name, member.first_name = last_name, first_name
    member.save()
    return member


@pytest.mark.long
def test_errors_accents_order_and_sound_are_forgiven() -> None:
    cast.everybody()
    rename(10002, "D'Hondt", "Willem")
    rename(10003, "Müllender", "Chloé")
    rename(10004, "Van den Bergh", "Robert")
    rename(10005, "Schmitz", "Petra-Doris")
    index.build()
    who = {
        "dhondt": ["D'Hondt"],
        "d'hont": ["D'Hondt"],
        "willem hondt": ["D'Hondt"],
        "jansens": ["Janssens"],
        "Jef Jansen": ["Janssens"],
        "mulender": ["Müllender"],
        "muellender chloe": ["Müllender"],
        "schmits": ["Schmitz"],
        "doris": ["Schmitz"],
        "vandenberg bob": ["Van den Bergh"],
        "j janssens": ["Janssens"],
        "x janssens": [],
        "hermens": ["Hermans"],
        "peeters": [],
        "%": [],
        "janssens willem": [],
    }
    assert {text: members(text) for text in who} == who


def test_the_nearest_name_comes_first() -> None:
    cast.everybody()
    rename(10002, "Jansen", "Bram")
    rename(10003, "Janssen", "Chloé")
    index.build()
    assert members("janssen") == ["Janssen", "Janssens", "Jansen"]


def test_hidden_merged_and_erased_members_are_not_in_the_index() -> None:
    cast.everybody()
    Member.objects.filter(key=10001).update(hidden=True)
    Member.objects.filter(key=10002).update(merged_into=cast.member(10003))
    Member.objects.filter(key=10008).update(erased_at="2026-01-01T00:00Z")
    index.build()
    assert [members(name) for name in ("aerts", "baeten", "hermans", "claes")] == [[], [], [], ["Claes"]]


def test_the_index_follows_the_audit() -> None:
    cast.everybody()
    index.build()
    seal()
    Member.objects.filter(key=10008).update(last_name="Vermeulen", search_name="vermeulen hanne")
    Member.objects.filter(key=10001).update(hidden=True)
    seal()
    index.follow()
    assert (members("vermeulen"), members("hermans"), members("aerts")) == (["Vermeulen"], [], [])
    assert not SearchWord.objects.filter(word__in=["hermans", "aerts"]).exists()
    assert not Job.objects.exists()


def test_without_an_index_and_after_a_large_import_it_is_rebuilt(monkeypatch: pytest.MonkeyPatch) -> None:
    cast.everybody()
    index.follow()
    assert Job.objects.filter(kind=index.KIND).count() == 1
    Job.objects.all().delete()
    AuditEntry.objects.all().delete()
    index.build()
    seal()
    monkeypatch.setattr(index, "AT_ONCE", 2)
    index.follow()
    assert Job.objects.filter(kind=index.KIND).count() == 1


def test_an_index_that_is_made_twice_is_the_same() -> None:
    cast.everybody()
    counts = [
        (index.build(), SearchText.objects.count(), SearchWord.objects.count(), SearchPlace.objects.count())
        for _time in range(2)
    ]
    assert counts[0] == counts[1]
    assert counts[0][0] == counts[0][1]
