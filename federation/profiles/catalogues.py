"""The site's sentences in the federation's words: "Nom ou matricule" becomes "Nom ou code FFE"."""

import gettext
import re
from collections.abc import Iterable, Mapping

from django.conf import settings
from django.utils.translation import trans_real

from federation.profiles.identity import Words
from federation.profiles.reading import profile

# The words of the catalogues, by language: a member's number, a club, a rating; one and several.
OF_THE_SITE = {
    "en": ("member number", "member numbers", "club", "clubs", "rating", "ratings"),
    "fr": ("matricule", "matricules", "cercle", "cercles", "cote", "cotes"),
    "nl": ("stamnummer", "stamnummers", "club", "clubs", "rating", "ratings"),
    "de": ("Mitgliedsnummer", "Mitgliedsnummern", "Verein", "Vereine", "Rating", "Ratings"),
}
IN_SENTENCES = 4  # these words are replaced everywhere; the rating only where it is the whole label
Key = str | tuple[str, int]


def use_words_of_the_profile() -> None:
    """Replace the words in the sentences of every language for which the federation has its own words."""
    sentences: set[str] = set()
    for language, _name in settings.LANGUAGES:
        exchange = exchanged(language, profile().words(language))
        if not exchange:
            continue
        catalogue = trans_real.translation(language)
        if language == "en":  # the sentences of the code, which has no catalogue
            sentences = sentences or _english()
            texts: Mapping[Key, str] = {sentence: sentence for sentence in sentences}
        else:
            texts = {key: text for key, text in catalogue._catalog.items() if isinstance(text, str) and key}
        catalogue.merge(_Sentences(adapted(texts, exchange, language), catalogue.plural))


def exchanged(language: str, words: Words) -> dict[str, str]:
    """Return the words of the site that the federation replaces, and its own."""
    own = (words.number, words.numbers or words.number, words.club, words.clubs, words.rating, words.ratings)
    pairs = zip(OF_THE_SITE[language], own, strict=True)
    return {site: own for site, own in pairs if site != own}


def adapted(texts: Mapping[Key, str], exchange: Mapping[str, str], language: str) -> dict[Key, str]:
    """Return the sentences that change, with the federation's words; a capital letter stays one."""
    everywhere = {word for word in OF_THE_SITE[language][:IN_SENTENCES] if word in exchange}
    longest_first = sorted(everywhere, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w-])(?<!%\()({'|'.join(longest_first) or '(?!)'})(?![\w-]|,\w)", re.IGNORECASE)

    def word(found: re.Match[str]) -> str:
        return _like(found[0], exchange[next(each for each in everywhere if each.lower() == found[0].lower())])

    changed: dict[Key, str] = {}
    for key, text in texts.items():
        label = next((each for each in exchange if each.lower() == text.lower()), None)
        new = _like(text, exchange[label]) if label else pattern.sub(word, text)
        if new != text:
            changed[key] = re.sub(r"\b([Aa]) (?=[AEIOU])", r"\1n ", new) if language == "en" else new
    return changed


def _like(before: str, word: str) -> str:
    """Return the word with a capital letter where the one before had it."""
    return word[:1].upper() + word[1:] if before[:1].isupper() else word


def _english() -> set[str]:
    """Return the sentences of the code: those that a catalogue translates."""
    other = next(language for language in OF_THE_SITE if language != "en")
    keys: Iterable[Key] = gettext.translation("django", settings.LOCALE_PATHS[0], [other])._catalog  # type: ignore[attr-defined]
    return {key for key in keys if isinstance(key, str) and key}


class _Sentences(gettext.NullTranslations):
    """A catalogue of some sentences, for `DjangoTranslation.merge`."""

    def __init__(self, sentences: Mapping[Key, str], plural: object) -> None:
        super().__init__()
        self._catalog, self.plural = sentences, plural
