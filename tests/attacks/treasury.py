"""What stands in the addresses of the treasurer's pages and of the colours, and what a valid form sends there."""

from __future__ import annotations

from typing import Any

from federation.models import Appearance
from federation.money.balances import balances
from tests import cast
from tests.attacks.site import FILE, Site

CHARGE = {"what": "entry_team", "amount": "5", "day": "2026-10-01", "reason": "A team", "confirm": "yes"}
Fields = dict[str, Any]


def values(site: Site) -> dict[str, Fields]:
    looks = Appearance.objects.get()
    return {
        "logo/": {"digest": looks.logo_digest, "kind": looks.logo_kind},
        "admin/appearance/": {"pk": looks.pk},
        "treasury/": {"pk": cast.club().pk, "season": 2027, "name": "statement.csv", "number": site.charge.number},
        "treasury/members/": {"pk": cast.member(10010).pk},
        "treasury/payments/": {"pk": site.payment.pk},
        "treasury/lines/": {"pk": site.bank_line.pk},
        "treasury/debits/": {"pk": site.collection.pk},
    }


def forms(site: Site) -> dict[str, list[Fields]]:
    return {
        "admin/appearance/": [{"light": "#7a0000"}],
        "admin/appearance/<int:pk>/": [{}],
        "treasury/bank-file/": [{"file": FILE + "\nDay;Amount\n2026-10-01;5,00\n", "day": "0", "amount": "1"}],
        "treasury/book/": [{"verb": "sure", "line": "1"}],
        "treasury/price/": [{}],
        "treasury/mails/": [{"seen": "0"}],
        "treasury/issue/": [{}],
        "treasury/clubs/<int:pk>/charge/": [CHARGE | {"owed": balances([site.charge.club_id])[site.charge.club_id]}],
        "treasury/members/<int:pk>/charge/": [CHARGE | {"owed": "0"}],
        "treasury/members/<int:pk>/<int:season>/": [{"amount": "5", "day": "2026-10-01"}],
        "treasury/charges/<int:number>/credit/": [{"reason": "Wrong club"}],
        "treasury/payments/<int:pk>/reverse/": [{"reason": "Wrong club"}],
        "treasury/lines/<int:pk>/set-aside/": [{"reason": "Sale of books"}],
        "treasury/clubs/<int:pk>/mandate/": [{"end": "yes"}],
        "treasury/members/<int:pk>/mandate/": [
            {"iban": "BE71096123456769", "holder": "Jef Janssens", "signed_on": "2026-01-02"}
        ],
        "treasury/overdue/": [{"verb": "surcharge", "club": f"{site.charge.club_id}:1"}],
        "treasury/debits/": [{"day": "2026-10-01", "seen": "0"}],
        "treasury/debits/<int:pk>/": [{}],
        "treasury/clubs/<int:pk>/<int:season>/": [{"amount": "5", "day": "2026-10-01"}],
    }
