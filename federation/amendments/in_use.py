"""Let the site's profile have its amendments (federation/apps.py imports this once all models are there)."""

from django.core.signals import request_started

from federation.amendments import current
from federation.profiles.reading import amended_by

amended_by(current.amendments)
request_started.connect(current.forget)
