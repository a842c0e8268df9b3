"""The digest of a tournament's games changes with every change of them."""

from __future__ import annotations

import pytest

from tests import cast
from tests.tournaments import events
from tournaments.corrections import correct
from tournaments.models import GamesDigest, Result, Tournament
from tournaments.review import decisions

pytestmark = pytest.mark.django_db


@pytest.fixture
def accepted() -> Tournament:
    cast.everybody()
    made = events.tournament()
    decisions.accept(made, None)
    return made


def digest(tournament: Tournament) -> str:
    return GamesDigest.objects.get(tournament=tournament).digest


def test_acceptance_stores_the_digest(accepted: Tournament) -> None:
    stored = digest(accepted)
    GamesDigest.renew([accepted.pk])
    assert digest(accepted) == stored


def test_a_submitted_tournament_has_no_digest() -> None:
    cast.everybody()
    decisions.submit(events.tournament(), None)
    assert not GamesDigest.objects.exists()


@pytest.mark.parametrize("kind", ["result", "colours", "date", "member"])
def test_a_correction_changes_the_digest(accepted: Tournament, kind: str) -> None:
    before = digest(accepted)
    pairing = accepted.pairings.select_related("white").order_by("round", "board").first()
    if kind == "result":
        correct.correct_result(pairing, Result.LOSS, Result.WIN, None, "The card says so.")
    elif kind == "colours":
        correct.swap_colours(pairing, None, "The card says so.")
    elif kind == "date":
        correct.correct_date(pairing, events.DAY, None, "It was played earlier.")
    else:
        correct.correct_member(pairing.white, cast.member(10007), None, "It was somebody else.")
    assert digest(accepted) != before


def test_the_same_results_have_the_same_digest(accepted: Tournament) -> None:
    before = digest(accepted)
    for results in ({"white_result": "0", "black_result": "1"}, {"white_result": "1", "black_result": "0"}):
        accepted.pairings.filter(round=1, board=1).update(**results)
        GamesDigest.renew([accepted.pk])
        assert (digest(accepted) == before) == (results["white_result"] == "1")


def test_renewing_many_takes_as_many_queries_as_one(accepted: Tournament, django_assert_num_queries) -> None:
    other = events.tournament(name="Open")
    for ids in ([accepted.pk], [accepted.pk, other.pk]):
        with django_assert_num_queries(4):
            GamesDigest.renew(ids)
