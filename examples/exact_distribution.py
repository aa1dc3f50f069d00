"""What each method picks when the truth is known: no data, no estimate, no noise.

The class is X xor Y, a fair coin and a biased one: X says a little about the class, Y alone
says nothing, and both together say all. W is irrelevant, and "X again" is a copy of X.
"""

import natpick

joint = natpick.sources.Joint.from_function(
    {"W": [0, 1], "X": [0, 1], "Y": [0, 1]},
    probabilities={"Y": [0.4, 0.6]},
    features={"X again": lambda X: X},
    target=lambda X, Y: X ^ Y,
)

print(f"The class: {joint.entropy('C'):.4f} nats")
for features in ("W", "X", "Y", ("X", "Y")):
    print(f"MI(C, {features}) = {joint.mutual_information('C', features):.4f}")

print("\nMethod        First two     Least error from them")
for method, selection in natpick.compare(joint, n_features=2).selections.items():
    risk = joint.minimum_bayes_risk(selection.names)
    print(f"{method:13} {', '.join(selection.names):13} {risk:.2f}")
