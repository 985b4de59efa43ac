"""What http.py reads and writes."""

import unittest

from ringer.http import MAX_HEAD, Response, write_request
from ringer.sse import Block, Parser

CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhell\r\n2;x=y\r\no!\r\n0\r\nTrailer: 1\r\n\r\n"


def read(data: bytes, size: int) -> tuple[Response, bytes]:
    """Feeds a response in pieces of a size."""
    response, body = Response(), b""
    for i in range(0, len(data), size):
        body += response.feed(data[i : i + size])
    return response, body


class TestResponse(unittest.TestCase):
    def test_reads(self) -> None:
        for name, data, status, body, reusable in [
            ("a length", b"HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello", 201, b"hello", True),
            ("chunks", CHUNKED, 200, b"hello!", True),
            ("no body", b"HTTP/1.1 204 No Content\r\n\r\n", 204, b"", True),
            ("an empty body", b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", 200, b"", True),
            ("an interim response", b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + CHUNKED, 200, b"hello!", True),
            ("the end is asked for", b"HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 2\r\n\r\nok", 200, b"ok", False),
            ("HTTP/1.0", b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, b"ok", False),
            ("more than was asked for", b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok!", 200, b"ok", False),
        ]:
            for size in (1, 3, 1000):
                with self.subTest(name, size=size):
                    response, got = read(data, size)
                    self.assertEqual((response.status, got), (status, body))
                    self.assertEqual((response.complete, response.reusable), (True, reusable))

    def test_body_up_to_the_end_of_the_connection(self) -> None:
        response, got = read(b"HTTP/1.0 200 OK\r\n\r\nhello", 4)
        self.assertEqual((got, response.complete), (b"hello", False))
        response.feed(b"")
        self.assertEqual((response.complete, response.reusable), (True, False))

    def test_cut(self) -> None:
        """A connection that ends anywhere within a response is broken: no part passes for the whole."""
        for n in range(len(CHUNKED) - 1):
            response, _ = read(CHUNKED[:n], 1000)
            with self.subTest(n), self.assertRaises(ConnectionError):
                response.feed(b"")

    def test_refuses(self) -> None:
        for name, data in [
            ("SSH", b"SSH-2.0-OpenSSH_9.6\r\n\r\n"),
            ("HTTP/2", b"HTTP/2 200\r\n\r\n"),
            ("no number", b"HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\n"),
            ("a negative length", b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n"),
            ("a chunk without a size", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhello\r\n"),
            ("a head without an end", b"HTTP/1.1 200 OK\r\nX: " + b"x" * MAX_HEAD),
        ]:
            with self.subTest(name), self.assertRaises(ConnectionError):
                read(data, len(data))

    def test_write_request(self) -> None:
        self.assertEqual(write_request("GET", "/v1", {"Host": "a"}, b""), b"GET /v1 HTTP/1.1\r\nHost: a\r\n\r\n")
        for target, value in [("/a b", ""), ("/a\r\nX: y", ""), ("/ä", ""), ("/", "a\r\nX: y")]:
            with self.subTest(target, value=value), self.assertRaises(ValueError):
                write_request("GET", target, {"Host": value}, b"")


class TestParser(unittest.TestCase):
    def test_feed(self) -> None:
        stream = 'retry: 1000\n\n: hi\n\nid: 7\nevent: message.sent\ndata: {"text": "☺"}\n\n:\n\ndata: a\r\ndata:b\r\n\r\n'.encode()
        want = [Block("7", "message.sent", '{"text": "☺"}'), Block("7", "message", "a\nb")]
        for size in (1, 7, 1000):
            with self.subTest(size=size):
                parser = Parser()
                got = [b for i in range(0, len(stream), size) for b in parser.feed(stream[i : i + size])]
                self.assertEqual(got, want)

    def test_block_without_its_end(self) -> None:
        self.assertEqual(Parser().feed(b"id: 7\nevent: x\ndata: y\n"), [])


if __name__ == "__main__":
    unittest.main()
