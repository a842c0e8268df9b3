"""What our TRF files hold of a tournament, as FIDE's checker and pairing programs expect it."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path

import pytest
from gacrux.trf2json import trf2json

from federation.models import Member
from federation.models.list_comparisons import ComparedPlayer, ListComparison, Verdict
from tests import cast
from tests.ratings import scene
from tests.tournaments import events, played
from tests.tournaments.formats.trf.pairing_program import refusal
from tournaments import formats
from tournaments.formats.report import ReportedPlayer, Result
from tournaments.models import Pace, Tournament
from tournaments.on_site import tournament as on_site
from tournaments.public import downloads
from tournaments.standings.report import Audience

pytestmark = pytest.mark.django_db

ANNA, BRAM, CLAES, DUBOIS = 10001, 10002, 10003, 10004


def file(made: Tournament, edition: str = "trf26", audience: Audience = Audience.ANYONE) -> bytes:
    """Return the file as its page gives it."""
    offer = downloads.offers(made)[f"{edition}.trf"]
    return downloads.written(Tournament.objects.get(pk=made.pk), offer, audience)


def records(data: bytes, *codes: str) -> list[str]:
    """Return the lines of these records."""
    return [line for line in data.decode().splitlines() if line[:3] in codes]


def everybody_played(made: Tournament, rounds: int) -> Tournament:
    for number in range(1, rounds + 1):
        played.pair(made, number)
        played.play(made, number)
    return made


# -- Replayed by FIDE's checker ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "guests", "rounds", "colour"), [(4, 0, 3, "b"), (7, 0, 5, "w"), (10, 4, 6, "b")])
def test_the_checker_replays_every_round_of_a_swiss(
    tmp_path: Path, players: int, guests: int, rounds: int, colour: str
) -> None:
    made = played.tournament(players, rounds=rounds, first_colour=colour)
    played.field(made, guests)
    everybody_played(made, rounds)
    assert played.replayed(made, tmp_path) == dict.fromkeys(range(1, rounds + 1), True)
    assert records(file(made), "152", "192") == [f"152 {colour.upper()}", "192 FIDE_DUTCH_2026"]


@pytest.mark.parametrize(("when", "rating"), [(2, 2500), (3, 1985), (4, 2500), (4, None)])
def test_the_checker_replays_rounds_before_a_player_joined(tmp_path: Path, when: int, rating: int | None) -> None:
    made = played.tournament(9, rounds=4, first_colour="b")
    everybody_played(made, when - 1)
    on_site.add_member(made, cast.member(10010), rating)
    for number in range(when, 5):
        played.pair(made, number)
        played.play(made, number)
    assert played.replayed(made, tmp_path) == dict.fromkeys(range(1, 5), True)


def test_the_checker_replays_rounds_with_absences_byes_and_forfeits(tmp_path: Path) -> None:
    made = played.tournament(9, rounds=5)
    on_site.ask_bye(played.somebody(made, 1), 1, Result.ZERO_BYE)
    on_site.ask_bye(played.somebody(made, 4), 2, Result.HALF_BYE)
    forfeit = (Result.FORFEIT_WIN, Result.FORFEIT_LOSS), (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)
    for number in range(1, 6):
        played.pair(made, number)
        games = made.pairings.filter(round=number, black__isnull=False).count()
        played.play(made, number, *[*forfeit, played.DRAW, played.LOSS, played.WIN][:games])
        if number == 2:
            on_site.withdraw(played.somebody(made, 2))
    assert played.replayed(made, tmp_path) == dict.fromkeys(range(1, 6), True)


def test_a_round_robin_says_its_table() -> None:
    for cycles, code in ((1, "FIDE_ROUNDROBIN"), (2, "FIDE_DOUBLEROUNDROBIN")):
        made = played.tournament(4, kind="round_robin", rounds=0, cycles=cycles, name=code)
        played.pair(made, 1)
        assert records(file(made), "092", "152", "192") == ["092 Individual: Round-Robin (Standard)", f"192 {code}"]


# -- Taken by pairing programs -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["trf16", "trf26"])
def test_players_of_other_programs_are_numbered_by_rating_from_1_on(edition: str) -> None:
    facts = [(3, ANNA, 1700, ""), (5, BRAM, 1900, ""), (8, CLAES, 1900, "FM"), (9, DUBOIS, None, "")]
    players = [events.player(number, who, rating=rating, title=title) for number, who, rating, title in facts]
    games = [events.game(1, 3, 5), events.game(1, 9, 8, "**"), events.bye(2, 5), events.game(2, 8, 3, "==")]
    made = events.tournament(*players, pairings=games, format="papi", kind="swiss", rounds=2)
    data = file(made, edition)
    assert [(line[4:8].strip(), line[14:19], line[91:].rstrip()) for line in records(data, "001")] == [
        ("1", "Claes", "             3 w ="),
        ("2", "Baete", "   3 b 0  0000 - U"),
        ("3", "Aerts", "   2 w 1     1 b ="),
        ("4", "Duboi", ""),
    ]
    assert refusal(data) == ""


def test_the_numbers_of_a_trf_file_are_kept() -> None:
    players = [events.player(number, 10000 + number, rating=1500 + number) for number in range(1, 5)]
    assert [line[14:19] for line in records(file(events.tournament(*players)), "001")] == [
        *("Aerts", "Baete", "Claes", "Duboi"),
    ]


def test_the_system_of_a_trf_file_is_kept_while_its_kind_is() -> None:
    made = events.tournament(kind="swiss", system="FIDE_DUTCH_2025", first_colour="B")
    assert records(file(made), "152", "192") == ["152 B", "192 FIDE_DUTCH_2025"]
    Tournament.objects.update(kind="round_robin")
    assert records(file(made), "152", "192") == []


def test_an_event_in_which_all_met_is_a_round_robin() -> None:
    assert records(file(events.tournament()), "092", "192") == ["092 Individual: Round-Robin (Standard)"]


# -- Ratings -----------------------------------------------------------------------------------------------------------


def ratings(made: Tournament, audience: Audience = Audience.ANYONE) -> list[tuple[str, str]]:
    """Return FIDE's and the national rating of each player by name."""
    lines = records(file(made, audience=audience), "001", "BEL")
    found = {
        code: {line[14:47].strip(): line[48:52].strip() for line in lines if line[:3] == code}
        for code in ("001", "BEL")
    }
    return [(fide, found["BEL"].get(name, "")) for name, fide in found["001"].items()]


