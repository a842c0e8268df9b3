"""The form of a claim."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import DayInput
from tournaments.claims import wording
from tournaments.claims.access import claimants
from tournaments.claims.claims import MOST_EVIDENCE, Said, raise_claim
from tournaments.intake.forms import EvidenceField
from tournaments.models import Claim, Tournament
from tournaments.review.forms import RESULTS


class ClaimForm(forms.Form):
    """What is wrong about a game of a member, and what would be right."""

    member = forms.ModelChoiceField(None, label=_("Member"))
    kind = forms.ChoiceField(label=_("What is wrong"), choices=Claim.Kind)
    game = forms.ModelChoiceField(None, label=_("Game"), required=False, empty_label=_("none: a game is missing"))
    result = forms.ChoiceField(
        label=_("Correct result"), choices=[("", "–"), *RESULTS], required=False, help_text=_("White’s points first.")
    )
    date = forms.DateField(label=_("Correct date"), widget=DayInput, required=False)
    opponent = forms.IntegerField(
        label=_("Correct opponent"), min_value=1, required=False, help_text=_("Number in the crosstable.")
    )
    text = forms.CharField(
        label=_("What happened"), max_length=Claim.LONGEST, widget=forms.Textarea({"rows": 5}),
        help_text=_("Only the organiser and the rating officer can read it."),
    )  # fmt: skip
    evidence = EvidenceField(
        label=_("Evidence"),
        help_text=_("For example a photo of the score sheet: at most three files, photos or PDF."),
    )

    def __init__(self, user: User, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.tournament = user, tournament
        people = claimants(user, tournament).order_by("key")
        self.fields["member"].queryset = people
        if len(only := people[:2]) == 1:
            self.fields["member"].initial, self.fields["member"].empty_label = only[0], None
        own = Q(white__member__in=people.values("pk")) | Q(black__member__in=people.values("pk"))
        games = tournament.pairings.filter(own, black__isnull=False).select_related("white__member", "black__member")
        self.fields["game"].queryset = games.order_by("round", "board", "pk")
        self.fields["game"].label_from_instance = wording.game

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        needed = {Claim.Kind.RESULT: "result", Claim.Kind.DATE: "date", Claim.Kind.OPPONENT: "opponent"}
        name = needed.get(cleaned.get("kind"))
        if name and not cleaned.get(name) and name not in self.errors:
            self.add_error(name, self.fields["text"].error_messages["required"])
        if cleaned.get("kind") != Claim.Kind.MISSING and not cleaned.get("game") and "game" not in self.errors:
            self.add_error("game", self.fields["text"].error_messages["required"])
        number = cleaned.get("opponent")
        if name == "opponent" and number and not self.tournament.participants.filter(number=number).exists():
            self.add_error("opponent", _("No participant has this number."))
        if len(cleaned.get("evidence") or ()) > MOST_EVIDENCE:
            self.add_error("evidence", _("At most %(most)s files of evidence.") % {"most": MOST_EVIDENCE})
        return cleaned

    def save(self) -> Claim:
        """Raise the claim. Raise `Refused`: see `raise_claim`."""
        cleaned = self.cleaned_data
        kind = cleaned["kind"]
        value = {
            Claim.Kind.RESULT: cleaned["result"],
            Claim.Kind.DATE: str(cleaned["date"] or ""),
            Claim.Kind.OPPONENT: str(cleaned["opponent"] or ""),
        }.get(kind, "")
        said = Said(kind, cleaned["text"], value, cleaned["evidence"])
        game = None if kind == Claim.Kind.MISSING else cleaned["game"]
        return raise_claim(cleaned["member"], self.tournament, game, said, self.user)
