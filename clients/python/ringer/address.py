"""Where a server is, and with which key."""

from __future__ import annotations

import os
import ssl
from urllib.parse import urlsplit

from .flow import Send
from .http import write_request

CONNECT = 10.0
"""How long a connection may take to open, in seconds."""

IDLE = 30.0
"""How long an idle connection is kept, in seconds. Servers and proxies close them after a minute or
more."""

PIECE = 64 << 10
"""How much is read at once, in bytes."""


class Address:
    """A server as the connections need it."""

    def __init__(self, url: str | None, key: str | None, tls: ssl.SSLContext | None) -> None:
        url = url or os.environ.get("RINGER_URL") or "http://127.0.0.1:8080"
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is no address of a server; use one such as http://127.0.0.1:8080")
        self.host = parts.hostname
        self.tls = (tls or ssl.create_default_context()) if parts.scheme == "https" else None
        self.port = parts.port or (443 if self.tls else 80)
        self._prefix = parts.path.rstrip("/")
        self._headers = {"Host": parts.netloc.rpartition("@")[2], "User-Agent": "ringer-python"}
        if key := key or os.environ.get("RINGER_API_KEY"):
            self._headers["Authorization"] = f"Bearer {key}"

    def request(self, send: Send) -> bytes:
        """Returns the bytes of a request."""
        headers = {**self._headers, **send.headers}
        if send.body or send.method in ("POST", "PUT", "PATCH"):
            headers["Content-Length"] = str(len(send.body))
        return write_request(send.method, self._prefix + send.path, headers, send.body)
