"""The addresses of the API for tournaments."""

from django.urls import path

from tournaments.api import public_views, upload_views

urlpatterns = [
    path("tournaments/", public_views.Tournaments.as_view(), name="api_tournaments"),
    path("tournaments/<int:pk>/", public_views.OneTournament.as_view(), name="api_tournament"),
    path("tournaments/<int:pk>/standings/", public_views.Standings.as_view(), name="api_standings"),
    path("tournaments/<int:pk>/pairings/", public_views.Pairings.as_view(), name="api_pairings"),
    path("announced/", public_views.Announced.as_view(), name="api_announced"),
    path("receipts/", upload_views.Receipts.as_view(), name="api_receipts"),
    path("receipts/<slug:receipt>/", upload_views.OneReceipt.as_view(), name="api_receipt"),
    path("uploads/", upload_views.SendFile.as_view(), name="api_send"),
    path("corrections/", public_views.Corrections.as_view(), name="api_corrections"),
]
