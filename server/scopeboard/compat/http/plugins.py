"""The TensorBoard plugins that have routes here, and the kinds of values that each shows."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from scopeboard.types import Kind


@dataclass(frozen=True, slots=True)
class _Plugin:
    """A plugin: its tab, and the element of TensorBoard's page that shows it, empty for none.

    It is enabled when the log has values of one of its `kinds`.
    """

    kinds: tuple[Kind, ...]
    element: str = ""
    tab_name: str = ""
    disable_reload: bool = False
    mechanism: str = "CUSTOM_ELEMENT"


_PLUGINS: Final[dict[str, _Plugin]] = {
    "timeseries": _Plugin(
        ("scalars", "histograms", "images"), tab_name="Time Series", mechanism="NG_COMPONENT"
    ),
    "scalars": _Plugin(("scalars",), "tf-scalar-dashboard"),
    "custom_scalars": _Plugin(("layouts",), "tf-custom-scalar-dashboard", "Custom Scalars"),
    "images": _Plugin(("images",), "tf-image-dashboard"),
    "audio": _Plugin(("audio",), "tf-audio-dashboard"),
    "graphs": _Plugin(("graphs", "run_metadata"), "tf-graph-dashboard", disable_reload=True),
    "distributions": _Plugin(("histograms",), "tf-distribution-dashboard"),
    "histograms": _Plugin(("histograms",), "tf-histogram-dashboard"),
    "text": _Plugin(("text",), "tf-text-dashboard"),
    "pr_curves": _Plugin(("curves",), "tf-pr-curve-dashboard", "PR Curves"),
    "hparams": _Plugin(("hparams",), "tf-hparams-dashboard"),
    "mesh": _Plugin(("meshes",), "mesh-dashboard"),
    "projector": _Plugin((), disable_reload=True, mechanism="NONE"),
}


def plugins_listing(logged: Collection[Kind], *, has_embeddings: bool) -> dict[str, dict[str, Any]]:
    """Return the plugins as TensorBoard lists them, given the kinds of values in the log.

    Of the projector only the data are served; its page is part of TensorBoard.
    """
    listing: dict[str, dict[str, Any]] = {}
    for name, plugin in _PLUGINS.items():
        element = {"element_name": plugin.element} if plugin.element else {}
        listing[name] = {
            "disable_reload": plugin.disable_reload,
            "enabled": any(kind in logged for kind in plugin.kinds),
            "loading_mechanism": {"type": plugin.mechanism, **element},
            "remove_dom": False,
            "tab_name": plugin.tab_name or name,
        }
    listing["projector"]["enabled"] = has_embeddings
    return listing
