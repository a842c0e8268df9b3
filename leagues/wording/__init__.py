"""What findings, results and tables say, in the reader's language."""
