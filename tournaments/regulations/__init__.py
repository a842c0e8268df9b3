"""The public pages of the federation's rules: articles, deadlines, files and programs, contacts."""
