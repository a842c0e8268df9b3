"""The addresses of the pages about people's data."""

from django.urls import path

from federation.privacy import views

urlpatterns = [
    path("", views.your_data, name="privacy"),
    path("erasures/", views.erasures_page, name="erasures"),
    path("erasures/<int:pk>/decide/", views.decide, name="decide_erasure"),
    path("corrections/", views.rectifications_page, name="rectifications"),
    path("corrections/<int:pk>/decide/", views.decide_rectification, name="decide_rectification"),
    path("looks/", views.looks_page, name="looks"),
    path("members/<int:pk>/", views.kept, name="kept_of_member"),
    path("members/<int:pk>/data.json", views.kept_file, name="kept_file"),
    path("members/<int:pk>/erase/", views.erase, name="erase_member"),
]
