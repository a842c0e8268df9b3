"""Judgements on facts: pools, their rules by date, lists, ratings and their ledgers."""

from ratings.models.club_strengths import ClubStrength
from ratings.models.distributions import Distribution
from ratings.models.lists import (
    BUNDLE_PATH,
    ListCheck,
    PoolRules,
    RatedTournament,
    RatingList,
    RatingListQuerySet,
    RatingPool,
    RenderedFile,
    day_of_slug,
    month_slug,
)
from ratings.models.living import LivingEntry, LivingList, LivingRating
from ratings.models.public_log import LogEntry
from ratings.models.ratings import LedgerEntry, LedgerLine, Rating, RatingQuerySet
from ratings.models.trials import Backtest, PoolComparison, WhatIf
