"""Django's ``makemessages``, which also knows the short names that our modules give to gettext's functions."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=noop", "--keyword=lazy"]
