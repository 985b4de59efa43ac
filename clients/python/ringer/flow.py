"""What the client does, without I/O: requests, retries, streams, long polls.

A flow is a generator. It yields the steps that it needs, and is sent their results. `Ringer` and
`AsyncRinger` carry the steps out, each in its own way. A step that fails throws an OSError into it.
"""

from __future__ import annotations

import email.utils
import json
import logging
import random
import ssl
import time
import uuid
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, TypeVar, cast
from urllib.parse import urlencode

from .http import Response
from .problem import read_problem
from .sse import Parser

SILENCE = 45.0
"""How long a server may be silent, in seconds. A stream has a comment every 15 s, and a long poll
takes 20 s, so then the connection is broken."""

WAIT = "20s"
"""How long a poll waits. Many proxies cut a request that is silent for 30 s."""

FIRST_DELAY, LAST_DELAY = 0.5, 10.0
"""The bounds of the wait before the first retry and before later ones, in seconds."""


@dataclass
class Send:
    """Sends a request. The result is the Response, whose head has come."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes = b""


class Read:
    """Reads from the body of the response. The result is bytes, empty at its end."""


@dataclass
class Pause:
    """Waits for some seconds. The result is None."""

    seconds: float


@dataclass
class Item:
    """Hands something to the caller."""

    value: Any


logger = logging.getLogger("ringer")

T = TypeVar("T")
Flow = Generator[Send | Read | Pause | Item, Any, T]


class Tries:
    """Decides whether and when a request is sent again: for `patience` seconds in all."""

    def __init__(self, patience: float) -> None:
        self._deadline = time.monotonic() + patience
        self._bound = FIRST_DELAY

    def wait(self, why: Exception, at_least: float = 0.0) -> float:
        """Returns the seconds until the next try. Raises the failure if that would be too late, or
        if no retry helps.

        The wait is drawn from zero up to a bound that doubles (full jitter), so that the clients of
        a server that comes back do not all ask it at once.
        """
        seconds = max(at_least, random.uniform(0, self._bound))
        self._bound = min(LAST_DELAY, 2 * self._bound)
        if time.monotonic() + seconds <= self._deadline and not isinstance(why, ssl.SSLCertVerificationError):
            return seconds
        if isinstance(why, OSError):
            raise ConnectionError(f"the server does not answer: {why}; check its URL, and that it runs") from why
        raise why


BUSY = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT)
"""Statuses after which a request is sent again, also when a proxy has answered."""


def retry_after(headers: Mapping[str, str]) -> float:
    """Returns the seconds of the header Retry-After, 0 without one."""
    said = headers.get("retry-after", "")
    if said.isdigit():
        return float(said)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(said).timestamp() - time.time())
    except (ValueError, TypeError):
        return 0.0


def with_query(path: str, query: Mapping[str, Any]) -> str:
    """Returns a path with the parameters that are not None."""
    given = {name: value for name, value in query.items() if value is not None}
    return path + "?" + urlencode(given) if given else path


def listed(values: Iterable[str] | None) -> str | None:
    """Returns the values as a parameter."""
    return None if values is None else ",".join(sorted(values))


def one(flow: Flow[Any]) -> Flow[None]:
    """Hands the result of a flow to the caller."""
    yield Item((yield from flow))


def advance(flow: Flow[None], result: Any = None, failure: OSError | None = None) -> Send | Read | Pause | Item | None:
    """Returns the next step of a flow after the outcome of the one before; None at its end."""
    try:
        return flow.throw(failure) if failure else flow.send(result)
    except StopIteration:
        return None


class Flows:
    """The flows of one client."""

    def __init__(self, patience: float) -> None:
        self._patience = patience

    def call(self, method: str, path: str, body: Any = None) -> Flow[Any]:
        """Sends a request until it is answered, and returns the JSON of the answer.

        Every POST has a key of its own, with which the server stores it once however often it comes.
        """
        request = Send(method, path, {})
        if method == "POST":
            request.headers["Idempotency-Key"] = uuid.uuid4().hex
        if body is not None:
            request.headers["Content-Type"] = "application/json"
            request.body = json.dumps(body).encode()
        tries, again = Tries(self._patience), False
        while True:
            try:
                response: Response = yield request
                answer = yield from _whole()
                if response.status < HTTPStatus.MULTIPLE_CHOICES:
                    result = _parse(response, answer)
                    if method != "GET":
                        _warn(result)
                    return result
                if again and method == "DELETE" and response.status == HTTPStatus.NOT_FOUND:
                    return None  # an earlier try has deleted it, and its answer was lost
                yield _again(tries, response, answer)
            except OSError as e:
                yield Pause(tries.wait(e))
            again = True

    def stream(self, path: str, query: Mapping[str, Any], end: str) -> Flow[None]:
        """Hands over the events of a log, up to the one of the type end, from a stream."""
        after, tries = query.get("after"), Tries(self._patience)
        while True:
            try:
                request = Send("GET", with_query(path + "/stream", {**query, "after": after}), {"Accept": "text/event-stream"})
                response: Response = yield request
                if response.status == HTTPStatus.NO_CONTENT:
                    return
                if response.status != HTTPStatus.OK:
                    answer = yield from _whole()
                    yield _again(tries, response, answer)
                    continue
                tries, parser = Tries(self._patience), Parser()
                while piece := (yield Read()):
                    for block in parser.feed(piece):
                        after = block.id or after
                        yield Item(json.loads(block.data))
                        if block.type == end:
                            return
                yield Pause(tries.wait(ConnectionError("the stream has ended")))
            except OSError as e:
                yield Pause(tries.wait(e))

    def poll(self, path: str, query: Mapping[str, Any]) -> Flow[None]:
        """Hands over the events of a log from long polls."""
        page: dict[str, Any] = {"next_after": query.get("after"), "ended": False}
        while not page["ended"]:
            page = yield from self.call("GET", with_query(path + "/events", {**query, "after": page["next_after"], "wait": WAIT}))
            for event in page["events"]:
                yield Item(event)

    def feed(
        self,
        cursor: str | None,
        types: Iterable[str] | None,
        sessions: Iterable[str] | None,
        games: Iterable[str] | None,
    ) -> Flow[None]:
        """Hands over the pages of the feed that have events, from long polls."""
        query = {"types": listed(types), "session": listed(sessions), "game": listed(games)}
        wait = None  # the first page comes at once: without a cursor, a retry would begin later
        while True:
            page = yield from self.call("GET", with_query("/v1/events", {**query, "cursor": cursor, "wait": wait}))
            cursor, wait = page["cursor"], WAIT
            if page["events"]:
                yield Item(page)


def _whole() -> Flow[bytes]:
    body = bytearray()
    while piece := (yield Read()):
        body += piece
    return bytes(body)


def _parse(response: Response, answer: bytes) -> Any:
    """Returns the JSON of an answer, None for none, or a text such as an export."""
    if not answer:
        return None
    return json.loads(answer) if response.headers.get("content-type", "").startswith("application/json") else answer.decode()


def _warn(answer: Any) -> None:
    """Logs what the server has taken, but is probably a mistake."""
    said = cast("dict[str, list[Any]]", answer) if isinstance(answer, dict) else {}
    for warning in said.get("warnings", []):
        logger.warning("%(code)s at %(pointer)s: %(detail)s", warning)


def _again(tries: Tries, response: Response, answer: bytes) -> Pause:
    """Returns the wait before the next try. Raises the problem if a retry would not help."""
    problem = read_problem(response.status, answer)
    if response.status not in BUSY and not problem.retryable:
        raise problem
    return Pause(tries.wait(problem, retry_after(response.headers)))
