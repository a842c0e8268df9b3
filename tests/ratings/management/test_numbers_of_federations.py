"""Numbers of every form, from the file of members to the list that anybody checks."""

from __future__ import annotations

import csv
import datetime as dt
import io
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from federation.imports import member_files
from federation.imports.members import MemberPlan, take_over
from federation.models import Club, Member
from ratings.models import Rating
from ratings.starting_lists.create import import_ratings
from ratings.verification.verify import verify
from tests.ratings import scene
from tests.ratings.bundle import unpacked
from tests.tournaments import events
from tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db


def taken_over(text: str) -> MemberPlan:
    reading, day = member_files.read("members.csv", text.encode(), dt.date(2026, 3, 1))
    return take_over(reading, day)


@pytest.mark.long
@pytest.mark.parametrize(
    "case",
    [
        ("be-frbe", ("94", 94), ("94b", 33_554_526), "306"),
        ("nl-knsb", ("8359086", 8_359_086), ("8359087", 8_359_087), "020032"),
        ("fr-ffe", ("AB1234", 111_235), ("ZZ9999", 9_360_000), "306"),
        ("fr-ffg", ("1800014", 5_757_474_693), ("97250B2", 26_217_943_963), "75Ju"),
    ],
    ids=lambda case: case[0],
)
def test_numbers_show_as_written_from_the_import_to_the_verified_list(
    settings: LazySettings, client: Client, tmp_path: Path, case: tuple[str, tuple[str, int], tuple[str, int], str]
) -> None:
    settings.FEDERATION_PROFILE, first, second, club = case
    numbers = [first[0], second[0]]
    people = "".join(f"{number},Aerts,{name},{club},2026-01-01\n" for number, name in zip(numbers, "AB", strict=True))
    assert taken_over(f"number,last_name,first_name,club,affiliated_from\n{people}").problems == []
    assert list(Member.objects.order_by("key").values_list("number", "key")) == [first, second]
    assert Club.objects.get().number == club

    pool = scene.pool(system="fics")
    import_ratings(pool, scene.START, f"number,rating,games\n{first[0]},1500,30\n{second[0]},1600,30\n".encode())
    seats = [
        events.unknown(seat, "Aerts", name, matricule=number.lower())
        for seat, (number, name) in enumerate(zip(numbers, "AB", strict=True), 1)
    ]
    report = events.report(seats, [events.game(1, 1, 2)], start=scene.START, end=scene.START + dt.timedelta(days=1))
    events.stored(report, club=Club.objects.get(), everybody=False)
    Tournament.objects.update(stage=Stage.ACCEPTED)

    published = scene.published(pool)
    rated = Rating.objects.filter(list=published).order_by("member_key")
    assert list(rated.values_list("member_key", "period_games")) == [(first[1], 1), (second[1], 1)]
    assert verify(published).passed
    assert unpacked.verify(unpacked.unpacked(published, tmp_path))[0] == 0
    file = b"".join(client.get(f"/lists/elo/{scene.LIST:%Y-%m}/list.csv")).decode()
    assert sorted(row["matricule"] for row in csv.DictReader(io.StringIO(file))) == sorted(numbers)
    assert [client.get(f"/players/{number.lower()}/").status_code for number in numbers] == [
        200 if number == number.lower() else 301 for number in numbers
    ]


def test_a_number_of_another_form_is_refused_in_one_sentence(settings: LazySettings) -> None:
    settings.FEDERATION_PROFILE = "be-frbe"
    (problem,) = taken_over("number,last_name\n8359087,Cools\n").problems
    assert "“8359087” is not a member number: it must have one to six digits" in str(problem)
