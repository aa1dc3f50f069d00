"""Hypothesis without clocks: what a test says does not depend on how fast the machine is."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "natpick",
    deadline=None,
    max_examples=50,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("natpick")

os.environ["SCIPY_ARRAY_API"] = "1"  # without it scikit-learn skips one of its checks
