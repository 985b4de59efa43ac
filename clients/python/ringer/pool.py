"""The connections that wait for a request."""

from __future__ import annotations

from collections import deque
from typing import Generic, Protocol, TypeVar

from .address import Address


class Kept(Protocol):
    """A connection as the pool sees it."""

    def reusable(self) -> bool:
        """Whether it may take another request."""
        ...

    def close(self) -> None: ...


C = TypeVar("C", bound=Kept)


class Pool(Generic[C]):
    """The idle connections to one server. Threads may share it."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._idle: deque[C] = deque()  # its methods are safe for threads

    def take(self) -> C | None:
        """Takes a connection out, or None if there is none."""
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return None
            if connection.reusable():
                return connection
            connection.close()

    def put(self, connection: C) -> None:
        """Keeps a connection if it can be used again, and closes it otherwise."""
        if connection.reusable():
            self._idle.append(connection)
        else:
            connection.close()

    def close(self) -> None:
        """Closes the idle connections."""
        while (connection := self.take()) is not None:
            connection.close()
