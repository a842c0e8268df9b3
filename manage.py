#!/usr/bin/env python3
"""Runs Django's commands with the settings of the site."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
    try:
        execute_from_command_line(sys.argv)
    except BrokenPipeError:  # who reads the other end of a pipe, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except KeyboardInterrupt:
        sys.exit(130)
    except ImproperlyConfigured as problem:
        sys.exit(f"manage.py: {problem}")
    except OperationalError as problem:  # away, locked, full, or never migrated: nothing that a traceback explains
        sys.exit(f"manage.py: the database says: {' '.join(str(problem).split())}")
