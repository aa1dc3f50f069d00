"""The paper recomputed: its tables, its figures, its thresholds and its errata.

Lines are those of the paper's LaTeX source, ``forward-mi-selection.tex``. Notation: W = X - k'Y,
D = X_disc, a = arctan k, b = arctan k', t = a + b.

References
----------
Macedo, Oliveira, Pacheco and Valadas (2019), Theoretical foundations of forward feature
selection methods based on mutual information, Neurocomputing 325.
"""
