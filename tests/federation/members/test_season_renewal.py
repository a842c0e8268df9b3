"""Renewing affiliations for a season, and the action in the admin."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from federation.identity.seasons import bounds
from federation.members.affiliations import transfer
from federation.members.season_renewal import renew_all, renewable
from federation.models import Affiliation
from tests import cast

pytestmark = pytest.mark.django_db

TODAY = dt.date(2026, 11, 22)
ANNA, BRAM, CHLOE, DIDIER, ELODIE = (10000 + number for number in range(1, 6))


def affiliations(year: int) -> list[tuple[int, int, str]]:
    """Return matricule, club and kind of all members affiliated when a season begins."""
    found = Affiliation.objects.on(bounds(year)[0]).order_by("member__key")
    return list(found.values_list("member__key", "club__key", "kind"))


def renew(year: int = 2027) -> list[int]:
    made = renew_all(Affiliation.objects.all(), year)
    return [affiliation.member.key for affiliation in made]


def test_members_are_renewed_in_their_last_club_with_the_same_kind():
    anna, bram = cast.member(ANNA), cast.member(BRAM)
    transfer(anna, cast.club(201), dt.date(2026, 1, 1), effective=dt.date(2026, 1, 1))
    bram.affiliations.update(kind="youth")
    assert renew() == [BRAM, ANNA]
    assert affiliations(2027) == [(ANNA, 201, "full"), (BRAM, 101, "youth")]
    assert {(row.start, row.end) for row in Affiliation.objects.on(TODAY)} == {bounds(2027)}


def test_affiliated_former_and_deceased_members_are_not_renewed():
    anna, bram, chloe, didier, elodie = cast.members([ANNA, BRAM, CHLOE, DIDIER, ELODIE]).values()
    cast.affiliate(anna, cast.club(301), dt.date(2026, 10, 1))
    bram.affiliations.update(end=dt.date(2026, 3, 31), end_cause=Affiliation.EndCause.RESIGNED)
    chloe.deceased = True
    chloe.save()
    didier.merged_into = elodie
    didier.save()
    assert renew() == [ELODIE]
    assert renew() == []


def test_affiliations_without_a_club_are_not_renewed():
    cast.member(ANNA)
    Affiliation.objects.update(club=None, ex_officio=True)
    assert renew() == []


def test_members_absent_for_a_season_are_not_renewed():
    cast.member(ANNA)
    assert renew(2028) == []


@pytest.mark.parametrize("count", [1, 3])
def test_many_are_renewed_in_as_many_statements_as_one(django_assert_num_queries, count):
    cast.members(range(ANNA, ANNA + count))
    with django_assert_num_queries(19):  # savepoints, who was chosen, lock, who can go on, what is new, charges
        assert len(renew()) == count


# -- In the admin ---------------------------------------------------------------------------------------------------


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.localdate", lambda: TODAY)


def page(client: Client, **query: str) -> str:
    return client.get(reverse("admin:federation_affiliation_changelist"), query).content.decode()


@pytest.mark.long
def test_the_officer_finds_members_to_renew_and_renews_them_in_one_click(client, today):
    cast.affiliate(cast.member(BRAM), cast.club(101), dt.date(2026, 9, 1))
    anna = cast.member(ANNA).affiliations.get()
    client.force_login(cast.membership_officer())
    listed = client.get(
        reverse("admin:federation_affiliation_changelist"), {"today": "0"}, headers={"accept-language": "en"}
    )
    assert list(listed.context["cl"].result_list) == [anna] == list(renewable(2027))
    assert "to be renewed for 2026-2027" in listed.content.decode()
    done = client.post(
        reverse("admin:federation_affiliation_changelist"),
        {"action": "renew", "_selected_action": list(Affiliation.objects.values_list("pk", flat=True))},
        follow=True,
        headers={"accept-language": "en"},
    )
    assert [str(message) for message in done.context["messages"]] == [
        "1 member is affiliated for the season 2026-2027.",
        (
            "Skipped: members who had no club at the end of last season, are already affiliated, have died or were "
            "merged."
        ),
    ]
    assert affiliations(2027) == [(ANNA, 101, "full"), (BRAM, 101, "full")]
    made = Affiliation.objects.on(TODAY).get(member__key=ANNA)
    assert [(entry.object_id, entry.is_addition()) for entry in LogEntry.objects.all()] == [(str(made.pk), True)]


@pytest.mark.parametrize("role", ["rating_officer", "viewer"])
def test_viewers_cannot_renew(client, today, role):
    anna = cast.member(ANNA).affiliations.get()
    client.force_login(getattr(cast, role)())
    assert 'value="renew"' not in page(client)
    client.post(reverse("admin:federation_affiliation_changelist"), {"action": "renew", "_selected_action": [anna.pk]})
    assert affiliations(2027) == []
