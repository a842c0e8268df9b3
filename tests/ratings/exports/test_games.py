"""What lists say of games: CHCKLIST, and the individual sheets."""

from __future__ import annotations

import datetime as dt
import io
import zipfile

import pytest

from federation.files import dbase
from federation.models import Member
from ratings.exports import Snapshot, checklist, player_sheets
from ratings.models import RatingList
from tests import cast
from tests.ratings import scene, stored
from tournaments.formats.belgium import checklist as checklist_format

pytestmark = pytest.mark.django_db
# Who played whom: White first; neither the forfeit, nor the open game, nor the game of a player without right.
GAMES = {
    ("10001", "10002", "1"),
    ("10003", "10001", "="),
    ("10004", "~2100", "0"),
    ("10005", "10006", "0"),
    ("10006", "10003", "1"),
    ("10007", "10008", "="),
    ("10009", "10001", "1"),
    ("10009", "10010", "1"),
    ("10008", "?", "1"),
}


def sheet_texts(snapshot: Snapshot, language: str = "en") -> list[str]:
    """Return the sheets, without their ruled lines; the first is what stands before them."""
    archive = zipfile.ZipFile(io.BytesIO(player_sheets.write_zip(snapshot, language=language)))
    assert archive.namelist() == [f"sheets-{language}.txt"]
    text = archive.read(f"sheets-{language}.txt").decode()
    return [part.replace("-" * 118 + "\n", "").strip("\n") for part in text.split("=" * 118 + "\n")]


def test_the_checklist_has_two_records_a_game_since_both_play(public: Snapshot) -> None:
    records = dbase.read(checklist.write(public)).records
    assert len(records) == 2 * (len(GAMES) - 2) + 2  # who is not a member has no record
    numbers = [record["LIGNE"] for record in records]
    assert sorted(set(numbers)) == list(range(1, len(GAMES) + 1))


def test_a_record_of_the_checklist(public: Snapshot) -> None:
    records = dbase.read(checklist.write(public)).records
    [line] = [record for record in records if (record["JOUEUR"], record["ADVERS"]) == (10006, 10003)]
    assert (line["RESULTAT"], line["VAL_ADVERS"], line["NB_PARTIES"]) == (1, 1500, 24)
    assert (line["K_NB_PART"], line["ESPERANCE"], line["WH_BL"]) == (32, 39, "W")
    assert (line["DATE"], line["FILE_CH"], line["ETRANGER"]) == (dt.date(2026, 3, 3), "Spring Open", "")
    [line] = [record for record in records if record["JOUEUR"] == 10004]
    assert (line["RESULTAT"], line["ADVERS"], line["VAL_ADVERS"], line["ETRANGER"]) == (0, 0, 2100, "~2100")
    [line] = [record for record in records if (record["JOUEUR"], record["ADVERS"]) == (10009, 10010)]
    assert (line["K_NB_PART"], line["NB_PARTIES"], line["BOTH_Y_N"]) == (0, 0, "Y")


@pytest.mark.parametrize(
    ("system", "ratings", "expected"),
    [("fqe", (2000, 1200), {0, 99}), ("fics", (1700, 1600), {36, 64}), ("fics", (1650, 1600), {43, 57})],
)
def test_the_expected_score_has_two_digits(system: str, ratings: tuple[int, int], expected: set[int]) -> None:
    pool = scene.started("other", system=system, standings={10001: (ratings[0], 100), 10002: (ratings[1], 100)})
    scene.tournament(["10001 10002 1-0"])
    records = dbase.read(checklist.write(Snapshot(scene.published(pool)))).records
    assert {record["ESPERANCE"] for record in records} == expected


def test_the_checklist_has_the_structure_of_2015(public: Snapshot) -> None:
    table = dbase.read(checklist.write(public))
    layout = """JOUEUR N6 RESULTAT N1 ADVERS N6 VAL_ADVERS N4 CODE_ADVER C1 NB_PARTIES N4 NO_RUN N1 K_NB_PART N2
        ESPERANCE N2 EXPEDIT N3 LIGNE N8 DATE D8 BOTH_Y_N C1 RECUP C1 WH_BL C1 FILE_CH C32 ETRANGER C32"""
    assert " ".join(f"{field.name} {field.type}{field.length}" for field in table.fields) == " ".join(layout.split())


