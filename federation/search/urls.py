"""The addresses of the search."""

from django.urls import path

from federation.search import views

urlpatterns = [
    path("search/", views.search, name="search"),
    path("opensearch.xml", views.description, name="opensearch"),
]
