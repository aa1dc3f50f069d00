"""The seed of whatever is drawn at random: a number, so that the answer is the same each time."""

import numpy as np


def check_seed(random_state: object) -> None:
    """Refuse what is no seed."""
    whole = isinstance(random_state, int | np.integer) and not isinstance(random_state, bool)
    if not whole or int(str(random_state)) < 0:
        raise ValueError(
            f"random_state={random_state!r} is not allowed; give a whole number of at least 0: the "
            "answer is then the same each time."
        )
