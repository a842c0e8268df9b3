"""Every address of the site as its resolver has it, what stands in its holes, and what a valid form sends there."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import LocalePrefixPattern
from django.utils import timezone

from tests import cast
from tests.attacks import leagues, treasury
from tests.attacks.site import FILE, Site
from tournaments.models import CorrectionEvidence

HOLE = re.compile(r"<(?:\w+:)?(\w+)>")
EXAMPLES = {  # of addresses that are regular expressions, or useless without a query: one that each matches
    r"api/v1/^(?P<rest>[\s\S]*)$": "/api/v1/nothing/",
    "admin/autocomplete/": "/admin/autocomplete/?app_label=federation&model_name=affiliation&field_name=member",
    r"^(?P<old>(?:room|tournaments/\d+/rating)/.*)$": "/room/live/1/",
    r"admin/^(?P<app_label>leagues|ratings|tournaments|federation|auth)/$": "/admin/federation/",
    r"admin/(?P<url>.*)$": "/admin/nothing/",
    r"^fr/(?P<rest>(?!/).*)$": "/fr/lists/",
}
LATE = "my-club/events/<int:pk>/rounds/<int:number>/result/<int:pairing_pk>/change/"
QUERIES = {LATE: "?to=%3D%3D"}
AS_SHOWN = "the form that the page shows to the administrator"
TO_RATE = {AS_SHOWN: True, "fide_rated": "on"}
Fields = dict[str, Any]


def routes() -> list[str]:
    """Return every address without the language before it, as its pattern."""
    return list(_routes(get_resolver().url_patterns))


def _routes(found: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for entry in found:
        if isinstance(entry, URLPattern):
            yield before + str(entry.pattern)
        else:
            is_language = isinstance(entry.pattern, LocalePrefixPattern)
            yield from _routes(entry.url_patterns, before if is_language else before + str(entry.pattern))


def of(site: Site) -> dict[str, str]:
    """Return the address of each route on that site. Raise `KeyError` if nobody said what stands in a hole of one."""
    values = sorted(_values(site).items(), key=lambda item: len(item[0]))
    return {route: EXAMPLES.get(route) or _filled(route, values) + QUERIES.get(route, "") for route in routes()}


def _filled(route: str, values: list[tuple[str, Fields]]) -> str:
    found = {}
    for beginning, known in values:
        if route.startswith(beginning):
            found |= known
    return "/" + HOLE.sub(lambda hole: str(found[hole[1]]), route)


def _values(site: Site) -> dict[str, Fields]:
    """Return what stands in the holes of addresses that begin so; the longest beginning counts."""
    rows = {f"admin/{label.replace('.', '/')}/<path": {"object_id": row.pk} for label, row in site.rows.items()}
    event = {"pk": site.event.pk, "participant_pk": site.event.participants.all()[0].pk, "number": 1}
    unknown, club = site.read.participants.get(member=None), cast.club().pk
    return rows | {
        "": {"language": "nl", "page": "lists/", "slug": "elo", "month": "2026-07", "number": 101, "day": "2026-07-10"},
        "p/": {"number": 10001},
        **{page: {"number": 10001} for page in ("players/", "embed/players/")},
        "methods/": {"system": "frbe"},
        "admin/r/": {"content_type_id": 1, "object_id": 1},
        "admin/auth/user/<id": {"id": site.users["player"].pk},
        "admin/federation/job/<uuid": {"pk": site.job.pk},
        "admin/federation/member/<int": {"pk": cast.member(10010).pk, "into": cast.member(10009).pk},
        "admin/ratings/ratinglist/<int": {"pk": site.draft.pk},
        "admin/ratings/ratingpool/<int": {"pk": site.draft.pool_id},
        "admin/ratings/ratingpool/<int:pk>/levels": {"pk": site.go.pk},
        "admin/ratings/ratingpool/<int:pk>/start": {"pk": site.go.pk},
        "admin/ratings/ratingpool/runs/": {"job_id": site.job.pk},
        "admin/tournaments/tournament/<int": {"pk": site.accepted.pk},
        "api/v1/": {"receipt": site.unread.receipt, "id": site.accepted.pk, "pk": site.accepted.pk, "number": 10001},
        "api/v1/clubs/": {"number": 101},
        "leagues/": {"code": "100"},
        "claims/": {"pk": site.claim.pk, "evidence_pk": site.claim.evidence.get().pk},
        "claims/corrections/": {"pk": CorrectionEvidence.objects.get().pk},
        **leagues.values(site),
        "rules/": {"address": "tournament-rules-12-c", "name": "games.csv"},
        "lists/": {"name": "list.csv"},
        "lists/<slug:slug>/<slug:month>/birth-dates/": {"name": "player.zip"},
        "log/": {"number": 1, "path": "checkpoint"},
        "account/second-factor/": {"pk": 1},
        "invitations/": {"pk": 0, "token": "abc"},
        **{f"{page}/clubs/": {"pk": club} for page in ("invitations", "office", "offices")},
        **{page: {"pk": cast.member(10010).pk} for page in ("invitations/members/", "my-data/")},
        "invitations/units/": {"pk": site.rows["federation.unit"].pk},
        "notices/": {"token": "abc"},
        "login/password/": {"uidb64": "MQ", "token": "abc-def"},
        "my-club/clubs/": {"pk": club, "member_pk": site.rows["federation.member"].pk, "act_pk": site.act.pk},
        **{f"my-club/clubs/<int:pk>/{page}s/": {f"{page}_pk": 1} for page in ("token", "webhook")},
        "my-club/transfers/": {"pk": site.transfer.pk},
        "my-club/events/": event,
        **{f"my-club/events/<int:pk>/{page}/": {"pk": site.planned.pk} for page in ("pair", "delete")},
        "my-club/events/<int:pk>/players/add": {"pk": site.planned.pk},
        "my-club/events/<int:pk>/rounds/<int:number>/pairings/": {"pk": site.planned.pk},
        LATE: {"pk": site.late.tournament_id, "pairing_pk": site.late.pk},
        "my-club/events/<int:pk>/finish/": {"pk": site.played.pk},
        "my-club/events/<int:pk>/rounds/<int:number>/sheet/<slug:kind>/": {"kind": "names"},
        "my-club/tournaments/": {"pk": site.read.pk, "participant_pk": unknown.pk, "other_pk": site.again.pk},
        "my-club/tournaments/<int:pk>/decide/": {"pk": site.ready.pk},
        "my-club/tournaments/<int:pk>/files/": {"name": "trf16.trf"},
        "my-club/tournaments/<int:pk>/update-from/": {"pk": site.again.pk, "other_pk": site.read.pk},
        **{f"{page}/announced/": {"pk": site.announced.pk} for page in ("my-club", "tournaments")},
        "tournaments/announced/<int:year>/": {"year": 2099, "slug": "summer-cup"},
        "my-club/uploads/": {"receipt": site.unread.receipt},
        "my-club/uploads/<slug:receipt>/submit/": {"receipt": site.ready.upload.receipt},
        "office/": {"code": "near-duplicates", "pk": site.report.member_id},
        "office/webhooks/": {"webhook_pk": 1},
        "offices/": {"pk": site.rows["federation.office"].pk},
        "offices/units/": {"pk": cast.league("400").pk},
        "privacy/": {"pk": cast.member(10008).pk},
        "privacy/erasures/": {"pk": site.erasure.pk},
        "privacy/corrections/": {"pk": site.rectification.pk},
        "published/": {"sha256": site.stored.sha256, "name": "list.csv"},
        "receipts/": {"receipt": site.unread.receipt},
        "sitemap-": {"section": "players"},
        "tournaments/": {"pk": site.accepted.pk, "name": "games.csv", "number": 1},
        "statistics/": {"subject": "ages"},
        "tournaments/<int:year>/": {"year": 2026, "slug": "autumn-cup"},
        "tournaments/<int:pk>/live/": {"pk": site.event.pk},
        "tournaments/<int:year>/<slug:slug>/live/": dict(
            zip(("year", "slug"), site.event.address.split("/"), strict=False)
        ),
        "tops/": {"name": "women"},
        **treasury.values(site),
        "what-if/": {"pk": site.what_if.pk},
    }


def foreign_forms(site: Site) -> list[tuple[str, Fields]]:
    """Return forms in which the secretary of club 201 sends ids of club 101 to their own pages."""
    club, read, event = cast.club().pk, site.neighbours_read, site.neighbours_event
    board = site.event.pairings.filter(black__isnull=False)[0]
    mine = f"/my-club/events/{event.pk}"
    fix = f"/my-club/tournaments/{read.pk}/fix/"
    theirs = site.read.participants.all()[0].pk
    days = {"start": "2026-10-03", "end": "2026-10-04"}
    return [
        *(
            (f"/my-club/clubs/{club}/{page}/", {"verb": "resign", "confirm": "yes"})
            for page in ("renewal", "enrol", f"members/{site.rows['federation.member'].pk}/leave")
        ),
        (f"/my-club/clubs/{cast.club(201).pk}/members/{site.rows['federation.member'].pk}/leave/", {"verb": "resign"}),
        (f"/my-club/clubs/{cast.club(201).pk}/acts/{site.act.pk}/", {}),
        ("/my-club/upload/", {"club": club, "files": FILE}),
        (
            "/my-club/events/new/",
            {"club": club, "name": "New", "kind": "swiss", "rounds": 3, "pace": "standard", **days},
        ),
        (f"/my-club/tournaments/{read.pk}/settings/", {"name": "Mine", "pace": "rapid", "club": club, **days}),
        *(
            (fix, {"verb": verb, "participant": theirs, "member": 1})
            for verb in ("choose", "confirm", "outsider", "annul")
        ),
        (fix, {"verb": "count_once", "pairing": site.read.pairings.all()[0].pk}),
        *((fix, {"verb": verb}) for verb in ("count_later", "count_earlier")),
        *((f"/my-club/tournaments/{read.pk}/decide/", {"verb": verb, "reason": "No"}) for verb in ("accept", "reject")),
        (f"/my-club/tournaments/{read.pk}/participants/{theirs}/", {"last_name": "X"}),
        (f"/my-club/tournaments/{read.pk}/players/", {f"player-{theirs}": "outsider", "confirm": "yes"}),
        (f"/my-club/tournaments/{site.read.pk}/players/", {"others": "outsiders", "confirm": "yes"}),
        (f"/my-club/tournaments/{read.pk}/update-from/{site.read.pk}/", {"reason": "x"}),
        (f"/my-club/tournaments/{site.read.pk}/update-from/{read.pk}/", {"reason": "x"}),
        (f"/my-club/tournaments/{read.pk}/results/", {site.read.pairings.get(round=4).pk: "10"}),
        (f"{mine}/players/{board.white_id}/", {"rating": 1}),
        (f"{mine}/players/{board.white_id}/change/", {"verb": "withdraw"}),
        (f"{mine}/players/add-members/", {"member": cast.member(10001).pk}),
        (f"{mine}/rounds/1/result/", {"result": f"{board.pk}:10:**"}),
        (f"{mine}/rounds/1/pairings/edit/", {"white": board.white_id, "black": board.black_id}),
        (f"{mine}/rounds/1/swap/", {"one": board.white_id, "other": board.black_id}),
        (f"{mine}/rounds/1/remove-board/", {"pairing": board.pk}),
        (f"{mine}/ratings/", {"list": site.draft.pk}),
    ]


def forms(site: Site) -> dict[str, list[Fields]]:
    """Return what is sent to each address that takes forms, as someone sends it who may.

    Strings that begin with `FILE` are the content of files. A form with `AS_SHOWN` holds the other fields as the page
    shows them.
    """
    board = site.event.pairings.filter(black__isnull=False).order_by("board")[0]
    white, black = site.planned.participants.order_by("number")
    outsider = site.read.participants.get(member=None).pk
    first = site.read.participants.all()[0]
    chosen = {"index": "0", "select_across": "0"}
    pks = {label: row.pk for label, row in site.rows.items()}
    club = cast.club().pk
    newcomer = {
        "last_name": "Nieuw",
        "first_name": "Nele",
        "birth_date": "2001-02-03",
        "sex": "F",
        "nationality": "BEL",
    }
    days = {"start": "2026-10-03", "end": "2026-10-04"}
    change_password = {"old_password": "correct horse battery"} | _twice("new_password", "battery horse correct")

    def act(label: str, *actions: str, **more: object) -> list[Fields]:
        return [chosen | {"action": each, "_selected_action": pks[label], "post": "yes"} | more for each in actions]

    return {
        "account/": [{"of_files": "on"}],
        "account/again/": [{"password": "wrong"}],
        "account/claim/": [{"number": "99999", "birth_date": "1990-01-01", "email": "x@example.org"}],
        "my-data/notices/": [{"kinds": "list", "mails": "never"}],
        "invitations/clubs/<int:pk>/": [{"email": "new@example.org", "role": "treasurer"}],
        "account/lost-factors/": [{"login": "nobody"}],
        "account/password/": [change_password],
        "account/sessions/end/": [{}],
        "admin/login/": [{"username": "admin", "password": "wrong"}],
        "admin/logout/": [{}],
        "admin/password_change/": [change_password],
        "login/": [{"username": "admin", "password": "wrong"}],
        "login/password/": [{"email": "admin@example.org"}],
        "login/password/<uidb64>/<token>/": [_twice("new_password", "battery horse correct")],
        "logout/": [{}],
        "backtest/<slug:slug>/compute/": [{}],
        "backtest/<slug:slug>/what-if/": [{AS_SHOWN: True, "title": "Other rules"}],
        "what-if/<int:pk>/change/": [{}, {"delete": "1"}],
        # -- My club ------------------------------------------------------------------------------------------------
        "my-club/clubs/<int:pk>/members/<int:member_pk>/": [{AS_SHOWN: True, "town": "Gent"}],
        "my-club/clubs/<int:pk>/members/<int:member_pk>/guardians/": [{"verb": "consent", "purpose": "photo"}],
        "my-club/clubs/<int:pk>/members/<int:member_pk>/leave/": [{"verb": "resign"}, {"verb": "death"}],
        "my-club/clubs/<int:pk>/tokens/": [{"name": "bot", "scopes": "receipts:read"}],
        "my-club/clubs/<int:pk>/renewal/": [{AS_SHOWN: True, "confirm": "yes"}],
        "my-club/clubs/<int:pk>/enrol/": [{**newcomer, "kind": "full", "seen": "", "confirm": "yes"}],
        "my-club/clubs/<int:pk>/list/": [{"file": FILE + "\nnumber,e-mail\n10003,chloe@example.org\n"}],
        "my-club/clubs/<int:pk>/acts/<int:act_pk>/": [{}],
        "my-club/clubs/<int:pk>/transfers/ask/": [
            {"number": "12347", "reason": "She works in Gent now.", "effective": _tomorrow(), "confirm": "yes"}
        ],
        "my-club/decisions/": [{"report": site.report.pk, "verb": "confirm"}],
        "my-club/transfers/<int:pk>/": [{"verb": "withdraw"}],
        "my-club/upload/": [{"club": club, "files": FILE + " of games"}],
        "my-club/uploads/<slug:receipt>/read/": [{}],
        "my-club/uploads/<slug:receipt>/dismiss/": [{}],
        "my-club/uploads/<slug:receipt>/submit/": [{}],
        "my-club/events/new/": [
            {"club": club, "name": "New", "kind": "swiss", "rounds": 3, "pace": "standard", **days}
        ],
        "my-club/events/<int:pk>/ratings/": [{"list": site.published.pk}],
        "my-club/events/<int:pk>/pair/": [{"round": 1}],
        "my-club/events/<int:pk>/undo-pairing/": [{}],
        "my-club/events/<int:pk>/rounds/": [{"rounds": 4}],
        "my-club/events/<int:pk>/show/": [{"to": "club"}],
        **{f"my-club/events/<int:pk>/{act}/": [{}] for act in ("finish", "delete")},
        "my-club/events/<int:pk>/players/add/": [
            {"last_name": "Guest", "rating": 1500},
            {"member": cast.member(10009).pk, "rating": 1500},
        ],
        "my-club/events/<int:pk>/players/add-members/": [{"member": pks["federation.member"]}],
        "my-club/events/<int:pk>/players/<int:participant_pk>/": [{"rating": 1234}],
        "my-club/events/<int:pk>/players/<int:participant_pk>/change/": [
            {"verb": "withdraw"},
            {"verb": "bye", "round": 2, "letter": "H"},
        ],
        "my-club/events/<int:pk>/rounds/<int:number>/result/": [{"result": f"{board.pk}:10:**"}],
        LATE: [{"to": "==", "shown": site.late.letters, "confirmed": 2}],
        "my-club/events/<int:pk>/rounds/<int:number>/pairings/edit/": [{"white": white.pk, "black": black.pk}],
        "my-club/events/<int:pk>/rounds/<int:number>/swap/": [{"one": board.white_id, "other": board.black_id}],
        "my-club/events/<int:pk>/rounds/<int:number>/remove-board/": [{"pairing": board.pk}],
        "my-club/events/<int:pk>/rounds/<int:number>/day/": [{"day": "2026-03-15"}],
        "my-club/tournaments/<int:pk>/fix/": [{"verb": "outsiders"}, {"verb": "annul", "participant": first.pk}],
        "my-club/tournaments/<int:pk>/decide/": [{"verb": "submit"}],
        "my-club/announce/": [{"club": cast.club().pk, "name": "May Cup", "start": "2027-05-08", "end": "2027-05-09"}],
        "my-club/announced/<int:pk>/": [{AS_SHOWN: True, "name": "June Cup"}],
        **{f"my-club/{of}/<int:pk>/fide/": [TO_RATE] for of in ("announced", "tournaments")},
        "my-club/announced/<int:pk>/withdraw/": [{"reason": "The hall burnt down"}],
        "claims/<int:pk>/act/": [{"verb": "refuse", "reason": "No proof"}],
        "my-club/tournaments/<int:pk>/delete/": [{}],
        "my-club/tournaments/<int:pk>/settings/": [{AS_SHOWN: True, "name": "Renamed"}],
        "my-club/tournaments/<int:pk>/update-from/<int:other_pk>/": [{"reason": "Sent again"}],
        "my-club/tournaments/<int:pk>/add-rounds/": [{"first_round": 4, "last_round": 4}],
        "my-club/tournaments/<int:pk>/prizes/": [{AS_SHOWN: True, "main": 3}],
        "my-club/tournaments/<int:pk>/tie-breaks/": [{AS_SHOWN: True, "tie_break_1": "BH"}],
        "my-club/tournaments/<int:pk>/results/": [{site.read.pairings.get(round=4).pk: "10"}],
        "my-club/tournaments/<int:pk>/participants/<int:participant_pk>/": [newcomer],
        "my-club/tournaments/<int:pk>/players/": [{AS_SHOWN: True, f"player-{outsider}": "", "confirm": "yes"}],
        "office/season/ask/": [{}],
        "offices/act-as/": [{"hat": ""}],
        "offices/clubs/<int:pk>/": [{"role": "treasurer", "account": "stranger", "start": "2026-10-01"}],
        "offices/units/<int:pk>/": [{"role": "officer", "account": "stranger", "start": "2026-10-01"}],
        "offices/<int:pk>/announce/": [{"public": "on", "contact": "office@example.org"}],
        "offices/<int:pk>/end/": [{"last": "2026-12-31"}],
        "offices/<int:pk>/revoke/": [{}],
        **leagues.forms(site),
        "privacy/members/<int:pk>/erase/": [{"reason": "Letter"}],
        "privacy/corrections/<int:pk>/decide/": [{"verb": "accept"}, {"verb": "decline", "reason": "No proof"}],
        "privacy/erasures/<int:pk>/decide/": [{"verb": "approve"}, {"verb": "withdraw"}],
        **treasury.forms(site),
        # -- The admin: what has its own form, actions, new rows --------------------------------------------------
        "admin/federation/affiliation/": [
            *act("federation.affiliation", "delete_selected"),
            *act("federation.affiliation", "renew", _selected_action=site.renewable.pk),
        ],
        "admin/federation/affiliation/add/": [
            {AS_SHOWN: True, "member": cast.member(10008).pk, "club": club, "start": "2030-09-01", "end": "2031-08-31"}
        ],
        "admin/federation/club/": act("federation.club", "delete_selected"),
        "admin/federation/club/add/": [{AS_SHOWN: True, "number": 777, "name": "New Club"}],
        "admin/federation/club/export/": [{"format": "0"}],
        "admin/federation/club/import/": [{"import_file": FILE, "format": "0"}],
        "admin/federation/club/import/preview/": [{}],
        "admin/federation/club/process_import/": [{}],
        "admin/federation/comparedplayer/": act("federation.comparedplayer", "take_numbers", confirmed="1"),
        "admin/federation/job/": act("federation.job", "run_again", "delete_selected"),
        "admin/federation/job/<uuid:pk>/again/": [{}],
        "admin/federation/listcomparison/": act("federation.listcomparison", "delete_selected"),
        "admin/federation/listcomparison/add/": [{"file": FILE}],
        "admin/federation/member/": act("federation.member", "merge_two", "delete_selected"),
        "admin/federation/member/add/": [{AS_SHOWN: True, "last_name": "Nieuw", "sex": "F"}],
        "admin/federation/member/export/": [{"format": "0"}],
        "admin/federation/member/import/": [{"import_file": FILE, "format": "0"}],
        "admin/federation/member/import/preview/": [{}],
        "admin/federation/member/process_import/": [{}],
        "admin/federation/member/<int:pk>/merge/<int:into>/": [{}],
        "admin/federation/member/<int:pk>/transfer/": [
            {"club": cast.club(201).pk, "asked": "2026-06-15", "effective": "2026-07-01"}
        ],
        "admin/federation/office/": act("federation.office", "delete_selected"),
        "admin/federation/office/add/": [
            {AS_SHOWN: True, "account": pks["auth.user"], "club": club, "role": "secretary", "start": "2026-01-01"}
        ],
        "admin/federation/unit/": act("federation.unit", "delete_selected"),
        "admin/federation/unit/add/": [{AS_SHOWN: True, "code": "500", "name": "New League"}],
        "admin/federation/unitmembership/": act("federation.unitmembership", "delete_selected"),
        "admin/federation/unitmembership/add/": [
            {AS_SHOWN: True, "club": club, "unit": pks["federation.unit"], "start": "2026-01-01"}
        ],
        "admin/leagues/competition/add/": [{AS_SHOWN: True, "name": "Cup", "slug": "cup"}],
        "admin/leagues/season/add/": [
            {AS_SHOWN: True, "competition": pks["leagues.competition"], "name": "Next", "slug": "next"}
            | {"start": "2026-09-01", "end": "2027-06-30", "regulation": "be-kbsb"}
        ],
        "admin/leagues/division/add/": [
            {AS_SHOWN: True, "season": pks["leagues.season"], "level": 9, "name": "Division 9"}
        ],
        "admin/leagues/team/add/": [
            {AS_SHOWN: True, "series": site.to_come.series_id, "club": club, "name": "Tour Blanche 2"}
        ],
        "admin/leagues/venue/add/": [{AS_SHOWN: True, "club": club, "address": "Market square"}],
        "admin/leagues/listentry/add/": [
            {AS_SHOWN: True, "season": pks["leagues.season"], "club": club, "member": cast.member(10008).pk}
            | {"position": 9, "listed_from": "2026-01-01"}
        ],
        "admin/ratings/ratinglist/<int:pk>/publish/": [{}],
        "admin/ratings/ratinglist/<int:pk>/withdraw/": [{}],
        "admin/ratings/ratingpool/<int:pk>/rate/": [{"date": "2026-07-01", "reason": "Scoresheet", "revise": "on"}],
        "admin/ratings/ratingpool/<int:pk>/start/": [
            {"date": "2026-01-01", "file": FILE + "\nmatricule,rating,games\n10001,100,5\n"}
        ],
        "admin/ratings/ratingpool/add/": [{AS_SHOWN: True, "name": "Blitz", "slug": "blitz", "months": [1]}],
        "admin/ratings/ratingpool/<path:object_id>/change/": [{AS_SHOWN: True, "months": [1, 7]}],
        "admin/ratings/whatif/": act("ratings.whatif", "delete_selected"),
        "admin/tournaments/confirmedspelling/": act("tournaments.confirmedspelling", "delete_selected"),
        "admin/tournaments/tournament/": act("tournaments.tournament", "reject_selected", confirmed="1", reason="No"),
        "admin/tournaments/tournament/<int:pk>/correct/": [{"what": "withdraw", "reason": "Twice"}],
        "admin/tournaments/upload/": act("tournaments.upload", "read_again"),
        "admin/auth/user/": act("auth.user", "delete_selected"),
        "admin/auth/user/add/": [{AS_SHOWN: True, "username": "new"} | _twice("password", "battery horse correct")],
        "admin/auth/user/<id>/password/": [_twice("password", "battery horse correct")],
        "admin/auth/group/": act("auth.group", "delete_selected"),
        "admin/auth/group/add/": [{"name": "another"}],
    }


def _tomorrow() -> str:
    return (timezone.localdate() + dt.timedelta(days=1)).isoformat()


def usual_form(route: str) -> Fields:
    """Return what is sent to a page of the admin for one row; nothing to other addresses."""
    is_row = route.startswith("admin/") and "<path:object_id>" in route
    return {"delete/": {"post": "yes"}, "change/": {AS_SHOWN: True}}.get(route[-7:], {}) if is_row else {}


def _twice(name: str, value: str) -> Fields:
    return {f"{name}1": value, f"{name}2": value}


def sent(fields: Fields) -> Fields:
    """Return the fields with files where `FILE` stands."""
    return {
        name: SimpleUploadedFile("file.csv", value.removeprefix(FILE).strip().encode() or b"number,name\n901,Sent\n")
        if isinstance(value, str) and value.startswith(FILE)
        else value
        for name, value in fields.items()
    }
