"""The year of two clubs, played with the people, days and amounts of the scenarios: transfers, fees, late results.

Clubs 306 and 601, the season 2027, a tariff from 1 June 2026: 3000 cents for adults, 1500 for young people, twice as
much ex officio, half after a transfer. What needs one room alone stands in the tests of that room.
"""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.access import clubs_of
from federation.amendments.amend import amend
from federation.background import worker
from federation.enrolment import transfers
from federation.enrolment.new_members import Person, enrol
from federation.members.season_renewal import renew_all
from federation.models import Affiliation, Charge, Club, FormerNumber, Member, Office, Unit, UnitMembership
from federation.money.payments import pay
from federation.money.statements import facts_of
from federation.profiles.reading import FOLDER
from federation.structure.memberships import ALWAYS, move
from ratings.models import Rating, RatingList
from ratings.public.filters import RatingFilter
from ratings.starting_lists.create import import_ratings
from tests import cast, pages
from tests.federation.enrolment import scene
from tests.forms import logged_in, send
from tests.ratings import scene as lists
from tests.tournaments import events
from tournaments.corrections import correct
from tournaments.formats.report import ReportedPlayer
from tournaments.models import Stage, Tournament
from tournaments.review import decisions, forwarding
from tournaments.review.problems import problems

pytestmark = pytest.mark.django_db

SEASON = 2027
NEW_YEAR = dt.date(2027, 1, 1)
Live = Callable[[dt.date], None]


@pytest.fixture(autouse=True)
def tariff(tmp_path: Path, settings: LazySettings) -> None:
    """Let the tariff begin on 1 June 2026."""
    own = Path(shutil.copytree(FOLDER / "be-frbe", tmp_path / "own"))
    text = (own / "profile.toml").read_text(encoding="utf-8")
    (own / "profile.toml").write_text(text.replace("from = 2018-09-01", "from = 2026-06-01"), encoding="utf-8")
    settings.FEDERATION_PROFILE = str(own)


def dirk() -> Member:
    """Return Dirk, whose last affiliation was to 601 and ended in 2024."""
    made = scene.member("10004", "Daems", "Dirk", dt.date(1980, 4, 4), None)
    Affiliation.objects.create(member=made, club=scene.club("601"), start=dt.date(2023, 9, 1), end=dt.date(2024, 8, 31))
    return made


def seat(number: int, member: Member) -> ReportedPlayer:
    return events.unknown(
        number, member.last_name, member.first_name, matricule=member.number, birth_date=member.birth_date
    )


def event(name: str, club: str, day: dt.date, *players: Member) -> Tournament:
    """Return an event of one round between the two players, as its club sent it."""
    seats = [seat(number, member) for number, member in enumerate(players, 1)]
    report = events.report(seats, [events.game(1, 1, 2)], name=name, start=day, end=day, rounds=1)
    return events.stored(report, club=scene.club(club), everybody=False)[0]


def charges() -> list[tuple[str, int | None]]:
    return list(Charge.objects.order_by("number").values_list("club__number", "cents"))


@pytest.mark.parametrize(("year", "holder", "key"), [(1993, "94b", 33_554_526), (2026, "94", 94)])
def test_a_file_of_each_year_finds_who_held_number_94_then(year: int, holder: str, key: int):
    first = scene.member("94b", "Xhonneux", "Xavier", dt.date(1930, 1, 1), None)
    scene.member("94", "Ysebaert", "Yves", dt.date(1970, 1, 1), None)
    FormerNumber.objects.create(member=first, number="94", end=dt.date(1994, 12, 31))
    name = {"94b": ("Xhonneux", "Xavier"), "94": ("Ysebaert", "Yves")}[holder]
    report = events.report(
        [events.unknown(1, *name, matricule="94"), events.unknown(2)],
        [events.game(1, 1, 2)],
        start=dt.date(year, 6, 1),
        end=dt.date(year, 6, 1),
        rounds=1,
    )
    [made] = events.stored(report, club=scene.club("306"), everybody=False)
    found = made.participants.get(number=1)
    assert (found.member.number, found.member.key, found.certainty) == (holder, key, 100)


def test_half_a_paid_fee_moves_with_anna_on_new_years_day(on: Live):
    on(dt.date(2026, 9, 1))
    anna, old, new = scene.anna(), scene.club("306"), scene.club("601")
    renew_all(anna.affiliations.all(), SEASON)
    pay(old, 3000, dt.date(2026, 9, 15), None)
    on(dt.date(2026, 12, 20))
    request = transfers.ask(anna, new, scene.secretary("601"), "She has moved to Liège.", NEW_YEAR)
    transfers.allow(request, cast.membership_officer())
    assert charges() == [("306", 3000), ("306", -1500), ("601", 1500)]
    facts = facts_of([old, new], SEASON)
    assert {club.number: facts[club.pk]["balance"] for club in (old, new)} == {"306": -1500, "601": 1500}


@pytest.mark.long
def test_what_anna_plays_on_31_july_counts_for_306_and_the_next_day_for_601(on: Live):
    on(dt.date(2026, 7, 15))
    anna, days = scene.anna(), (dt.date(2026, 7, 31), dt.date(2026, 8, 1))
    carla = scene.member("10003", "Cools", "Carla", dt.date(1975, 4, 4), scene.club("601"))
    request = transfers.ask(anna, scene.club("601"), scene.secretary("601"))
    transfers.allow(request, cast.membership_officer())
    on(dt.date(2026, 8, 15))
    rows = b"matricule,rating,games\n10001,1800,30\n"
    found = {day: import_ratings(lists.pool(f"elo-{day.day}"), day, rows) for day in days}
    clubs = [found[day].ratings.get(member=anna).club.number for day in days]
    games = [event("Summer Cup", club, day, anna, carla) for club, day in zip(clubs, days, strict=True)]
    late = [finding.code for each in games for finding in problems(each) if finding.code.startswith("not_affil")]
    assert (clubs, late) == (["306", "601"], [])


