"""Parses server-sent events."""

from __future__ import annotations

from typing import NamedTuple


class Block(NamedTuple):
    """One event of a stream."""

    id: str
    type: str
    data: str


class Parser:
    """Takes a stream in pieces, and returns its events."""

    def __init__(self) -> None:
        self._rest = b""
        self._fields: dict[str, list[str]] = {}
        self._id = ""

    def feed(self, piece: bytes) -> list[Block]:
        """Returns the events that the piece completes. Comments and blocks without data are none."""
        # Ringer ends lines with "\n" alone, and the JSON of an event has no line break.
        *lines, self._rest = (self._rest + piece).split(b"\n")
        return [block for line in lines if (block := self._line(line.rstrip(b"\r").decode())) is not None]

    def _line(self, line: str) -> Block | None:
        if line:
            name, _, value = line.partition(":")
            self._fields.setdefault(name, []).append(value.removeprefix(" "))
            return None
        fields, self._fields = self._fields, {}
        self._id = fields.get("id", [self._id])[-1]
        if "data" not in fields:
            return None
        return Block(self._id, fields.get("event", ["message"])[-1], "\n".join(fields["data"]))
