"""The federation's own words in the language of the reader."""

from django.utils.functional import lazy
from django.utils.translation import get_language

from federation.profiles.identity import Words
from federation.profiles.reading import profile


def words() -> Words:
    """Return what the federation calls things in the current language."""
    return profile().words(get_language() or "")


def name_of(section: str, code: str) -> str:
    """Return what it calls a unit, a role, a variant ...; without such a word, the code."""
    return getattr(words(), section).get(code) or code


lazy_name_of = lazy(name_of, str)
