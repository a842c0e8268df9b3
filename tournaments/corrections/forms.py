"""The form with which the federation corrects an accepted tournament: any number of changes, for one reason."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import DayInput, long_date
from tournaments.corrections import correct, evidence
from tournaments.corrections.changes import OF_EVENT, Change, FactsOfEvent
from tournaments.corrections.find_games import Found, find
from tournaments.corrections.game_forms import GameForm, PlayerForm
from tournaments.corrections.reverse import reverse
from tournaments.corrections.text import what_name
from tournaments.intake.forms import EvidenceField
from tournaments.models import Correction, CorrectionDecision, Tournament

ROWS_AT_MOST = 60  # games and players of one correction
LONGEST_ID = 18  # digits


class CorrectionForm(forms.Form):
    """What to correct in an accepted tournament, and why.

    The games and players are found by a search and stay on the page as rows, each its own form (`rows`).
    """

    CHANGES, REVERSE, WITHDRAW = "changes", "reverse", "withdraw"

    what = forms.ChoiceField(
        label=_("What is corrected"),
        choices=[
            (CHANGES, _("what is filled in above")),
            (REVERSE, _("an earlier correction is reversed")),
            (WITHDRAW, _("the whole tournament is withdrawn")),
        ],
    )
    find = forms.CharField(
        label=_("Find a game or a player"),
        max_length=60,
        required=False,
        help_text=_("A name, a round (3), a round and a board (3.2), or several of them."),
    )
    decision = forms.ModelChoiceField(
        CorrectionDecision.objects.none(), label=_("Correction to be reversed"), required=False
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)  # the last correction on the page
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        widget=forms.TextInput({"class": "vTextField"}),
        help_text=_("Anyone can read it."),
    )

    evidence = EvidenceField(
        label=_("Evidence"),
        help_text=_(
            "For example a photo of the score sheet: at most three files, photos or PDF. The organiser and the players "
            "can save them, nobody else. Choose them again after a preview."
        ),
    )

    def __init__(
        self, tournament: Tournament, data: QueryDict | None = None, files: MultiValueDict | None = None
    ) -> None:
        super().__init__(data, files)
        self.tournament = tournament
        cleaned = forms.fields_for_model(
            Tournament,
            OF_EVENT,
            widgets={"start": DayInput(), "end": DayInput(), "arbiters": forms.Textarea({"rows": 3})}
            | {name: forms.TextInput({"class": "vTextField"}) for name in ("name", "city", "time_control")},
        )
        for name, field in cleaned.items():
            field.required, field.initial = False, getattr(tournament, name)
            field.show_hidden_initial = True  # untouched fields keep what a colleague may have corrected since
        self.fields |= cleaned
        made = tournament.correction_decisions.filter(reversed_by=None).prefetch_related("corrections")
        self.fields["decision"].queryset = made
        self.fields["decision"].label_from_instance = _decision
        self.rows = list(self._rows(data)) if data else []

    def _rows(self, data: QueryDict) -> Iterator[GameForm | PlayerForm]:
        """Yield the rows of the page, and the one that was just added, which nobody has filled in yet."""
        shown = [token for token in data.getlist("row") if token != data.get("drop")]
        tokens = list(dict.fromkeys([*shown, *data.getlist("add")]))[:ROWS_AT_MOST]
        ids = {kind: [int(each[1:]) for each in tokens if _is_token(each, kind)] for kind in "gp"}
        games = self.tournament.pairings.filter(black__isnull=False, pk__in=ids["g"])
        players = self.tournament.participants.filter(pk__in=ids["p"]).select_related("member")
        found: dict[str, tuple[type[GameForm] | type[PlayerForm], Any]] = {
            **{f"g{each.pk}": (GameForm, each) for each in games.select_related("white__member", "black__member")},
            **{f"p{each.pk}": (PlayerForm, each) for each in players},
        }
        for token in tokens:
            if token in found:
                kind, row = found[token]
                yield kind(row, data if token in shown else None)

    @property
    def is_search(self) -> bool:
        """Return whether the button looked for a game or took one, and nothing is to be checked yet."""
        return bool({"search", "add", "drop"} & set(self.data))

    def found(self) -> Found | None:
        """Return what the search finds, without the rows that are on the page; None without one."""
        text = self.data.get("find", "").strip()
        return find(self.tournament, text) if "search" in self.data and text else None

    def forget_errors(self) -> None:
        """Show what was typed so far without complaints."""
        for form in (self, *self.rows):
            if form.is_bound:
                form.errors.clear()

    @property
    def last(self) -> int:
        """Return the id of the last correction, which the page shows; 0 if there is none."""
        return self.tournament.corrections.aggregate(last=Max("pk"))["last"] or 0

    def of_event(self) -> list[forms.BoundField]:
        return [self[name] for name in OF_EVENT]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("what") == self.REVERSE and not cleaned.get("decision"):
            self.add_error("decision", self.fields["decision"].error_messages["required"])
        if cleaned.get("what") == self.CHANGES:
            for name in ("name", "start", "end", "pace"):
                if getattr(self.tournament, name) and not cleaned.get(name) and name not in self.errors:
                    self.add_error(name, self.fields[name].error_messages["required"])
        if not all(row.is_valid() for row in self.rows if row.is_bound):
            self.add_error(None, _("Please correct the errors below."))
        return cleaned

    def changes(self) -> list[Change]:
        """Return all changes of a valid form."""
        found = [change for row in self.rows if row.is_bound for change in row.changes()]
        facts: Mapping[str, object] = {name: self.cleaned_data[name] for name in OF_EVENT if name in self.changed_data}
        return [*found, FactsOfEvent(facts)] if facts else found

    @transaction.atomic
    def save(self, by: User) -> list[Correction]:
        """Make the correction and keep its evidence.

        Raise `Refused`, also if the same was corrected since the page was shown, and `papers.NotTaken`.
        """
        made = self._correct(by)
        if made and made[0].decision and not self.is_preview:
            evidence.keep(made[0].decision, self.cleaned_data["evidence"])
        return made

    @property
    def is_preview(self) -> bool:
        """Return whether the button only foresees what the correction does."""
        return "look" in self.data

    def _correct(self, by: User) -> list[Correction]:
        cleaned, reason = self.cleaned_data, self.cleaned_data["reason"]
        match cleaned["what"]:
            case self.REVERSE:
                made = reverse(cleaned["decision"], by, reason)
            case self.WITHDRAW:
                return correct.withdraw(self.tournament, by, reason)
            case _:
                for row in self.rows:
                    if cleaned["seen"] is not None:
                        correct.require_seen(row.row, cleaned["seen"])
                made = correct.correct(self.tournament, self.changes(), by, reason)
        return list(made.corrections.order_by("pk"))


def _is_token(token: str, kind: str) -> bool:
    return token[:1] == kind and token[1:].isdecimal() and len(token) <= LONGEST_ID


def _decision(decision: CorrectionDecision) -> str:
    """Return how a list of corrections names this one."""
    what = ", ".join(dict.fromkeys(what_name(each.field) for each in decision.corrections.all()))
    said = _("%(what)s: %(said)s") % {"what": long_date(decision.made_at), "said": what}
    return f"{said} ({decision.reason})"
