"""federation/bank/iban.py"""

import pytest

from federation.bank import iban

IBANS = ("BE71 0961 2345 6769", "FR14 2004 1010 0505 0001 3M02 606", "nl91abna0417164300")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("BE71096123456760", "The check digits of this IBAN are wrong: a character is mistyped."),
        ("BE7109612345676", "An IBAN of BE has 16 characters, not 15."),
        ("US71096123456769", "“US71096123456769” is not an IBAN of a SEPA country"),
        ("", "is not an IBAN of a SEPA country"),
        ("BE7१096123456769", "is not an IBAN of a SEPA country"),
    ],
)
def test_a_wrong_iban_is_refused_with_what_is_wrong(text, sentence):
    assert [iban.checked(each)[-4:] for each in IBANS] == ["6769", "2606", "4300"]
    with pytest.raises(iban.IbanError, match=sentence):
        iban.checked(text)
