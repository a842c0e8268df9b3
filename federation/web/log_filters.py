"""Logs in which every entry is one line, for any request."""

import logging
import re

REFUSED = "django.security."  # the prefix of their loggers: a host that is not ours, too many fields, ...
_LINE_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Short(logging.Filter):
    """Lets every entry pass. A request that was refused is one line, without a traceback.

    Text from a request, such as its address, never starts a line: fail2ban would believe it.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith(REFUSED):
            record.exc_info = None
        if isinstance(record.args, tuple):
            record.args = tuple(_on_one_line(each) if isinstance(each, str) else each for each in record.args)
        return True


def _on_one_line(text: str) -> str:
    return _LINE_BREAKS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
