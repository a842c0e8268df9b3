"""What the log says of a request that was refused."""

from __future__ import annotations

import logging

REFUSED = "django.security."  # so Django's loggers of them begin: a host that is not ours, too many fields, ...


class Short(logging.Filter):
    """Lets every line pass; what a stranger asked for is one line, without the traceback of an error of the program."""

    def filter(self, record: logging.LogRecord) -> bool:
        """As the class says."""
        if record.name.startswith(REFUSED):
            record.exc_info = None
        return True
