"""The addresses of the API for tournaments."""

from django.urls import path

from tournaments.api import public_views

urlpatterns = [
    path("tournaments/", public_views.Tournaments.as_view(), name="api_tournaments"),
    path("tournaments/<int:pk>/", public_views.OneTournament.as_view(), name="api_tournament"),
    path("tournaments/<int:pk>/standings/", public_views.Standings.as_view(), name="api_standings"),
    path("tournaments/<int:pk>/pairings/", public_views.Pairings.as_view(), name="api_pairings"),
    path("corrections/", public_views.Corrections.as_view(), name="api_corrections"),
]
