"""The articles of the federation's rules, and the deadlines that they set."""
