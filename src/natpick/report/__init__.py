"""Finished results as pages and figures. Nothing here knows data or searches."""
