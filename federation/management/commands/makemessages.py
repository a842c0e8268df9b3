"""Django's ``makemessages``, extended by the short names under which our modules import gettext's functions."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=noop", "--keyword=lazy"]
