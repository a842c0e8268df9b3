"""Where Django's own ways of writing dates do not fit a federation in Europe, a folder for each language.

Days are taken with slashes, dots and dashes in each of them: they are pasted from letters and other programs. Here and
in spreadsheets (federation/imports/columns.py) they are taken alike; the first way of a language is the one that it
writes.
"""

DAYS = ["%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y", "%d/%m/%y", "%d.%m.%y", "%d-%m-%y"]
