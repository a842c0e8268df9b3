"""Anybody can recompute a list."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch

import pytest
from django.utils import timezone

from federation.members import former_numbers
from federation.models import Member
from ratings.calculation.manifest import digest
from ratings.models import RatedTournament, RatingList
from ratings.systems.frbe.rules import PROFILES
from ratings.verification.verify import verify
from tests import cast
from tests.made_once import made_once
from tests.ratings import scene, stored
from tournaments.models import Pairing, Participant, Tournament

pytestmark = pytest.mark.django_db

Tampering = Callable[[RatingList], object]


@pytest.fixture
@made_once
def published() -> RatingList:
    pool = scene.spring_pool()
    return scene.published(pool)


def failed(rating_list: RatingList) -> list[str]:
    rating_list.refresh_from_db()
    return [check.code for check in verify(rating_list).failed]


@pytest.mark.long
def test_a_list_that_nobody_touched_verifies(published: RatingList) -> None:
    found = verify(published)
    assert found.passed
    assert [check.code for check in found.checks] == [
        *("manifest", "list", "ratings", "people", "ledger", "sums", "previous", "games", "tournaments", "rules"),
        *("recomputed_ratings", "recomputed_ledger", "log", "files", "privacy"),
    ]
    assert all(check.sentence for check in found.checks)


@pytest.mark.long
def test_so_does_a_draft_and_a_starting_list() -> None:
    pool = scene.pool()
    start = scene.starting_list(pool)
    assert verify(start).passed
    assert verify(scene.published(pool)).passed


def renumbered(number: str, another: str) -> Member:
    """Give a member another number, as the admin does."""
    member = Member.objects.get(number=number)
    member.number = another
    member.save()
    former_numbers.keep(member, number, timezone.localdate() + dt.timedelta(days=1))
    return member


@pytest.mark.long
def test_so_does_one_whose_member_has_another_number_since(published: RatingList) -> None:
    rating = scene.line(published, 10001).rating
    member = renumbered("10001", "20777")
    assert failed(published) == []
    following = scene.published(published.pool, scene.NEXT)
    assert following.ratings.get(member=member).previous_rating == rating
    assert failed(following) == []


def test_a_number_that_was_never_theirs_does_not_pass(published: RatingList) -> None:
    Member.objects.filter(number="10001").update(number="20777", key=20777)
    assert "people" in failed(published)


@pytest.mark.long
def test_so_does_one_that_takes_a_rating_without_games_away() -> None:
    pool = scene.started()
    member = cast.member(10010)
    member.fide_federation, member.fide_rating = "NED", 2100
    member.save()
    scene.published(pool)
    member.fide_federation = "BEL"
    member.save()
    following = scene.published(pool, scene.NEXT)
    assert verify(following).passed
    line = scene.line(following, 10010)
    assert (line.previous_rating, line.rating, line.games) == (2100, None, 0)


@pytest.mark.long
def test_a_fide_rating_of_later_does_not_come_into_a_list_that_did_not_have_the_foreigner() -> None:
    pool = scene.started()
    scene.tournament(["10009 10010 1-0", "10001 10002 1-0"])
    rating_list = scene.published(pool)
    member = cast.member(10009)
    member.fide_federation, member.fide_rating = "NED", 1999
    member.save()
    assert failed(rating_list) == []


def test_a_changed_rating_is_found(published: RatingList) -> None:
    stored.change(published, 10001, rating=1900)
    found = verify(published)
    assert failed(published) == ["ratings", "sums", "recomputed_ratings"]
    assert {check.keys for check in found.failed if check.keys} == {(10001,)}


def test_a_changed_club_is_found(published: RatingList) -> None:
    stored.change(published, 10001, club=cast.club(301).pk, club_key=301)
    assert failed(published) == ["ratings"]


def test_a_changed_entry_is_found(published: RatingList) -> None:
    stored.change_entry(published, 10001, 1, change=10)
    assert failed(published) == ["ledger", "sums", "recomputed_ledger"]


def test_an_entry_of_another_game_is_found(published: RatingList) -> None:
    other = stored.entries(published, 10001)[2].pairing_id
    stored.change_entry(published, 10001, 1, pairing=other)
    assert failed(published) == ["recomputed_ledger"]


def test_a_line_too_many_is_found(published: RatingList) -> None:
    stored.add(published, 10010, 1500)
    assert failed(published) == ["ratings", "sums", "recomputed_ratings"]


def test_a_line_too_few_is_found(published: RatingList) -> None:
    stored.remove(published, 10007)
    assert failed(published) == ["ratings", "sums", "recomputed_ratings"]


def test_a_changed_game_is_found(published: RatingList) -> None:
    Pairing.objects.filter(round=1).update(white_result="0", black_result="1")
    assert failed(published) == ["games", "tournaments", "recomputed_ratings", "recomputed_ledger"]


@pytest.mark.parametrize(
    "tamper",
    [
        lambda: Pairing.objects.filter(round=1).update(white_result="=", black_result="="),
        lambda: Pairing.objects.filter(round=1).update(black_result="*"),
        lambda: Pairing.objects.filter(round=1).update(round=7),
        lambda: Pairing.objects.filter(round=1).update(date=scene.LIST),
        lambda: Pairing.objects.filter(round=1).delete(),
        lambda: Participant.objects.filter(member=cast.member(10001)).update(member=cast.member(10010)),
        lambda: Participant.objects.filter(member=cast.member(10001)).update(irregular=True),
        lambda: Tournament.objects.update(counts_from=scene.NEXT),
        lambda: Tournament.objects.update(pace="blitz"),
    ],
)
def test_a_game_changed_in_its_rows_is_found(published: RatingList, tamper: Callable) -> None:
    scene.renew_games_digests()
    tamper()
    assert "games" in failed(published)


def test_a_changed_rule_is_found(published: RatingList) -> None:
    published.pool.rules.update(parameters={"floor": 1100})
    assert failed(published) == ["rules"]


def test_a_list_keeps_the_numbers_of_its_rules_when_a_later_version_has_others(published: RatingList) -> None:
    rules, values = published.manifest["rules"], published.manifest["rules"]["values"]
    profile = replace(PROFILES[rules["profile"]], floor=900, k_above=11)
    with patch.dict(PROFILES, {rules["profile"]: profile}):
        assert failed(published) == []
    assert (values["floor"], values["k_above"]) == (1150, 10)


def test_a_word_with_another_number_is_found(published: RatingList) -> None:
    published.manifest["codes"]["kind"]["rounding"] = 16
    published.digest = digest(published.manifest)
    published.save()
    [check] = verify(published).failed
    assert check.sentences == ["“rounding” is 16 in the list, 15 for this version of the program."]


def test_a_rule_that_the_system_learnt_since_is_no_change(published: RatingList) -> None:
    del published.manifest["rules"]["values"]["floor"]
    published.save()
    assert failed(published) == ["manifest"]


def test_a_changed_list_before_is_found(published: RatingList) -> None:
    stored.change(published.previous, 10008, rating=2300)
    assert failed(published) == ["previous", "recomputed_ratings", "recomputed_ledger"]


def test_a_changed_manifest_of_the_list_before_is_found(published: RatingList) -> None:
    published.previous.manifest["system"] = "fics"
    published.previous.save()
    assert failed(published) == ["previous"]


def test_a_list_before_that_is_gone_is_found(published: RatingList) -> None:
    RatingList.objects.filter(pk=published.pk).update(previous=None)
    assert "previous" in failed(published)


@pytest.mark.long
def test_the_first_list_of_a_pool_verifies_and_another_one_before_it_is_found() -> None:
    pool = scene.pool()
    scene.spring()
    first = scene.published(pool)
    assert verify(first).passed
    other = scene.starting_list(scene.pool("other"))
    RatingList.objects.filter(pk=first.pk).update(previous=other)
    assert "previous" in failed(first)


def test_a_changed_manifest_is_found(published: RatingList) -> None:
    published.manifest["games"]["count"] = 9
    published.save()
    assert failed(published) == ["manifest", "list", "games"]


def test_a_changed_digest_of_a_tournament_is_found(published: RatingList) -> None:
    RatedTournament.objects.filter(list=published).update(digest="0" * 64)
    assert failed(published) == ["tournaments"]


def test_what_changes_with_the_years_changes_no_list(published: RatingList) -> None:
    member = cast.member(10008)
    member.fide_federation, member.fide_rating, member.last_name = "NED", 2300, "Hermans-Claes"
    member.save()
    member.affiliations.all().delete()
    assert failed(published) == []


def test_a_list_that_was_revised_still_has_its_own_digests(published: RatingList) -> None:
    scene.tournament(["10001 10004 1-0"], name="Late")
    scene.published(published.pool, reason="Late came late.")
    assert failed(published) == ["games", "tournaments", "recomputed_ratings", "recomputed_ledger"]
