"""The number of examples that Hypothesis tries of each property: few by default, as many as $EXAMPLES says."""

from __future__ import annotations

import os

from hypothesis import settings

FEW = int(os.environ.get("EXAMPLES", "12"))
MANY = 3 * FEW  # where two implementations of all the rules are compared

PROFILE = "suite"
settings.register_profile(PROFILE, max_examples=FEW, deadline=None)  # a busy machine is no fault of the code
