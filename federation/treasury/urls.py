"""The addresses of the treasurer's pages."""

from django.urls import URLPattern, path

from federation.money.balances import DebtorKind
from federation.treasury import account_views, act_views, debit_views, mail_views, overdue_views, views


def _of(kind: DebtorKind, folder: str) -> list[URLPattern]:
    """Return the addresses of the accounts of clubs, or of members who pay directly."""
    name, which = kind.value, {"kind": kind}
    return [
        path(f"{folder}/<int:pk>/", account_views.current_account, which, name=f"current_{name}_account"),
        path(f"{folder}/<int:pk>/charge/", act_views.charge_by_hand, which, name=f"charge_{name}"),
        path(f"{folder}/<int:pk>/mandate/", debit_views.mandate, which, name=f"mandate_of_{name}"),
        path(f"{folder}/<int:pk>/<int:season>/", account_views.account, which, name=f"{name}_account"),
        path(
            f"{folder}/<int:pk>/<int:season>/<str:name>",
            account_views.statement_file,
            which,
            name=f"{name}_statement_file",
        ),
    ]


urlpatterns = [
    path("", views.overview, name="treasury"),
    path("bank-file/", views.bank_file, name="bank_file"),
    path("book/", views.book, name="book_lines"),
    path("price/", views.price, name="price_charges"),
    path("issue/", views.issue, name="issue_statements"),
    path("mails/", mail_views.statement_mailing, name="statement_mailing"),
    path("members/", views.members, name="member_accounts"),
    path("bookkeeping/<int:season>/", views.bookkeeping, name="bookkeeping"),
    path("debits/", debit_views.collections, name="collections"),
    path("debits/<int:pk>/", debit_views.collection, name="collection"),
    *(
        path(f"debits/<int:pk>/pain.008{end}.xml", debit_views.collection_file, {"scheme": scheme}, name=name)
        for scheme, end, name in (("CORE", "", "collection_file"), ("B2B", ".b2b", "collection_file_b2b"))
    ),
    path("overdue/", overdue_views.overdue_clubs, name="overdue_clubs"),
    path("charges/<int:number>/credit/", act_views.credit_charge, name="credit_charge"),
    path("payments/<int:pk>/reverse/", act_views.reverse_payment, name="reverse_payment"),
    path("lines/", act_views.lines_set_aside, name="lines_set_aside"),
    path("lines/<int:pk>/set-aside/", act_views.set_line_aside, name="set_line_aside"),
    *_of(DebtorKind.CLUB, "clubs"),
    *_of(DebtorKind.MEMBER, "members"),
]
