"""Check published selections that need data of their own, which natpick does not ship.

The data lies in the folder named by NATPICK_DATA, by default ../shared/data seen from the
project. A pick that natpick holds to be exactly tied with its own counts as the same.
"""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

import natpick

HERE = Path(__file__).parent
DATA = Path(os.environ.get("NATPICK_DATA") or HERE.parents[1] / "shared" / "data")


def main() -> int:
    golden = json.loads((HERE / "goldens" / "lung_small.json").read_text(encoding="utf-8"))
    path = DATA / "lung_small.npz"
    if not path.is_file():
        print(f"{path} is missing: set NATPICK_DATA to the folder that has it.", file=sys.stderr)
        return 1
    source = lung_small(path)
    differences = 0
    for row in golden["rows"]:
        found = next(differing(source, row["method"], row["picks"]), None)
        differences += found is not None
        print(f"{row['method']:13}{found or verdict(row)}")
    return 1 if differences else 0


def lung_small(path: Path) -> natpick.sources.Counts:
    """Return the source of the codes X + 2."""
    with np.load(path) as data:
        return natpick.sources.Counts.from_codes((data["X"] + 2).astype(np.uint8), data["y"])


def differing(
    source: natpick.sources.InformationSource, method: str, picks: Sequence[int]
) -> Iterator[str]:
    """Yield a line for each step at which a published pick is not the best, nor tied with it.

    Each step follows the published ones before it, so that one tie broken the other way does
    not make everything after it differ.
    """
    for n, pick in enumerate(picks):
        search = natpick.forward(source, method, keep=picks[:n])
        step = next(islice(search, n, None))
        if pick != step.index and pick not in step.tied:
            yield f"differs at step {n + 1}: published {pick}, natpick {step.index}"


def verdict(row: dict[str, Any]) -> str:
    """Return a line for picks that are all the same."""
    programs = ", ".join(row["agrees_with"]) or "the reference in Python alone"
    note = f" ({row['note']})" if "note" in row else ""
    return f"ok, {len(row['picks'])} picks as by {programs}{note}"


if __name__ == "__main__":
    sys.exit(main())
