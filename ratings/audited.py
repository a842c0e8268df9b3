"""Which records of rating types and lists are audited."""

from federation.audit.registry import audited, not_audited
from ratings.models import (
    Backtest,
    ClubStrength,
    Distribution,
    LedgerEntry,
    ListCheck,
    LivingEntry,
    LivingList,
    LivingRating,
    LogEntry,
    PoolComparison,
    PoolRules,
    RatedTournament,
    Rating,
    RatingList,
    RatingPool,
    RenderedFile,
    WhatIf,
)

CALCULATED = ["manifest", "fits", "fits_members", "job", "computed_at", "rendered_at", "rendered_edition", "rendering"]

audited(RatingPool, "pool", number="slug", skip=["position"])
audited(PoolRules, "rules", owner="pool")
audited(RatingList, "list", owner="pool", skip=[*CALCULATED, "player_count", "game_count"])

not_audited(
    "calculated",
    RatingList.corrections.through,
    Rating,
    LedgerEntry,
    RatedTournament,
    ListCheck,
    RenderedFile,
    Backtest,
    ClubStrength,
    Distribution,
    PoolComparison,
    LivingList,
    LivingRating,
    LivingEntry,
)
not_audited("a calculation with other rules, which changes no list", WhatIf)
not_audited("a log of its own, which nobody can change unnoticed", LogEntry)
