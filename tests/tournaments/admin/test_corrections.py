"""The form of corrections, and how the list shows them."""

import pytest
from django.urls import reverse

from tests import pages
from tests.forms import forms, send
from tests.tournaments import events
from tests.tournaments.my_club.buttons import said
from tournaments.corrections import correct
from tournaments.formats.report import Result
from tournaments.models import Correction, CorrectionDecision, Pairing, Participant, Stage, Tournament
from tournaments.review import decisions, edits

pytestmark = pytest.mark.django_db

CORRECTIONS = {
    "result": lambda it: row(it.pairings.first(), result="01"),
    "colours": lambda it: row(it.pairings.first(), swapped="on"),
    "date": lambda it: row(it.pairings.first(), date="2026-03-14"),
    "member": lambda it: row(it.participants.first(), member="10009"),
    "withdraw": lambda _it: {"what": "withdraw"},
}


def row(found: Pairing | Participant, **fields: str) -> dict[str, str]:
    """Return what the page sends of a game or a participant that was searched and taken."""
    token = f"{'g' if isinstance(found, Pairing) else 'p'}{found.pk}"
    return {"row": token} | {f"{token}-{name}": value for name, value in fields.items()}


SENTENCE = "Corrected."
FACTS = {"name": "Tower Cup", "city": "Gent", "start": "2026-03-14", "end": "2026-03-15", "pace": "standard"}
FACTS |= {f"initial-{name}": value for name, value in FACTS.items()}


@pytest.mark.long
@pytest.mark.parametrize("what", CORRECTIONS)
def test_each_correction_can_be_made(officer, what):
    tournament = events.tournament()
    decisions.accept(tournament, None)
    address = reverse("admin:tournaments_tournament_correct", args=[tournament.pk])
    form = {**FACTS, "what": "changes", "reason": "The arbiter wrote.", **CORRECTIONS[what](tournament)}
    response = officer.post(address, form, follow=True)
    assert said(response) == [SENTENCE]
    assert response.redirect_chain == [(reverse("admin:ratings_ratinglist_revisions"), 302)]
    correction = Correction.objects.get()
    assert (correction.field, correction.made_by.username) == ("stage" if what == "withdraw" else what, "officer")


@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "said_of", "sentence"),
    [
        ({"name": "Tower Cup 2026"}, [("name", "Tower Cup", "Tower Cup 2026")], SENTENCE),
        ({"city": "", "end": "2026-03-16"}, [("city", "Gent", ""), ("end", "2026-03-15", "2026-03-16")], SENTENCE),
        ({"pace": "rapid"}, [("pace", "standard", "rapid")], SENTENCE),
        ({"time_control": " 60 min"}, [("time_control", "", "60 min")], "Corrected. No rating is affected."),
    ],
)
def test_the_form_shows_stored_values_and_corrects_changed_ones(officer, changes, said_of, sentence):
    tournament = events.tournament()
    decisions.accept(tournament, None)
    page = officer.get(reverse("admin:tournaments_tournament_correct", args=[tournament.pk]))
    response = send(officer, page, {"reason": "A slip.", **changes}, button="correct")
    [told] = said(response)
    assert told == sentence
    assert [(each.field, each.before, each.after) for each in Correction.objects.order_by("pk")] == said_of
    tournament.refresh_from_db()
    stored = {name: str(getattr(tournament, name)) for name in changes}
    assert stored == {name: value.strip() for name, value in changes.items()}


def test_other_facts_can_be_corrected_without_days(officer):
    tournament = events.tournament(start=None)
    Tournament.objects.update(stage=Stage.ACCEPTED, end=None)
    page = officer.get(reverse("admin:tournaments_tournament_correct", args=[tournament.pk]))
    send(officer, page, {"reason": "A slip.", "city": "Aalst"}, button="correct")
    assert Correction.objects.get().after == "Aalst"


@pytest.mark.long
def test_a_correction_is_reversed_in_the_form(officer):
    tournament = events.tournament()
    decisions.accept(tournament, None)
    [made] = correct.correct_event(tournament, {"city": "Aalst"}, None, "A slip.")
    address = reverse("admin:tournaments_tournament_correct", args=[tournament.pk])
    page = officer.get(address)
    assert "town (A slip.)" in page.text
    send(
        officer,
        page,
        {"what": "reverse", "decision": str(made.decision_id), "reason": "It was Ghent."},
        button="correct",
    )
    assert Tournament.objects.get().city == "Gent"
    assert "town (A slip.)" not in officer.get(address).text


NEEDED = ("name", "start", "end")


