"""Writes requests and parses responses of HTTP/1.1. It reads and writes no connection."""

from __future__ import annotations

from http import HTTPStatus

MAX_HEAD = 64 << 10
"""The longest head of a response, and the longest line of a chunked body, in bytes. Ringer's are far
shorter; a peer that sends more is no HTTP server."""


class Malformed(ConnectionError):
    """What came is no response of HTTP/1.1."""


def write_request(method: str, target: str, headers: dict[str, str], body: bytes) -> bytes:
    """Returns the bytes of a request. Raises ValueError for what would not stay on its line."""
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    for line in lines:
        if not line.isascii() or not line.isprintable():
            raise ValueError(f"{line!r} does not fit into a request; quote it with urllib.parse.quote")
    if target.count(" "):
        raise ValueError(f"{target!r} has a space; quote it with urllib.parse.quote")
    return "\r\n".join([*lines, "", ""]).encode() + body


class Response:
    """One response. `status` is 0 until its head has come."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.complete = False
        self._buffer = bytearray()
        self._chunked = False
        self._trailer = False
        self._last = False  # the server closes the connection behind the response
        # How many bytes the body, or its current chunk, still has; None if it ends with the connection.
        self._left: int | None = 0

    @property
    def reusable(self) -> bool:
        """Whether the connection may take another request."""
        return self.complete and not self._buffer and not self._last

    def feed(self, data: bytes) -> bytes:
        """Takes what has come, b"" for the end of the connection. Returns what it has of the body.

        Raises ConnectionError if the connection has ended within the response.
        """
        if not data:
            if not self.status or self._left is not None:
                raise ConnectionError("the connection was cut")
            self.complete = True
        self._buffer += data
        while not self.status and (head := self._until(b"\r\n\r\n")) is not None:
            self._head(head.decode("latin-1"))
        body = bytearray()
        while self.status and not self.complete and (part := self._part()) is not None:
            body += part
        return bytes(body)

    def _until(self, end: bytes) -> bytes | None:
        """Takes what stands before the end, or returns None if the end has not come."""
        n = self._buffer.find(end)
        if (n if n >= 0 else len(self._buffer)) > MAX_HEAD:
            raise Malformed("a line of the response is too long; check the URL")
        return self._take(n + len(end))[: -len(end)] if n >= 0 else None

    def _take(self, n: int) -> bytes:
        taken = bytes(self._buffer[:n])
        del self._buffer[:n]
        return taken

    def _head(self, head: str) -> None:
        first, *lines = head.split("\r\n")
        words = first.split(" ", 2)
        if not words[0].startswith("HTTP/1.") or not words[1:] or not words[1].isdigit():
            raise Malformed("the answer is no HTTP; check the URL")
        status = int(words[1])
        if status < HTTPStatus.OK:
            return  # such as 103; the response itself follows
        for line in lines:
            name, _, value = line.partition(":")
            self.headers[name.lower()] = value.strip()
        self.status = status
        self._chunked = self.headers.get("transfer-encoding", "").lower() == "chunked"
        length = self.headers.get("content-length")
        if status in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED):
            self.complete = True
        elif length is not None and not self._chunked:
            self._left = _number(length, 10)
            self.complete = self._left == 0
        elif not self._chunked:
            self._left = None
        closing = self.headers.get("connection", "").lower() == "close"
        self._last = closing or words[0] == "HTTP/1.0" or self._left is None

    def _part(self) -> bytes | None:
        """Takes a part of the body, which may be empty. Returns None if more must come first."""
        if self._trailer:
            line = self._until(b"\r\n")
            self.complete = line == b""
            return None if line is None else b""
        if self._chunked and self._left == 0:
            line = self._until(b"\r\n")
            if line is None:
                return None
            if line:  # it is empty behind a chunk
                self._left = _number(line.split(b";")[0].decode("latin-1"), 16)
                self._trailer = self._left == 0
            return b""
        if not self._buffer:
            return None
        part = self._take(len(self._buffer) if self._left is None else self._left)
        if self._left is not None:
            self._left -= len(part)
            self.complete = self._left == 0 and not self._chunked
        return part


def _number(digits: str, base: int) -> int:
    if not digits.strip().isalnum():  # int takes signs, too
        raise Malformed("the answer has no readable length; check the URL")
    try:
        return int(digits, base)
    except ValueError:
        raise Malformed("the answer has no readable length; check the URL") from None
