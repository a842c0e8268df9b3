"""The health of the data of members and clubs: what is missing or doubtful, how often, and where to fix it."""

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import CharField, Count, DateField, Max, Min, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from federation.enrolment.renewal import opens_on, season_to_renew, unrenewed
from federation.i18n.dates import long_date
from federation.identity.member_numbers import numbering
from federation.identity.numbering import Check as NumberCheck
from federation.identity.numbering import Doubt
from federation.models import Affiliation, Club, ComparedPlayer, ListComparison, Member, Office
from federation.models.list_comparisons import FIDE, MISSING, ComparedPlayerQuerySet, Verdict
from federation.office.near_duplicates import Pair, pairs
from federation.structure.roles import codes_that_act_as, needed_of_clubs

Rows = Sequence[Any] | QuerySet[Any] | None  # None: a job looks for them, and has not run yet


class Line(NamedTuple):
    """A club or a member with a flaw, and the button that leads to the page on which to fix it."""

    title: str
    detail: str
    button: str
    address: str


@dataclass(frozen=True)
class Check:
    """A flaw that data can have: who has it (one or two queries), and what a line says of each."""

    code: str
    title: str | Promise
    lead: str | Promise  # the effect of the flaw, and how to fix it
    rows: Callable[[], Rows]
    line: Callable[[Any], Line]


def _today() -> dt.date:
    return timezone.localdate()


def _affiliated() -> QuerySet[Affiliation]:
    return Affiliation.objects.on(_today()).order_by()


def _members() -> QuerySet[Member]:
    """Return the members who are affiliated today."""
    return Member.objects.current().filter(pk__in=_affiliated().values("member"))


def _change(member: Member, detail: str, button: str) -> Line:
    return Line(str(member), detail, button, reverse("admin:federation_member_change", args=[member.pk]))


def _clubs_without_officer() -> Rows:
    """Return the active clubs that lack an office which the profile asks for, with an account that can act."""
    day = _today()
    roles = codes_that_act_as(needed_of_clubs(day), day, of_club=True) | set(needed_of_clubs(day))
    held = Office.objects.on(day).of_accounts().filter(club__isnull=False, role__in=roles)
    return Club.objects.active().exclude(pk__in=held.values("club")).with_members(day)


def _without_officer(club: Any) -> Line:
    detail = ngettext("%(count)d member", "%(count)d members", club.members) % {"count": club.members}
    return Line(str(club), detail, _("Appoint a secretary"), reverse("club_offices", args=[club.pk]))


def _clubs_to_renew() -> Rows:
    """Return the clubs with members of last season whom nobody renewed, the largest number first."""
    season = season_to_renew()
    if _today() < opens_on(season):
        return Club.objects.none()
    late = unrenewed(season).order_by()
    counted = late.filter(club=OuterRef("pk")).values("club").annotate(count=Count("pk")).values("count")
    clubs = Club.objects.filter(pk__in=late.values("club"))
    return clubs.annotate(unrenewed=Subquery(counted)).order_by("-unrenewed", "key")


def _to_renew(club: Any) -> Line:
    count = club.unrenewed
    detail = ngettext("%(count)d member is not renewed", "%(count)d members are not renewed", count) % {"count": count}
    return Line(str(club), detail, _("Renew them"), reverse("desk_renewal", args=[club.pk]))


def _pair(pair: Pair) -> Line:
    title = _("%(one)s and %(other)s") % {"one": pair.kept, "other": pair.other}
    return Line(
        title, pair.why, _("Compare them"), reverse("admin:federation_member_merge", args=[pair.other.pk, pair.kept.pk])
    )


def _deceased() -> Rows:
    return _affiliated().filter(member__deceased=True).select_related("member", "club").order_by("member__search_name")


def _still_affiliated(row: Any) -> Line:
    end = _("affiliated until %(day)s") % {"day": long_date(row.end)} if row.end else _("affiliated without an end")
    address = reverse("admin:federation_affiliation_change", args=[row.pk])
    return Line(
        str(row.member), " · ".join(filter(None, [str(row.club or ""), end])), _("End the affiliation"), address
    )


def _without_birth_date() -> Rows:
    return _members().filter(birth_date=None)


