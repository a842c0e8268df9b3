"""The addresses of "My club" that are about people."""

from django.urls import include, path

from federation.desk import (
    decision_views,
    enrolment_views,
    import_views,
    member_views,
    renewal_views,
    token_views,
    transfer_views,
    views,
    webhook_views,
)

club_pages = [
    path("members/", views.members, name="desk_members"),
    path("members.csv", views.members_csv, name="desk_members_csv"),
    path("members/<int:member_pk>/", member_views.member, name="desk_member"),
    path("members/<int:member_pk>/guardians/", member_views.guardian, name="desk_guardians"),
    path("members/<int:member_pk>/leave/", member_views.leave, name="desk_leave"),
    path("renewal/", renewal_views.renewal, name="desk_renewal"),
    path("enrol/", enrolment_views.enrolment, name="desk_enrolment"),
    path("acts/<int:act_pk>/", renewal_views.act, name="desk_act"),
    path("transfers/", transfer_views.transfer_list, name="desk_transfers"),
    path("transfers/ask/", transfer_views.ask, name="desk_ask_transfer"),
    path("list/", import_views.club_list, name="desk_list"),
    path("data/", views.club_data, name="desk_club"),
    path("webhooks/", webhook_views.webhooks, name="desk_webhooks"),
    path("webhooks/<int:webhook_pk>/change/", webhook_views.change, name="desk_change_webhook"),
    path("tokens/", token_views.tokens, name="desk_tokens"),
    path("tokens/<int:token_pk>/revoke/", token_views.revoke, name="desk_revoke_token"),
]
urlpatterns = [
    path("", views.my_club, name="my_club"),
    path("decisions/", decision_views.decisions, name="desk_decisions"),
    path("transfers/<int:pk>/", transfer_views.transfer, name="transfer"),
    path("clubs/<int:pk>/", include(club_pages)),
]