@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        ({}, {"__all__": [correct.NOTHING_NEW]}),
        ({"end": "2026-03-01"}, {"__all__": [edits.ENDS_EARLY]}),
        ({"name": " ", "start": "", "end": ""}, {name: ["This field is required."] for name in NEEDED}),
        ({"name": "x" * 201}, {"name": ["Ensure this value has at most 200 characters (it has 201)."]}),
    ],
)
def test_invalid_facts_are_errors_and_nothing_is_corrected(officer, changes, errors):
    tournament = events.tournament()
    decisions.accept(tournament, None)
    page = officer.get(reverse("admin:tournaments_tournament_correct", args=[tournament.pk]))
    response = send(officer, page, {"reason": "A slip.", **changes}, button="correct")
    assert response.context["form"].errors == errors
    assert not Correction.objects.exists()


@pytest.mark.long
def test_the_form_of_corrections_shows_the_arbiters_and_corrects_them(officer):
    [tournament] = events.stored(events.report(arbiters=("Wit, Willem", "Zwart, Zita")))
    decisions.accept(tournament, None)
    address = reverse("admin:tournaments_tournament_correct", args=[tournament.pk])
    assert "Wit, Willem\nZwart, Zita</textarea>" in officer.get(address).text
    form = {"arbiters": "Zwart, Zita", "reason": "He asked for it."}
    assert said(send(officer, officer.get(address), form, button="correct")) == ["Corrected. No rating is affected."]
    assert Tournament.objects.get().arbiters == "Zwart, Zita"
    assert "Wit, Willem · Zwart, Zita" in officer.get(reverse("admin:tournaments_correction_changelist")).text


@pytest.mark.long
def test_a_correction_says_what_it_needs(officer):
    tournament = events.tournament()
    decisions.accept(tournament, None)
    page = officer.get(reverse("admin:tournaments_tournament_correct", args=[tournament.pk]))
    assert send(officer, page, {"reason": " "}, button="correct").context["form"].errors == {
        "reason": ["This field is required."]
    }
    nothing = send(officer, page, {"what": "reverse", "reason": "A slip."}, button="correct")
    assert nothing.context["form"].errors == {"decision": ["This field is required."]}
    assert not Correction.objects.exists()


@pytest.mark.long
def test_a_game_is_searched_by_player_and_round_and_corrected_with_others_at_once(officer):
    tournament = events.tournament()
    decisions.accept(tournament, None)
    page = officer.get(reverse("admin:tournaments_tournament_correct", args=[tournament.pk]))
    first = tournament.pairings.get(round=1, board=1)
    found = send(officer, page, {"find": "aerts 1", "reason": "The arbiter wrote."}, button="search")
    assert "Round 1, board 1: Aerts, Anna – Dubois, Didier · 1–0" in pages.text(found)
    assert "errornote" not in found.text
    taken = officer.post(page.request["PATH_INFO"], {**posted(found), "add": f"g{first.pk}"})
    other = officer.post(page.request["PATH_INFO"], {**posted(taken), "find": "baeten", "search": "1"})
    seat = tournament.participants.get(number=2)
    both = officer.post(page.request["PATH_INFO"], {**posted(other), "add": f"p{seat.pk}"})
    changes = {f"g{first.pk}-result": "==", f"p{seat.pk}-member": "10009", "city": "Aalst"}
    looked = send(officer, both, changes, button="look")
    assert not Correction.objects.exists()
    send(officer, looked, {}, button="correct")
    [decision] = CorrectionDecision.objects.all()
    assert list(decision.corrections.order_by("pk").values_list("field", flat=True)) == ["result", "member", "city"]
    assert decision.reason == "The arbiter wrote."


def posted(page) -> dict[str, object]:
    """Return what the browser would send of the correction form, without a button."""
    [form] = [each for each in forms(page) if "reason" in each.fields]
    return dict(form.filled({}, ""))


def test_a_refused_correction_is_an_error_of_the_form(officer):
    tournament = events.tournament()
    address = reverse("admin:tournaments_tournament_correct", args=[tournament.pk])
    response = officer.post(address, {"what": "withdraw", "reason": "Why not."})
    assert response.context["form"].non_field_errors() == [correct.NOT_ACCEPTED % {"name": "Tower Cup"}]


@pytest.mark.long
def test_corrections_are_listed_in_words(officer):
    tournament = events.tournament()
    decisions.accept(tournament, None)
    correct.correct_result(tournament.pairings.get(round=1, board=1), Result.DRAW, Result.DRAW, None, "Misread.")
    text = officer.get(reverse("admin:tournaments_correction_changelist")).text
    for word in ("result", "1–0", "½–½"):
        assert f">{word}<" in text
    alone = officer.get(reverse("admin:tournaments_correction_change", args=[Correction.objects.get().pk])).text
    assert "› Tower Cup" in pages.text(alone)
    for word in ("result", "round 1: Aerts, Anna – Dubois, Didier", "1–0", "½–½", "Misread."):
        assert f">{word}<" in alone
