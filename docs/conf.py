"""How the documentation is built: see ``make docs``."""

import doctest
import sys
from pathlib import Path

import natpick

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "natpick"
author = "The natpick developers"
copyright = f"2026, {author}"
release = natpick.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "numpydoc",
    "atlas_page",
    "command_line",
    "mathml",
    "methods",
    "publication",
    "public_names",
    "samples",
    "signatures",
    "speed",
]
exclude_patterns = ["_build", "generated"]
smartquotes = False  # -- is an option, not a dash
nitpicky = True

myst_enable_extensions = ["deflist", "dollarmath", "fieldlist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
maximum_signature_line_length = 80
numpydoc_show_class_members = False

# Names that these pages have no target for: other libraries', and aliases of their types.
nitpick_ignore_regex = [
    ("py:.*", r"(collections|numpy|np|os|pathlib|typing|sklearn)\..*"),
    ("py:.*", r"(Any|ArrayLike|Floats|Indices|NDArray|Literal|Self).*"),
]

doctest_default_flags = doctest.NORMALIZE_WHITESPACE
doctest_global_setup = "import natpick"

html_theme = "furo"
html_title = f"natpick {release}"
html_static_path = ["_static"]
html_extra_path = ["generated/extra"]
html_css_files = ["natpick.css"]
html_math_renderer = "mathml"
html_show_sourcelink = False
html_copy_source = False
