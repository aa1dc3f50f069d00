"""Edges that a user gives a column: numbers, dates, times or durations, as the column holds."""

import datetime
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from natpick.encode.cells import CONVERTERS, MEASURES, Kind, kind_of
from natpick.encode.moments import Measure

MOST_BINS = 255
"""A byte holds the codes of this many bins and of missing values."""

Points = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Edges:
    """The edges of one column as they were given.

    Attributes
    ----------
    given : numbers, dates, times or durations, or these as text.
    measures : what a column may hold for them to be its edges; text may mean either a time or a
        duration.
    """

    given: tuple[Any, ...]
    measures: tuple[Measure, ...]

    @classmethod
    def of(cls, name: object, given: Any) -> "Edges":
        """Return the edges of a column once they are known to increase."""
        text = isinstance(given, str | bytes) or not isinstance(given, Iterable)
        edges = () if text else tuple(given)
        measures = tuple(m for m in Measure if all(_read(x, m) is not None for x in edges))
        if text or not measures:
            raise TypeError(
                f"The edges of column {name!r} are {given!r}; give a list of increasing numbers, "
                f"or for a column of dates, times or durations of these: {', '.join(TOLD[1:])}."
            )
        if not 1 <= len(edges) < MOST_BINS:
            raise ValueError(
                f"Column {name!r} has {len(edges)} edges; give 1 to {MOST_BINS - 1} of them."
            )
        known = cls(edges, measures)
        known.points(name, measures[0])
        return known

    def points(self, name: object, measure: Measure) -> Points:
        """Return the edges of a column as numbers, or as seconds, by what the column holds."""
        if measure not in self.measures:
            raise TypeError(
                f"Column {name!r} holds {measure.value}s, but its edges are "
                f"{', '.join(map(str, self.given[:3]))}{', ...' * (len(self.given) > 3)}; give "
                f"{EXAMPLES[measure]}."
            )
        points = tuple(x for given in self.given if (x := _read(given, measure)) is not None)
        for x in points:
            if not math.isfinite(x):
                raise ValueError(
                    f"The edges of column {name!r} hold {x}; edges must be finite. The lowest and "
                    "the highest bin are open, so leave it out."
                )
        for low, high in pairwise(points):
            if low >= high:
                before, after = (_shown(x, measure) for x in (low, high))
                raise ValueError(
                    f"The edges of column {name!r} are not increasing: {before} is followed by "
                    f"{after}. Give each edge once, in increasing order."
                )
        return points


def _shown(point: float, measure: Measure) -> str:
    return f"{point:g}" if measure is Measure.NUMBER else measure.text(point)


def _read(edge: Any, measure: Measure) -> float | None:
    """Return an edge as a number of what a column measures, None if it is none."""
    kind = kind_of(type(edge))
    if kind is Kind.TEXT:
        return READ[measure](edge)
    if kind is None or MEASURED.get(kind) is not measure:
        return None
    return float(CONVERTERS[kind]([edge])[0])


MEASURED: Mapping[Kind, Measure] = MappingProxyType({Kind.NUMBER: Measure.NUMBER, **MEASURES})
"""What edges of a kind can cut."""


def _no_number(_text: str) -> None:
    """Text is never a number: a column of numbers has edges that are numbers."""


def _date(text: str) -> float | None:
    """Return the seconds since 1970 began of a date, or of a date and a time, in ISO 8601."""
    try:
        moment = datetime.datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return float(CONVERTERS[Kind.MOMENT]([moment])[0])


def _time(text: str) -> float | None:
    """Return the seconds since midnight of a time in ISO 8601."""
    try:
        moment = datetime.time.fromisoformat(text.strip())
    except ValueError:
        return None
    return None if text.strip().isdecimal() else float(CONVERTERS[Kind.TIME]([moment])[0])


DURATION = re.compile(
    r"(?P<sign>-?)\s*(?:(?P<days>\d+)\s*days?)?\s*"
    r"(?:(?P<hours>\d+):(?P<minutes>\d\d)(?::(?P<seconds>\d\d(?:\.\d+)?))?)?"
)
"""A duration as results show it: 2 days 12:30:00."""

ISO_DURATION = re.compile(
    r"(?P<sign>-?)P(?=.)(?:(?P<days>\d+)D)?"
    r"(?:T(?=.)(?:(?P<hours>\d+)H)?(?:(?P<minutes>\d+)M)?(?:(?P<seconds>\d+(?:\.\d+)?)S)?)?"
)
"""A duration in ISO 8601: P2DT12H30M."""


def _duration(text: str) -> float | None:
    """Return the seconds of a duration."""
    found = DURATION.fullmatch(text.strip()) or ISO_DURATION.fullmatch(text.strip())
    if found is None or not any(found[part] for part in ("days", "hours", "minutes", "seconds")):
        return None
    days, hours, minutes = (int(found[part] or 0) for part in ("days", "hours", "minutes"))
    size = ((days * 24 + hours) * 60 + minutes) * 60 + float(found["seconds"] or 0)
    return -size if found["sign"] else size


READ: Mapping[Measure, Callable[[str], float | None]] = MappingProxyType(
    {
        Measure.NUMBER: _no_number,
        Measure.DATE: _date,
        Measure.TIME: _time,
        Measure.DURATION: _duration,
    }
)
"""What makes a number of text, by what a column measures."""

EXAMPLES: Mapping[Measure, str] = MappingProxyType(
    {
        Measure.NUMBER: "numbers, such as 40",
        Measure.DATE: "dates, such as '2026-01-31' or '2026-01-31 08:30'",
        Measure.TIME: "times, such as '08:30'",
        Measure.DURATION: "durations, such as '2 days 12:00:00' or 'P2DT12H'",
    }
)
TOLD = tuple(EXAMPLES.values())
