"""What may be wrong with a tournament: each kind with its severity, its sentence and the buttons that fix it."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext_noop as noop

from federation.i18n.errors import filled
from tournaments import errors
from tournaments.deadlines.clocks import Deadline
from tournaments.models import DeadlineOverride


class Severity(StrEnum):
    """Whether a tournament can be submitted with this finding."""

    BLOCKS = "blocks"
    WARNS = "warns"


class Fix(StrEnum):
    """The button of a finding: a function of `edits`, or a form."""

    CONFIRM = "confirm"  # it is the member that was found
    CHOOSE = "choose"  # another member, from suggestions or a search
    CREATE = "create"  # a new member
    OUTSIDER = "outsider"  # no member: the rating in the file counts
    RATING = "rating"  # the page of a player of a tournament that is paired here
    IRREGULAR = "irregular"  # not rated, 0F-0F (B45)
    FOLLOW = "follow"  # the member into whom the found one was merged
    RESULTS = "results"  # the form of games without a result
    COUNT_ONCE = "count_once"  # this entry of a game does not count
    COUNT_LATER = "count_later"  # in the next list instead of a published one
    COUNT_EARLIER = "count_earlier"  # in the next list although they are dated after it
    SETTINGS = "settings"  # name, days, club, pace
    STANDARD = "pace_standard"  # what the file leaves open: the pace
    RAPID = "pace_rapid"
    BLITZ = "pace_blitz"
    LAST_DAY = "last_day"  # rounds without a day count on the last one
    SPREAD = "spread"  # ... or are spread over the days
    FIDE_RATINGS = "fide_ratings"  # which of two ratings of players who are not members counts
    NATIONAL_RATINGS = "national_ratings"
    ANNUL = "annul"  # withdrawn: the games do not count for the standings
    RENEW = "renew"  # bring the tournament that is here up to date with this file
    NOT_DUPLICATE = "not_duplicate"


class Kind(NamedTuple):
    """A kind of finding: its severity, the heading of its group, its sentence, its buttons, its deadline."""

    severity: Severity
    title: str
    template: str
    fixes: tuple[Fix, ...] = ()
    clock: str = ""  # the deadline that was missed: `what` of the profile's clocks


_blocks, _warns = partial(Kind, Severity.BLOCKS), partial(Kind, Severity.WARNS)
_LATE = noop("Deadlines")
_PACES = (Fix.STANDARD, Fix.RAPID, Fix.BLITZ)
_WHO = (Fix.CHOOSE, Fix.OUTSIDER, Fix.IRREGULAR)


def _late(template: str, clock: str) -> Kind:
    """Return a kind that the profile's deadline makes a warning or an error."""
    return Kind(Severity.WARNS, _LATE, template, clock=clock)


