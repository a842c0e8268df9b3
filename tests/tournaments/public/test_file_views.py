"""The files of a tournament: what anyone may download, and what is for FIDE alone."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib

import pytest
from django.test import Client
from gacrux.trf2json import trf2json
from pytest_django import DjangoAssertNumQueries

from federation.models import Member
from federation.models.list_comparisons import ListComparison
from tests import cast
from tests.cases import long_after
from tests.ratings import scene
from tests.tournaments import events
from tournaments.formats.games_csv import reader as games_csv
from tournaments.formats.go import egd, ffg
from tournaments.formats.open_gotha import reader as open_gotha
from tournaments.formats.pgn import reader as pgn
from tournaments.formats.report import ReportedPlayer, TournamentReport
from tournaments.formats.trf import reader as trf
from tournaments.models import Stage, Tournament
from tournaments.standings import report as reports

pytestmark = pytest.mark.django_db

READERS = {"trf16.trf": trf, "trf26.trf": trf, "games.pgn": pgn, "games.csv": games_csv}
GO_READERS = {"egd.h9": egd, "ffg.tou": ffg, "opengotha.xml": open_gotha, "games.csv": games_csv}


def accepted(**changes: object) -> Tournament:
    """Return an accepted tournament of four of the cast, whose facts in the file are those of the federation."""
    made = events.tournament(kind="round_robin", **changes)
    Tournament.objects.update(stage=Stage.ACCEPTED)
    return made


def go() -> Tournament:
    players = [events.player(number, 10000 + number, grade="1D", rating=50) for number in range(1, 5)]
    made = events.tournament(*players, discipline="go", kind="mcmahon")
    Tournament.objects.update(stage=Stage.ACCEPTED)
    return made


def file(client: Client, tournament: Tournament, name: str) -> bytes:
    return client.get(f"/en/tournaments/{tournament.pk}/files/{name}").content


def results(report: TournamentReport) -> list[tuple[int, str, str, str]]:
    names = {player.number: player.last_name.replace("_", " ") or player.matricule for player in report.players}
    return sorted((each.round, names[each.white], names[each.black or 0], each.letters) for each in report.pairings)


@pytest.mark.parametrize("name", READERS)
def test_our_readers_read_every_file(client: Client, name: str) -> None:
    (report,) = READERS[name].read(file(client, accepted(), name))
    assert [letters for *_, letters in results(report)].count("==") == 1
    assert (len(report.players), len(report.pairings)) == (4, 6)


@pytest.mark.parametrize("name", GO_READERS)
def test_our_readers_read_every_file_of_go(client: Client, name: str) -> None:
    (report,) = GO_READERS[name].read(file(client, go(), name))
    assert (len(report.players), len(report.pairings)) == (4, 6)


VARIED = (
    *(events.game(1, 1, 4, "10", board=1), events.game(1, 2, 3, "==", board=2)),
    *(events.game(2, 3, 1, "+-", board=1), events.bye(2, 2, "U"), events.bye(2, 4, "H")),
    *(events.game(3, 4, 2, "01", board=1), events.bye(3, 1, "Z"), events.bye(3, 3, "Z")),
)


def lines(data: bytes) -> list[bytes]:
    """Return the lines in any order: a CSV has no list of players, so byes come in the order of the names."""
    return sorted(data.splitlines())


def sent_again(client: Client, tournament: Tournament, name: str) -> tuple[bytes, bytes]:
    """Return the file of an accepted tournament, and that of the tournament which this file makes."""
    first = file(client, tournament, name)
    Tournament.objects.all().delete()
    upload = events.read(first, name)
    Tournament.objects.update(stage=Stage.ACCEPTED)
    return first, file(client, upload.tournaments.get(), name)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("kind", long_after(1, ["swiss", "round_robin", "team"]))
def test_a_file_that_is_sent_again_gives_the_same_file(client: Client, name: str, kind: str) -> None:
    teams = ("Tower", "Bridge", "Tower", "Bridge") if kind == "team" else [""] * 4
    players = [
        events.player(number, 10000 + number, rating=1900 - number, title="FM", team=team)
        for number, team in enumerate(teams, start=1)
    ]
    changes = {"tie_breaks": ("BH/C1", "GPTS", "DE")}
    made = events.tournament(*players, pairings=VARIED, kind=kind, time_control="90 min + 30 s", **changes)
    Tournament.objects.update(stage=Stage.ACCEPTED)
    first, second = sent_again(client, made, name)
    assert lines(second) == lines(first)


@pytest.mark.parametrize("name", GO_READERS)
def test_a_file_of_go_that_is_sent_again_gives_the_same_file(client: Client, name: str) -> None:
    first, second = sent_again(client, go(), name)
    assert lines(second) == lines(first)


@pytest.mark.parametrize("edition", ["trf16", "trf26"])
def test_gacrux_reads_our_trf_without_a_complaint(client: Client, edition: str) -> None:
    tournament = accepted()
    reading = trf2json()
    reading.parse_file(file(client, tournament, f"{edition}.trf").decode().replace("\r\n", "\n"), 0)
    assert reading.chessjson["status"]["code"] == 0
    read = reading.get_tournament(1)
    assert [(each["cid"], each["rank"], float(each["gamePoints"])) for each in read["competitors"]] == [
        (1, 1, 3.0), (2, 2, 1.5), (3, 2, 1.5), (4, 4, 0.0),
    ]  # fmt: skip
    assert read["rankOrder"] == (["PTS", "DE", "SB", "KS", "WIN"] if edition == "trf26" else ["PTS"])


def test_no_public_file_has_a_birth_date(client: Client) -> None:
    tournament = accepted()
    born = [str(member.birth_date.year) for member in Member.objects.exclude(birth_date=None)]
    assert born
    for name in READERS:
        text = file(client, tournament, name).decode()
        assert not [year for year in born if year in text], name


def test_a_hidden_member_is_a_number(client: Client) -> None:
    tournament = accepted()
    Member.objects.filter(key=10001).update(hidden=True)
    for name in READERS:
        text = file(client, tournament, name).decode()
        assert "Aerts" not in text
        assert "990001" not in text
    assert "Member 10001" in file(client, tournament, "trf26.trf").decode()


def test_of_a_hidden_member_only_what_the_pages_show_is_in_a_file() -> None:
    told = {"title": "FM", "federation": "BEL", "licence": "L1", "pin": "P1", "birth_year": 1990}
    shown = {"rating": 2000, "grade": "3D", "team": "Gent 1", "rank": 1, "start_score": 2.0}
    made = events.tournament(events.player(1, 10001, **told, **shown), *events.four()[1:])
    Member.objects.filter(key=10001).update(hidden=True)
    made.participants.update(file_fide_rating=2055)
    [hidden, *_others] = reports.report_of(made, *reports.load(made)).players
    assert hidden == ReportedPlayer(1, "Member 10001", matricule="10001", **shown)


def test_the_report_for_fide_has_birth_dates_and_names(client: Client) -> None:
    tournament = accepted()
    Member.objects.filter(key=10001).update(hidden=True)
    client.force_login(cast.secretary())
    answer = client.get(f"/en/my-club/tournaments/{tournament.pk}/files/trf16.trf")
    anna = trf.read(answer.content)[0].players[0]
    assert (anna.last_name, anna.birth_date) == ("Aerts", cast.PEOPLE[10001][3])
    assert answer["Cache-Control"] == "private, no-store"


def test_the_report_for_fide_is_for_the_club_and_the_federation(client: Client) -> None:
    address = f"/en/my-club/tournaments/{accepted().pk}/files/trf26.trf"
    assert client.get(address).status_code == 302
    Tournament.objects.update(club=cast.club(201))
    client.force_login(cast.secretary())
    assert client.get(address).status_code == 404


def test_a_file_is_known_by_its_digest(client: Client) -> None:
    address = f"/en/tournaments/{accepted().pk}/files/trf26.trf"
    answer = client.get(address)
    digest = hashlib.sha256(answer.content)
    assert answer["ETag"] == f'"{digest.hexdigest()}"'
    assert answer["Repr-Digest"] == f"sha-256=:{base64.b64encode(digest.digest()).decode()}:"
    assert answer["Content-Disposition"].startswith("attachment")
    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_an_impossible_file_is_explained_in_one_sentence(client: Client) -> None:
    tournament = accepted(pairings=[events.game(1, 1, 2), events.game(1, 1, 3)])
    answer = client.get(f"/en/tournaments/{tournament.pk}/files/trf26.trf")
    assert answer.status_code == 409
    assert answer.context["why"] == "Player 1 has two games in round 1; TRF allows only one."
    assert "This tournament cannot be written in the format TRF26. Player 1 has" in answer.content.decode()


def offered(client: Client, tournament: Tournament) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the files that the page offers, and those that it does not with the reason."""
    shelf = client.get(f"/en/tournaments/{tournament.pk}/files/").context["shelf"]
    return [offer.name for offer in shelf.files], [(offer.name, why) for offer, why in shelf.missing]


