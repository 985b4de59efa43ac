"""Carries out flows over blocking connections."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from .address import CONNECT, IDLE, PIECE, Address
from .flow import SILENCE, Flow, Item, Pause, Read, Send, advance, one
from .http import Response
from .pool import Pool


class Connection:
    """One connection, which takes one request after the other."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self._response, self._early, self._used = Response(), b"", 0.0

    def __del__(self) -> None:
        self.close()  # Python warns of a socket that nobody closes

    @staticmethod
    def open(address: Address) -> Connection:
        sock = socket.create_connection((address.host, address.port), CONNECT)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if address.tls:
            sock = address.tls.wrap_socket(sock, server_hostname=address.host)
        sock.settimeout(SILENCE)
        return Connection(sock)

    def send(self, request: bytes) -> Response:
        """Sends a request, and returns its response when the head has come."""
        self._response = Response()
        self._socket.sendall(request)
        while not self._response.status:
            self._early = self._response.feed(self._socket.recv(PIECE))
        return self._response

    def read(self) -> bytes:
        """Returns the next part of the body, empty at its end."""
        body, self._early = self._early, b""
        while not body and not self._response.complete:
            body = self._response.feed(self._socket.recv(PIECE))
        self._used = time.monotonic()
        return body

    def reusable(self) -> bool:
        return self._response.reusable and time.monotonic() - self._used < IDLE

    def close(self) -> None:
        self._socket.close()


class _Exchange:
    """Carries out the steps of one flow."""

    def __init__(self, pool: Pool[Connection]) -> None:
        self._pool = pool
        self._connection: Connection | None = None

    def do(self, step: Send | Read | Pause) -> Any:
        if isinstance(step, Pause):
            self.close()
            return time.sleep(step.seconds)
        if isinstance(step, Send):
            self.close()
            self._connection = self._pool.take() or Connection.open(self._pool.address)
            return self._connection.send(self._pool.address.request(step))
        assert self._connection, "a flow sends before it reads"
        return self._connection.read()

    def close(self) -> None:
        if self._connection:
            self._pool.put(self._connection)
            self._connection = None


def run(pool: Pool[Connection], flow: Flow[None]) -> Iterator[Any]:
    """Carries out a flow, and yields its items."""
    with closing(_Exchange(pool)) as exchange:
        step = advance(flow)
        while step:
            result, failure = None, None
            if isinstance(step, Item):
                yield step.value
            else:
                try:
                    result = exchange.do(step)
                except OSError as e:
                    failure = e
                    pool.close()  # what breaks one connection has mostly broken all
            step = advance(flow, result, failure)


def call(pool: Pool[Connection], flow: Flow[Any]) -> Any:
    """Carries out a flow, and returns its result."""
    return list(run(pool, one(flow)))[0]
