"""The drawing of a curve: places in per cent, texts escaped."""

from ratings.methods.curves import Curve, Mark, Spot, svg


def test_a_curve_runs_between_the_ends_of_both_axes_with_its_name_and_spot() -> None:
    drawn = svg(
        [Curve("A & B", [(-100, 0), (0, 0.5), (100, 1)])],
        [Mark(-100, "−100"), Mark(0, "0"), Mark(100, "+100")],
        [Mark(0, "0"), Mark(1, "1")],
        "<label>",
        Spot(0, 0.5, "0: 0.50"),
    )
    assert 'aria-label="&lt;label&gt;"' in drawn and "A &amp; B</text>" in drawn
    assert 'd="M0 880 L500 470 L1000 60"' in drawn
    assert '<circle class="dot peak" cx="50.0%" cy="47.0%" r="5"/>' in drawn