def test_the_checklist_is_read_back_as_the_games(public: Snapshot) -> None:
    archive = zipfile.ZipFile(io.BytesIO(checklist.write_zip(public)))
    [report] = checklist_format.read(archive.read("CHCKLIST.DBF"))
    names = {player.number: player.matricule or player.last_name for player in report.players}
    found = {(names[game.white], names[game.black], game.white_result.value) for game in report.pairings}
    assert found == GAMES
    assert len(report.pairings) == len(GAMES)
    assert {game.date for game in report.pairings} == {dt.date(2026, 3, day) for day in (1, 2, 3, 4)}
    assert (report.name, [problem.code for problem in report.problems]) == ("Spring Open", [])


def test_a_sheet_adds_up_to_the_rating(public: Snapshot) -> None:
    head, *found = sheet_texts(public)
    assert head == f"Elo 2026-07-01\nChecksum of the list {public.list.digest}"
    [sheet] = [text for text in found if text.startswith(" 10006")]
    assert sheet.splitlines() == [
        " 10006 Fontaine, Félix                          201 Cavalier Noir",
        "  Game   Member number Opponent                   Rating   W   We    Change   K Date       Tournament",
        "    23           10005 Evrard, Élodie               1150 B 1 0.83     +5.44  32 2026-03-02 Spring Open",
        "    24           10003 Claes, Chloé                 1500 W 1 0.39    +19.52  32 2026-03-03 Spring Open",
        "                       Rounding                                          +0.04",
        f"{10010:22} Janssens, Jef                     W 1                    2026-03-04 Spring Open (does not count)",
        "                       Rating 1420 → 1445 (+25), Games 22 → 24",
    ]


def test_everybody_who_played_has_a_sheet_in_every_language(public: Snapshot) -> None:
    numbers = [number for number in cast.PEOPLE if number != 10010]  # neither rated nor a game that counted
    for language, word in (("en", "Opponent"), ("fr", "Adversaire"), ("nl", "Tegenstander"), ("de", "Gegner")):
        _head, *found = sheet_texts(public, language)
        assert [int(text.split()[0]) for text in found] == numbers
        assert all(word in text for text in found)


def test_a_hidden_member_has_no_sheet_and_no_name_in_others(published: RatingList) -> None:
    member = cast.member(10003)
    member.hidden = True
    member.save()
    _head, *found = sheet_texts(Snapshot(published))
    assert not any(text.startswith(" 10003") for text in found)
    assert "Claes" not in "".join(found)
    [sheet] = [text for text in found if text.startswith(" 10006")]
    assert "    24           10003                              1500 W 1" in sheet


def test_who_was_merged_into_another_keeps_his_colour(published: RatingList) -> None:
    twin = Member.objects.create(number="10099", last_name="Aerts", merged_into=cast.member(10001))
    entry = stored.entries(published, 10001)[0]
    entry.pairing.white.member = twin
    entry.pairing.white.save()
    found = Snapshot(published).entries
    first = found.matricule.index(10001)
    assert (found.colour[first], found.opponent[first], found.opponent_name[first]) == ("W", 10002, "Baeten, Bram")


@pytest.mark.long
def test_a_first_rating_of_many_games_has_its_line() -> None:
    pool = scene.started()
    scene.tournament([f"10009 ~{rating} 1-0" for rating in range(1400, 1425)])
    _head, sheet = sheet_texts(Snapshot(scene.published(pool)))
    first = next(line for line in sheet.splitlines() if "First rating" in line)
    assert first.split()[-1].startswith("+")
    assert max(entry.half_points or 0 for entry in stored.entries(pool.lists.get(date=scene.LIST))) > 2
