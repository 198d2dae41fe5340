"""What the filter language does in the page and in Python alike."""

import json
from pathlib import Path
from typing import Any

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "run_filter.json").read_text("utf-8")
)
