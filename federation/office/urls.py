"""The addresses of the officers' pages."""

from django.urls import path

from federation.office import member_views, views

urlpatterns = [
    path("", views.office, name="office"),
    path("data/<slug:code>/", views.data, name="office_data"),
    path("search/", views.search, name="office_search"),
    path("members/<int:pk>/", member_views.member, name="office_member"),
]
