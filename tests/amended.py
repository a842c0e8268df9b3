"""Rules of the profile that a test amends, as an officer would."""

import datetime as dt

from federation.amendments.amend import amend


def unaffiliated(then: str) -> None:
    """Let this become of games of people who are not affiliated, on any day."""
    amend("unaffiliated", {"then": then}, dt.date(2000, 1, 1), None, article="a test", reason="for this test alone")
