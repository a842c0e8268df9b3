"""The picture that is shown where a member's page is shared: name, club, rating of the list or of today."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

import typst
from django.conf import settings
from django.utils.translation import gettext as _

from federation.i18n.dates import long_date
from federation.models import Appearance, Member
from federation.web.tables import plain_signed
from ratings.figures import grade
from ratings.models import LivingRating, Rating, RatingPool

TEMPLATE = Path(__file__).with_name("card.typ")
PIXELS_AN_INCH = 144.0  # 600 points are 1200 pixels


@dataclass(frozen=True)
class Card:
    """What the picture says, in the reader's language."""

    name: str
    where: str
    rating: str
    label: str
    change: str
    official: str
    site: str
    accent: str = ""  # of the federation, if it has chosen one
    logo: Sequence[int] = ()  # the bytes of its logo


def card_of(member: Member, club: str, current: Rating | None, today: LivingRating | None) -> Card:
    """Return the card of a member with a rating: that of today where there is one, else that of the list."""
    shown = today if today and today.rating is not None else current
    pool = shown.list.pool if shown else RatingPool()
    rating = shown.rating if shown else None
    label = long_date(current.list.date) if current else ""
    official = ""
    if today and shown is today:
        label = _("today, not official")
        official = _("%(pool)s: list of %(day)s") % {"pool": pool.name, "day": long_date(today.list.date)}
    return Card(
        name=member.public_name,
        where=" · ".join(filter(None, (club, pool.name))),
        rating=grade(rating, pool) or str(rating),
        label=label,
        change=plain_signed(shown.change) if shown and shown.change else "",
        official=official,
        site=str(settings.FEDERATION_NAME),
    )


def in_the_colours_of(card: Card, appearance: Appearance | None) -> Card:
    """Return the card with the federation's own colour and logo. The picture is dark, as dark pages are."""
    if appearance is None:
        return card
    return replace(card, accent=appearance.dark, logo=list(bytes(appearance.logo)))


def png(card: Card) -> bytes:
    """Return the picture, set by typst with its bundled fonts."""
    drawn: bytes = _compiler().compile(
        format="png", ppi=PIXELS_AN_INCH, sys_inputs={"card": json.dumps(asdict(card), ensure_ascii=False)}
    )
    return drawn


@cache
def _compiler() -> typst.Compiler:
    return typst.Compiler(TEMPLATE, root=TEMPLATE.parent)
