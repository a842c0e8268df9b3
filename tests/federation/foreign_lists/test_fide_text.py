"""FIDE's rating lists since 2001 as text, each read by its own first line."""

from __future__ import annotations

import io

import pytest

from federation.foreign_lists import fide, fide_text
from federation.foreign_lists.fide import FidePlayer, NoFideList
from federation.identity.names import PersonName
from tests.federation.foreign_lists.list_files import line, person, text, xml, zipped
from tests.mutations import mutations, truncations

ANNA = FidePlayer(2, 99200001, PersonName("Aerts", "Anna"), "BEL", "WFM", 1812, 1980)
MANY = f"{'ID Number':<15}{'Name':<61}Fed Sex Tit  WTit {'OTit':<15}"
HER_TITLES = f"99200001       {'Aerts, Anna':<61}BEL F   WFM  WFM  {'FA,NI':<15}"


def read(data: bytes, name: str = "") -> list[FidePlayer]:
    return list(fide.players(io.BytesIO(data), name))


@pytest.mark.parametrize(
    ("head", "row"),
    [
        # 2026: one rating, of the month; combined; combined without the column of the online arena
        (f"{MANY}FOA OCT26 Gms K  B-day Flag", f"{HER_TITLES}    1812  12  20 1980  w"),
        (
            f"{MANY}FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag",
            f"{HER_TITLES}AFM 1812  0   20 1777  3   20 1666  0   20 1980  w",
        ),
        (
            f"{MANY}SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag",
            f"{HER_TITLES}1812  0   20                           1980  w",
        ),
        (f"{MANY}Sept12 Gms K  B-day Flag", f"{HER_TITLES}1812   0   20 1980  w"),
        (
            "ID number Name                              TitlFed  Mar11 GamesBorn  Flag",
            "99200001  Aerts, Anna                       wf  BEL  1812    9  1980  w",
        ),
        (
            "ID number Name                              TitlFed  July06 GamesBorn  Flag",
            "99200001  Aerts, Anna                       wf  BEL  1812    0  1980  w",
        ),
        (
            "ID_NUMBER NAME                            TITLE COUNTRY  OCT04 GAMES  BIRTHDAY FLAG",
            "99200001  Aerts, Anna                       wf     BEL   1812    9    17.05.80  w",
        ),
        (
            "   CODE   NAME                            TITLE COUNTRY APR03 GAMES  BIRTHDAY FLAG",
            "99200001  Aerts, Anna                       wf     BEL    1812    9   1980-05-17 w",
        ),
    ],
)
def test_a_list_of_any_year_is_read_by_its_own_first_line(head: str, row: str) -> None:
    assert read(f"{head}\r\n{row}\r\n".encode()) == [ANNA]


@pytest.mark.parametrize(
    "head",
    [
        "ID_NUMBER NAME                             TITLE COUNTRY JAN01 GAMES FLAG\r\n  \r\n",
        "ID NUMBER NAME                             TIT  Fed     JAN   GMs FLAG\r\n  \r\n",
        "ID_NUMBER   NAME                        TITLE   COUNTRYJAN01        FLAG\r\n\r\n",
        "\r\n\r\n",
    ],
)
def test_shifted_or_missing_column_names_misplace_no_player(head: str) -> None:
    """Lists of 2001 to 2005: the people of this list do not exist."""
    rows = (
        " 9970199  Aarts, Arno                            BEL     2300    0   i   \r\n"
        " 9940181  Baert, Bob J                     m     NED     2374   18       \r\n"
        " 9940625  Cools, Cara                      wg    BEL     2063    0   wi  \r\n"
        " 9940626  Dhondt, Dirk                           bel        0    0       \r\n"
    )
    people = [
        ("Aarts", "Arno", "BEL", "", 2300),
        ("Baert", "Bob J", "NED", "IM", 2374),
        ("Cools", "Cara", "BEL", "WGM", 2063),
        ("Dhondt", "Dirk", "BEL", "", None),
    ]
    found = read(f"{head}{rows}".encode())
    told = [(*each.name, each.federation, each.title, each.rating) for each in found]
    assert told == people
    assert [each.line for each in found] == [3, 4, 5, 6]


