"""Lines that name people, with public names for hidden members."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.members import merging
from federation.members.public_names import in_public
from federation.models import Member
from tests import cast

pytestmark = pytest.mark.django_db


def hidden(matricule: int = 10001, **changes: object) -> Member:
    """Hide Anna Aerts (FIDE id 990001) or another member of the cast, and return them."""
    member = cast.member(matricule)
    for name, value in {"hidden": True, **changes}.items():
        setattr(member, name, value)
    member.save()
    return member


@pytest.mark.parametrize(
    "line",
    [
        "Aerts, Anna",
        "IA Aerts, Anna",
        "IA WFM Aerts, Anna",
        "Aerts, Anna IA WFM",
        "FA Aerts Anna (BEL)",
        "IA Aerts, Anna 990001",
        "FA Aerts Anna (BEL) 990001",
        "anna AERTS",
        "990001 Aerts, Anna WFM",
        "Aerts, Ann 990001",  # the number says who it is
    ],
)
def test_a_hidden_member_has_the_public_name(line: str) -> None:
    hidden()
    assert in_public([line]) == ["Member 10001"]


@pytest.mark.parametrize(
    "line",
    [
        "Aerts, Ann",
        "Aerts",
        "De Aerts, Anna",
        "Aerts, Anna 1234567",  # she has another number
        "Baeten, Bram",
        "IA",
        "990001234567890123",
        "?",
    ],
)
def test_lines_without_a_certain_member_are_unchanged(line: str) -> None:
    hidden()
    cast.member(10002)
    assert in_public([line]) == [line]


@pytest.mark.parametrize(
    ("last_name", "first_name", "line"),
    [
        ("Müller", "Jörg", "MUELLER Joerg"),
        ("Müller", "Manuel", "Manuel Mueller"),
        ("Mueller", "Hans", "Müller, Hans"),
        ("van den Berg", "Jan", "Jan van den Berg"),
        ("van den Berg", "Jan", "Berg, Jan van den"),
        ("O'Neil-Łuk", "Éva", "Eva O'Neil Luk"),
    ],
)
def test_spellings_of_one_name_are_the_same_name(last_name: str, first_name: str, line: str) -> None:
    hidden(10003, last_name=last_name, first_name=first_name)
    assert in_public([line]) == ["Member 10003"]


def test_a_number_does_not_exclude_a_member_without_a_number() -> None:
    hidden(10003)
    assert in_public(["Claes, Chloé 1234567"]) == ["Member 10003"]


def test_namesakes_are_distinguished_by_number_only() -> None:
    hidden()
    namesake = cast.member(10002)
    namesake.last_name, namesake.first_name = "Aerts", "Anna"
    namesake.save()
    lines = ["Aerts, Anna", "Aerts, Anna 990001", "Aerts, Anna 990002"]
    assert in_public(lines) == ["Aerts, Anna", "Member 10001", "Aerts, Anna 990002"]


def test_a_merged_record_has_the_name_of_the_remaining_member() -> None:
    member, other = hidden(), cast.member(10007)
    merging.merge(other, member)
    assert in_public(["Goossens, Gust"]) == ["Member 10001"]


@pytest.mark.parametrize(("lines", "queries"), [([], 0), (["Aerts, Anna"], 1), (["Aerts, Anna"] * 3, 1)])
def test_any_number_of_lines_takes_one_query(lines: list[str], queries: int) -> None:
    hidden()
    with CaptureQueriesContext(connection) as asked:
        in_public(lines)
    assert len(asked) == queries


@pytest.mark.parametrize("line", ["", "()", "ue " * 12, "ue " * 166, "\U0001f642 \u0000"])
def test_other_texts_are_unchanged(line: str) -> None:
    hidden()
    assert in_public([line]) == [line]
