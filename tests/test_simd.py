"""The instruction set that kernels run with: the machine's best, or what NATPICK_SIMD asks for."""

import pytest

from natpick._core import simd

SETS = ["portable", "avx2", "avx512"]


def test_the_best_set_of_the_machine_is_taken_where_nothing_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NATPICK_SIMD", raising=False)
    best = simd()
    monkeypatch.setenv("NATPICK_SIMD", "")
    assert simd() == best
    assert best in SETS


def test_every_set_up_to_the_best_can_be_asked_for_and_none_beyond(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NATPICK_SIMD", raising=False)
    best = SETS.index(simd())
    for place, name in enumerate(SETS):
        monkeypatch.setenv("NATPICK_SIMD", name)
        if place <= best:
            assert simd() == name
        else:
            with pytest.raises(ValueError, match=f"this machine runs at most {SETS[best]}"):
                simd()


def test_an_unknown_set_is_refused_with_those_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NATPICK_SIMD", "sse9")
    with pytest.raises(ValueError, match="NATPICK_SIMD=sse9 is not known; give portable, avx2"):
        simd()
