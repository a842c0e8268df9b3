"""`manage.py profile`: check a profile's files, show what holds on a day, compare two."""

import datetime as dt
import shutil
import tomllib
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from federation.amendments.amend import amend
from federation.profiles.dated import Profile
from federation.profiles.reading import FOLDER, read, shipped
from federation.profiles.text import heading, lines_of, sections_of


def said(*arguments: str) -> str:
    out = StringIO()
    call_command("profile", *arguments, stdout=out)
    return out.getvalue()


def test_a_right_profile_is_summed_up():
    assert said("check", "ca-fqe").startswith("ca-fqe: 12 rows in 9 sections. Not stated: transfers, renewal, ")


def test_a_wrong_profile_is_refused_with_file_table_and_key(tmp_path: Path):
    own = Path(shutil.copytree(FOLDER / "xx-demo", tmp_path / "own"))
    text = (own / "profile.toml").read_text().replace("days = 7", 'days = "7"')
    (own / "profile.toml").write_text(text)
    line = text[: text.index("[[clocks]]")].count("\n") + 1
    with pytest.raises(CommandError) as refused:
        said("check", str(own))
    assert str(refused.value) == (
        f"profile.toml, [[clocks]] number 1 (line {line}): `days`: expected `int | null`, got `str`."
    )


@pytest.mark.django_db
def test_what_holds_on_a_day_includes_amendments_of_the_staff():
    officer = User.objects.create(username="officer")
    amend("clocks", {"what": "results", "days": 5, "after": "last_round"}, dt.date(2030, 1, 1), officer, article="12 c")
    shown = [tomllib.loads(said("show", "--on", day))["clocks"] for day in ("2024-12-31", "2029-12-31", "2030-01-01")]
    assert [row["days"] for rows in shown for row in rows if row["what"] == "results"] == [30, 3, 5]
    assert "# renewal: not stated" in said("show", "--on", "2030-01-01")


def test_two_profiles_differ_in_the_rows_that_one_has(tmp_path: Path):
    own = Path(shutil.copytree(FOLDER / "xx-demo", tmp_path / "own"))
    main = own / "profile.toml"
    main.write_text(main.read_text().replace("cents = 5000", "cents = 6000"))
    assert said("diff", "xx-demo", str(own)).split("\n\n") == [
        '- [[tariff]]\n- what = "fine_late"\n- cents = 5000\n- debtor = "organiser"\n- article = "11"',
        '+ [[tariff]]\n+ what = "fine_late"\n+ cents = 6000\n+ debtor = "organiser"\n+ article = "11"\n',
    ]
    assert said("diff", "xx-demo", "xx-demo") == "No difference.\n"


@pytest.mark.parametrize("code", shipped())
def test_a_profile_written_as_toml_reads_back_the_same(code: str, tmp_path: Path):
    profile = read(code)
    for file, wanted in (("words.toml", True), ("profile.toml", False)):
        rows = [(name, row) for name, rows in sections_of(profile) for row in rows if name != "demo"]
        text = "\n".join(
            f"{heading(name).replace('words.', '')}\n" + "\n".join(lines_of(row))
            for name, row in rows
            if name.startswith("words.") == wanted
        )
        (tmp_path / file).write_text(text)
    again: Profile = read(str(tmp_path))
    assert dict(sections_of(again)) == {name: rows for name, rows in sections_of(profile) if name != "demo"}