def four(**changes: object) -> Tournament:
    """Return a tournament of three members and a guest, from a Papi file; Anna and Dubois have a FIDE id."""
    players = [events.player(number, 10000 + number, rating=2000 - number) for number in (1, 2, 3)]
    guest = ReportedPlayer(4, "Guest", rating=1500)
    games = [events.game(1, 1, 4), events.game(1, 2, 3)]
    return events.tournament(*players, guest, pairings=games, format="papi", kind="swiss", **changes)


def test_a_national_rating_never_stands_in_the_column_of_fide() -> None:
    made = four()
    Member.objects.filter(key=ANNA).update(fide_rating=2055)
    assert ratings(made) == [("2055", "1999"), ("", "1998"), ("", "1997"), ("", "1500")]


def test_ratings_are_those_of_the_lists_that_held_when_the_event_began() -> None:
    scene.starting_list(scene.pool(paces=["standard"]), {ANNA: (1800, 150)}, dt.date(2026, 1, 1))
    scene.starting_list(scene.pool("blitz", paces=["blitz"]), {BRAM: (1234, 150)}, dt.date(2026, 1, 1))
    made = four()
    for month, rating in ((2, 2011), (3, 2022), (4, 2044)):
        compared = ListComparison.objects.create(name="fide.txt", size=1, issuer="FIDE")
        ListComparison.objects.filter(pk=compared.pk).update(made_at=dt.datetime(2026, month, 5, tzinfo=dt.UTC))
        told = {"verdict": Verdict.MATCHED, "number": "990001", "member": cast.member(ANNA)}
        ComparedPlayer.objects.create(comparison=compared, rating=rating, **told)
    assert ratings(made) == [("2022", "1800"), ("", "1998"), ("", "1997"), ("", "1500")]
    Tournament.objects.update(pace=Pace.BLITZ)
    assert ratings(made) == [("", "1999"), ("", "1234"), ("", "1997"), ("", "1500")]


def test_a_trf_file_keeps_the_ratings_of_players_known_to_fide() -> None:
    made = four()
    Tournament.objects.update(format="trf", pace=Pace.RAPID)
    assert ratings(made) == [("1999", ""), ("1998", ""), ("", "1997"), ("", "1500")]


def test_both_ratings_of_a_file_have_their_columns() -> None:
    made = four()
    made.participants.filter(number__in=[1, 4]).update(file_fide_rating=2100)
    assert ratings(made) == [("2100", "1999"), ("", "1998"), ("", "1997"), ("2100", "1500")]


def test_the_fide_rating_of_a_hidden_member_is_left_out() -> None:
    made = four()
    Member.objects.filter(key=ANNA).update(fide_rating=2055, hidden=True)
    assert ratings(made)[0] == ("", "1999")
    assert ratings(made, Audience.FEDERATION)[0] == ("2055", "1999")


# -- Over real files ---------------------------------------------------------------------------------------------------


def chess_of(path: Path) -> list[Tournament]:
    """Return the stored tournaments of chess in a file; none if it is no tournament file."""
    try:
        reports = formats.read(path.name, path.read_bytes()) if path.is_file() else []
    except formats.FormatError:
        return []
    chess = [each for each in reports if each.discipline == "chess"]
    return events.stored(*chess, everybody=False) if chess else []


@pytest.mark.skipif("REAL_FILES" not in os.environ, reason="REAL_FILES names no folder of real files")
def test_programs_take_what_comes_of_real_files() -> None:
    """Teams are beyond bbpPairings; gacrux takes both."""
    refused, said = {}, {}
    for path in sorted(Path(os.environ["REAL_FILES"], "samples").rglob("*")):
        for made in chess_of(path):
            if made.kind != "team":
                refused |= {f"{path.name} {edition}": refusal(file(made, edition)) for edition in ("trf16", "trf26")}
            if made.pairings.filter(
                white_result__in="1=0"
            ).exists():  # gacrux fails where all games of teams are forfeits
                reading = trf2json()
                reading.parse_file(file(made).decode().replace("\r\n", "\n"), 0)
                said[path.name] = reading.chessjson["status"]
    assert {name: why for name, why in refused.items() if why} == {}
    assert {name: status for name, status in said.items() if status["code"]} == {}
