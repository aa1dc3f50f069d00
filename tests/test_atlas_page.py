"""The numbers on the page of the atlas are those of a full run that anybody can repeat.

Nothing to read where the tests run against an installed wheel, without the source tree.
"""

from pathlib import Path

from natpick import CRITERIA
from natpick.theory import Atlas, atlas
from natpick.theory.failures.families import FAMILIES

PAGE = Path(__file__).parents[1] / "docs" / "atlas.json"


def kept() -> list[Atlas]:
    """Return the run beside the page, if the page is there."""
    return [Atlas.from_json(PAGE)] if PAGE.exists() else []


def test_the_run_covers_every_method_and_a_hundred_thousand_distributions() -> None:
    for run in kept():
        assert run.methods == list(CRITERIA)
        assert run.families == {name: family.about for name, family in FAMILIES.items()}
        assert run.size * len(run.families) >= 100_000
        assert PAGE.stat().st_size < 100_000


def test_the_run_is_what_its_seed_gives() -> None:
    """Counts to the last one; sums of logarithms to what machines may differ by."""
    for run in kept():
        again = atlas(size=run.size, seed=run.seed, methods=["jmi", "dmim"], families="noisy-xor")
        for found in again.departures:
            there = run.departure(found.method, found.family)
            assert (there.open, there.wrong) == (found.open, found.wrong)
            assert (there.redundant, there.irrelevant) == (found.redundant, found.irrelevant)
            assert abs(there.total_behind - found.total_behind) < 1e-9
            assert abs(there.total_risk - found.total_risk) < 1e-9
