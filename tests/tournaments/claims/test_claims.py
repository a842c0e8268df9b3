"""tournaments/claims: raised, answered, decided; limits, clocks and evidence."""

import datetime as dt
from functools import partial

import pytest
from django.conf import LazySettings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from federation.background import worker
from federation.erasure.erasing import erase_rows, remove_files
from federation.erasure.erasures import blockers
from federation.evidence import papers
from federation.models import Member, Notice
from federation.own_data import notices
from federation.web import dry_run
from ratings.lists.rating_run import rate
from ratings.lists.stale_lists import stale_lists
from ratings.systems.period import Kind
from tests import cast, pages
from tests.at_once import at_once
from tests.ratings import scene as lists
from tests.tournaments.claims import scene
from tournaments.claims import claims, decide, limits
from tournaments.claims.claims import Said, raise_claim
from tournaments.errors import Refused
from tournaments.models import Claim, ClaimEvidence, ClaimMute, Correction, Pairing, Tournament

pytestmark = pytest.mark.django_db

PHOTO = b"\xff\xd8\xff a photo"


@pytest.fixture(autouse=True)
def accepted() -> Tournament:
    return scene.accepted()


def test_a_claim_goes_to_the_organiser_for_ten_days():
    made = scene.raised()
    assert (made.state, made.is_late, made.public) == ("organiser", False, True)
    assert made.answer_last_day == timezone.localdate() + dt.timedelta(days=10)


def test_an_organiser_who_agrees_prepares_the_correction_and_the_officer_makes_it():
    made, secretary, officer = scene.raised(), cast.secretary(), cast.rating_officer()
    claims.answer(made, secretary, agrees=True)
    made.refresh_from_db()
    assert (made.state, made.answer, made.answered_by) == ("officer", "agrees", secretary)
    assert not Correction.objects.exists()  # neither word alone changes a game
    decide.correct_as_claimed(made, officer, "Score sheet of both players.")
    made.refresh_from_db()
    assert (made.state, made.outcome, made.correction.claim) == ("closed", "corrected", made.number)
    assert Correction.objects.values_list("field", "before", "after").get() == ("result", "1 0", "= =")
    assert scene.game().letters == "=="


@pytest.mark.parametrize(
    ("said", "field", "after"),
    [
        (Said(Claim.Kind.COLOURS, "I was White."), "colours", "Baeten, Bram - Aerts, Anna"),
        (Said(Claim.Kind.DATE, "On the first day.", "2026-03-14"), "date", "2026-03-14"),
        (Said(Claim.Kind.OPPONENT, "It was another.", "5"), "opponents", "5 – 2"),
    ],
)
def test_each_kind_of_claim_prepares_its_change(said: Said, field: str, after: str):
    Tournament.objects.get().participants.create(number=5, file_last_name="Guest", outsider=True, file_rating=1500)
    made = scene.raised(said)
    claims.answer(made, cast.secretary(), agrees=True)
    decide.correct_as_claimed(made, cast.rating_officer(), "The organiser agrees.")
    assert Correction.objects.values_list("field", "after").get() == (field, after)


@pytest.mark.parametrize("kind", sorted(decide.WITHOUT_BUTTON))
def test_a_claim_that_names_no_change_is_closed_with_the_form_of_corrections(kind: str):
    made = raise_claim(
        scene.bram(), Tournament.objects.get(), None if kind == Claim.Kind.MISSING else scene.game(),
        Said(kind, "See the list."), None,
    )  # fmt: skip
    claims.answer(made, cast.secretary(), agrees=False, remark="We do not know.")
    with pytest.raises(Refused, match="use the correction form"):
        decide.correct_as_claimed(made, cast.rating_officer(), "Right.")
    made.refresh_from_db()
    assert (made.state, made.answer_text) == ("officer", "We do not know.")


def test_silence_is_an_answer_after_its_clock(settings: LazySettings):
    made = scene.raised()
    assert claims.queue() is None
    Claim.objects.update(answer_until=timezone.now())
    worker.run(claims.queue().pk)
    made.refresh_from_db()
    assert (made.state, made.answer, made.answered_by) == ("officer", "silent", None)
    assert made.decide_last_day == timezone.localdate() + dt.timedelta(days=10)
    with pytest.raises(Refused, match="has meanwhile changed"):
        claims.answer(made, cast.secretary(), agrees=True)


def test_a_claim_after_publication_is_late_and_the_officer_alone_takes_it(monkeypatch):
    published = timezone.localdate() - dt.timedelta(days=5)
    monkeypatch.setattr("ratings.lists.taken_in.first_published", lambda *_ids: published)
    made, officer = scene.raised(), cast.rating_officer()
    assert (made.state, made.is_late, made.answer_until) == ("late", True, None)
    with pytest.raises(Refused):
        claims.answer(made, cast.secretary(), agrees=True)
    claims.admit(made, officer)
    made.refresh_from_db()
    assert (made.state, made.is_late) == ("organiser", True)
    monkeypatch.setattr("ratings.lists.taken_in.first_published", lambda *_ids: published - dt.timedelta(days=200))
    with pytest.raises(Refused, match="Claims about this game were taken until"):
        scene.raised(pairing=scene.game(1, 2, 3))


