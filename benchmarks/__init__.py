"""What is measured, how, and against what: see README.md. ``make bench`` runs ``python -m benchmarks``."""
