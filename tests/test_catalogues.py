"""The catalogues: every sentence of the site in French, Dutch and German, as `make messages` collects them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import polib
import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation.template import templatize

from tests import python_files
from tests.pages import text
from tests.python_files import FUNCTIONS, ROOT, Sentence
from tournaments import errors
from tournaments.formats import FormatError, detect

LOCALE = ROOT / "federation" / "locale"
LANGUAGES = ["fr", "nl", "de"]
IN_TEMPLATES = re.compile(rf"\b({'|'.join(FUNCTIONS)})\(")
WITH_SENTENCES = re.compile(rf"gettext|{IN_TEMPLATES.pattern}")
HOLES = re.compile(r"%\(\w+\)[a-z]|%%")
TAGS = re.compile(r"</?[a-z][^>]*>")
SLIPS = {  # signs that a language does not use, or not so
    "fr": re.compile(r"[^\s\u202f][;?!]|\u00a0[;?!]|[^\u00a0]:(?!//)|«[^\u00a0]|[^\u00a0]»|'"),
    "nl": re.compile(r"\s[:;?!]|['‘«»„]"),
    "de": re.compile(r"\s[:;?!]|['‘’«»”]"),
}
# Words for what is called otherwise everywhere else: who reads two of them looks for the difference.
STRAY_WORDS = {
    "en": (  # calculate, fix, member number, calculation, checksum, dismiss, withdraw, scenario, rating type ...
        r"\b[Rr]eckon|\b[Mm]end(ed|s)?\b|[Mm]atricule|\b[Ll]edger|(?<!-)\bdigest|[Pp]ut away|[Tt]aken? back|[Ww]hat-if|"
        r"\b[Pp]ools?\b|\b[Pp]aces?\b|\b(himself|his|he)\b"
    ),
    "fr": r"abîmé|encod|événement|worker|[Dd]écompte|[Bb]rouillon|[Cc]ourriel",  # endommagé, saisir, e-mail ...
    "nl": (  # berekening, stamnummer, ratingtype, conceptlijst, kapitein, database ...
        r"uitslag|\bteams?\b|\brondes\b|gepaard|verslag\b|publieke|worker|[Aa]frekening|\b[Mm]atricule|\b[Pp]ools?\b|"
        r"[Kk]ladlijst|\b[Tt]empo|\b[Pp]aring|[Tt]eamleider|[Dd]atabank|[Gg]eboortedatums"
    ),
    "de": (  # Berechnung, Rating (a Wertungszahl), Ratingart, Mitgliedsnummer, Mannschaftskampf, ausgewertet ...
        r"Rücktest|Auslosungsprogramm|\bgepaart wurde|Veranstaltung|\bK[aä]mpfe?s?\b|Worker|Abrechnung|"
        r"(?<!Berliner )\bWertung(en)?\b|(?<!us)gewertet|Matrikel|\bPools?\b|Spieltempo|misslungen|gescheitert|"
        r"\bWettk[aä]mpf(s|e|en)?\b"
    ),
}


@cache
def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(LOCALE / language / "LC_MESSAGES" / "django.po"))


def forms(entry: polib.POEntry) -> list[tuple[str, str]]:
    """Return source and translation: one pair, or one for the singular and one for the plural."""
    if not entry.msgid_plural:
        return [(entry.msgid, entry.msgstr)]
    return [(entry.msgid, entry.msgstr_plural[0]), (entry.msgid_plural, entry.msgstr_plural[1])]


def calls_in(template: str) -> Iterator[ast.Call]:
    """Return what Django makes of a template for gettext, call by call; the rest of it is no Python."""
    source = templatize(template)
    for call in IN_TEMPLATES.finditer(source):
        ends = (end for end in range(call.end(), len(source) + 1) if source[end - 1] == ")")
        tree = next(tree for end in ends if (tree := parsed(source[call.start() : end])))
        yield from (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def parsed(source: str) -> ast.AST | None:
    try:
        return ast.parse(source)
    except SyntaxError:
        return None


@cache
def modules() -> list[python_files.Facts]:
    """Return the facts of the modules that may hand something to gettext."""
    apps = ("federation", "tournaments", "ratings", "leagues")
    files = [file for app in apps for file in (ROOT / app).rglob("*.py")]
    return [python_files.facts(file) for file in files if WITH_SENTENCES.search(file.read_text(encoding="utf-8"))]


@cache
def sentences_of_the_site() -> set[Sentence]:
    said = {each for module in modules() for each in module.sentences}
    for file in [file for kind in ("html", "txt") for file in (ROOT / "templates").rglob(f"*.{kind}")]:
        said.update(each for call in calls_in(file.read_text(encoding="utf-8")) for each in python_files.sentence(call))
    return said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_holds_every_sentence_of_the_site_and_no_other(language: str) -> None:
    held = {(entry.msgctxt, entry.msgid, entry.msgid_plural) for entry in catalogue(language)}
    wanted = sentences_of_the_site()
    assert (sorted(map(str, wanted - held)), sorted(map(str, held - wanted))) == ([], []), "run `make messages`"


def test_modules_call_the_functions_of_gettext_by_names_that_are_collected() -> None:
    names = {name for module in modules() for name in module.of_gettext}
    assert names - FUNCTIONS.keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated_and_none_is_fuzzy(language: str) -> None:
    entries = list(catalogue(language))
    assert [entry.msgid for entry in entries if not all(said for _source, said in forms(entry))] == []
    assert [entry.msgid for entry in entries if entry.fuzzy or entry.obsolete] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_placeholders_and_tags_of_their_source(language: str) -> None:
    pairs = [pair for entry in catalogue(language) for pair in forms(entry)]
    assert [pair for pair in pairs if len({frozenset(HOLES.findall(said)) for said in pair}) > 1] == []
    assert [pair for pair in pairs if sorted(TAGS.findall(pair[0])) != sorted(TAGS.findall(pair[1]))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_that_of_the_text(language: str) -> None:
    compiled = LOCALE / language / "LC_MESSAGES" / "django.mo"
    assert compiled.read_bytes() == catalogue(language).to_binary()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_keeps_its_own_blanks_and_quotes(language: str) -> None:
    assert [said for entry in catalogue(language) for _, said in forms(entry) if SLIPS[language].search(said)] == []


@pytest.mark.parametrize("language", STRAY_WORDS)
def test_one_thing_has_one_name(language: str) -> None:
    pairs = [pair for entry in catalogue("fr" if language == "en" else language) for pair in forms(entry)]
    sentences = [HOLES.sub("", pair[language != "en"]) for pair in pairs]
    assert [said for said in sentences if re.search(STRAY_WORDS[language], said)] == []


@pytest.mark.parametrize(
    ("language", "none", "one", "two"),
    [
        ("fr", "0 joueur trouvé", "1 joueur trouvé", "2 joueurs trouvés"),
        ("nl", "0 spelers gevonden", "1 speler gevonden", "2 spelers gevonden"),
        ("de", "0 Turniere", "1 Turnier", "2 Turniere"),
        ("en", "0 players found", "1 player found", "2 players found"),
    ],
)
def test_each_language_counts_in_its_own_way(language: str, none: str, one: str, two: str) -> None:
    words = ("%(count)s tournament", "%(count)s tournaments")
    if language != "de":  # a German Spieler is one or many
        words = ("%(count)s player found", "%(count)s players found")
    with translation.override(language):
        assert [ngettext(*words, count) % {"count": count} for count in range(3)] == [none, one, two]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", ["matricule", "affiliation", "ronde", "appariement", "calcul détaillé", "exempt", "Variation"]),
        ("nl", ["stamnummer", "aansluiting", "ronde", "indeling", "berekening", "vrij", "Wijziging"]),
        ("de", ["Mitgliedsnummer", "Mitgliedschaft", "Runde", "Paarung", "Berechnung", "spielfrei", "Änderung"]),
        ("en", ["member number", "affiliation", "round", "pairing", "calculation", "bye", "Change"]),
    ],
)
def test_the_words_of_the_field(language: str, words: list[str]) -> None:
    with translation.override(language):
        said = [gettext(word) for word in ("member number", "affiliation", "round", "pairing", "calculation", "bye")]
        assert [*said, pgettext("of a rating", "Change")] == words


@pytest.mark.parametrize(
    ("language", "heading", "link"),
    [
        ("", "Vérifier soi-même un classement", "Chercher un joueur"),
        ("/nl", "Zelf een lijst controleren", "Zoek een speler"),
        ("/de", "Eine Liste selbst prüfen", "Spieler suchen"),
        ("/en", "Check a list yourself", "Find a player"),
    ],
)
@pytest.mark.django_db
def test_a_page_is_in_the_language_of_its_address(client: Client, language: str, heading: str, link: str) -> None:
    page = client.get(f"{language}/verify/")
    assert f'<html lang="{language.strip("/") or "fr"}">' in page.content.decode()
    assert heading in text(page) and link in text(page)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("fr", "Le fichier est vide. (ligne 1)"),
        ("nl", "Het bestand is leeg. (regel 1)"),
        ("de", "Die Datei ist leer. (Zeile 1)"),
        ("en", "The file is empty. (line 1)"),
    ],
)
def test_a_file_is_refused_in_the_language_of_the_reader(language: str, sentence: str) -> None:
    with pytest.raises(FormatError) as refused:
        detect("a.trf", b"")
    with translation.override(language):
        assert errors.with_place(errors.filled(refused.value.template, {}), {"line": 1}) == sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("fr", "numéro de départ\u00a0: X est illisible et a été ignoré."),
        ("nl", "startnummer: X kan niet worden gelezen en werd overgeslagen."),
        ("de", "Startnummer: X ist nicht lesbar und wurde übergangen."),
        ("en", "start number: X cannot be read and was left out."),
    ],
)
def test_a_field_of_a_file_is_called_by_its_name_in_the_language_of_the_reader(language: str, sentence: str) -> None:
    with translation.override(language):
        assert errors.problem("field_unknown", {"field": "start number", "value": "X"}) == sentence