def test_a_late_claim_that_is_refused_is_not_admissible(monkeypatch):
    monkeypatch.setattr("ratings.lists.taken_in.first_published", lambda *_ids: timezone.localdate())
    made = scene.raised()
    with pytest.raises(Refused, match="Give the reason"):
        decide.refuse(made, cast.rating_officer(), " ")
    decide.refuse(made, None, "After the list.")
    made.refresh_from_db()
    assert (made.outcome, made.reason) == ("late", "After the list.")


@pytest.mark.long
def test_the_first_list_with_the_game_sets_the_end():
    Tournament.objects.all().delete()
    pool = lists.spring_pool()
    lists.published(pool)
    played = Pairing.objects.filter(white__member__isnull=False, black__member__isnull=False)[0]
    made = raise_claim(played.white.member, played.tournament, played, scene.DRAW, None)
    assert made.is_late


@pytest.mark.long
def test_a_corrected_claim_makes_the_lists_with_the_game_stale_and_does_what_was_foreseen():
    Tournament.objects.all().delete()
    pool = lists.spring_pool()
    published = lists.published(pool)
    games = Pairing.objects.filter(white_result="1", white__member__isnull=False, black__member__isnull=False)
    played = games.filter(pk__in=published.entries.filter(kind=Kind.GAME).values("pairing"))[0]
    made, officer = raise_claim(played.black.member, played.tournament, played, scene.DRAW, None), cast.rating_officer()
    claims.admit(made, officer)
    made.refresh_from_db()
    assert made.state == "officer"  # the tournament has no club that could answer
    foreseen = pages.text(dry_run.impact_of(partial(decide.correct_as_claimed, made, officer, "Right."), officer))
    assert stale_lists(pool) == []
    decide.correct_as_claimed(made, officer, "Score sheet.")
    assert len(stale_lists(pool)) == 1
    revised = lists.line(rate(pool, published.date, reason="Score sheet."), played.black.member.key)
    assert str(revised.rating) in foreseen


def test_only_own_games_of_accepted_tournaments_can_be_claimed():
    with pytest.raises(Refused, match="a game that the member played"):
        scene.raised(member=cast.member(10004))
    with pytest.raises(Refused, match="Say what is wrong"):
        scene.raised(Said(Claim.Kind.RESULT, " ", "=="))
    with pytest.raises(Refused, match="a game that the member played"):
        raise_claim(scene.bram(), Tournament.objects.get(), None, scene.DRAW, None)
    Tournament.objects.update(stage="submitted")
    with pytest.raises(Refused, match="Claims are about accepted tournaments"):
        scene.raised()


def test_a_sixth_open_claim_of_a_person_is_refused():
    for _count in range(limits.MOST_OPEN):
        Claim.objects.create(kind="missing", tournament=Tournament.objects.get(), member=scene.bram(), text="Missing.")
    with pytest.raises(Refused, match="There are 5 open claims already"):
        scene.raised()
    claims.withdraw(Claim.objects.first())
    scene.raised()


def test_twenty_claims_a_year_are_the_most_and_refused_ones_count():
    facts = {"tournament": Tournament.objects.get(), "member": scene.bram(), "text": "x", "state": "closed"}
    Claim.objects.bulk_create(Claim(kind="missing", outcome="refused", **facts) for _count in range(20))
    with pytest.raises(Refused, match="20 claims were raised within a year"):
        scene.raised()
    Claim.objects.filter(pk=Claim.objects.first().pk).update(raised_at=timezone.now() - dt.timedelta(days=366))
    scene.raised()


def test_the_same_game_is_claimed_once_unless_there_is_new_evidence():
    first = scene.raised()
    with pytest.raises(Refused, match="There is an open claim about this game already"):
        scene.raised()
    decide.refuse(first, cast.rating_officer(), "No proof.")
    with pytest.raises(Refused, match="Raise another one with new evidence only"):
        scene.raised()
    assert scene.raised(Said("result", "A photo.", "==", [ContentFile(PHOTO, "sheet.jpg")])).evidence.count() == 1


def test_a_club_gets_a_pause_of_thirty_days_once_an_officer_agrees():
    first, secretary, officer = scene.raised(), cast.secretary(), cast.rating_officer()
    with pytest.raises(Refused):
        claims.agree_to_mute(first, officer)
    claims.ask_to_mute(first, secretary)
    scene.raised(pairing=scene.game(1, 2, 3))
    claims.agree_to_mute(first, officer)
    until = timezone.localdate(ClaimMute.objects.get().until)
    assert until == timezone.localdate() + dt.timedelta(days=30)
    with pytest.raises(Refused, match="101 Tour Blanche takes no claims of this member until"):
        scene.raised(pairing=scene.game(3, 2, 4))


