"""The pages of claims: who sees what, and Bram's way from the ledger to the correction."""

import datetime as dt

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from federation.models import Holder, Member
from tests import cast, pages
from tests.forms import logged_in, send
from tests.tournaments.claims import scene
from tournaments.claims import claims
from tournaments.claims.claims import Said
from tournaments.models import Claim, Correction, Tournament

pytestmark = pytest.mark.django_db

TEXT = "It was a draw, we both signed."


def raised_on_the_page(player: Client) -> Claim:
    page = player.get(f"/en/claims/new/?game={scene.game().pk}")
    assert "Open claims: 0 of 5. Within a year: 0 of 20; refused ones count." in pages.text(page)
    send(player, page, {"kind": "result", "result": "==", "text": TEXT}, button="Raise the claim")
    return Claim.objects.get()


@pytest.mark.long
def test_a_player_says_that_a_game_was_a_draw_and_it_is_corrected(django_assert_num_queries):
    scene.accepted()
    bram, secretary, officer = logged_in(scene.player()), logged_in(cast.secretary()), logged_in(cast.rating_officer())
    claim = raised_on_the_page(bram)
    address = f"/en/claims/{claim.pk}/"
    assert "with the organiser" in pages.text(bram.get(address))
    send(secretary, secretary.get(address), {}, button="Agree")
    page = officer.get(f"{address}?foresee")
    assert "correct: ½–½" in pages.text(page)
    send(officer, page, {"reason": "Score sheet of both players."}, button="Correct the game")
    correction = Correction.objects.get()
    assert (correction.decision.claim, correction.after) == (str(claim.pk), "= =")
    text = pages.text(bram.get(address))
    assert "corrected" in text
    assert "Score sheet of both players." in text


def test_a_player_reads_when_the_time_for_claims_ended_before_they_write_one(monkeypatch):
    scene.accepted()
    long_ago = timezone.localdate() - dt.timedelta(days=400)
    monkeypatch.setattr("ratings.lists.taken_in.first_published", lambda *_ids: long_ago)
    page = logged_in(scene.player()).get(f"/en/claims/new/?game={scene.game().pk}")
    assert "The time for claims about games of this tournament ended on" in pages.text(page)


def test_the_public_page_shows_event_and_outcome_but_never_the_claimant():
    scene.accepted()
    claim = scene.raised(by=cast.secretary())
    text = pages.text(Client().get("/en/claims/"))
    assert f"{claim.number} " in text
    assert "Tower Cup" in text
    assert "with the organiser" in text
    assert not any(word in text for word in ("Baeten", "Bram", "draw"))
    assert Client().get(f"/en/claims/{claim.pk}/").status_code == 302


@pytest.mark.parametrize("count", [1, 3])
def test_the_public_page_takes_the_same_queries_for_any_number(django_assert_num_queries, count: int):
    tournament = scene.accepted()
    facts = {"tournament": tournament, "member": scene.bram(), "text": TEXT, "public": True}
    Claim.objects.bulk_create(Claim(kind="missing", **facts) for _count in range(count))
    with django_assert_num_queries(3):
        Client().get("/en/claims/")


def test_a_minors_claim_is_not_on_the_public_page():
    scene.accepted()
    Member.objects.filter(key=10002).update(birth_date=None)
    scene.raised(member=Member.objects.get(key=10002))
    assert "No claim yet." in pages.text(Client().get("/en/claims/"))


@pytest.mark.long
def test_the_other_player_sees_state_and_outcome_alone():
    scene.accepted()
    claim = scene.raised()
    text = pages.text(logged_in(scene.player(10001)).get(f"/en/claims/{claim.pk}/"))
    assert "with the organiser" in text
    assert TEXT not in text
    assert "What happened" not in text


@pytest.mark.long
def test_nobody_else_sees_a_claim_or_acts_on_it():
    scene.accepted()
    claim = scene.raised()
    for user in (cast.stranger(), cast.secretary(201), scene.player(10003)):
        assert logged_in(user).get(f"/en/claims/{claim.pk}/").status_code == 404
        assert logged_in(user).post(f"/en/claims/{claim.pk}/act/", {"verb": "agree"}).status_code == 404
    bram = logged_in(scene.player())
    for verb in ("agree", "admit", "refuse", "correct", "mute"):
        assert bram.post(f"/en/claims/{claim.pk}/act/", {"verb": verb, "reason": "x"}).status_code == 403
    assert bram.post(f"/en/claims/{claim.pk}/act/", {"verb": "nothing"}).status_code == 404
    assert Claim.objects.get().state == "organiser"


