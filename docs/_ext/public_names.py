"""A check that every public name is in the reference."""

from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.logging import getLogger

import natpick


def check(_app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of public names that no page documents."""
    documented = env.domains.python_domain.objects
    for module in (natpick, natpick.sources, natpick.theory):
        for name in module.__all__:
            full = f"{module.__name__}.{name}"
            if full not in documented:
                getLogger(__name__).warning("%s is public, but not in the reference", full)


def setup(app: Sphinx) -> dict[str, Any]:
    """Check once all pages are read."""
    app.connect("env-check-consistency", check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
