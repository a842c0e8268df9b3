"""Reading profiles: the sentence for each mistake, with file, table, line and key."""

import shutil
from pathlib import Path

import pytest

from federation.profiles.errors import ProfileError
from federation.profiles.reading import FOLDER, profile, read


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of a profile that one may damage."""
    return Path(shutil.copytree(FOLDER / "xx-demo", tmp_path / "own"))


def refusal(folder: Path, *, file: str = "profile.toml", old: str, new: str) -> str:
    """Return the sentence about a profile in which the first ``old`` is ``new``."""
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))
    read.cache_clear()
    with pytest.raises(ProfileError) as raised:
        read(str(folder))
    return str(raised.value)


def test_the_site_has_the_belgian_profile_unless_it_says_so():
    assert profile().federation.code == "be-frbe"


def test_a_profile_is_named_by_code_folder_or_file(folder: Path):
    for name in ("xx-demo", str(folder), str(folder / "profile.toml")):
        assert read(name).federation.code == "xx-demo"


def test_an_unknown_profile_is_refused_with_those_that_exist():
    with pytest.raises(ProfileError, match=r"^nowhere: no such profile\. Give the path of a folder .*be-frbe.*xx-demo"):
        read("nowhere")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            'first = "07-01"',
            'frist = "07-01"',
            "profile.toml, [[season]] number 1 (line {line}): object contains unknown field `frist`.",
        ),
        (
            'effective = "01-01"\nby',
            'effective = "11-01"\nby',
            "profile.toml, [[transfers]] number 2 (line {line}): `effective` 11-01 is before `asked_to` 12-31.",
        ),
        (
            'first = "07-01"',
            'first = "7/1"',
            "profile.toml, [[season]] number 1 (line {line}): `first`: '7/1' is no day; write 09-01 for 1 September.",
        ),
        (
            "split = { federation = 700",
            "split = { federation = 600",
            "profile.toml, [[tariff]] number 2 (line {line}): `split` adds up to 1100, not to `cents` 1200.",
        ),
        (
            'currency = "XTS"',
            'currency = "eur"',
            "profile.toml, [federation] (line {line}): `currency` 'eur' must have three capital letters.",
        ),
        (
            "until = 2024-12-31\nthen",
            'until = "soon"\nthen',
            "profile.toml, [[unaffiliated]] number 1 (line {line}): `until`: expected a date such as 2026-09-01.",
        ),
        (
            'languages = ["en", "fr"]',
            'languages = ["en", "nl"]',
            "profile.toml: words.toml has no words in nl.",
        ),
        ("[exports]", "[export]", "profile.toml: object contains unknown field `export`."),
        ("[exports]", "[demo]\n[exports]", "profile.toml, [demo]: this section has a file of its own, demo.toml."),
    ],
)  # fmt: skip
def test_a_mistake_is_refused_with_its_table_line_and_key(folder: Path, old: str, new: str, expected: str):
    before = (folder / "profile.toml").read_text().partition(old)[0]
    line = before[: before.rfind("\n[") + 1].count("\n") + 1
    assert refusal(folder, old=old, new=new) == expected.format(line=line)


def test_a_mistake_in_the_words_names_their_file(folder: Path):
    found = refusal(folder, file="words.toml", old='clubs = "clubs"', new="clubs = 3")
    assert found == "words.toml, [en] (line 1): `clubs`: expected `str`, got `int`."


def test_text_that_is_not_toml_is_refused_with_its_line(folder: Path):
    assert refusal(folder, old="[id] #", new="[id #").startswith("profile.toml: Expected ']'")


def test_a_missing_file_is_named(folder: Path):
    (folder / "words.toml").unlink()
    with pytest.raises(ProfileError, match=r"^words\.toml is missing in "):
        read(str(folder / "profile.toml"))