def test_evidence_is_kept_ninety_days_after_the_claim_is_closed(settings: LazySettings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    made = scene.raised(Said("result", "See.", "==", [ContentFile(PHOTO, "sheet.jpg")]))
    path = made.evidence.get().file.name
    claims.withdraw(made)
    Claim.objects.update(closed_at=timezone.now() - dt.timedelta(days=89))
    assert claims.delete_old_evidence() == 0
    Claim.objects.update(closed_at=timezone.now() - dt.timedelta(days=91))
    worker.run(claims.queue().pk)
    assert not ClaimEvidence.objects.exists()
    assert not default_storage.exists(path)


def test_evidence_is_three_small_files_at_most(settings: LazySettings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    files = [ContentFile(PHOTO + bytes([number]), f"{number}.jpg") for number in range(4)]
    with pytest.raises(Refused, match="At most 3 files of evidence."):
        scene.raised(Said("result", "See.", "==", files))
    settings.UPLOAD_LIMIT = 10
    with pytest.raises(papers.NotTaken, match="The file is too large"):
        scene.raised(Said("result", "See.", "==", [ContentFile(PHOTO + bytes(10), "a.jpg")]))
    with pytest.raises(papers.NotTaken, match="neither a photo"):
        scene.raised(Said("result", "See.", "==", [ContentFile(b"<script>", "a.jpg")]))
    assert not Claim.objects.exists()


def test_the_organiser_answers_with_a_file(settings: LazySettings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    made = scene.raised(Said("result", "See.", "==", [ContentFile(PHOTO, "sheet.jpg")]))
    claims.answer(made, cast.secretary(), agrees=False, evidence=[ContentFile(b"%PDF-1.7 sheet", "sheet.pdf")])
    assert list(made.evidence.values_list("name", "by_organiser")) == [("sheet.jpg", False), ("sheet.pdf", True)]


@pytest.mark.parametrize("change", [{"birth_date": dt.date(2015, 1, 1)}, {"birth_date": None}, {"hidden": True}])
def test_claims_of_minors_and_hidden_members_are_not_public(change: dict[str, object]):
    scene.bram()
    Member.objects.filter(key=10002).update(**change)
    assert not scene.raised(member=Member.objects.get(key=10002)).public


@pytest.mark.long
def test_an_open_claim_comes_before_an_erasure_which_takes_its_words_and_evidence(settings: LazySettings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    made = scene.raised(Said("result", "Bram Baeten says so.", "==", [ContentFile(PHOTO, "sheet.jpg")]))
    path, bram = made.evidence.get().file.name, scene.bram()
    assert f"{made} of theirs is open: it has to be decided or withdrawn first." in blockers(bram)
    claims.withdraw(made)
    assert blockers(bram) == []
    erase_rows(remove_files(bram))
    made.refresh_from_db()
    assert (made.text, made.evidence.count(), default_storage.exists(path)) == ("", 0, False)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_two_claims_at_once_do_not_pass_the_limit_and_an_answer_counts_once():
    member, tournament = scene.bram(), Tournament.objects.get()
    facts = {"tournament": tournament, "member": member, "text": "Missing."}
    for _count in range(limits.MOST_OPEN - 1):
        Claim.objects.create(kind="missing", **facts)
    said = Said(Claim.Kind.MISSING, "A game is missing.")
    once = partial(raise_claim, member, tournament, None, said, None)
    first, second = at_once(Member.objects.filter(pk=member.pk), once, once)
    assert (first.state, type(second)) == ("organiser", Refused)
    secretary = cast.secretary()
    answers = at_once(
        Claim.objects.filter(pk=first.pk),
        partial(claims.answer, first, secretary, agrees=True),
        partial(claims.answer, first, secretary, agrees=False),
    )
    assert [type(each) for each in answers] == [type(None), Refused]
    assert Claim.objects.get(pk=first.pk).answer == "agrees"


@pytest.mark.long
def test_a_player_who_asked_for_it_gets_a_notice_when_a_claim_moves_on():
    account = scene.player()
    assert scene.raised().state == "organiser"
    assert not Notice.objects.exists()
    notices.choose(account, ["claim"], by_mail=False)
    made = Claim.objects.get()
    claims.answer(made, cast.secretary(), agrees=True)
    told = Notice.objects.get()
    assert (told.account, told.about, told.path) == (account, f"claim {made.pk} officer", f"/claims/{made.pk}/")
    assert told.facts == {"claim": made.pk, "name": "Baeten, Bram", "tournament": "Tower Cup"}
