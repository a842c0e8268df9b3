"""Elo's two tables as the federations print them: percentages to differences and differences to percentages.

They are data, not a formula: neither the normal nor the logistic curve gives all the printed whole numbers.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

# Table I (B06): the rating difference D(p) for a score of .50, .51, ... .99; D(1 - p) = -D(p).
DIFFERENCE_OF_PERCENT: Final = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
)

# Table II (B11): the last difference of each band. The first band is .50 for the higher, each next one .01 more.
BAND_ENDS: Final = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)


def differences_by_percent() -> NDArray[np.int64]:
    """Return table I as an array: D(p) at the index of p in percent.

    .00 and 1.0 are printed as "X", undetermined: do not read those two.
    """
    upper = np.array(DIFFERENCE_OF_PERCENT, dtype=np.int64)
    return np.concatenate(([0], -upper[:0:-1], upper, [0]))


def percents_by_difference(band_ends: tuple[int, ...] = BAND_ENDS) -> NDArray[np.int64]:
    """Return table II as an array: the higher player's expected score in percent at the index of the difference.

    The last index is for every difference beyond the last band: 100.
    """
    return 50 + np.searchsorted(band_ends, np.arange(band_ends[-1] + 2)).astype(np.int64)
