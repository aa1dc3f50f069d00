"""Results of a benchmark as a file, with what they were taken on."""

import json
import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"


def save(name: str, versions: Mapping[str, str], content: Mapping[str, Any]) -> Path:
    """Write what was measured, and what it was taken with."""
    document = {
        "taken": datetime.now(UTC).isoformat(timespec="minutes"),
        "machine": {"processor": processor(), "cores": os.cpu_count()},
        "versions": {**versions, "python": platform.python_version()},
        **content,
    }
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return path


def processor() -> str:
    """Return the processor's name, as far as the system tells it."""
    file = Path("/proc/cpuinfo")
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor()
