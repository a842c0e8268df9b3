"""The files of banks: reading CAMT.053 and CSV, and storing their lines once."""
