"""The federation's own words in the language of the reader."""

from django.db.models import Choices
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


def named(section: str, code: str, usual: type[Choices]) -> str:
    """Return what it calls something; without such a word, what the site calls it, else the code."""
    own = getattr(words(), section).get(code)
    return own or (str(usual(code).label) if code in usual.values else code)


lazy_name_of = lazy(name_of, str)
