"""The four methods: the documents from which the rating systems were made, and the sections of their pages."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as lazy

from ratings.systems import SYSTEMS

SECTIONS: Final[dict[str, Any]] = {
    "aim": lazy("What it is for"),
    "history": lazy("Where it comes from"),
    "formula": lazy("The formulas"),
    "curve": lazy("The curve"),
    "tables": lazy("The tables"),
    "try": lazy("Try it yourself"),
    "examples": lazy("Worked examples"),
    "details": lazy("The rules in detail"),
    "dates": lazy("Rules by date"),
    "why": lazy("Why it is so"),
    "others": lazy("Compared with others"),
    "glossary": lazy("Glossary"),
    "sources": lazy("Sources"),
}


@dataclass(frozen=True)
class Method:
    """A rating system and the document that describes it."""

    system: str  # key of the system; also in the address
    name: Any
    title: Any
    document: Any

    @property
    def rules(self) -> Any:
        """Return the rules of the document."""
        return SYSTEMS[self.system].rules()

    @property
    def template(self) -> str:
        return f"ratings/methods/{self.system}.html"


METHODS: Final[dict[str, Method]] = {
    method.system: method
    for method in (
        Method(
            "frbe",
            lazy("Belgian Elo"),
            lazy("Belgian Elo: how a game moves a rating"),
            lazy("“Le classement ELO belge”, by the French-speaking federation of Belgium (FEFB)"),
        ),
        Method(
            "fqe",
            lazy("Quebec rating"),
            lazy("Quebec: the rating of a tournament"),
            lazy("“Le calcul de la cote”, by the chess federation of Quebec (FQE)"),
        ),
        Method(
            "ffg",
            lazy("Go scale"),
            lazy("Go: the French scale of levels"),
            lazy("“Échelle de niveau : algorithme 2012”, by the French go federation (FFG)"),
        ),
        Method(
            "fics",
            lazy("Glicko"),
            lazy("Glicko: a rating and how far to trust it"),
            lazy("“glicko”, the help page of the Free Internet Chess Server (FICS)"),
        ),
    )
}