@pytest.mark.long
def test_formats_without_room_for_two_games_a_round_are_not_offered(client: Client) -> None:
    tournament = accepted(pairings=[events.game(1, 1, 2), events.game(1, 1, 3)])
    files, missing = offered(client, tournament)
    assert files == ["games.pgn", "games.csv"]
    why = "Player 1 has two games in round 1; TRF allows only one."
    assert missing == [("trf16.trf", why), ("trf26.trf", why)]
    client.force_login(cast.secretary())
    own = client.get(f"/en/my-club/tournaments/{tournament.pk}/")
    assert (own.context["shelf"].files, "No file for TRF26. Player 1 has" in own.content.decode()) == ([], True)
    tournament.pairings.filter(black__number=3).update(round=2)
    assert offered(client, tournament)[1] == []


def test_what_two_players_of_one_name_do_not_fit_into_is_not_offered(client: Client) -> None:
    """Somebody hidden has the name that the pages show."""
    tournament = accepted(pairings=[events.game(1, 1, 2)])
    name = {"last_name": "Peeters", "first_name": "Jan"}
    Member.objects.filter(key__in=[10001, 10002]).update(**name)
    missing = [("games.pgn", "Two players are called Peeters, Jan; PGN identifies players by name.")]
    assert offered(client, tournament) == (["trf16.trf", "trf26.trf", "games.csv"], missing)
    Member.objects.filter(key=10002).update(hidden=True)
    assert offered(client, tournament)[1] == []


