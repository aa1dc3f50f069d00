"""Which features a search may pick, and which it must."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from natpick.naming import positions


@dataclass(frozen=True, slots=True)
class Candidates:
    """The features that come first, and those that are not to be picked.

    Attributes
    ----------
    keep : the features that must be kept, in order.
    excluded : those excluded as asked.
    closed : those that can't be picked: excluded, columns of a group, or set aside.
    """

    keep: tuple[int, ...]
    excluded: tuple[int, ...]
    closed: tuple[int, ...]

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        must_keep: Iterable[str | int],
        exclude: Iterable[str | int],
        groups: Mapping[str, tuple[int, ...]],
        set_aside: Sequence[int] = (),
    ) -> "Candidates":
        """Return the candidates among named features, none asked for in two ways."""
        keep, excluded = positions(names, must_keep), positions(names, exclude)
        if both := [names[i] for i in keep if i in excluded]:
            raise ValueError(
                f"{both[0]!r} is both in must_keep and in exclude; leave it out of one of them."
            )
        group_of = {i: group for group, columns in groups.items() for i in columns}
        for what, asked in (("must_keep", keep), ("exclude", excluded)):
            for i in asked:
                if i in group_of:
                    raise ValueError(
                        f"{names[i]!r} in {what} is a column of the group {group_of[i]!r}; name "
                        "the group, or leave the column out of it."
                    )
        closed = tuple(sorted({*excluded, *group_of, *set_aside}))
        if len(closed) == len(names):
            aside = f" but the {len(set_aside)} that are set aside" * bool(set_aside)
            raise ValueError(
                f"exclude names all {len(names)} features{aside}; there is nothing to pick."
            )
        return cls(keep, excluded, closed)
