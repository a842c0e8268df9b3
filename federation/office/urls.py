"""The addresses of the officers' pages."""

from django.urls import path

from federation.office import club_views, member_views, season_views, views, webhook_views

urlpatterns = [
    path("", views.office, name="office"),
    path("season/", season_views.season, name="office_season"),
    path("season/ask/", season_views.ask, name="office_ask_clubs"),
    path("clubs/<int:pk>/", club_views.club, name="office_club"),
    path("data/<slug:code>/", views.data, name="office_data"),
    path("search/", views.search, name="office_search"),
    path("webhooks/", webhook_views.webhooks, name="office_webhooks"),
    path("webhooks/<int:webhook_pk>/change/", webhook_views.change, name="office_change_webhook"),
    path("members/<int:pk>/", member_views.member, name="office_member"),
]
