"""A curve as an SVG whose letters have one size at every width: positions in per cent, a nested box for the lines."""

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from django.utils.safestring import SafeString, mark_safe

TOP, BOTTOM = 6.0, 88.0  # per cent of the height, between which lines run
BOX: Final = '<svg width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none">'


class Mark(NamedTuple):
    """A place on an axis and what is written there."""

    at: float
    text: str


class Curve(NamedTuple):
    """A line with its name at the right end, as (across, up)."""

    name: str
    points: Sequence[tuple[float, float]]


class Spot(NamedTuple):
    """A point of a curve with its values."""

    x: float
    y: float
    text: str


def svg(
    curves: Sequence[Curve], across: Sequence[Mark], up: Sequence[Mark], label: str, spot: Spot | None = None
) -> SafeString:
    """Return the drawing. The marks at the ends of both axes are the limits of what is drawn."""
    frame = _Frame(across[0].at, across[-1].at, up[0].at, up[-1].at)
    parts = [
        *(frame.level(mark) for mark in up),
        *(frame.upright(mark) for mark in across),
        *(frame.line(curve, place) for place, curve in enumerate(curves, 1)),
        *([frame.spot(spot)] if spot else []),
    ]
    drawn = f'<svg class="career curve" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'
    return mark_safe(drawn)  # noqa: S308 - figures and escaped texts


class _Frame(NamedTuple):
    """Turns values into per cent of the drawing."""

    left: float
    right: float
    low: float
    high: float

    def x(self, value: float) -> float:
        return round(100 * (value - self.left) / (self.right - self.left), 2)

    def y(self, value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.high - self.low), 2)

    def level(self, mark: Mark) -> str:
        y = self.y(mark.at)
        return (
            f'<line class="gridline" x1="0" x2="100%" y1="{y}%" y2="{y}%"/>'
            f'<text class="end" x="0" dx="-8" y="{y}%" dy="4">{escape(mark.text)}</text>'
        )

    def upright(self, mark: Mark) -> str:
        x = self.x(mark.at)
        css = "start" if x < 3 else "end" if x > 97 else "middle"
        return (
            f'<line class="listday" x1="{x}%" x2="{x}%" y1="{TOP}%" y2="{BOTTOM}%"/>'
            f'<text class="{css}" x="{x}%" y="100%" dy="-3">{escape(mark.text)}</text>'
        )

    def line(self, curve: Curve, place: int) -> str:
        places = " L".join(f"{10 * self.x(x):.0f} {10 * self.y(y):.0f}" for x, y in curve.points)
        return f'{BOX}<path class="s{place}" d="M{places}"/></svg>{self._name(curve, place) if curve.name else ""}'

    def _name(self, curve: Curve, place: int) -> str:
        x, y = curve.points[-1]
        at = f'x="{self.x(x)}%" dx="-6" y="{self.y(y)}%" dy="{-8 if place == 1 else 20}"'
        return f'<text class="t{place} end halo" {at}>{escape(curve.name)}</text>'

    def spot(self, spot: Spot) -> str:
        x, y = self.x(spot.x), self.y(spot.y)
        return (
            f'<line class="base" x1="0" x2="{x}%" y1="{y}%" y2="{y}%"/>'
            f'<line class="base" x1="{x}%" x2="{x}%" y1="{y}%" y2="{BOTTOM}%"/>'
            f'<circle class="dot peak" cx="{x}%" cy="{y}%" r="5"/>'
            f'<text class="halo end" x="{x}%" dx="-9" y="{y}%" dy="-9">{escape(spot.text)}</text>'
        )
