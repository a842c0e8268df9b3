"""The addresses of the API that no other app has, and the answer to unknown ones."""

from django.urls import path, re_path

from federation.api import views

urlpatterns = [
    path("openapi.json", views.Description.as_view(), name="api_description"),
    re_path(r"^(?P<rest>[\s\S]*)$", views.Nothing.as_view(), name="api_nothing"),
]
