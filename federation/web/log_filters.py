"""Shorter logs of refused requests."""

import logging

REFUSED = "django.security."  # the prefix of their loggers: a host that is not ours, too many fields, ...


class Short(logging.Filter):
    """Lets every line pass. A request that was refused is one line, without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith(REFUSED):
            record.exc_info = None
        return True
