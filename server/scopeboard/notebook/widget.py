"""The widget: the page in a cell, and what is selected on it as traitlets."""

import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any

import anywidget
import traitlets
from IPython.display import display

from scopeboard.notebook.board import Board, saved_html
from scopeboard.notebook.channel import Buffer, Channel
from scopeboard.notebook.page import packed_page, page_version, widget_module


class BoardWidget(anywidget.AnyWidget):  # type: ignore[misc]
    """The page in a cell of a notebook: `widget.observe(function, names="step")` follows it.

    Attributes:
        view: the view that the page shows at first, as a query such as `?tab=graph`; setting it
            shows another one.
        height: the height of the cell in pixels, when it is shown.
        selected_runs: the names of the runs that are shown on the page.
        step: the selected step, or None.
        node: the name of the node that is selected in the graph; empty for none.
    """

    _esm = widget_module()
    _page = traitlets.Unicode().tag(sync=True)
    _boot = traitlets.Dict().tag(sync=True)
    _saved_view = traitlets.Unicode().tag(sync=True)
    view = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(600).tag(sync=True)
    selected_runs = traitlets.List(traitlets.Unicode()).tag(sync=True)
    step = traitlets.Int(None, allow_none=True).tag(sync=True)
    node = traitlets.Unicode().tag(sync=True)

    def __init__(self, board: Board, view: str, height: int, *, saves: bool, is_card: bool) -> None:
        super().__init__(
            _page=page_version(),
            _boot=board.start(is_card=is_card),
            _saved_view=secrets.token_hex(8),
            view=view,
            height=height,
        )
        self._board = board  # as long as the widget; it ends with the last one
        self._saves = saves
        self._channel = Channel(board.app, packed_page, self._send_to_page, board.token)
        self.on_msg(self._receive)
        if self.comm is not None:
            self.comm.on_close(lambda _: self._channel.close())  # by the notebook

    def _send_to_page(self, content: dict[str, Any], buffers: list[bytes]) -> None:
        self.send(content, buffers)

    def _receive(self, _: object, content: object, buffers: Sequence[Buffer]) -> None:
        self._channel.receive(content, buffers)

    def close(self) -> None:
        """Remove the page from all cells, and cancel its requests."""
        self._channel.close()
        super().close()

    def __repr__(self) -> str:
        return f"<scopeboard.notebook {self._board.name!r}>"

    def _ipython_display_(self) -> None:
        """Show the page, and beside it the view that stays in the notebook."""
        show = partial(display, raw=True)
        if self._saves:
            html = saved_html(self._board, self.view, self._saved_view, self.height, self._boot)
            show({"text/html": html, "text/plain": repr(self)})
        bundle = self._repr_mimebundle_()
        if bundle is not None:
            data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
            show({**data, "text/plain": repr(self)}, metadata=metadata)
