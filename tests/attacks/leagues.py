"""What stands in the addresses of league seasons, and what a valid form sends there."""

from __future__ import annotations

from typing import Any

from leagues.matches import confirmation
from leagues.models import Entry
from tests.attacks.site import FILE, Site

Fields = dict[str, Any]


def values(site: Site) -> dict[str, Fields]:
    return {
        "interclubs/": {"slug": "interclubs-2025-26", "code": "3A", "pk": site.to_come.pk},
        "interclubs/players/": {"number": "10001"},
        "interclubs/<slug:slug>/clubs/": {"number": "101"},
        "interclubs/teams/": {"pk": site.to_come.home_id},
        "captain/": {"pk": site.begun.pk, "side": "home"},
        "captain/<int:pk>/<slug:side>/line-up/": {"pk": site.to_come.pk},
        "captain/<int:pk>/<slug:side>/move/": {"pk": site.to_come.pk},
        "captain/photos/": {"pk": 0},
        "captain/clubs/": {"slug": "interclubs-2025-26", "number": "101"},
        "interclubs/<slug:slug>/files/": {"name": "results.csv"},
        "interclubs/<slug:slug>/<slug:code>/files/": {"name": "trf26.trf"},
        "league-office/": {"slug": "interclubs-2025-26", "pk": site.to_come.pk},
        "league-office/<slug:slug>/rounds/": {"number": 9},
        **{
            f"{where}/entries/<int": {"pk": Entry.objects.get().pk}
            for where in ("captain/clubs/<slug:slug>/<str:number>", "league-office/<slug:slug>")
        },
        "league-office/<slug:slug>/series/": {"pk": site.to_come.series_id},
        "confirm-result/": {"token": confirmation.token(site.begun, "away")},
    }


def forms(site: Site) -> dict[str, list[Fields]]:
    return {
        "captain/<int:pk>/<slug:side>/line-up/change/": [{"do": "empty"}],
        "captain/<int:pk>/<slug:side>/result/": [{"result": "1:01:10"}],
        "captain/<int:pk>/<slug:side>/confirm/": [{"seen": "10.10"}],
        "captain/<int:pk>/<slug:side>/protest/": [{"text": "A mobile phone"}],
        "captain/<int:pk>/<slug:side>/photo/": [{"photo": FILE + "RIFF1234WEBP"}],
        "captain/<int:pk>/<slug:side>/move/propose/": [{"day1": "2026-03-29", "starts1": "14:00"}],
        "captain/<int:pk>/<slug:side>/move/answer/": [{"request": "0", "do": "refuse"}],
        "captain/clubs/<slug:slug>/<str:number>/enter/": [{"division": site.to_come.series.division_id, "teams": 1}],
        "captain/clubs/<slug:slug>/<str:number>/propose/": [{}],
        "captain/clubs/<slug:slug>/<str:number>/entries/<int:pk>/withdraw/": [{}],
        "captain/clubs/<slug:slug>/<str:number>/import/": [{"file": FILE + "\nnumber;strength\n10001;1800\n"}],
        "confirm-result/<str:token>/": [{"seen": "10.10"}],
        "league-office/matches/<int:pk>/result/": [{"result": "1:01:10"}],
        "league-office/matches/<int:pk>/confirm/": [{"side": "home", "seen": "10.10"}],
        "league-office/matches/<int:pk>/arbiter/": [{"arbiter": "10001"}],
        "league-office/matches/<int:pk>/rule/": [{"side": "home", "reason": "A mobile phone"}],
        "league-office/matches/<int:pk>/decide/": [{"finding": "gap:home:1:", "do": "waive", "reason": "Snow"}],
        "league-office/matches/<int:pk>/move/": [{"day": "2026-03-29", "starts": "15:00"}],
        "league-office/<slug:slug>/series/<int:pk>/fixtures/": [{}],
        "league-office/<slug:slug>/entries/accept/": [{"entry": Entry.objects.get().pk}],
        "league-office/<slug:slug>/entries/<int:pk>/withdraw/": [{}],
        "league-office/<slug:slug>/next/copy/": [{}],
        "league-office/<slug:slug>/next/play-offs/": [{}],
        "league-office/<slug:slug>/take-over/": [{"file": FILE + "\nseries;round\n3A;1\n"}],
        "league-office/<slug:slug>/compare/": [{"file": FILE + "\nseries;place\n3A;1\n"}],
    }
