"""What the benchmarks measured: tables and a picture, from benchmarks/results."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from sphinx.application import Sphinx
from sphinx.config import Config

import pages

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results"
SMALL = "S"
COLOURS = {"praznik": "#d5632a", "FEAST": "#2a9a75"}

Cell = dict[str, Any]


def load(name: str) -> Any:
    """Return the results of a benchmark."""
    return json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))


def taken(results: Any) -> Iterator[str]:
    """Yield when, on what and with which versions the figures were measured."""
    versions = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    machine, repeats = results["machine"], str(results["repeats"])
    if "most_repeats" in results:
        repeats += f" to {results['most_repeats']}"
    yield (
        f"Measured on {results['taken'][:10]}, on {machine['cores']} cores of an "
        f"{machine['processor']}; least of {repeats} runs in turns. {versions}."
    )


def sizes(cells: list[Cell]) -> Iterator[str]:
    """Yield what each workload is."""
    yield "| Workload | Rows | Columns | Levels | Classes | Picks |"
    yield "| --- | --: | --: | --: | --: | --: |"
    seen: set[str] = set()
    for workload in (cell["workload"] for cell in cells):
        if workload["name"] not in seen:
            seen.add(workload["name"])
            counts = ("n_rows", "n_columns", "n_levels", "n_classes", "n_features")
            yield f"| {workload['name']} | " + " | ".join(f"{workload[c]:,}" for c in counts) + " |"


def against_peers(cells: list[Cell], limits: Any) -> Iterator[str]:
    """Yield natpick's milliseconds, how many times as long peers take, and the limit."""
    yield ("| Workload | Method | Threads | natpick, ms | praznik | FEAST | natpick / limit |")
    yield "| --- | --- | --: | --: | --: | --: | --: |"
    for cell in cells:
        name, seconds = cell["workload"]["name"], cell["seconds"]
        if name == SMALL:
            continue
        others = (times(seconds, peer) for peer in COLOURS)
        limit = limits.get(cell["method"], {}).get(name) if cell["threads"] == 1 else None
        near = f"{1e3 * seconds['natpick'] / limit:.1f}" if limit else ""
        ours = f"{1e3 * seconds['natpick']:,.1f}"
        shown = (name, f"`{cell['method']}`", str(cell["threads"]), ours, *others, near)
        yield f"| {' | '.join(shown)} |"


def against_python(cells: list[Cell]) -> Iterator[str]:
    """Yield what packages in Python take on the small workload."""
    yield "| Package | Method | Its ms | natpick's ms | Times |"
    yield "| --- | --- | --: | --: | --: |"
    for cell in cells:
        seconds = cell["seconds"]
        if cell["workload"]["name"] != SMALL or cell["threads"] != 1:
            continue
        for name in sorted(seconds.keys() - {"natpick", "praznik", "FEAST"}):
            yield (
                f"| {name} | `{cell['method']}` | {1e3 * seconds[name]:,.0f} | "
                f"{1e3 * seconds['natpick']:.2f} | {times(seconds, name)} |"
            )


def times(seconds: dict[str, float], peer: str) -> str:
    """Return how many times as long as natpick a peer takes."""
    if peer not in seconds:
        return ""
    ratio = seconds[peer] / seconds["natpick"]
    return f"{ratio:,.0f}×" if ratio >= 10 else f"{ratio:.1f}×"


def comparing(results: Any) -> Iterator[str]:
    """Yield what a comparison of all methods takes beside JMI alone, and beside each alone."""
    yield (
        "| Workload | JMI alone, ms | All together | Each alone, in all | Features scanned "
        "for JMI | For all |"
    )
    yield "| --- | --: | --: | --: | --: | --: |"
    for cell in results["cells"]:
        seconds, selected = cell["seconds"], cell["selected"]
        told = [
            f"{1e3 * seconds[what]:,.0f} ({seconds[what] / seconds['jmi']:.1f}×)"
            for what in ("together", "one by one")
        ]
        yield (
            f"| {cell['workload']['name']} | {1e3 * seconds['jmi']:,.1f} | {' | '.join(told)} | "
            f"{selected['jmi']} | {selected['together']} |"
        )


def sparse(results: Any) -> Iterator[str]:
    """Yield what selections from sparse documents take."""
    yield "| Words | Method | Threads | Seconds | MB beyond the matrix | MB of the matrix |"
    yield "| --- | --- | --: | --: | --: | --: |"
    for line in results["lines"]:
        words = "counted" if line["documents"]["counts"] else "there or not"
        yield (
            f"| {words} | `{line['method']}` | {line['threads']} | {line['seconds']:.2f} | "
            f"{line['bytes'] / 1e6:,.0f} | {line['bytes_of_matrix'] / 1e6:,.0f} |"
        )


def neighbors(results: Any) -> Iterator[str]:
    """Yield what estimates by nearest neighbours take a pair, beside scikit-learn's."""
    yield "| Term | Rows | scikit-learn, ms a pair | natpick, 1 thread | 2 threads |"
    yield "| --- | --: | --: | --: | --: |"
    for line in results["lines"]:
        theirs = line["scikit-learn"]
        told = [f"{ours:.2f} ({theirs / ours:.0f}×)" for ours in line["natpick"]]
        yield f"| ${line['term']}$ | {line['rows']:,} | {theirs:.1f} | {' | '.join(told)} |"