@pytest.mark.parametrize(
    ("birth", "year"),
    [("1980", 1980), ("17.05.1980", 1980), ("17.05.80", 1980), ("80.05.17", 1980), ("00.00.80", 1980)],
)
def test_a_day_of_birth_gives_its_year(birth: str, year: int) -> None:
    row = f"99200001  Aerts, Anna                       wf     BEL   1812    9    {birth}  w"
    assert [each.birth_year for each in read(f"\n{row}\n".encode())] == [year]


def test_two_digits_that_may_be_a_day_are_not_a_year() -> None:
    row = "99200001  Aerts, Anna                       wf     BEL   1812    9    01.02.03  w"
    assert [each.birth_year for each in read(f"\n{row}\n".encode())] == [None]


def test_a_line_with_shifted_columns_is_skipped() -> None:
    head = f"{MANY}FOA MAR21 Gms K  B-day Flag"
    shifted = f"99200002       {'Baert, Bob':<94}BEL M   1890  0   20 1970"
    straight = f"{HER_TITLES}    1812  12  20 1980  w"
    assert [each.fide_id for each in read(f"{head}\n{shifted}\n{straight}\n".encode())] == [99200001]


def test_the_end_of_a_name_is_not_a_federation() -> None:
    head = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag"
    nowhere = "99200002  Baert, Bob Jan                         1890    0  1970"
    straight = "99200001  Aerts, Anna                       wf  BEL  1812    9  1980  w"
    assert [each.fide_id for each in read(f"{head}\n{nowhere}\n{straight}\n".encode())] == [99200001]


def test_letters_of_windows_are_read() -> None:
    row = "99200001  Aérts, Zoë                        wf  BEL  1812    9  1980  w"
    head = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag"
    for encoding in ("cp1252", "utf-8"):
        assert read(f"{head}\n{row}\n".encode(encoding))[0].name == PersonName("Aérts", "Zoë")


@pytest.mark.parametrize("name", ["rapid_rating_list.txt", "BLITZ_jan26frl.txt"])
def test_a_list_that_is_called_rapid_or_blitz_is_refused(name: str) -> None:
    one_rating = f"{MANY}FOA OCT26 Gms K  B-day Flag\r\n{HER_TITLES}    1812  12  20 1980  w\r\n".encode()
    for data, called in ((one_rating, name), (zipped(one_rating, name), ""), (xml(person(1, "Aerts, Anna")), name)):
        with pytest.raises(NoFideList, match="send the combined list or the standard one"):
            read(data, called)


def test_the_combined_list_may_be_called_anything() -> None:
    assert read(text(line(99200001, "Aerts, Anna")), "standard, rapid, blitz.txt") == [ANNA]
    both = xml(person(99200001, "Aerts, Anna", rapid_rating=1700))
    assert [each.rating for each in read(both, "standard, rapid, blitz.xml")] == [1812]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"ID Number Name Fed Sex Tit B-day Flag\n1 Aerts BEL F 1980\n", "does not name the columns"),
        (b"ID number Name TitlFed Mar11 GamesBorn Flag\nnobody\n", "contains no players"),
        (b"\n" * 50, "does not name the columns"),
    ],
)
def test_a_list_with_too_few_columns_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(NoFideList, match=sentence):
        read(data)


def test_a_leading_number_alone_makes_no_list() -> None:
    assert fide_text.reading_of("12374461 Aerts Anna                  BE  Gent  5k") is None
    assert fide_text.reading_of("hello") is None


@pytest.mark.long
def test_damaged_copies_of_an_old_list_give_players_or_one_sentence() -> None:
    row = "99200001  Aerts, Anna                       wf  BEL  1812    9  1980  w\r\n"
    data = f"ID number Name                              TitlFed  Mar11 GamesBorn  Flag\r\n{row * 3}".encode()
    for damaged in (*mutations(data, 200, seed=4), *truncations(data, 60)):
        try:
            assert all(isinstance(each, FidePlayer) for each in read(damaged))
        except NoFideList as error:
            assert str(error)
