"""An audit as text."""

from collections.abc import Iterator

from natpick.criterion import TIE
from natpick.theory.alignment import aligned
from natpick.theory.audited import Audit, AuditedStep
from natpick.theory.feature_types import FeatureType
from natpick.theory.objectives import TARGET_OF, TARGET_OF_PRIME

MOST_CANDIDATES = 12
"""How many candidates of a step are shown; the best by the method, and those it should pick."""


def text(audit: Audit) -> str:
    """Return the paths, the verdict on each step, its candidates, and what was lost."""
    return "\n".join([*_head(audit), *_steps(audit), *_end(audit)])


def _head(audit: Audit) -> Iterator[str]:
    yield f"{audit.method} beside the ideal, H(C) = {number(audit.target_entropy)} nats"
    yield f"  {audit.method}: {', '.join(step.pick for step in audit.steps)}"
    yield f"  ideal: {', '.join(audit.ideal)}. {audit.ideal_reason}."
    if audit.note:
        yield audit.note


def _steps(audit: Audit) -> Iterator[str]:
    for t, step in enumerate(audit.steps, 1):
        yield ""
        kind = step.types[step.pick]
        yield f"Step {t}: {step.pick}, {kind}. {verdict(audit.method, step)}"
        yield from (f"  {line}" for line in _candidates(audit.method, step))


def _end(audit: Audit) -> Iterator[str]:
    yield ""
    wrong = [str(t) for t, step in enumerate(audit.steps, 1) if step.wrong]
    yield f"Wrong steps: {', '.join(wrong) or 'none'}."
    heads = ["step", "pick", "regret", "sum", "H(C|S)", "MBR", "regret", "sum"]
    sums = zip(audit.cumulated_regret, audit.cumulated_risk_regret, strict=True)
    rows = [
        [str(t), step.pick, *map(number, (step.regret, nats, left, risk, step.risk_regret, risks))]
        for t, (step, (nats, risks), left, risk) in enumerate(
            zip(audit.steps, sums, audit.unexplained[1:], audit.risk[1:], strict=True), 1
        )
    ]
    yield from aligned([heads, *rows])
    left, risk = number(audit.ideal_unexplained[-1]), number(audit.ideal_risk[-1])
    yield f"The ideal ends with H(C|S) = {left} and MBR = {risk}."


def verdict(method: str, step: AuditedStep) -> str:
    """Return in a sentence or two whether a pick was right, and if not, why."""
    end = "The ideal has stopped: H(C|S) = 0. " if step.past_the_end else ""
    if not step.wrong:
        return f"{end}{_right(step)}"
    pick, instead = step.scores[step.pick], step.scores[step.instead]
    of_instead = f"{step.instead}, {step.types[step.instead]}"
    if step.regret > TIE:
        why = f"{of_instead}, tells {number(step.regret)} nats more"
    else:
        why = f"it repeats what is selected and tells nothing, nor does {of_instead}"
    how = "ties it with" if step.by_tie else "scores it above"
    scores = f"{number(pick[method])} to {number(instead[method])}"
    return f"{end}Wrong: {why}. {method} {how} {step.instead}, {scores}: {_cause(step)}."


def _right(step: AuditedStep) -> str:
    kind = step.types[step.pick]
    if kind is FeatureType.FULLY_RELEVANT:
        return "Right: with it H(C|S) = 0, and the ideal stops."
    if step.pick in step.should:
        return "Right: nothing tells more."
    return "Not told from a right one, by the method or by the target."


def _cause(step: AuditedStep) -> str:
    parts = [f"{d.value} ({number(step.swing[d])} nats)" for d in step.drawbacks]
    return ", ".join(parts) or "none of the six drawbacks, but its scale"


def _candidates(method: str, step: AuditedStep) -> list[str]:
    names = sorted(step.scores, key=lambda name: -step.scores[name][method])
    shown = [name for n, name in enumerate(names) if n < MOST_CANDIDATES or name == step.instead]
    rows = [["candidate", "type", method, "OF", "OF'"]]
    for name in shown:
        scores = step.scores[name]
        values = [scores[key] for key in (method, TARGET_OF, TARGET_OF_PRIME)]
        rows.append([name, str(step.types[name]), *map(number, values)])
    left = len(names) - len(shown)
    return [*aligned(rows), *([f"and {left} more"] if left else [])]


def number(value: float) -> str:
    """Return a number to four digits, and 0 where it is the rounding of floats."""
    return "0" if abs(value) < TIE else f"{value:.4g}"
