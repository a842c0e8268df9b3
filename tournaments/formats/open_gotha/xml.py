"""The elements of an OpenGotha file, and everything that makes a file none: see `open_gotha`.

The parser expands no entity, fetches no document type and keeps only the attributes of the elements that matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from tournaments.formats.go.cells import MAX_CELLS, MAX_PLAYERS
from tournaments.formats.report import FormatError, noop

MAX_ELEMENTS = 200_000  # the largest European congress has a twentieth of it

NOT_XML = noop("The file is not valid XML (line %(line)s): it was cut off or changed.")
DANGEROUS = noop("The file declares entities or refers to other files: OpenGotha writes nothing of the kind.")
NO_TOURNAMENT = noop("This XML file is not an OpenGotha tournament: it has no %(element)s.")
TOO_MUCH = noop("The file holds more than any tournament (%(most)s elements).")

Attributes = Mapping[str, str]


@dataclass
class Document:
    """The attributes of the elements that matter, in the order of the file; also the parser's target."""

    root: str = ""
    elements: dict[str, list[Attributes]] = field(default_factory=dict)
    lineups: list[tuple[str, Attributes]] = field(default_factory=list)  # the name of a team, a Board of it
    count: int = 0

    WANTED = frozenset(
        {
            *("Tournament", "Player", "Game", "ByePlayer", "Team"),
            *("GeneralParameterSet", "Category", "PlacementCriterion"),
        }
    )

    def start(self, tag: str, attributes: Attributes) -> None:
        """Keep an element; called by the parser."""
        self.root = self.root or tag
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise FormatError(TOO_MUCH, most=MAX_ELEMENTS)
        if tag == "ByePlayer" and not attributes:
            return  # Pairgoth calls the list of byes like its entries
        if tag in self.WANTED:
            self.elements.setdefault(tag, []).append(attributes)
        elif tag == "Board" and "Team" in self.elements:
            self.lineups.append((self.elements["Team"][-1].get("teamName", ""), attributes))

    def end(self, tag: str) -> None:
        """Ignore the end of an element: elements hold only elements."""

    def data(self, text: str) -> None:
        """Ignore line ends between the elements."""

    def close(self) -> Document:
        """Return the document to the parser's caller."""
        return self

    def first(self, tag: str) -> Attributes:
        """Return the attributes of an element that is there once."""
        return next(iter(self.elements.get(tag, [])), {})


def parsed(data: bytes) -> Document:
    """Return the elements of the file. Raise `FormatError` if the bytes are no proper file of OpenGotha."""
    document = Document()
    parser = DefusedXMLParser(target=document, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    try:
        parser.feed(data)
        parser.close()
    except DefusedXmlException:
        raise FormatError(DANGEROUS) from None
    except ParseError as error:
        raise FormatError(NOT_XML, line=error.position[0]) from None
    except (LookupError, ValueError) as error:  # an encoding that nobody knows
        if isinstance(error, FormatError):
            raise
        raise FormatError(NOT_XML, line=1) from None
    if document.root != "Tournament":
        raise FormatError(NO_TOURNAMENT, element="Tournament")
    if "Player" not in document.elements:
        raise FormatError(NO_TOURNAMENT, element="Player")
    if len(document.elements["Player"]) > MAX_PLAYERS or len(document.elements.get("Game", [])) > MAX_CELLS:
        raise FormatError(TOO_MUCH, most=MAX_PLAYERS)
    return document