@pytest.mark.long
def test_a_secretary_raises_a_claim_for_a_member_of_the_club_only():
    tournament = scene.accepted()
    cast.affiliate(cast.member(10004), cast.club(201), dt.date(2026, 9, 1))
    page = logged_in(cast.secretary(201)).get(f"/en/claims/new/?tournament={tournament.pk}")
    assert [str(member) for member in page.context["form"].fields["member"].queryset] == ["10004 Dubois, Didier"]
    assert "Your account belongs to no player of this tournament." in pages.text(
        logged_in(cast.secretary(301)).get(f"/en/claims/new/?tournament={tournament.pk}")
    )
    assert Client().get(f"/en/claims/new/?tournament={tournament.pk}").status_code == 302
    assert logged_in(cast.stranger()).get("/en/claims/new/?tournament=x").status_code == 404


@pytest.mark.long
def test_the_form_says_what_is_missing():
    tournament = scene.accepted()
    bram = logged_in(scene.player())
    page = bram.get(f"/en/claims/new/?tournament={tournament.pk}")
    answer = send(bram, page, {"kind": "result", "text": TEXT}, button="Raise the claim")
    assert {"result", "game"} <= set(answer.context["form"].errors)
    answer = send(bram, page, {"kind": "opponent", "opponent": "99", "text": TEXT}, button="Raise the claim")
    assert "No participant has this number." in pages.text(answer)
    assert not Claim.objects.exists()


@pytest.mark.long
def test_evidence_is_for_those_who_read_the_text_and_only_to_be_saved(settings: LazySettings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    scene.accepted()
    photo = SimpleUploadedFile("sheet.html", b"\xff\xd8\xff<script>", "text/html")
    claim = scene.raised(Said("result", TEXT, "==", [photo]))
    address = f"/en/claims/{claim.pk}/evidence/{claim.evidence.get().pk}/"
    answer = logged_in(cast.secretary()).get(address)
    assert b"".join(answer.streaming_content) == b"\xff\xd8\xff<script>"
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["Content-Disposition"].startswith("attachment")
    assert logged_in(scene.player(10001)).get(address).status_code == 404


@pytest.mark.long
def test_a_hidden_claimant_has_no_name_on_the_page_of_the_organiser():
    scene.accepted()
    claim = scene.raised()
    Member.objects.filter(key=10002).update(hidden=True)
    assert "Baeten" not in pages.text(logged_in(cast.secretary()).get(f"/en/claims/{claim.pk}/"))


@pytest.mark.long
def test_a_correction_by_the_form_closes_its_claim():
    tournament = scene.accepted()
    claim = scene.raised(Said(Claim.Kind.NOT_ME, "I was ill."))
    claims.answer(claim, cast.secretary(), agrees=True)
    officer = logged_in(cast.administrator())
    page = officer.get(f"/en/claims/{claim.pk}/")
    assert f"/correct/?claim={claim.pk}" in page.content.decode()
    address = f"/en/admin/tournaments/tournament/{tournament.pk}/correct/?claim={claim.pk}"
    send(officer, officer.get(address), {"what": "changes", "city": "Aalst", "reason": "A slip."}, button="correct")
    claim.refresh_from_db()
    assert (claim.outcome, claim.correction.claim) == ("corrected", claim.number)


def test_an_account_that_names_no_member_raises_no_claim():
    tournament = scene.accepted()
    user = scene.player()
    Holder.objects.all().delete()
    answer = logged_in(user).get(f"/en/claims/new/?tournament={tournament.pk}")
    assert answer.status_code == 403
    assert Tournament.objects.count() == 1


def test_the_organiser_answers_but_does_not_withdraw_a_claim_that_a_member_of_their_club_raised():
    scene.accepted()
    Member.objects.get(key=10002).affiliations.update(club=Tournament.objects.get().club)
    claim = scene.raised(by=scene.player())
    secretary = logged_in(cast.secretary())
    page = pages.text(secretary.get(f"/en/claims/{claim.pk}/"))
    assert ("Disagree" in page, "Withdraw the claim" in page) == (True, False)
    assert secretary.post(f"/en/claims/{claim.pk}/act/", {"verb": "withdraw"}).status_code == 403


def test_the_inbox_shows_the_day_on_which_the_decision_is_due():
    scene.accepted()
    claim = scene.raised()
    claims.answer(claim, None, agrees=True)
    claim.refresh_from_db()
    [line] = logged_in(cast.rating_officer()).get("/en/office/").context["sections"][0].lines
    assert line.until == claim.decide_last_day == timezone.localdate() + dt.timedelta(days=10)
