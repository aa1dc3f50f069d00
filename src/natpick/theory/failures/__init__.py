"""The atlas of failures: how often and how badly methods depart from the ideal search."""
