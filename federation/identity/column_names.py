"""What the columns of lists are called in English, French, Dutch and German: one table for all imports. Pure.

Headers are compared without case, accents and signs (`names.folded`). Exports write
our own name, with underscores.
"""

from collections.abc import Mapping

from federation.identity.names import folded

# Our name of each column: other names for it.
_NAMES = {
    # -- People
    "member number": (
        "matricule, member no, id, mat, member, member id, id number, idnumber, id bel, idbel, "
        "numéro de membre, numéro de licence, numéro national, stamnummer, stamnr, lidnummer, relatienummer, "
        "Mitgliedsnummer, Mitgliedsnr, Mitglied, Mitgl Nr, Mgl Nr, PKZ, Spielernummer"
    ),
    "last name": (
        "last, lastname, surname, family name, lname, nom, nom de famille, naam, achternaam, familienaam, "
        "Nachname, Familienname"
    ),
    "first name": "first, firstname, given name, forename, fname, prénom, voornaam, Vorname",
    "name": (
        "full name, fullname, player, joueur, nom prénom, nom et prénom, speler, volledige naam, "
        "naam voornaam, Spieler, Name"
    ),
    "sex": "gender, sexe, genre, geslacht, Geschlecht",
    "birth date": (
        "born, birthday, birthdate, date of birth, dob, naissance, né le, date naissance, date naiss, "
        "date de naissance, geboortedatum, geboren, geb datum, geb, geb am, Geburtsdatum, Geburtstag"
    ),
    "nationality": "nat, nation, nationalité, nationaliteit, Nationalität, Staatsangehörigkeit",
    "fide federation": (
        "federation, fed, fide fed, fed fide, nat fide, natfide, fédération, fédération fide, federatie, "
        "bond, Verband, fide Verband"
    ),
    "fide id": (
        "fide, fideid, fide no, fide number, id fide, idfide, code fide, numéro fide, fide nummer, fidenr, fide nr"
    ),
    "fide rating": "fide elo, elo fide, fiderating, classement fide",
    "title": "titre, titel, fide title",
    "resides abroad": "abroad, réside à l’étranger, woont in het buitenland, wohnt im Ausland",
    "keeps national rating": (
        "keeps national, foreigner keeps national, garde la cote nationale, behoudt nationale rating, "
        "behält nationales Rating, behält nationale Wertung"
    ),
    "deceased": "died, décédé, overleden, verstorben",
    "hidden": "masqué, caché, verborgen",
    "club": (
        "club number, club no, club id, clubnumber, idclub, cercle, numéro de club, numéro de cercle, "
        "clubnummer, clubnr, vereniging, Verein, Vereinsnummer, Vereinsnr"
    ),
    "affiliated": "affilié, aangesloten, angeschlossen, gemeldet",
    "affiliated from": (
        "from, since, affiliation start, member since, date affiliation, affilié depuis, affilié le, "
        "date d’affiliation, depuis, aangesloten sinds, aansluitingsdatum, lid sinds, vanaf, Mitglied seit, "
        "Eintrittsdatum, Eintritt"
    ),
    "affiliated to": (
        "to, until, affiliation end, affilié jusqu’au, date de fin, aangesloten tot, lid tot, Mitglied bis, "
        "Austrittsdatum, Austritt"
    ),
    "licences": "licence, license, licenses, licenties, licentie, Lizenz, Lizenzen",
    "former numbers": (
        "former number, previous numbers, anciens numéros, ancien numéro, vroegere nummers, vroeger nummer, "
        "frühere Nummern, frühere Nummer"
    ),
    "telephone": (
        "phone, mobile, tel, gsm, téléphone, portable, telefoon, telefoonnummer, Telefon, Telefonnummer, Handy, "
        "Mobiltelefon"
    ),
    "street": "address, street and number, adresse, rue, straat, adres, Straße, Anschrift",
    "postcode": "zip, zip code, postal code, code postal, cp, postcode, PLZ, Postleitzahl",
    "country": "pays, land, Land",
    "birth place": "place of birth, lieu de naissance, geboorteplaats, Geburtsort",
    # -- Clubs
    "club number": (
        "number, club, club no, id, idclub, numéro, numéro de club, numéro de cercle, nummer, clubnummer, "
        "clubnr, Nr, Vereinsnummer, Vereinsnr"
    ),
    "club name": "name, name long, nom, nom du club, nom du cercle, intitulé, naam, clubnaam, Name, Vereinsname",
    "short name": "name short, abbreviation, abrégé, nom abrégé, sigle, korte naam, afkorting, Kurzname, Abkürzung",
    "league": "league code, region, ligue, région, liga, regio, Landesverband, Bezirk",
    "town": "city, place, ville, localité, lieu, plaats, gemeente, stad, Ort, Stadt",
    "website": "web, url, site, web site, site web, site internet, webstek, Webseite, Internetseite",
    "email": "e-mail, mail, courriel, adresse e-mail, e-mailadres, E-Mail-Adresse",
    "active": "actif, actief, aktiv",
    # -- Ratings
    "rating": "elo, cote, classement, Wertung, Wertungszahl, Elozahl, DWZ",
    "games": "games played, parties, nombre de parties, partijen, aantal partijen, Partien, Anzahl Partien",
    "opponents sum": "sum of opponents, somme des adversaires, som tegenstanders, Summe der Gegner",
    "points": "score, punten, Punkte",
    "deviation": "rating deviation, rd, écart, écart type, afwijking, Abweichung",
    "last played": (
        "last game, dernière partie, date dernière partie, laatste partij, laatst gespeeld, letzte Partie, "
        "zuletzt gespielt"
    ),
    # -- Games
    "event": "tournament, tournoi, compétition, toernooi, Turnier",
    "start": "start date, begin, début, date de début, begindatum, Beginn, Anfang",
    "end": "end date, fin, date de fin, einde, einddatum, Ende",
    "pace": "time control, time control category, cadence, speeltempo, tempo, Bedenkzeit",
    "round": "ronde, Runde",
    "date": "datum",
    "board": "échiquier, table, bord, Brett",
    "white": "blancs, blanc, wit, Weiß",
    "black": "noirs, noir, zwart, Schwarz",
    "result": "résultat, resultaat, uitslag, Ergebnis",
    "white rating": "white elo, elo blancs, cote blancs, rating wit, elo wit, Elo Weiß, Rating Weiß",
    "black rating": "black elo, elo noirs, cote noirs, rating zwart, elo zwart, Elo Schwarz, Rating Schwarz",
    "handicap": "voorgift, Vorgabe",
    "board size": "goban, taille du goban, bordgrootte, Brettgröße",
    "komi": "",
}


def names_of(column: str) -> list[str]:
    """Return all names of a column, our own first: ``birth date``."""
    names = [column, *_NAMES[column].split(", ")]
    return list({folded(name): name for name in reversed(names)}.values())[::-1]


def known(columns: Mapping[str, str]) -> dict[str, str]:
    """Return the column of each folded header. ``columns``: their names in a file, and those in the table."""
    return {folded(header): name for name, entry in columns.items() for header in (name, *names_of(entry))}
