"""Carries out flows over connections of asyncio."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import closing
from typing import Any

from .address import CONNECT, IDLE, PIECE, Address
from .flow import SILENCE, Flow, Item, Pause, Read, Send, advance, one
from .http import Response
from .pool import Pool


class Connection:
    """One connection, which takes one request after the other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._response, self._early, self._used, self._silent = Response(), b"", 0.0, False

    @staticmethod
    async def open(address: Address) -> Connection:
        # Not with wait_for: up to Python 3.11 it may swallow that its task is cancelled.
        opening = asyncio.ensure_future(asyncio.open_connection(address.host, address.port, ssl=address.tls))
        try:
            done, _ = await asyncio.wait([opening], timeout=CONNECT)
            if not done:
                raise TimeoutError(f"no connection within {CONNECT:.0f} s")
        except BaseException:
            opening.cancel()
            opening.add_done_callback(_discard)
            raise
        return Connection(*opening.result())

    async def send(self, request: bytes) -> Response:
        """Sends a request, and returns its response when the head has come."""
        self._response = Response()
        self._writer.write(request)
        while not self._response.status:
            self._early = self._response.feed(await self._receive())
        return self._response

    async def read(self) -> bytes:
        """Returns the next part of the body, empty at its end."""
        body, self._early = self._early, b""
        while not body and not self._response.complete:
            body = self._response.feed(await self._receive())
        self._used = time.monotonic()
        return body

    async def _receive(self) -> bytes:
        """Sends what is to be sent, and returns what has come. A silent connection is given up."""
        timer = asyncio.get_running_loop().call_later(SILENCE, self._give_up)
        try:
            await self._writer.drain()
            data = await self._reader.read(PIECE)
        finally:
            timer.cancel()
        if self._silent:
            raise TimeoutError(f"the server was silent for {SILENCE:.0f} s")
        return data

    def _give_up(self) -> None:
        self._silent = True
        self.close()

    def reusable(self) -> bool:
        idle = self._response.reusable and time.monotonic() - self._used < IDLE
        return idle and not self._reader.at_eof() and not self._writer.is_closing()

    def close(self) -> None:
        self._writer.transport.abort()  # close would wait for what is still to be sent


class _Exchange:
    """Carries out the steps of one flow."""

    def __init__(self, pool: Pool[Connection]) -> None:
        self._pool = pool
        self._connection: Connection | None = None

    async def do(self, step: Send | Read | Pause) -> Any:
        if isinstance(step, Pause):
            self.close()
            return await asyncio.sleep(step.seconds)
        if isinstance(step, Send):
            self.close()
            self._connection = self._pool.take() or await Connection.open(self._pool.address)
            return await self._connection.send(self._pool.address.request(step))
        assert self._connection, "a flow sends before it reads"
        return await self._connection.read()

    def close(self) -> None:
        if self._connection:
            self._pool.put(self._connection)
            self._connection = None


async def run(pool: Pool[Connection], flow: Flow[None]) -> AsyncIterator[Any]:
    """Carries out a flow, and yields its items."""
    with closing(_Exchange(pool)) as exchange:
        step = advance(flow)
        while step:
            result, failure = None, None
            if isinstance(step, Item):
                yield step.value
            else:
                try:
                    result = await exchange.do(step)
                except OSError as e:
                    failure = e
                    pool.close()  # what breaks one connection has mostly broken all
            step = advance(flow, result, failure)


async def call(pool: Pool[Connection], flow: Flow[Any]) -> Any:
    """Carries out a flow, and returns its result."""
    return [item async for item in run(pool, one(flow))][0]


def _discard(opening: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]]) -> None:
    """Closes a connection that nobody waits for any more."""
    if not opening.cancelled() and not opening.exception():
        opening.result()[1].transport.abort()
