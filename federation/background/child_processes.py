"""Processes that end with the one that started them. Standard library only: `./run` begins before all installations."""

from __future__ import annotations

import ctypes
import signal
import sys
from collections.abc import Callable
from functools import partial

_SET_PARENT_DEATH_SIGNAL = 1  # of prctl


def ending_with_us(number: signal.Signals = signal.SIGTERM) -> Callable[[], object] | None:
    """What `subprocess.Popen` is to do first in the new process (``preexec_fn``).

    Linux sends it that signal when this one is killed and cannot stop it any more; no other system does.
    """
    if sys.platform != "linux":
        return None
    return partial(ctypes.CDLL(None).prctl, _SET_PARENT_DEATH_SIGNAL, number)
