"""The commands, from an empty pool to a verified list."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from federation.models import Job
from ratings.lists.stale_lists import stale_lists
from ratings.models import RatingList, RatingPool
from tests import cast
from tests.ratings import scene, stored
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db


def run(*arguments: object) -> str:
    """Return what the command prints."""
    out = io.StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def facts(*arguments: object) -> Any:
    return json.loads(run(*arguments, "--json"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of the starting list."""
    cast.everybody()
    path = tmp_path / "ratings.csv"
    lines = [f"{matricule},{rating},{games}" for matricule, (rating, games) in scene.STANDINGS.items()]
    path.write_text("\n".join(["matricule,rating,games", *lines]))
    return path


@pytest.fixture
def drafted(file: Path) -> RatingPool:
    pool = scene.pool()
    run("import_ratings", "elo", file, "--date", "2026-01-01")
    scene.spring()
    run("rate", "elo", "--date", "2026-07-01")
    return pool


@pytest.mark.long
def test_the_whole_road(file: Path, tmp_path: Path) -> None:
    assert run("create_pool", "elo", "--system", "frbe") == "Rating type elo: frbe, rules seed.\n"
    assert run("import_ratings", "elo", file, "--date", "2026-01-01") == "Starting list of 2026-01-01: 8 members.\n"
    scene.spring()
    assert run("rate", "elo", "--date", "2026-07-01").startswith(
        "Draft of 2026-07-01: 9 members, 8 games; 2 ratings rise, 5 fall, 0 are new, 0 are removed; checksum "
    )
    assert run("publish", "elo", "--date", "2026-07").startswith(
        "Published: the list of 2026-07-01, revision 0, checksum "
    )
    output = tmp_path / "list.csv"
    run("export_list", "elo", "--date", "2026-07-01", "--format", "csv", "-o", output)
    lines = {line["matricule"]: line["rating"] for line in csv.DictReader(output.open(encoding="utf-8"))}
    assert (lines["10001"], lines["10006"], lines["10009"]) == ("1799", "1445", "")
    assert run("verify_list", "elo", "--date", "2026-07-01").endswith(
        f"checksum {RatingList.objects.first().digest}.\n"
    )


def test_facts_of_a_pool() -> None:
    found = facts("create_pool", "elo", "--system", "frbe", "--rules", "2015", "--parameters", '{"floor": 1000}')
    assert found == {"pool": "elo", "name": "elo", "system": "frbe", "rules": "2015"}
    assert RatingPool.objects.get().rules.get().parameters == {"floor": 1000}


@pytest.mark.parametrize("text", ["{", "[1]", "floor=1000"])
def test_parameters_are_a_json_object(text: str) -> None:
    with pytest.raises(CommandError, match="The parameters are not a JSON object"):
        run("create_pool", "elo", "--system", "frbe", "--parameters", text)


def test_facts_of_a_starting_list(file: Path) -> None:
    scene.pool()
    found = facts("import_ratings", "elo", file, "--date", "2026-01-01")
    assert (found["date"], found["players"], found["imported"], found["state"]) == ("2026-01-01", 8, True, "published")


@pytest.mark.long
def test_facts_of_a_draft(drafted: RatingPool) -> None:
    found = facts("rate", "elo", "--date", "2026-07-01")
    assert (found["players"], found["games"], found["up"], found["down"], found["state"]) == (9, 8, 2, 5, "draft")
    assert [draft["date"] for draft in found["drafts"]] == ["2026-07-01"]


def test_a_run_may_be_left_to_the_worker(drafted: RatingPool) -> None:
    found = facts("rate", "elo", "--date", "2027-01-01", "--queue")
    job = Job.objects.get(pk=found["job"])
    assert (job.kind, job.state, job.arguments["date"]) == ("rate", Job.State.QUEUED, "2027-01-01")


@pytest.mark.long
def test_a_revision_and_a_chain(drafted: RatingPool) -> None:
    run("publish", "elo", "--date", "2026-07-01")
    scene.tournament(["10001 10004 1-0"], name="Late")
    with pytest.raises(CommandError, match="revise it first"):
        run("rate", "elo", "--date", "2027-01-01")
    with pytest.raises(CommandError, match="give the reason"):
        run("rate", "elo", "--date", "2026-07-01")
    found = facts("rate", "elo", "--date", "2027-01-01", "--revise", "--reason", "Late came late.")
    assert [(draft["date"], draft["revision"]) for draft in found["drafts"]] == [("2026-07-01", 1), ("2027-01-01", 0)]


def test_a_list_is_printed_where_no_file_is_named(drafted: RatingPool) -> None:
    printed = run("export_list", "elo", "--date", "2026-07-01", "--format", "csv")
    assert len(list(csv.DictReader(io.StringIO(printed)))) == 9
    assert json.loads(run("export_list", "elo", "--date", "2026-07-01", "--format", "json"))["state"] == "draft"


