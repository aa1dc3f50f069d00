"""Selections on parts of the rows: how many features to keep, and how far to trust them."""
