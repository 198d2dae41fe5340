"""A web server that shows a directory by index pages, with ranges and entity tags or without."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import blake2b
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import BinaryIO


class WebDirectory:
    """A server of a directory; `requests` has the method, path and range of each request.

    `tokens` has the `Authorization` of each.
    """

    def __init__(self, directory: Path, *, has_ranges: bool) -> None:
        self.requests: list[tuple[str, str, str]] = []
        self.tokens: list[str] = []
        outer = self

        class Handler(SimpleHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                """Print nothing."""

            def send_head(self) -> BytesIO | BinaryIO | None:
                wanted = self.headers.get("range", "")
                outer.requests.append((self.command, self.path, wanted))
                outer.tokens.append(self.headers.get("authorization", ""))
                path = Path(self.translate_path(self.path))
                if not has_ranges or not path.is_file():
                    return super().send_head()
                self._send_part(path, re.fullmatch(r"bytes=(\d+)-(\d+)", wanted))
                return None

            def _send_part(self, path: Path, wanted: re.Match[str] | None) -> None:
                data, status = path.read_bytes(), path.stat()
                tag = f'"{blake2b(data, digest_size=8).hexdigest()}"'
                if self.headers.get("if-match", tag) != tag:
                    self.send_error(412)
                    return
                start, end = 0, len(data)
                if wanted:
                    start, end = int(wanted[1]), min(int(wanted[2]) + 1, len(data))
                self.send_response(206 if wanted else 200)
                if wanted:
                    self.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(data)}")
                self.send_header("Content-Length", str(end - start))
                self.send_header("ETag", tag)
                self.send_header("Last-Modified", self.date_time_string(int(status.st_mtime)))
                self.end_headers()
                if self.command == "GET":
                    self.wfile.write(data[start:end])

        handler = partial(Handler, directory=str(directory))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """End the server."""
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def web_directory(directory: Path, *, has_ranges: bool) -> Iterator[WebDirectory]:
    """Serve a directory meanwhile."""
    server = WebDirectory(directory, has_ranges=has_ranges)
    try:
        yield server
    finally:
        server.close()