# In the order in which pages show them; those that block come first.
KINDS: dict[str, Kind] = {
    "no_games": _blocks(noop("No games"), noop("The tournament has no game with a result.")),
    "no_dates": _blocks(noop("Dates"), noop("The file does not say when the tournament was played."), (Fix.SETTINGS,)),
    "dates_reversed": _blocks(
        noop("Dates"), noop("The tournament ends (%(end)s) before it starts (%(start)s)."), (Fix.SETTINGS,)
    ),
    "pace_not_stated": _blocks(
        noop("Time control category"),
        noop("The file does not say whether the games are standard, rapid or blitz: choose."),
        _PACES,
    ),
    "pace_contradicted": _blocks(
        noop("Time control category"),
        noop("The file contradicts itself on the time control category (%(claims)s): choose."),
        _PACES,
    ),
    "duplicate": _blocks(
        noop("Already here"),
        noop("This seems to be the same tournament as “%(name)s” (%(start)s to %(end)s), which is already here."),
        (Fix.RENEW, Fix.NOT_DUPLICATE),
    ),
    "same_file": _blocks(
        noop("Already here"),
        noop("“%(name)s”, which is here already, was read from the same file for other rounds."),
        (Fix.RENEW,),
    ),
    "unmatched": _blocks(
        noop("Unmatched players"),
        noop("%(player)s could not be matched with a member."),
        (Fix.CHOOSE, Fix.CREATE, Fix.OUTSIDER, Fix.IRREGULAR),
    ),
    "name_differs": _blocks(
        noop("Another person?"),
        noop("The number of %(player)s belongs to %(member)s, who seems to be another person."),
        (Fix.CONFIRM, Fix.CHOOSE, Fix.CREATE, Fix.OUTSIDER, Fix.IRREGULAR),
    ),
    "member_twice": _blocks(
        noop("Same member twice"),
        noop("%(player)s: the member %(member)s appears several times in this tournament: %(count)s."),
        _WHO,
    ),
    "merged": _blocks(
        noop("Merged members"),
        noop("%(player)s: the member %(member)s was merged into another."),
        (Fix.FOLLOW, Fix.CHOOSE),
    ),
    "not_affiliated_refused": _blocks(
        noop("Not affiliated"),
        noop("%(player)s (%(member)s) was not affiliated on %(day)s."),
        (Fix.IRREGULAR, Fix.CHOOSE),
    ),
    "same_game_twice": _blocks(
        noop("Double pairings"),
        noop("%(player)s and %(opponent)s: the same game appears several times on the same board: %(count)s."),
        (Fix.COUNT_ONCE,),
    ),
    "pace_remembered": _warns(
        noop("Time control category"),
        noop("The file does not state the time control category; as for the club's last file of this kind: %(pace)s."),
        _PACES,
    ),
    "many_games": _warns(
        noop("Time control category"),
        noop(
            "%(player)s plays %(count)s standard games on %(day)s: that is hardly possible. Check the time control "
            "category and the dates."
        ),
        (Fix.RAPID, Fix.BLITZ, Fix.SETTINGS),
    ),
    "rounds_undated": _warns(
        noop("Dates"),
        noop("The rounds have no dates, so all games would count on the last day, %(day)s: choose."),
        (Fix.LAST_DAY, Fix.SPREAD, Fix.SETTINGS),
    ),
    "two_ratings": _warns(
        noop("Two ratings"),
        noop(
            "Players who are not members and have two ratings in the file: %(count)s. FIDE's counts unless you choose "
            "the other."
        ),
        (Fix.FIDE_RATINGS, Fix.NATIONAL_RATINGS),
    ),
    "year_of_birth": _warns(
        noop("Birth dates"),
        noop("Unmatched players of whom the file gives only the year of birth: %(count)s. Ask them for the day."),
    ),
    "not_affiliated": _warns(
        noop("Not affiliated"),
        noop(
            "%(player)s (%(member)s) was not affiliated on %(day)s. When the tournament is accepted, they are "
            "affiliated automatically, billed to: %(club)s."
        ),
        (Fix.IRREGULAR, Fix.CHOOSE),
    ),
    "name_alike": _warns(
        noop("Different names"),
        noop("%(player)s was matched with %(member)s, although the name or birth date differs slightly."),
        (Fix.CONFIRM, Fix.CHOOSE),
    ),
    "number_differs": _warns(
        noop("Different numbers"),
        noop("%(player)s was matched with %(member)s, although another number in the file belongs to someone else."),
        (Fix.CONFIRM, Fix.CHOOSE),
    ),
    "deceased": _warns(
        noop("Deceased members"),
        noop("%(player)s: the member %(member)s is recorded as deceased."),
        (Fix.CHOOSE, Fix.IRREGULAR),
    ),
    "outsider_unrated": _warns(
        noop("No rating"),
        noop("%(player)s is not a member and has no rating: games against them do not count."),
        (Fix.RATING, Fix.CHOOSE),
    ),
    "game_twice": _warns(
        noop("Double pairings"),
        noop("%(player)s and %(opponent)s have several games with this result in one round: %(count)s."),
        (Fix.COUNT_ONCE,),
    ),
    "two_games": _warns(noop("Double pairings"), noop("%(player)s plays several games in one round: %(count)s.")),
    "left_early": _warns(
        noop("Left early"),
        noop(
            "%(player)s played %(played)s of %(games)s games. If they left the tournament, FIDE does not count "
            "their games in the standings; games that were played are still rated."
        ),
        (Fix.ANNUL,),
    ),
    "round_unfinished": _warns(
        noop("Games without a result"),
        noop("Games of the round without a result: %(count)s. They are not rated."),
        (Fix.RESULTS,),
    ),
    "in_the_future": _warns(
        noop("Dates"), noop("Games with a date in the future: %(count)s (the last one %(day)s)."), (Fix.SETTINGS,)
    ),
    "date_outside": _warns(
        noop("Dates"),
        noop("Games dated outside the tournament: %(count)s (such as %(day)s). They count on its first or last day."),
        (Fix.SETTINGS,),
    ),
    "list_published": _warns(
        noop("Dates"),
        noop(
            "Games up to %(list)s, the day of a list that is already published: %(count)s. Accepted as they are, they "
            "require a revision of that list."
        ),
        (Fix.COUNT_LATER, Fix.SETTINGS),
    ),
    "after_next_list": _warns(
        noop("Dates"),
        noop(
            "Games dated after %(next)s, the day of the next list: %(count)s (the last one %(day)s). They count in a "
            "later list."
        ),
        (Fix.COUNT_EARLIER, Fix.SETTINGS),
    ),
    "announced_late": _late(
        noop("The tournament was announced on %(announced)s; the last day was %(due)s."), "announce"
    ),
    "not_announced": _late(noop("The tournament was not announced; the last day was %(due)s."), "announce"),
    "results_too_late": _late(noop("The results came on %(received)s; the very last day was %(due)s."), "results_last"),
    "results_late": _late(noop("The results came on %(received)s; the last day was %(due)s."), "results"),
    "round_report_late": _late(
        noop(
            "Rounds whose results came late: %(count)s. The results of round %(round)s, the first of them, were due by "
            "%(due)s."
        ),
        "round_report",
    ),
    "after_closing": _late(
        noop(
            "The results came on %(received)s, after %(due)s, the last day for the list of %(list)s: they may not "
            "be in it."
        ),
        "results_before_list",
    ),
    "fide_not_registered": _late(
        noop("The tournament has not been registered with FIDE; the last day was %(due)s."), "fide_register"
    ),
    "fide_registered_late": _late(
        noop("The tournament was registered with FIDE on %(registered)s; the last day was %(due)s."), "fide_register"
    ),
    "fide_results_not_sent": _late(
        noop("The results have not been sent to FIDE; the last day was %(due)s."), "fide_results"
    ),
    "fide_results_late": _late(
        noop("The results were sent to FIDE on %(sent)s; the last day was %(due)s."), "fide_results"
    ),
    "copy_of_file": _warns(
        noop("Notes from reading the file"),
        noop(
            "The file was started from a copy of “%(name)s” (%(start)s to %(end)s). Its days and players are "
            "different: it is treated as another tournament."
        ),
    ),
    "file": _warns(noop("Notes from reading the file"), ""),
}


