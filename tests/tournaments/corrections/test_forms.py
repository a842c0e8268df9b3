"""Two people who correct a tournament from pages that both opened before."""

import pytest
from django.urls import reverse

from tests.forms import send
from tests.tournaments import events
from tournaments.corrections.forms import CorrectionForm
from tournaments.models import Correction, Tournament
from tournaments.review import decisions

pytestmark = pytest.mark.django_db

MEANWHILE = (
    "Someone else has meanwhile corrected the same thing: look at the corrections so far, and send yours again "
    "if it is still needed."
)
WHY = {"reason": "The arbiter wrote."}


@pytest.fixture
def tournament():
    """An accepted tournament."""
    made = events.tournament()
    decisions.accept(made, None)
    return made


def page(officer, tournament):
    return officer.get(reverse("admin:tournaments_tournament_correct", args=[tournament.pk]))


def refusals(response):
    return response.context["form"].errors.get("__all__", [])


def corrected():
    return list(Correction.objects.order_by("pk").values_list("field", "before", "after"))


def test_colours_that_were_sent_twice_change_sides_once(officer, tournament):
    game = tournament.pairings.get(round=1, board=1)
    shown, turned = page(officer, tournament), {"what": CorrectionForm.COLOURS, "pairing": str(game.pk), **WHY}
    send(officer, shown, turned)
    assert refusals(send(officer, shown, turned)) == [MEANWHILE]
    assert corrected() == [("colours", "Aerts, Anna - Dubois, Didier", "Dubois, Didier - Aerts, Anna")]
    game.refresh_from_db()
    assert game.white.number == 4


def test_a_correction_can_be_sent_again_after_seeing_that_of_a_colleague(officer, tournament):
    game, other = tournament.pairings.filter(round=1).order_by("board")
    shown, draw = page(officer, tournament), {"what": CorrectionForm.RESULT, "result": "==", **WHY}
    send(officer, shown, {**draw, "pairing": str(game.pk), "result": "01"})
    told = send(officer, shown, {**draw, "pairing": str(game.pk)})
    assert refusals(told) == [MEANWHILE]
    assert "1–0 → 0–1" in told.text
    send(officer, told, {"result": "=="})
    send(officer, shown, {**draw, "pairing": str(other.pk), "result": "10"})  # nobody touched that one
    assert corrected() == [("result", "1 0", "0 1"), ("result", "0 1", "= ="), ("result", "= =", "1 0")]


def test_untouched_facts_keep_the_correction_of_a_colleague(officer, tournament):
    shown = page(officer, tournament)
    send(officer, shown, {"what": CorrectionForm.EVENT, "name": "Knight Cup", "end": "2026-03-16", **WHY})
    send(officer, shown, {"what": CorrectionForm.EVENT, "city": "Aalst", **WHY})
    stored = Tournament.objects.get()
    assert (stored.name, stored.city, str(stored.end)) == ("Knight Cup", "Aalst", "2026-03-16")
    assert [field for field, _before, _after in corrected()] == ["name", "end", "city"]


def test_an_unknown_matricule_is_an_error_of_its_field(officer, tournament):
    who = str(tournament.participants.get(number=1).pk)
    wrong = {"what": CorrectionForm.MEMBER, "participant": who, "member": "99999", **WHY}
    sent = send(officer, page(officer, tournament), wrong)
    assert sent.context["form"].errors == {"member": ["No member has the number 99999."]}
