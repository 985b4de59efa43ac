"""What the two clients do with their connections, against a server of this test."""

import asyncio
import socket
import threading
import unittest
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from ringer import AsyncRinger, Ringer, aio_connection, sync_connection
from ringer.flow import SILENCE, Tries

OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"


class Server:
    """Listens on a port, and does with its connections, the first first, what it is told."""

    def __init__(self, *each: Callable[[socket.socket], None]) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.closed = threading.Event()  # the client has closed the first connection
        self.thread = threading.Thread(target=self.serve, args=(each,))

    def serve(self, each: tuple[Callable[[socket.socket], None], ...]) -> None:
        for i, do in enumerate(each):
            connection, _ = self.listener.accept()
            with connection:
                do(connection)
            if i == 0:
                self.closed.set()

    def __enter__(self) -> "Server":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.thread.join()
        self.listener.close()


def answer(connection: socket.socket) -> None:
    """Answers each request, until the client closes."""
    while connection.recv(64 << 10):
        connection.sendall(OK)


def hold(connection: socket.socket) -> None:
    """Answers no request, until the client closes."""
    while connection.recv(64 << 10):
        pass


def answer_once(connection: socket.socket) -> None:
    """Answers a request, and closes without a word."""
    connection.recv(64 << 10)
    connection.sendall(OK)


def call(url: str, times: int) -> None:
    """Sends requests with the client that waits."""
    with Ringer(url) as ringer:
        for _ in range(times):
            assert ringer.request("POST", "/v1/x", {}) == {}


async def call_async(url: str, times: int) -> None:
    """Sends requests with the client that is awaited."""
    async with AsyncRinger(url) as ringer:
        for _ in range(times):
            assert await ringer.request("POST", "/v1/x", {}) == {}


WAYS: list[tuple[str, Callable[[str, int], None]]] = [("sync", call), ("async", lambda url, times: asyncio.run(call_async(url, times)))]


class TestConnections(unittest.TestCase):
    def test_a_connection_is_used_again(self) -> None:
        for name, do in WAYS:
            with self.subTest(name), Server(answer) as server:
                do(server.url, 3)

    def test_a_connection_that_the_server_has_closed(self) -> None:
        for name, do in WAYS:
            with self.subTest(name), Server(answer_once, answer) as server:
                do(server.url, 2)

    def test_a_silent_server(self) -> None:
        """The client gives up the connection, and tries another one, for which a busy machine has time."""

        def wait(*args: Any) -> float:
            sync_connection.SILENCE = aio_connection.SILENCE = SILENCE
            return pause(*args)

        pause = Tries.wait
        for name, do in WAYS:
            with self.subTest(name), Server(hold, answer) as server, patch.object(Tries, "wait", wait):
                with patch.object(sync_connection, "SILENCE", 0.05), patch.object(aio_connection, "SILENCE", 0.05):
                    do(server.url, 1)

    def test_a_cancelled_task_ends_its_request(self) -> None:
        async def cancel(url: str, ended: Callable[[], None]) -> None:
            async with AsyncRinger(url) as ringer:
                task = asyncio.create_task(ringer.request("GET", "/v1/x"))
                while not arrived.is_set():
                    await asyncio.sleep(0)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                await asyncio.to_thread(ended)  # while the client is still open

        arrived = threading.Event()

        def wait(connection: socket.socket) -> None:
            connection.recv(64 << 10)
            arrived.set()
            try:
                hold(connection)
            except ConnectionResetError:
                pass

        with Server(wait) as server:
            asyncio.run(cancel(server.url, lambda: self.assertTrue(server.closed.wait())))


if __name__ == "__main__":
    unittest.main()
