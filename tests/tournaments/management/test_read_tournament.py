"""The command read_tournament: facts of a file, without a database."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tests.tournaments.formats.trf.lines import file, four_players, player

CSV = b"event,city,white,black,result\nA,Gent,10001,10002,1-0\nB,Gent,10001,10002,*\n"
TRF = file(
    "012 Tour Blanche Open",
    "022 Gent",
    "042 2025/03/01",
    "052 2025/03/09",
    "092 Individual: Swiss-System (Rapid)",
    *four_players(),
    player(5, "5 w 1", "0000 - U", points="3.0"),
)


@pytest.fixture(autouse=True)
def on_a_french_site() -> Iterator[None]:
    """Make the site French: commands print English on every site."""
    with translation.override("fr"):
        yield


def run(path: Path, *options: str) -> str:
    out = StringIO()
    call_command("read_tournament", str(path), *options, stdout=out)
    return out.getvalue()


def facts(tmp_path: Path, data: bytes) -> dict[str, Any]:
    path = tmp_path / "sent.txt"
    path.write_bytes(data)
    found: dict[str, Any] = json.loads(run(path, "--json"))
    return found


def test_the_facts_of_one_tournament_stand_at_the_top_too(tmp_path: Path) -> None:
    found = facts(tmp_path, TRF)
    tournament = {
        "name": "Tour Blanche Open",
        "city": "Gent",
        "start": "2025-03-01",
        "end": "2025-03-09",
        "rounds": 3,
        "pace": "rapid",
        "kind": "swiss",
        "discipline": "chess",
        "players": 5,
        "pairings": 8,
        "games": 6,
        "results": {"0-1": 1, "1-0": 4, "=-=": 1, "F": 1, "U": 1},
        "problems": [
            {
                "code": "self_pairing",
                "text": "5 Player5, Piet is paired with themselves.",
                "place": {"line": 10, "column": 99, "player": 5, "round": 1},
            },
            {
                "code": "points_differ",
                "text": "The file gives 5 Player5, Piet 3 points; the results add up to 2.",
                "place": {"line": 10, "player": 5},
            },
        ],
    }
    assert found == {"file": "sent.txt", "format": "trf", **tournament, "tournaments": [tournament]}


def test_of_several_tournaments_only_the_list_is_given(tmp_path: Path) -> None:
    found = facts(tmp_path, CSV)
    assert set(found) == {"file", "format", "tournaments"}
    assert [(one["name"], one["games"], one["results"]) for one in found["tournaments"]] == [
        ("A", 1, {"1-0": 1}),
        ("B", 0, {"*-*": 1}),
    ]


def test_the_facts_in_a_few_lines(tmp_path: Path) -> None:
    path = tmp_path / "open.trf"
    path.write_bytes(TRF)
    assert run(path).splitlines() == [
        "Tour Blanche Open, Gent, 2025-03-01 – 2025-03-09",
        "  FIDE TRF, swiss, rapid",
        "  players: 5, rounds: 3, pairings: 8, games to rate: 6",
        "  0-1 ×1, 1-0 ×4, =-= ×1, F ×1, U ×1",
        "  ! 5 Player5, Piet is paired with themselves. (line 10, column 99, player 5, round 1)",
        "  ! The file gives 5 Player5, Piet 3 points; the results add up to 2. (line 10, player 5)",
    ]


def test_an_unreadable_file_is_an_error_of_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_bytes(CSV.replace(b"*", b"maybe"))
    for options in ((), ("--json",)):
        with pytest.raises(CommandError) as refusal:
            run(path, *options)
        assert str(refusal.value) == "games.csv: The result maybe is not known. Wrong lines: 1. (line 3)"


def test_a_file_that_is_not_there_is_an_error_of_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file or directory"):
        run(tmp_path / "nothing")
    with pytest.raises(CommandError, match="Is a directory"):
        run(tmp_path)


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.trf"
    with path.open("wb") as huge:
        huge.write(TRF)
        huge.truncate(1 << 30)  # a sparse file: a gigabyte by its size
    with pytest.raises(CommandError, match="accepts up to 20.0\xa0MB"):
        run(path)


def test_it_needs_no_database(tmp_path: Path, django_assert_num_queries: Any, db: None) -> None:
    with django_assert_num_queries(0):
        facts(tmp_path, TRF)