@pytest.mark.long
def test_the_draft_of_a_published_day_has_to_be_asked_for(drafted: RatingPool) -> None:
    run("publish", "elo", "--date", "2026-07-01")
    scene.tournament(["10001 10004 1-0"], name="Late")
    run("rate", "elo", "--date", "2026-07-01", "--reason", "Late came late.")
    arguments = ("export_list", "elo", "--date", "2026-07-01", "--format", "json")
    assert json.loads(run(*arguments))["revision"] == 0
    assert json.loads(run(*arguments, "--draft"))["revision"] == 1


@pytest.mark.long
def test_a_tampered_list_ends_with_an_error(drafted: RatingPool) -> None:
    stored.change(drafted.lists.get(imported=False), 10001, rating=1900)
    with pytest.raises(CommandError, match="The list of 2026-07-01 failed verification"):
        run("verify_list", "elo", "--date", "2026-07-01")


@pytest.mark.long
def test_of_a_list_that_no_longer_fits_it_says_what_was_changed(drafted: RatingPool) -> None:
    scene.tournament(["10001 10004 1-0"], name="Late")
    out = io.StringIO()
    with pytest.raises(CommandError, match="The list of 2026-07-01 failed verification"):
        call_command("verify_list", "elo", "--date", "2026-07-01", stdout=out)
    assert out.getvalue().endswith("Changed since it was calculated:\nTournament changed or added: Late.\n")


@pytest.mark.long
def test_verification_names_the_tournament_whose_rows_were_changed_past_the_site() -> None:
    made = scene.published(scene.spring_pool())
    scene.renew_games_digests()
    stale_lists(made.pool, remember=True)
    Pairing.objects.filter(round=1).update(white_result="=", black_result="=")
    assert stale_lists(made.pool) == []
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("verify_list", "elo", "--date", "2026-07-01", stdout=out)
    assert (
        "\n    Spring Open, round 1, board 1, 10001 – 10002: result 10001: 1, 10002: 0 in the list, " in out.getvalue()
    )
    assert out.getvalue().endswith("Tournament changed or added: Spring Open.\n")
    assert [each.rating_list for each in stale_lists(made.pool)] == [made]


@pytest.mark.long
def test_facts_of_a_verification(drafted: RatingPool) -> None:
    found = facts("verify_list", "elo", "--date", "2026-07-01")
    assert found["verified"] is True
    assert {check["passed"] for check in found["checks"]} == {True}


def test_a_ledger_is_printed(drafted: RatingPool) -> None:
    lines = run("explain", "elo", "10001", "--date", "2026-07-01").splitlines()
    assert lines[0] == "Aerts, Anna, list of 2026-07-01: 1800 → 1799 (−1)"
    assert lines[1] == (
        "   1. 2026-03-01 1 – Baeten, Bram, 1650: Game no. 151 (101–300): K = 24. D = 1800 − 1650 = +150, We = "
        "0.70; K (W − We) = 24 × (1 − 0.70) = +7.20"
    )
    assert lines[3] == (
        "   3. 2026-03-03 0 – Iserbyt, Ilse: Does not count: the opponent had no rating (fewer than 20 games)."
    )
    assert lines[4] == "   4. Rounded to a whole point. 1799 − 1798.80 = +0.20"


@pytest.mark.long
def test_facts_of_a_ledger_add_up(drafted: RatingPool) -> None:
    for matricule in scene.STANDINGS:
        found = facts("explain", "elo", matricule, "--date", "2026-07-01")
        total = sum(round(entry["change"] * 10_000) for entry in found["ledger"])
        assert total == 10_000 * (found["rating"] - found["previous_rating"]) == 10_000 * found["change"]


def test_a_ledger_in_another_language(drafted: RatingPool) -> None:
    text = run("explain", "elo", "10001", "--date", "2026-07-01", "--language", "fr")
    assert "24 × (1 − 0,70) = +7,20" in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("rate", "blitz", "--date", "2026-07-01"), "There is no rating type blitz. Known: elo."),
        (("rate", "elo", "--date", "soon"), "'soon' is no day: say YYYY-MM-DD"),
        (("publish", "elo", "--date", "2027-07-01"), "The rating type elo has no draft of 1 July 2027."),
        (("verify_list", "elo", "--date", "2027-07-01"), "The rating type elo has no list of 1 July 2027."),
        (("import_ratings", "elo", "/nowhere.csv", "--date", "2026-01-01"), "/nowhere.csv: No such file or directory"),
        (("export_list", "elo", "--date", "2026-07-01", "--format", "dbf"), "Name the file to write with -o."),
        (
            ("export_list", "elo", "--date", "2026-07-01", "--format", "csv", "-o", "/nowhere/list.csv"),
            "/nowhere/list.csv: No such file or directory",
        ),
        (("explain", "elo", "99999", "--date", "2026-07-01"), "Nobody has the member number 99999."),
        (("create_pool", "elo", "--system", "frbe"), "There is already a rating type elo."),
    ],
)
def test_what_cannot_be_done_gets_one_sentence(drafted: RatingPool, arguments: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError) as problem:
        run(*arguments)
    assert sentence in str(problem.value)


def test_a_member_of_whom_the_list_says_nothing(drafted: RatingPool) -> None:
    with pytest.raises(CommandError, match="Member 10010 is not in the list of 1 January 2026"):
        run("explain", "elo", 10010, "--date", "2026-01-01")
