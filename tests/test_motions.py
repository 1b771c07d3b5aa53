"""Tests of graphcue.language.motions."""

import pytest

from graphcue.language.fields import read_facts
from graphcue.language.motions import outcome_of


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Motion by Mara Lindqvist, seconded by Jo van Dijk: release every six weeks. Carried (4-0).", "carried"),
        ("Moved by Ivo Brandt, seconded by Ana Ruiz. Motion carried unanimously.", "carried"),
        ("Moved by Ivo Brandt, seconded by Ana Ruiz.\nPassed 5-0", "passed"),
        ("Motion: drop the old API (moved: Tobias Okafor). Motion failed, 1-2.", "failed"),
        ("The motion to adopt the new plan was tabled.", "tabled"),
        ("动议：沈知微，附议：方砚，表决通过。", "通过"),
        ("表决以 3 票对 5 票未通过", "未通过"),
        ("动议被否决", "未通过"),
        ("The build failed, so we moved on", ""),
        ("Slow motion is hard to film", ""),
        ("方案通过", ""),
    ],
)
def test_what_became_of_a_motion(text: str, outcome: str) -> None:
    assert outcome_of(text) == outcome


def test_a_motion_is_a_decision_of_who_moved_it() -> None:
    facts = read_facts("Moved by Ivo Brandt, seconded by Ana Ruiz. Motion failed 1-3.")
    assert (facts.kind, facts.status) == ("decision", "failed")
    assert [(name.name, name.edge) for name in facts.names] == [
        ("Ana Ruiz", "APPROVED_BY"),
        ("Ivo Brandt", "AUTHORED_BY"),
    ]
