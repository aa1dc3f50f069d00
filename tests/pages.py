"""Pages taken apart, and results made by hand to fill them."""

import re
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

from natpick.comparison import Comparison
from natpick.encode import Encoding
from natpick.selection import Selection
from natpick.step import Step

VOID = {"meta", "br", "hr"}

FEATURES = ("age <years>", "a & b", 'say "hi"', "it's $x$", "fifth", "sixth")
RELEVANCE = (0.31415926, 0.25, 0.125, 0.0625, 0.2, 0.00001)


@dataclass
class Page(HTMLParser):
    """A page taken apart: its tags with their attributes, its texts, and its tables."""

    source: str
    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    tables: dict[str, list[list[str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.table: list[list[str]] = []
        self.feed(self.source)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.table = self.tables.setdefault(dict(attrs)["class"], [])
        elif tag == "tr":
            self.table.append([])
        elif tag in ("td", "th"):
            self.table[-1].append("")

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" in self.open:
            return
        self.texts.append(data)
        if self.open and ("td" in self.open or "th" in self.open) and "svg" not in self.open:
            self.table[-1][-1] += data

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.texts))

    def named(self, tag: str, kind: str | None = None) -> list[dict[str, str | None]]:
        return [a for t, a in self.tags if t == tag and kind in (None, a.get("class"))]


def selection(method: str = "jmi", **changes) -> Selection:
    """Three picks: the best alone; one that ties; one whose gain is all complementarity."""
    steps = (
        Step(0, FEATURES[0], 0.31415926, 0.31415926, 0.0, 0.0, (), (), 1, FEATURES[1], 0.06415926),
        Step(
            2, FEATURES[2], 0.105, 0.125, 0.05, 0.03, ((0.05, 0.03),), (2, 3), 3, FEATURES[3], 0.0
        ),
        Step(
            1,
            FEATURES[1],
            0.27000001,
            0.25,
            0.1,
            0.12000001,
            ((0.15, 0.1), (0.05, 0.14000002)),
            (),
            4,
            FEATURES[4],
            1e-9,
        ),
    )
    result = Selection(
        method=method,
        parameters={},
        steps=steps,
        stop_reason="3 of 6 features were asked for",
        features=FEATURES,
        relevance=RELEVANCE,
        target_entropy=0.6931471805599453,
        rule="Numbers were cut into 4 bins of equal frequency.",
        encodings={
            FEATURES[0]: Encoding(FEATURES[0], "bins", 4, (), (1.5, 2.25, 1234567.0)),
            FEATURES[2]: Encoding(FEATURES[2], "levels", 3, ("<low>", "high", "missing"), (), True),
            FEATURES[1]: Encoding(FEATURES[1], "bins", 1),
        },
        notes=("Equal scores at step 2: the first of the columns was picked.", "<b>n</b> & so on"),
    )
    return replace(result, **changes)


def comparison() -> Comparison:
    jmi = selection()
    mim = selection("mim", steps=(jmi.steps[0], jmi.steps[2]), notes=("Only of mim.",))
    own = selection("<mine>", steps=jmi.steps[:1], notes=("Only of mim.",))
    return Comparison({"jmi": jmi, "mim": mim, "<mine>": own})


def hostile(text: str) -> Selection:
    """A selection whose every string is this text."""
    steps = [replace(s, name=text, runner_up_name=text) for s in selection().steps]
    return selection(
        method=text,
        parameters={text: 1.0},
        steps=tuple(steps),
        stop_reason=text,
        features=(text,) * len(FEATURES),
        rule=text,
        encodings={text: Encoding(text, "levels", 1, (text,))},
        notes=(text,),
    )


NOTHING_TOLD = selection(
    steps=(Step(0, FEATURES[0], 0.0, 0.0, 0.0, 0.0, (), tuple(range(6)), 1, FEATURES[1], 0.0),),
    relevance=(0.0,) * 6,
)
NOTHING_PICKED = selection(steps=(), encodings={}, notes=())
KEPT = selection(
    steps=(Step(3, FEATURES[3], 0.0625, 0.0625, 0.0, 0.0, kept=True), *selection().steps[1:])
)
ALL_PICKED = selection(features=FEATURES[:1], relevance=RELEVANCE[:1], steps=selection().steps[:1])
