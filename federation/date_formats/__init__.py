"""The date formats of each language, where Django's own do not suit a European federation.

Every language accepts days with slashes, dots and dashes, because people paste them from letters and other programs.
Spreadsheets accept the same (federation/imports/columns.py). The first format of a language is the one that it writes.
"""

DAYS = ["%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y", "%d/%m/%y", "%d.%m.%y", "%d-%m-%y"]