def _listed(**facts: object) -> ComparedPlayerQuerySet:
    """Return the players of each latest list of which nothing was copied, by the names of their members."""
    latest = ListComparison.objects.exclude(issuer="").order_by().values("issuer").annotate(last=Max("pk"))
    found = ComparedPlayer.objects.filter(comparison__in=latest.values("last"), taken_at=None, **facts)
    return found.select_related("comparison", "member").order_by("member__search_name", "pk")


def _conflicts() -> Rows:
    """Return the players of each latest list whose number and name lead to different members."""
    return _listed(verdict=Verdict.MISMATCH)


def _conflict(row: Any) -> Line:
    return _change(row.member, _as_listed(row), _("Correct the record"))


def _as_listed(row: ComparedPlayer) -> str:
    facts = {"issuer": row.comparison.issuer, "number": row.number, "name": row.name, "year": row.birth_year}
    if row.birth_year is None:
        return _("%(issuer)s %(number)s is listed as %(name)s") % facts
    return _("%(issuer)s %(number)s is listed as %(name)s, born in %(year)s") % facts


def _fide_ids_to_copy() -> Rows:
    """Return whom FIDE lists for the federation, and of whose member no FIDE ID is known."""
    return _listed(verdict=Verdict.SUGGESTION, comparison__issuer=FIDE, member__fide_id=None, member__merged_into=None)


def _fide_ids_unknown() -> Rows:
    """Return the members whose FIDE ID FIDE's list does not have."""
    return _listed(verdict=MISSING, comparison__issuer=FIDE, number=Cast("member__fide_id", CharField()))


def _unknown_id(row: Any) -> Line:
    facts = {"number": row.number, "day": long_date(timezone.localdate(row.comparison.made_at))}
    sentence = _("%(number)s is not in FIDE’s list that was compared on %(day)s") % facts
    return _change(row.member, sentence, _("Correct the record"))


def _fide_records() -> Rows:
    """Return the members who have another title or federation in FIDE's list."""
    return _listed().with_other_title_or_federation()


def _fide_record(row: Any) -> Line:
    news, said = row.news, []
    if "title" in news:
        ours, theirs = news["title"]
        sentence = _("title %(theirs)s at FIDE, %(ours)s here") if ours else _("title %(theirs)s at FIDE, none here")
        said.append((sentence if theirs else _("no title at FIDE, %(ours)s here")) % {"ours": ours, "theirs": theirs})
    if "fide_federation" in news:
        facts = dict(zip(("ours", "theirs"), news["fide_federation"], strict=True))
        known, unknown = (
            _("federation %(theirs)s at FIDE, %(ours)s here"),
            _("federation %(theirs)s at FIDE, none here"),
        )
        said.append((known if facts["ours"] else unknown) % facts)
    return _copy(row, " · ".join(said), _("Copy it"))


def _copy(row: ComparedPlayer, detail: str, button: str) -> Line:
    """Return a line that leads to the listed player, who is ticked there, with an action that copies."""
    query = urlencode({"comparison__id__exact": row.comparison_id, "q": row.name})
    return Line(str(row.member), detail, button, f"{reverse('admin:federation_comparedplayer_changelist')}?{query}")


def _old_fide_list() -> Rows:
    """Return the last comparison with FIDE's list if it is of an earlier month: there is a new list each month."""
    last = ListComparison.objects.filter(issuer=FIDE).order_by("-pk").values("pk")[:1]
    month = timezone.make_aware(dt.datetime.combine(_today().replace(day=1), dt.time.min))
    return ListComparison.objects.filter(pk=Subquery(last), made_at__lt=month)


def _old_list(comparison: Any) -> Line:
    day = _("Compared on %(day)s.") % {"day": long_date(timezone.localdate(comparison.made_at))}
    return Line(str(comparison), day, _("Compare a list"), reverse("admin:federation_listcomparison_add"))


def _doubtful_numbers() -> Rows:
    """Return the affiliated members whose number looks mistyped, each with why."""
    rules = numbering()
    if not (rules.usual or rules.check):
        return []
    found = {}
    known = _members().order_by().annotate(known_since=_with_check_digit(rules.check))
    for pk, number, known_since in known.values_list("pk", "number", "known_since"):
        if doubts := rules.doubts(number, known_since):
            found[pk] = doubts[0]
    members = Member.objects.in_bulk(list(found))
    return sorted(((members[pk], doubt) for pk, doubt in found.items()), key=lambda row: row[0].key)


