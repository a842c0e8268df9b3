"""The comparisons of a verification: whether each holds, and every difference as a sentence."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as lazy

from federation.i18n.errors import filled, plain
from ratings.models import RatingList

SHOWN_AT_MOST = 20  # members, and differences, of each comparison

# In this order: code -> the sentence that holds if the comparison passes.
CHECKS = {
    "manifest": lazy("The checksum of the list matches its manifest."),
    "list": lazy("Date, rating type and counts of the list match its manifest."),
    "ratings": lazy("The stored ratings match the manifest."),
    "people": lazy("Every line belongs to the member and the club whose number it has."),
    "ledger": lazy("The stored calculations match the manifest."),
    "sums": lazy("Every member's calculation adds up to the change in their rating."),
    "previous": lazy("The previous list is unchanged."),
    "games": lazy("The accepted games match the manifest."),
    "tournaments": lazy("The checksums of the tournaments match their games."),
    "rules": lazy("The rules match the manifest."),
    "recomputed_ratings": lazy("Recalculated from the games, every rating matches the stored one."),
    "recomputed_ledger": lazy("Recalculated from the games, every line matches the stored one."),
    "earlier": lazy(
        "The ratings were calculated by an early version of this program, and are compared with their checksums only."
    ),
    "log": lazy("The list and the corrections of its tournaments are those in the public log."),
    "files": lazy("The stored pages and downloads are the files that were generated."),
    "privacy": lazy("The stored files name nobody whose name is not public."),
}


@dataclass(frozen=True)
class Difference:
    """What the list holds and what is there now.

    ``template`` is an English sentence with %(name)s placeholders, ``facts`` fills them; ``what``, if there is one, is
    translated too.
    """

    template: str
    facts: Mapping[str, Any]

    @property
    def sentence(self) -> str:
        """Return the difference in the reader's language."""
        what = {"what": gettext(self.facts["what"])} if "what" in self.facts else {}
        return filled(self.template, {**self.facts, **what})

    def as_json(self) -> list[Any]:
        """Return what `Difference(*...)` takes, as JSON stores it."""
        return [self.template, plain(self.facts)]


@dataclass(frozen=True)
class Check:
    """A comparison. Of members and differences the first ones are kept."""

    code: str
    passed: bool
    keys: tuple[int, ...] = ()
    differences: tuple[Difference, ...] = ()
    further: int = 0  # differences that are not kept

    @classmethod
    def of(cls, code: str, found: Iterable[Difference], keys: Iterable[int] = ()) -> "Check":
        """Return the comparison that these differences fail."""
        differences, members = tuple(found), tuple(keys)
        return cls(
            code,
            not differences and not members,
            members[:SHOWN_AT_MOST],
            differences[:SHOWN_AT_MOST],
            max(len(differences) - SHOWN_AT_MOST, 0),
        )

    @property
    def sentence(self) -> str:
        """Return the comparison in the reader's language."""
        return str(CHECKS[self.code])

    @property
    def sentences(self) -> list[str]:
        """Return the differences in the reader's language."""
        more = ngettext("and %(count)d more difference", "and %(count)d more differences", self.further)
        rest = [more % {"count": self.further}] if self.further else []
        return [difference.sentence for difference in self.differences] + rest


@dataclass(frozen=True)
class Verification:
    """The result of all comparisons of a list."""

    rating_list: RatingList
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        return all(check.passed for check in self.checks)

    @property
    def failed(self) -> list[Check]:
        return [check for check in self.checks if not check.passed]

    @property
    def findings(self) -> list[Any]:
        """Return what failed, as JSON stores it (`ListCheck.findings`)."""
        return [[each.code, [one.as_json() for one in each.differences], each.further] for each in self.failed]


def sentences_of(findings: Iterable[Any]) -> list[str]:
    """Return what differs, in the reader's language; a comparison without details says what should be."""
    found = []
    for code, differences, further in findings:
        check = Check(code, False, (), tuple(Difference(*each) for each in differences), further)
        found += check.sentences or [f"✗ {check.sentence}"]
    return found
