from dataclasses import dataclass

import pytest

from ratings.systems.parameters import Bands, Parameters, RuleError, later, require_ascending, with_parameters


@dataclass(frozen=True)
class Rules(Parameters):
    points: int = 3
    strict: bool = False
    reading: str = "exact"
    limits: tuple[int, ...] = ()
    steps: Bands = ((10, 2),)


def test_each_parameter_is_read_as_it_is_declared():
    parameters = {"points": 4, "strict": True, "reading": "rounded", "limits": [1, 2], "steps": [[5, 1], [9, 3]]}
    assert with_parameters(Rules(), parameters) == Rules(4, True, "rounded", (1, 2), ((5, 1), (9, 3)))


def test_what_is_not_named_stays():
    assert with_parameters(Rules(points=7), {"strict": True}) == Rules(7, True)


def test_json_gets_lists_in_the_order_of_the_parameters():
    assert list(Rules().as_dict().items()) == [
        ("points", 3),
        ("strict", False),
        ("reading", "exact"),
        ("limits", []),
        ("steps", [[10, 2]]),
    ]


def test_a_later_parameter_is_stored_only_where_it_differs():
    @dataclass(frozen=True)
    class Grown(Rules):
        halves: bool = later(True)

    assert Grown().as_stored() == Rules().as_dict()
    assert Grown(halves=False).as_stored() == {**Rules().as_dict(), "halves": False}


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"point": 1}, "unknown parameter 'point'; known are: points, strict, reading, limits, steps"),
        ({"points": None}, "points must be a whole number up to a million, not None"),
        ({"strict": "yes"}, "strict must be true or false, not 'yes'"),
        ({"reading": 2}, "reading must be a word, not 2"),
        ({"limits": "12"}, "limits must be a list, not '12'"),
        ({"limits": [1, True]}, "limits must be a list of whole numbers up to a million"),
        ({"steps": [5, 1]}, "steps must be a list of pairs of whole numbers up to a million"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(parameters, sentence):
    with pytest.raises(RuleError, match=sentence):
        with_parameters(Rules(), parameters)


def test_numbers_ascend_from_one():
    require_ascending("steps", (1, 5, 9))
    require_ascending("steps", ())
    for numbers in ((0, 5), (5, 5)):
        with pytest.raises(RuleError, match="steps must ascend from 1"):
            require_ascending("steps", numbers)
