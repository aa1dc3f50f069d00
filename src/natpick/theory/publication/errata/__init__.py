"""The errata of the paper, each with evidence that is computed wherever it can be."""
