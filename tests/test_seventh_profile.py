"""A federation that the program does not know is one folder: its site is set up, filled and served in a process of its
own, since settings and words are read once.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from federation.profiles.reading import FOLDER

ROOT = Path(__file__).resolve().parent.parent
PROFILE = """
[federation]
code = "lu-test"
name = "Escher Schachverband"
country = "LUX"
discipline = "chess"
currency = "EUR"
time_zone = "Europe/Luxembourg"
languages = ["de", "fr"]
[id]
form = "digits"
[club_id]
form = "digits"
[season]
first = "04-01"
named = "first_year"
shown = "Saison {first}"
source = "a test"
"""
WORDS = """
[de]
number = "Lizenznummer"
club = "Klub"
clubs = "Klubs"
rating = "Zahl"
ratings = "Zahlen"
[fr]
number = "numéro de licence"
club = "club"
clubs = "clubs"
rating = "cote"
ratings = "cotes"
"""
SERVED = """
import json, sys
import django
django.setup()
from django.core.management import call_command
from django.test import Client
from federation.models import Affiliation
from ratings.models import RatingList
call_command("migrate", verbosity=0)
call_command("collectstatic", verbosity=0, interactive=False)
call_command("loaddemo")
for found in RatingList.objects.filter(imported=False, state="published"):
    call_command("verify_list", "fqe", date=found.date, json=True, stdout=sys.stderr)
client = Client(SERVER_NAME="localhost")
pages = {}
for address in ("/", "/players/", "/players/70001/", "/clubs/", "/tournaments/", "/fr/", "/fr/players/", "/fr/clubs/"):
    page = client.get(address)
    assert page.status_code == 200, (address, page.status_code)
    pages[address] = page.content.decode()
assert client.get("/nl/").status_code == 404
starts = {str(day) for day in Affiliation.objects.values_list("start", flat=True)}
print(json.dumps({"pages": pages, "starts": sorted(starts), "lists": RatingList.objects.count()}))
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> dict:
    folder, var = tmp_path_factory.mktemp("own"), tmp_path_factory.mktemp("var")
    (folder / "profile.toml").write_text(PROFILE)
    (folder / "words.toml").write_text(WORDS)
    demo = (FOLDER / "ca-fqe" / "demo.toml").read_text()
    (folder / "demo.toml").write_text(f"members = 60\n{demo}".replace("women =", "pause = 20\nwomen =", 1))
    environment = {
        **{name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "TEST_DB"}},
        "FEDERATION_PROFILE": str(folder),
        "VAR_DIR": str(var),
        "DJANGO_SETTINGS_MODULE": "federation.settings",
    }
    command = [sys.executable, "-c", SERVED]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_its_pages_use_its_words_in_its_languages(served: dict):
    pages = served["pages"]
    assert "Lizenznummer" in pages["/players/"]
    assert "Klub" in pages["/clubs/"]
    assert "numéro de licence" in pages["/fr/players/"]
    found = [
        (address, word)
        for address, page in pages.items()
        for word in re.findall(r"\b(?:[Mm]atricule|[Cc]ercle|Mitgliedsnummer|Vereine?)\b", page)
    ]
    assert found == []


def test_its_demo_follows_its_season_and_is_rated(served: dict):
    assert {start[5:] for start in served["starts"]} == {"04-01"}
    assert served["lists"] > 1
