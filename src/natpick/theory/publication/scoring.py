"""What a method scores candidates at a step of the setting."""

from collections.abc import Sequence

import numpy as np

from natpick.criterion import Criterion
from natpick.scores import scores_of
from natpick.sources.protocol import InformationSource
from natpick.theory.publication.setting import FEATURES


def scored(source: InformationSource, row: Criterion, selected: Sequence[str]) -> dict[str, float]:
    """Return J(X_i) of every candidate given the selected features, by name."""
    scores = scores_of(source, row, lazy=False)
    for name in selected:
        scores.add(FEATURES.index(name))
    left = np.array([name not in selected for name in FEATURES])
    candidates, values = scores.contenders(left)
    return {FEATURES[i]: float(v) for i, v in zip(candidates, values, strict=True)}