def _with_check_digit(check: NumberCheck | None) -> Min | Value:
    """Return since when the number is known, if it is old enough to have a check digit."""
    if check is None:
        return Value(None, DateField())
    return Min("affiliations__start", filter=Q(affiliations__start__lt=check.until))


def _doubtful(row: Any) -> Line:
    member, doubt = row
    words = {
        Doubt.LENGTH: _("the number has an unusual length"),
        Doubt.CHECK_DIGIT: _("the check digit is wrong"),
    }
    return _change(member, words[doubt], _("Check the number"))


CHECKS: Sequence[Check] = (
    Check(
        "clubs-without-secretary",
        gettext_lazy("Clubs without a secretary"),
        gettext_lazy("Nobody can act for these clubs. Appoint someone; they get a mail."),
        _clubs_without_officer,
        _without_officer,
    ),
    Check(
        "not-renewed",
        gettext_lazy("Clubs with members not renewed"),
        gettext_lazy("Members of last season without an affiliation for this one. The club or you can renew them."),
        _clubs_to_renew,
        _to_renew,
    ),
    Check(
        "near-duplicates",
        gettext_lazy("Possible duplicate records"),
        gettext_lazy("Compare the two records. If they belong to the same person, merge them."),
        pairs,
        _pair,
    ),
    Check(
        "deceased",
        gettext_lazy("Deceased but affiliated"),
        gettext_lazy("Clubs are charged for an affiliation until it ends."),
        _deceased,
        _still_affiliated,
    ),
    Check(
        "birth-dates",
        gettext_lazy("Members without a birth date"),
        gettext_lazy("Age categories, fees and youth lists need it. Clubs see these members, too."),
        _without_birth_date,
        lambda member: _change(member, "", _("Enter the birth date")),
    ),
    Check(
        "identifiers",
        gettext_lazy("Numbers of other federations in conflict"),
        gettext_lazy("In the last list that was compared, the number belongs to another name."),
        _conflicts,
        _conflict,
    ),
    Check(
        "fide-ids",
        gettext_lazy("Members without a FIDE ID whom FIDE lists"),
        gettext_lazy(
            "Name and year of birth agree, and nobody else in the list has them. Tick the player, and copy the ID."
        ),
        _fide_ids_to_copy,
        lambda row: _copy(row, _as_listed(row), _("Copy the ID")),
    ),
    Check(
        "fide-unknown",
        gettext_lazy("FIDE IDs that FIDE does not know"),
        gettext_lazy("They look mistyped, or FIDE has withdrawn them. Games are reported to FIDE under these IDs."),
        _fide_ids_unknown,
        _unknown_id,
    ),
    Check(
        "fide-records",
        gettext_lazy("Another title or federation at FIDE"),
        gettext_lazy("Tick the player, and copy what FIDE’s list says. If FIDE is wrong, tell its rating office."),
        _fide_records,
        _fide_record,
    ),
    Check(
        "fide-list",
        gettext_lazy("FIDE’s list of this month is not compared"),
        gettext_lazy(
            "FIDE publishes a list on the first of each month. The flaws shown are those of the last one compared."
        ),
        _old_fide_list,
        _old_list,
    ),
    Check(
        "numbers",
        gettext_lazy("Member numbers in doubt"),
        gettext_lazy("They look mistyped. A number that is right may stay as it is."),
        _doubtful_numbers,
        _doubtful,
    ),
)
BY_CODE = {check.code: check for check in CHECKS}


def counts() -> list[tuple[Check, int | None]]:
    """Return the checks, each with how many have the flaw; None if the job has not run yet.

    What the database counts takes one query together.
    """
    found = {check: check.rows() for check in CHECKS}
    first, *others = (
        rows.order_by().values(code=Value(check.code, CharField())).annotate(count=Count("pk"))
        for check, rows in found.items()
        if isinstance(rows, QuerySet)
    )
    counted = dict(first.union(*others, all=True).values_list("code", "count"))
    return [
        (check, counted.get(check.code, 0) if isinstance(rows, QuerySet) else None if rows is None else len(rows))
        for check, rows in found.items()
    ]


def lines(check: Check, rows: Iterable[Any]) -> list[Line]:
    """Return what the page says of the rows of a check."""
    return [check.line(row) for row in rows]