def growth(lines: list[Cell]) -> Iterator[str]:
    """Yield how time and memory grow."""
    yield "| Size | Method | From | To | ms | ms | Exponent | MB beyond codes | MB |"
    yield "| --- | --- | --: | --: | --: | --: | --: | --: | --: |"
    for line in lines:
        (first, *_, last), (low, *_, high) = line["seconds"], line["bytes_beyond_codes"]
        yield (
            f"| {line['axis']} | `{line['method']}` | {line['sizes'][0]:,} | "
            f"{line['sizes'][-1]:,} | {1e3 * first:,.1f} | {1e3 * last:,.1f} | "
            f"{line['exponent']:.2f} | {low / 1e6:,.1f} | {high / 1e6:,.1f} |"
        )


def rows_of(rows: list[Cell]) -> Iterator[str]:
    """Yield what was timed, a column for each size and for each contender."""
    sizes = [name for name in rows[0] if name != "times"]
    names = list(dict.fromkeys(name for row in rows for name in row["times"]))
    yield f"| {' | '.join((*sizes, *names))} |"
    yield "|" + " --: |" * len((*sizes, *names))
    for row in rows:
        whole = (f"{v:,}" if isinstance(v, int | float) else f"`{v}`" for v in map(row.get, sizes))
        times = (f"{row['times'][n]:.3g}" if n in row["times"] else "" for n in names)
        yield f"| {' | '.join((*whole, *times))} |"


def near_limit(rows: list[Cell]) -> list[Cell]:
    """Return the kernels' rows with the limit last, and how near the quickest kernel is to it."""
    return [
        {size: row[size] for size in ("levels", "classes", "rows")}
        | {"times": row["times"] | {"limit": row["limit"], "quickest / limit": ratio}}
        for row in rows
        for ratio in [min(row["times"].values()) / row["limit"]]
    ]


def mdlp(seconds: dict[str, float]) -> str:
    """Return how long MDLP takes, as a sentence."""
    told = " and ".join(f"{1e3 * time:,.0f} ms with {n}" for n, time in seconds.items())
    return f"A column of 1,000,000 rows is cut by MDLP in {told}."


def picture(cells: list[Cell]) -> Figure:
    """Return how many times as long as natpick each peer takes, on one thread."""
    one = [c for c in cells if c["threads"] == 1 and c["workload"]["name"] != SMALL]
    figure = Figure(figsize=(8.0, 0.28 * len(one) + 1.2), layout="constrained")
    axes = figure.subplots()
    for place, cell in enumerate(one):
        axes.axhline(place, color="#e6e9ed", linewidth=0.8, zorder=0)
        for peer, colour in COLOURS.items():
            if peer in cell["seconds"]:
                ratio = cell["seconds"][peer] / cell["seconds"]["natpick"]
                axes.plot(ratio, place, "o", color=colour, label=peer)
    axes.axvline(1, color="#1c2128", linewidth=1)
    axes.set_xscale("log")
    axes.set_xlabel("times as long as natpick, one thread")
    labels = [f"{c['workload']['name']}  {c['method']}" for c in one]
    axes.set_yticks(range(len(one)), labels)
    axes.set_ylim(len(one) - 0.5, -0.5)
    axes.spines[["top", "right", "left"]].set_visible(False)
    handles = dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
    figure.legend(
        handles.values(), handles, loc="outside upper center", ncols=len(COLOURS), frameon=False
    )
    return figure


def write(app: Sphinx, _config: Config) -> None:
    """Write the tables and the picture."""
    source = Path(app.srcdir)
    peers, limits = load("peers"), load("limits")
    cells = peers["cells"]
    pages.write(source, "speed-taken.md", list(taken(peers)))
    pages.write(source, "speed-sizes.md", list(sizes(cells)))
    pages.write(source, "speed-peers.md", list(against_peers(cells, limits)))
    pages.write(source, "speed-python.md", list(against_python(cells)))
    pages.write(source, "speed-comparing.md", list(comparing(load("comparing"))))
    pages.write(source, "speed-neighbors.md", list(neighbors(load("neighbors"))))
    pages.write(source, "speed-sparse.md", list(sparse(load("sparse"))))
    pages.write(source, "speed-growth.md", list(growth(load("growth"))))
    kernels, encoding = load("kernels"), load("encoding")
    pages.write(source, "speed-kernels-taken.md", list(taken(kernels)))
    pages.write(source, "speed-kernels.md", list(rows_of(near_limit(kernels["kernels"]))))
    pages.write(source, "speed-encoding-taken.md", list(taken(encoding)))
    pages.write(source, "speed-encoding.md", list(rows_of(encoding["values"])))
    pages.write(source, "speed-tables.md", list(rows_of(encoding["tables"])))
    pages.write(source, "speed-mdlp.md", [mdlp(encoding["mdlp"])])
    picture(cells).savefig(source / "generated" / "speed.svg")


def setup(app: Sphinx) -> dict[str, Any]:
    """Write them before anything is read."""
    app.connect("config-inited", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
