"""Processes that end with the one that started them. Standard library only: `./run` needs it before it installs."""

from __future__ import annotations  # an older Python reads this too: `./run` looks for a newer one

import ctypes
import signal
import sys
from collections.abc import Callable
from functools import partial

_SET_PARENT_DEATH_SIGNAL = 1  # of prctl


def ending_with_us(number: signal.Signals = signal.SIGTERM) -> Callable[[], object] | None:
    """Return what `subprocess.Popen` is to call first in the new process (``preexec_fn``).

    On Linux the new process gets the signal when this one is killed. On other systems return None.
    """
    if sys.platform != "linux":
        return None
    return partial(ctypes.CDLL(None).prctl, _SET_PARENT_DEATH_SIGNAL, number)
