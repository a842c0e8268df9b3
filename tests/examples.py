"""How many examples Hypothesis tries of each property: few in the ordinary run, as many as $EXAMPLES asks for."""

from __future__ import annotations

import os

from hypothesis import settings

FEW = int(os.environ.get("EXAMPLES", "40"))
MANY = 3 * FEW  # where two implementations of all the rules are compared

PROFILE = "suite"
settings.register_profile(PROFILE, max_examples=FEW, deadline=None)  # a busy machine is no fault of the code