@pytest.mark.long
def test_dirk_is_affiliated_ex_officio_once_and_who_pays_changes_with_a_withdrawal(on: Live):
    on(dt.date(2026, 11, 20))
    member, officer = dirk(), cast.rating_officer()
    anna, carla = scene.anna(), scene.member("10003", "Cools", "Carla", dt.date(1975, 4, 4), scene.club("601"))
    renew_all(Affiliation.objects.filter(member__in=[anna, carla]), SEASON)
    Charge.objects.all().delete()
    first = event("Autumn Cup", "306", dt.date(2026, 10, 10), member, anna)
    second = event("Armistice Cup", "601", dt.date(2026, 11, 11), member, carla)
    for each in (first, second):
        decisions.accept(each, officer)
    made = Affiliation.objects.get(ex_officio=True)
    assert (made.member, made.start, made.end) == (member, dt.date(2026, 10, 10), dt.date(2027, 8, 31))
    assert charges() == [("306", 6000)]
    first.refresh_from_db()
    correct.withdraw(first, officer, "It was never played.")
    assert charges() == [("306", 6000), ("306", -6000), ("601", 6000)]
    assert Affiliation.objects.get(ex_officio=True).start == dt.date(2026, 11, 11)


@pytest.mark.long
def test_an_act_of_a_day_without_a_tariff_is_priced_once_from_the_treasurers_page(on: Live):
    day = dt.date(2025, 1, 15)
    on(day)
    enrol(scene.club("306"), Person("Zeno", "Zoë", dt.date(1990, 2, 3)), "full", day, seen="", by=None)
    assert Affiliation.objects.get().start == day
    assert charges() == [("306", None)]
    treasurer = logged_in(cast.administrator())
    page = treasurer.get(reverse("treasury"), headers={"accept-language": "en"})
    assert "1 charge has no amount: the tariff has no row for its day." in pages.text(page)
    row = {"what": "affiliation", "fee_class": "S", "cents": 2800}
    amend("tariff", row, dt.date(2024, 9, 1), None, article="General meeting", reason="The board fixed it late.")
    send(treasurer, page, {}, button="Set the amounts")
    assert charges() == [("306", 2800)]
    assert "has no amount" not in pages.text(treasurer.get(reverse("treasury")))


@pytest.mark.long
def test_results_of_306_are_passed_on_by_league_300_or_go_on_after_five_days():
    monday = timezone.localdate()
    officer = User.objects.create_user("league300")
    club, secretary = scene.club("306"), scene.secretary("306")
    Office.objects.create(account=officer, unit=Unit.objects.get(code="300"), role="officer", start=scene.SEASON[0])
    anna, bert = scene.anna(), scene.member("10002", "Bos", "Bert", dt.date(2010, 2, 2), club)
    passed, left = (event(name, "306", dt.date(2026, 3, day), anna, bert) for name, day in (("A", 7), ("B", 21)))
    for each in (passed, left):
        decisions.submit(each, secretary)
    assert set(Tournament.objects.values_list("stage", "forwarder__code")) == {(Stage.WITH_LEAGUE, "300")}
    logged_in(officer).post(f"/my-club/tournaments/{passed.pk}/decide/", {"verb": "forward"})
    left.refresh_from_db()
    assert left.forward_last_day == monday + dt.timedelta(days=5)
    Tournament.objects.filter(pk=left.pk).update(forward_until=timezone.now())
    worker.run(forwarding.queue().pk)
    said = {
        passed: "Passed on to the federation by League 300 on",
        left: "Passed on to the federation automatically on",
    }
    for each, sentence in said.items():
        each.refresh_from_db()
        assert each.stage == Stage.SUBMITTED
        assert sentence in pages.text(Client().get(f"/en/receipts/{each.upload.receipt}/"))


def test_lists_and_the_officer_follow_306_from_league_300_to_400_on_its_day():
    autumn, club = dt.date(2026, 10, 1), scene.club("306")
    officer, anna, pool = User.objects.create_user("league300"), scene.anna(), lists.pool()
    Office.objects.create(account=officer, unit=Unit.objects.get(code="300"), role="officer", start=scene.SEASON[0])
    made = [
        RatingList.objects.create(pool=pool, date=day, state="published", imported=True) for day in (autumn, NEW_YEAR)
    ]
    for each in made:
        Rating.objects.create(list=each, member=anna, member_key=10001, club=club, club_key=306, rating=1800, games=20)
    cast.club(101)  # in league 400, as another club stays in 300: both leagues have clubs throughout
    other = Club.objects.create(number="307", name="Oostende")
    UnitMembership.objects.create(club=other, unit=Unit.objects.get(code="300"), start=ALWAYS)
    move(club, cast.league("400"), NEW_YEAR)
    found = {
        (code, each.date): RatingFilter({"league": code}, each.ratings.all(), each.date).qs.count()
        for code in ("300", "400")
        for each in made
    }
    assert found == {("300", autumn): 1, ("400", autumn): 0, ("300", NEW_YEAR): 0, ("400", NEW_YEAR): 1}
    assert [set(clubs_of(officer, day=day)) for day in (NEW_YEAR - dt.timedelta(days=1), NEW_YEAR)] == [
        {club, other},
        {other},
    ]
