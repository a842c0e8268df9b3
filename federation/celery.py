"""The Celery application: ``celery -A federation.celery worker``."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")

app = Celery("classement")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["federation"])
