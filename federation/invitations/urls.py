"""The addresses of invitations and of claiming one's record."""

from django.urls import path

from federation.invitations import views

urlpatterns = [
    path("invitations/clubs/<int:pk>/", views.of_club, name="club_invitations"),
    path("invitations/units/<int:pk>/", views.of_unit, name="unit_invitations"),
    path("invitations/members/<int:pk>/", views.invite_member, name="invite_member"),
    path("invitations/<int:pk>/change/", views.change, name="change_invitation"),
    path("invitations/open/<str:token>/", views.open_invitation, name="invitation"),
    path("account/claim/", views.claim, name="claim_record"),
]
