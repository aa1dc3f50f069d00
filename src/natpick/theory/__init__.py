"""The theory of forward selection: what a method picks, what it should, and why they differ.

Pure functions of a source. The notation is the paper's: Macedo, Oliveira, Pacheco and Valadas
(2019), Theoretical foundations of forward feature selection methods based on mutual
information, Neurocomputing 325.
"""

from natpick.theory.audit import audit
from natpick.theory.audited import Audit, AuditedStep
from natpick.theory.bayes import BayesClassifier, bayes_classifier, minimum_bayes_risk, risk_path
from natpick.theory.bounds import Bounds, bounds
from natpick.theory.claims import Claim
from natpick.theory.counterexample import counterexample
from natpick.theory.ensemble import Ensemble
from natpick.theory.failures.atlas import Atlas
from natpick.theory.failures.departure import Departure
from natpick.theory.failures.families import Family
from natpick.theory.failures.survey import atlas
from natpick.theory.feature_types import FeatureType, FeatureTypes, feature_types
from natpick.theory.objectives import complementarity, objectives
from natpick.theory.publication.paper import Paper, paper
from natpick.theory.refutation import Refutation, Unrefuted

__all__ = [
    "Atlas",
    "Audit",
    "AuditedStep",
    "BayesClassifier",
    "Bounds",
    "Claim",
    "Departure",
    "Ensemble",
    "Family",
    "FeatureType",
    "FeatureTypes",
    "Paper",
    "Refutation",
    "Unrefuted",
    "atlas",
    "audit",
    "bayes_classifier",
    "bounds",
    "complementarity",
    "counterexample",
    "feature_types",
    "minimum_bayes_risk",
    "objectives",
    "paper",
    "risk_path",
]
