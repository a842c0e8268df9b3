"""FIDE Laws, appendices A and B: the time of a player for 60 moves; rapid is more than 10 and less than 60 minutes."""

from __future__ import annotations

import pytest

from tournaments.formats.common.pace import pace_of_coded, pace_of_text, pace_of_words


@pytest.mark.parametrize(
    ("texts", "pace"),
    [
        (("Individual: Swiss-System (Standard)",), "standard"),
        (("Open", "Rapide de Noël"), "rapid"),
        (("Schnellschach",), "rapid"),
        (("Blitz",), "blitz"),
        (("", "Open"), ""),
    ],
)
def test_the_words(texts: tuple[str, ...], pace: str) -> None:
    assert pace_of_words(*texts) == pace


@pytest.mark.parametrize(
    ("text", "pace"),
    [
        *(("5400+30", "standard"), ("40/6000+30:900+30", "standard"), ("3600", "standard"), ("3599", "rapid")),
        *(("900+10", "rapid"), ("601", "rapid"), ("600", "blitz"), ("180+2", "blitz"), ("300+5", "blitz")),
        *(("W300-B240", ""), ("", ""), ("90 min", "")),
    ],
)
def test_the_coded_time_control(text: str, pace: str) -> None:
    assert pace_of_coded(text) == pace


@pytest.mark.parametrize(
    ("text", "pace"),
    [
        *(("90 min + 30 s", "standard"), ("90 minutes + 30 seconds per move", "standard"), ("60’ + 30”", "standard")),
        *(("100'x40mm + 50'x20mm + 30\" from move 1", "standard"), ("1:30 + 10 from move 1", "standard")),
        *(("1h30 + 30s", "standard"), ("2 hours", "standard"), ("90+30", "standard"), ("1h", "standard")),
        *(
            ("15 min + 5 sec", "rapid"),
            ("25' + 10\"", "rapid"),
            ("15+10", "rapid"),
            ("G/15+5", "rapid"),
            ("20 mn KO", "rapid"),
        ),
        *(("3+2", "blitz"), ("5'", "blitz"), ("3 min + 2 sec", "blitz")),
        *(("40/120, 60", ""), ("moves/time, increment", ""), ("", "")),
    ],
)
def test_the_time_control_in_words(text: str, pace: str) -> None:
    assert pace_of_text(text) == pace
