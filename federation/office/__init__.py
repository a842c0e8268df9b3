"""The pages of the federation's officers: what waits, the health of the data, one member on one page."""
