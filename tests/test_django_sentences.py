"""federation/i18n/django_translations.py: Django's own pages speak Dutch and German, with no French in between."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import django
import polib
import pytest
from django.test import Client

from tests import cast, pages

DJANGO = Path(django.__path__[0])
OURS = Path(__file__).resolve().parent.parent / "federation" / "locale"
CATALOGUES = [
    *("conf/locale/{}/LC_MESSAGES/django.po", "contrib/auth/locale/{}/LC_MESSAGES/django.po"),
    *("contrib/admin/locale/{}/LC_MESSAGES/django.po", "contrib/admin/locale/{}/LC_MESSAGES/djangojs.po"),
]
LANGUAGES = ["nl", "de"]
HOLES = re.compile(r"%(?:\(\w+\))?[a-z]|\{\w*\}")


@cache
def translated(path: Path) -> list[polib.POEntry]:
    return polib.pofile(str(path)).translated_entries()


@cache
def french_phrases() -> set[str]:
    """Return the parts of Django's French sentences between their holes, where they have some words."""
    entries = [entry for path in CATALOGUES for entry in translated(DJANGO / path.format("fr"))]
    forms = [form for entry in entries for form in (entry.msgstr, *entry.msgstr_plural.values())]
    phrases = {phrase for form in forms for phrase in map(pages.text, HOLES.split(form))}
    return {phrase for phrase in phrases if phrase.count(" ") >= 2}


def french_in(page: str) -> list[str]:
    return [phrase for phrase in french_phrases() if phrase in page]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_djangos_french_sentences_are_translated_into_all_languages(catalogue: str, language: str) -> None:
    ours = OURS / language / "LC_MESSAGES" / Path(catalogue).name
    said = [*translated(DJANGO / catalogue.format(language)), *translated(ours)]
    wanted = {(entry.msgctxt, entry.msgid) for entry in translated(DJANGO / catalogue.format("fr"))}
    assert sorted(wanted - {(entry.msgctxt, entry.msgid) for entry in said}, key=str) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_sentences_of_scripts_are_those_of_the_text(language: str) -> None:
    catalogue = OURS / language / "LC_MESSAGES" / "djangojs.po"
    assert catalogue.with_suffix(".mo").read_bytes() == polib.pofile(str(catalogue)).to_binary()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.django_db
def test_no_page_of_users_and_passwords_has_a_french_sentence(client: Client, language: str) -> None:
    user = cast.viewer()
    own = [f"auth/user/{user.pk}/{page}/" for page in ("change", "password", "delete", "history")]
    addresses = ["", "auth/user/", "auth/user/add/", *own, "auth/group/", "password_change/", "password_change/done/"]
    client.force_login(cast.administrator())
    for address in addresses:
        page = client.get(f"/{language}/admin/{address}")
        assert (page.status_code, french_in(pages.text(page))) == (200, []), address
    assert french_in(pages.text(client.get("/admin/auth/user/add/")))  # what is looked for would be found


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("nl", "Dit wachtwoord is te kort. Het moet minstens 10 tekens bevatten."),
        ("de", "Dieses Passwort ist zu kurz. Es muss mindestens 10 Zeichen enthalten."),
    ],
)
@pytest.mark.django_db
def test_a_password_is_refused_in_the_language_of_the_reader(client: Client, language: str, sentence: str) -> None:
    client.force_login(cast.administrator())
    new = {"password1": "Zu kurz", "password2": "Zu kurz", "usable_password": "true"}
    told = pages.text(client.post(f"/{language}/admin/auth/user/{cast.viewer().pk}/password/", new))
    assert sentence in told
    assert "If disabled" not in told
    assert french_in(told) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_scripts_of_the_admin_have_no_french_sentence(client: Client, language: str) -> None:
    assert french_in(client.get(f"/{language}/admin/jsi18n/").content.decode("unicode_escape")) == []


@pytest.mark.django_db
def test_the_french_page_for_a_new_account_has_no_error(client: Client) -> None:
    client.force_login(cast.administrator())
    told = pages.text(client.get("/admin/auth/user/add/"))
    assert "Une fois l’utilisateur créé, vous pourrez modifier d’autres options." in told
    assert "modifiez" not in told
