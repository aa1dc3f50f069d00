"""How a page looks: light, dark, on a phone and on paper."""

from collections.abc import Mapping
from types import MappingProxyType

LIGHT: Mapping[str, str] = MappingProxyType(
    {
        "paper": "#ffffff",
        "raised": "#f5f6f8",
        "ink": "#1c2128",
        "quiet": "#5b6470",
        "line": "#d9dde3",
        "relevance": "#2f6db3",
        "redundancy": "#d5632a",
        "complementarity": "#2a9a75",
        "shade": "47 109 179",
    }
)
"""Colours by what they stand for; ``shade`` in parts of red, green and blue."""

DARK: Mapping[str, str] = MappingProxyType(
    {
        "paper": "#14181e",
        "raised": "#1e242c",
        "ink": "#e7eaee",
        "quiet": "#9aa4b1",
        "line": "#343c47",
        "relevance": "#5b9ee6",
        "redundancy": "#f0874f",
        "complementarity": "#4bc79c",
        "shade": "91 158 230",
    }
)


def _variables(colours: Mapping[str, str]) -> str:
    return "".join(f"--{name}: {colour}; " for name, colour in colours.items())


_BODY = """
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.5;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .75rem; }
h2 { font-size: 1.25rem; margin: 0 0 .5rem; }
h1, h2, p, li, dd, td, th { overflow-wrap: anywhere; }
section, aside { margin-top: 2.5rem; }
p { margin: 0 0 .75rem; max-width: 46rem; }
.lead { font-size: 1.1rem; }
.quiet, dt, footer { color: var(--quiet); font-size: .92rem; }
.formula { font-family: Cambria, Georgia, serif; font-size: 1.1rem; }
aside { background: var(--raised); border-left: 4px solid var(--redundancy);
  padding: 1rem 1.25rem .5rem; border-radius: 4px; }
aside ul { margin: 0; padding-left: 1.1rem; }
aside li { margin-bottom: .5rem; }
dl { display: grid; grid-template-columns: 10rem 1fr; gap: .4rem 1rem; margin: 0 0 1rem; }
dd { margin: 0; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
summary { cursor: pointer; padding: .35rem 0; }
"""

_TABLES = """
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .95rem; }
.cards { width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; }
tbody th { font-weight: 600; }
thead th { color: var(--quiet); font-weight: 500; font-size: .85rem; vertical-align: bottom;
  border-bottom: 1px solid var(--line); }
.n { text-align: right; }
.n, thead th { white-space: nowrap; }
.wide { width: 26%; min-width: 10rem; }
.step { color: var(--quiet); }
.cards tbody th { min-width: 10rem; }
.ledger td:last-child { min-width: 7.5rem; }
.left-out .step { width: 4rem; }
.guide .formula { width: 38%; }
.left-out .wide { width: 45%; }
.cards tr > * { border-bottom: 1px solid var(--line); }
.ledger tbody tr:first-child > * { border-bottom: 0; padding-bottom: 0; }
.why { color: var(--quiet); font-size: .9rem; }
.badge { display: inline-block; font-size: .75rem; font-weight: 500; padding: 0 .45rem;
  border-radius: 1rem; border: 1px solid var(--line); background: var(--raised);
  white-space: nowrap; }
.tied { border-color: var(--redundancy); }
.scroll { overflow-x: auto; max-width: 100%; }
.matrix th, .matrix td { vertical-align: middle; }
.matrix td { text-align: center; min-width: 2.4rem; padding: .3rem .35rem;
  border: 1px solid var(--paper); background: rgb(var(--shade) / var(--depth, 0)); }
.matrix tbody th { position: sticky; left: 0; background: var(--paper); font-weight: 500;
  min-width: 8rem; max-width: 16rem; }
.matrix thead th { vertical-align: bottom; white-space: normal; padding: .3rem .35rem;
  text-align: center; }
.matrix thead th:first-child { text-align: left; }
.upright { writing-mode: vertical-rl; transform: rotate(180deg); overflow-wrap: normal; }
"""

_DRAWINGS = """
svg { display: block; width: 100%; overflow: visible; }
.bar { height: 18px; margin-top: .2rem; }
.axis { height: 14px; margin-top: .3rem; }
.axis text { fill: var(--quiet); font-size: .72rem; }
.zero { stroke: var(--ink); stroke-width: 1; }
rect.relevance { fill: var(--relevance); }
rect.redundancy { fill: var(--redundancy); }
rect.complementarity { fill: var(--complementarity); }
circle.score { fill: var(--ink); stroke: var(--paper); stroke-width: 1.5; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0;
  margin: 0 0 .5rem; font-size: .92rem; }
.key { display: inline-block; width: .9rem; height: .7rem; margin-right: .4rem; }
.key.relevance { background: var(--relevance); }
.key.redundancy { background: var(--redundancy); }
.key.complementarity { background: var(--complementarity); }
.key.score { background: var(--ink); width: .7rem; border-radius: 50%; }
"""

_PHONE = """
@media screen and (max-width: 64rem) {
  main { padding-top: 1.5rem; }
  h1 { font-size: 1.5rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .5rem; }
  .cards, .cards tbody { display: block; }
  .cards thead { position: absolute; width: 1px; height: 1px; overflow: hidden;
    clip-path: inset(50%); }
  .cards tr { display: flex; flex-wrap: wrap; padding: .6rem 0;
    border-bottom: 1px solid var(--line); }
  .cards tr > * { flex: 1 0 100%; border: 0; padding: .1rem 0; }
  .cards .step { flex: 0 0 2rem; }
  .cards .step + th { flex: 1 0 calc(100% - 2rem); }
  .cards .wide { padding: .2rem 0 .4rem; }
  .cards [data-label] { text-align: left; }
  .cards [data-label]::before { content: attr(data-label); display: block;
    color: var(--quiet); font: .82rem system-ui, sans-serif; }
  .ledger [data-label] { flex: 0 0 33.3%; }
  .left-out [data-label] { flex: 0 0 50%; }
  .ledger tbody tr:first-child { border: 0; padding-bottom: 0; }
  .ledger tbody tr:last-child { padding-top: .2rem; }
  .cards td:empty { display: none; }
  .cards tbody th, .ledger td:last-child { min-width: 0; }
}
"""

_PRINT = """
@media print {
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  main { padding: 0; max-width: none; }
  html { font-size: 72%; }
  .cards tr { break-inside: avoid; }
  .scroll { overflow: visible; }
  .ledger tbody, .matrix tr, aside, dl { break-inside: avoid; }
  h2 { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
"""

CSS = (
    f":root {{ color-scheme: light dark; {_variables(LIGHT)}}}\n"
    f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {_variables(DARK)}}} }}\n"
    + _BODY
    + _TABLES
    + _DRAWINGS
    + _PHONE
    + _PRINT
)
