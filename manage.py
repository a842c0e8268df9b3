#!/usr/bin/env python3
"""Runs Django's commands with the settings of the site."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
    try:
        execute_from_command_line(sys.argv)
    except BrokenPipeError:  # who reads the other end of a pipe, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