@dataclass(frozen=True)
class Finding:
    """Something that a person should look at, or has to fix, before a tournament is rated."""

    code: str  # key of KINDS
    facts: dict[str, object] = field(default_factory=dict)  # fills the sentence
    place: dict[str, object] = field(default_factory=dict)  # report.Place.facts()
    participant_id: int | None = None
    pairing_id: int | None = None
    other_id: int | None = None  # the tournament that this one repeats
    problem: str = ""  # code "file": key of report.PROBLEMS
    is_for_federation: bool = False  # the club cannot fix it
    likely: str = ""  # the fix to offer first
    deadline: Deadline | None = None  # that was missed
    admission: DeadlineOverride | None = None  # what one officer decided about it, if a second one has to agree

    @property
    def kind(self) -> Kind:
        return KINDS[self.code]

    @property
    def blocks(self) -> bool:
        """Return whether it has to be fixed before the tournament can be accepted."""
        if self.deadline is not None:
            return self.deadline.stops
        return self.kind.severity is Severity.BLOCKS

    @property
    def blocks_club(self) -> bool:
        """Return whether the club has to fix it before submitting; only the federation updates accepted tournaments."""
        return self.blocks and not self.is_for_federation

    @property
    def title(self) -> str:
        """Return the heading of its group in the reader's language."""
        return filled(self.kind.title, {})

    @property
    def sentence(self) -> str:
        """Return the sentence in the reader's language, with its place."""
        if self.problem:
            return errors.with_place(errors.problem(self.problem, self.facts), self.place)
        return errors.with_place(filled(self.kind.template, self.facts), self.place)

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """Return the buttons that fix it, the likeliest first."""
        return tuple(sorted(self.kind.fixes, key=lambda fix: fix != self.likely))