@pytest.mark.parametrize("letters", ["11", "1="])
def test_what_contradictory_results_do_not_fit_into_is_not_offered(client: Client, letters: str) -> None:
    tournament = accepted()
    tournament.pairings.filter(round=3, board=1).update(white_result=letters[0], black_result=letters[1])
    files, missing = offered(client, tournament)
    assert missing == [("games.csv", f"The results {letters} of round 3 contradict each other.")]
    assert [client.get(f"/en/tournaments/{tournament.pk}/files/{name}").status_code for name in files] == [200] * 3


@pytest.mark.parametrize(
    ("sizes", "missing"),
    [
        ((19, None), []),
        ((9, 9), [("egd.h9", "The EGD accepts games on 19 lines only, not on 9.")]),
        (
            (9, 19),
            [(name, "The games have boards of several sizes: 9, 19.") for name in GO_READERS if name != "games.csv"],
        ),
    ],
)
def test_formats_without_these_board_sizes_are_not_offered(
    client: Client, sizes: tuple[int, int | None], missing: list[tuple[str, str]]
) -> None:
    games = [events.game(1, 1, 2, board_size=sizes[0]), events.game(1, 3, 4, board_size=sizes[1])]
    made = events.tournament(pairings=games, discipline="go", kind="mcmahon")
    made.participants.update(file_grade="1D")
    Tournament.objects.update(stage=Stage.ACCEPTED)
    files, refused = offered(client, made)
    assert (files, refused) == ([name for name in GO_READERS if name not in dict(missing)], missing)
    assert [client.get(f"/en/tournaments/{made.pk}/files/{name}").status_code for name in files] == [200] * len(files)
    assert [client.get(f"/en/tournaments/{made.pk}/files/{name}").status_code for name, _ in refused] == [
        409 for _ in refused
    ]


def test_formats_that_need_grades_are_not_offered_without_them(client: Client) -> None:
    players = [events.player(number, 10000 + number, rating=None) for number in range(1, 5)]
    made = events.tournament(*players, discipline="go", kind="mcmahon")
    Tournament.objects.update(stage=Stage.ACCEPTED)
    made.participants.exclude(number=3).update(file_grade="5K")
    why = "Player 3 has neither a grade nor a level; the format requires one."
    assert offered(client, made) == (["opengotha.xml", "games.csv"], [("egd.h9", why), ("ffg.tou", why)])
    assert client.get(f"/en/tournaments/{made.pk}/files/ffg.tou").status_code == 409
    (read,) = open_gotha.read(client.get(f"/en/tournaments/{made.pk}/files/opengotha.xml").content)
    assert [player.grade for player in read.players] == ["5K", "5K", "", "5K"]


def test_the_page_says_why_a_file_is_missing_in_the_readers_language(client: Client) -> None:
    made = events.tournament(pairings=[events.game(1, 1, 2, board_size=9)], discipline="go", kind="mcmahon")
    Tournament.objects.update(stage=Stage.ACCEPTED)
    text = client.get(f"/tournaments/{made.pk}/files/").content.decode()
    assert "Un fichier EGD n’accepte que les parties sur goban de 19 lignes, pas de 9." in text


@pytest.mark.parametrize("name", ["egd.h9", "trf.trf", "../secret", "x"])
def test_other_files_are_not_there(client: Client, name: str) -> None:
    assert client.get(f"/en/tournaments/{accepted().pk}/files/{name}").status_code == 404


def test_tournaments_that_are_not_accepted_have_no_public_files(client: Client) -> None:
    tournament = accepted()
    Tournament.objects.update(stage=Stage.SUBMITTED)
    assert client.get(f"/en/tournaments/{tournament.pk}/files/trf26.trf").status_code == 404


@pytest.mark.parametrize("games", [1, 3])
@pytest.mark.parametrize(("name", "queries"), [("games.pgn", 3), ("trf26.trf", 7)])
def test_the_queries_of_a_file(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, name: str, queries: int, games: int
) -> None:
    """Four of TRF are for the two lists that held on its first day."""
    tournament = accepted(pairings=events.three_rounds()[:games])
    scene.starting_list(scene.pool(), date=events.DAY)
    ListComparison.objects.create(name="fide.txt", size=1, issuer="FIDE")
    ListComparison.objects.update(made_at=dt.datetime(2026, 3, 2, tzinfo=dt.UTC))
    with django_assert_num_queries(queries):
        client.get(f"/en/tournaments/{tournament.pk}/files/{name}")
