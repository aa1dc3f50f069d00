"""Selections on parts of the rows: how many features to keep, and how far to trust them."""

from natpick.resampling.path import Path
from natpick.resampling.validation import path

__all__ = ["Path", "path"]
