"""The addresses of the pages of offices."""

from django.urls import path

from federation.structure import hat_views, views

urlpatterns = [
    path("", views.index, name="offices"),
    path("act-as/", hat_views.act_as, name="act_as"),
    path("federation/", views.of_federation, name="federation_offices"),
    path("clubs/<int:pk>/", views.of_club, name="club_offices"),
    path("units/<int:pk>/", views.of_unit, name="unit_offices"),
    path("<int:pk>/announce/", views.announce, name="announce_office"),
    path("<int:pk>/end/", views.end, name="end_office"),
    path("<int:pk>/revoke/", views.revoke, name="revoke_office"),
]
