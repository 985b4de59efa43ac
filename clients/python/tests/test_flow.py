"""What flow.py and log.py send, and when they send it again. No test needs a server or a clock."""

import inspect
import json
import ssl
import unittest
from typing import Any
from unittest.mock import patch

from ringer import AsyncGame, AsyncRinger, AsyncSession, Game, Problem, Ringer, Session
from ringer.flow import LAST_DELAY, Flow, Flows, Item, Pause, Read, Send, Tries, advance, one, retry_after
from ringer.http import Response
from ringer.log import Log

Answer = tuple[int, Any, dict[str, str]]


def answer(status: int, body: Any = b"") -> Answer:
    """Returns an answer, with a body of bytes or of JSON."""
    return status, body, {}


def problem(status: int, retryable: bool = False, **headers: str) -> Answer:
    """Returns the answer of a server that refuses."""
    body = {"status": status, "code": "some_code", "detail": "d", "retryable": retryable, "request_id": "req_1"}
    return status, body, {name.replace("_", "-"): value for name, value in headers.items()}


class Server:
    """Answers the steps of a flow with a list of answers; OSErrors are broken connections."""

    def __init__(self, *answers: Answer | OSError) -> None:
        self.answers = list(answers)
        self.sent: list[Send] = []
        self.pauses: list[float] = []

    def run(self, flow: Flow[None]) -> list[Any]:
        """Carries out a flow, and returns its items."""
        items: list[Any] = []
        pieces: list[bytes] = []
        step = advance(flow)
        while step is not None:
            result, failure = None, None
            match step:
                case Item(value):
                    items.append(value)
                case Pause(seconds):
                    self.pauses.append(seconds)
                case Read():
                    result = pieces.pop(0)
                case Send():
                    self.sent.append(step)
                    next_one = self.answers.pop(0)
                    if isinstance(next_one, OSError):
                        failure = next_one
                    else:
                        result = Response()
                        result.status, body, headers = next_one
                        result.headers = {"content-type": "application/json", **headers}
                        pieces = [body if isinstance(body, bytes) else json.dumps(body).encode(), b""]
            step = advance(flow, result, failure)
        return items

    def call(self, method: str = "POST", patience: float = 60) -> Any:
        return self.run(one(Flows(patience).call(method, "/v1/sessions", {"a": 1})))[0]


class TestCall(unittest.TestCase):
    def test_warns(self) -> None:
        said = {"messages": [], "warnings": [{"code": "unknown_echo", "pointer": "/sender", "detail": "It is the bot."}]}
        with self.assertLogs("ringer", "WARNING") as logged:
            Server(answer(202, said)).call()
        self.assertEqual(["unknown_echo at /sender: It is the bot."], [r.getMessage() for r in logged.records])

    def test_sends_again(self) -> None:
        failures: list[tuple[str, Answer | OSError]] = [
            ("a broken connection", ConnectionResetError()),
            ("silence", TimeoutError()),
            ("too many requests", problem(429)),
            ("a proxy without a server", answer(502, b"<html>")),
            ("a busy server", problem(503, True)),
            ("an outcome that nobody knows", problem(503)),
            ("a proxy that gave up", answer(504, b"")),
            ("a conflict", problem(409, True)),
            ("an error of the server", problem(500, True)),
        ]
        for name, failure in failures:
            with self.subTest(name):
                server = Server(failure, failure, answer(201, {"id": "ses_1"}))
                self.assertEqual(server.call(), {"id": "ses_1"})
                self.assertEqual(len(server.pauses), 2)
                keys = {s.headers["Idempotency-Key"] for s in server.sent}
                self.assertEqual((len(server.sent), len(keys)), (3, 1))

    def test_raises_at_once(self) -> None:
        for status in (400, 401, 403, 404, 409, 410, 422):
            with self.subTest(status), self.assertRaises(Problem) as raised:
                Server(problem(status)).call()
            p = raised.exception
            self.assertEqual((p.status, p.code, p.detail, p.retryable, p.request_id), (status, "some_code", "d", False, "req_1"))

    def test_raises_what_is_no_problem_document(self) -> None:
        for body in (b"<html>", b"[]", b'{"code": 1}', b""):
            with self.subTest(body), self.assertRaises(Problem) as raised:
                Server(answer(404, body)).call()
            self.assertEqual((raised.exception.status, raised.exception.code), (404, ""))

    def test_gives_up(self) -> None:
        for failure, patience in [(ConnectionResetError(), 0), (ssl.SSLCertVerificationError(), 60)]:
            with self.assertRaisesRegex(ConnectionError, "check its URL"):
                Server(failure).call(patience=patience)
        with self.assertRaises(Problem):
            Server(problem(429, True, retry_after="61")).call(patience=60)

    def test_retry_after(self) -> None:
        server = Server(problem(429, True, retry_after="30"), answer(200, {}))
        server.call()
        self.assertGreaterEqual(server.pauses[0], 30)
        for said, seconds in [("7", 7.0), ("soon", 0.0), ("", 0.0), ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0)]:
            self.assertEqual(retry_after({"retry-after": said}), seconds)
        with patch("time.time", return_value=1445412480.0 - 5):
            self.assertEqual(retry_after({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}), 5.0)

    def test_delete_whose_answer_was_lost(self) -> None:
        self.assertIsNone(Server(ConnectionResetError(), problem(404)).call("DELETE"))
        with self.assertRaises(Problem):
            Server(problem(404)).call("DELETE")

    def test_waits_are_drawn_from_bounds_that_double(self) -> None:
        tries = Tries(600)
        with patch("random.uniform", side_effect=lambda _, bound: bound):  # type: ignore[misc]
            waits = [tries.wait(OSError()) for _ in range(7)]
        self.assertEqual(waits, [0.5, 1, 2, 4, 8, LAST_DELAY, LAST_DELAY])
        self.assertLess(len({round(Tries(600).wait(OSError()), 3) for _ in range(99)}), 100)


def frames(*ids: int, end: bool = False) -> Answer:
    """Returns a stream of messages, and of the end if it is there."""
    kinds = {i: "message.sent" for i in ids}
    if end:
        kinds[ids[-1]] = "session.ended"
    text = "".join(f'id: {i}\nevent: {kind}\ndata: {{"seq": {i}}}\n\n:\n\n' for i, kind in kinds.items())
    return 200, text.encode(), {}


class TestEvents(unittest.TestCase):
    def log(self) -> Log:
        return Log(Flows(60), "/v1/sessions/ses_1", "session.ended")

    def test_a_stream_resumes(self) -> None:
        server = Server(frames(1, 2), ConnectionResetError(), problem(503, True), frames(3), frames(4, 5, end=True))
        items = server.run(self.log().events(0, ["message.sent"], False))
        self.assertEqual([e["seq"] for e in items], [1, 2, 3, 4, 5])
        self.assertEqual([s.path.partition("after=")[2][0] for s in server.sent], ["0", "2", "2", "2", "3"])
        self.assertEqual(server.sent[0].path, "/v1/sessions/ses_1/stream?after=0&types=message.sent%2Csession.ended")

    def test_a_stream_that_was_over(self) -> None:
        self.assertEqual(Server(answer(204, b"")).run(self.log().events(5, None, False)), [])

    def test_a_stream_that_is_refused(self) -> None:
        with self.assertRaises(Problem):
            Server(frames(1), problem(404)).run(self.log().events(0, None, False))

    def test_polls(self) -> None:
        pages: list[dict[str, Any]] = [
            {"events": [{"seq": 1}], "next_after": 1, "ended": False},
            {"events": [], "next_after": 9, "ended": False},
            {"events": [{"seq": 10}], "next_after": 10, "ended": True},
        ]
        server = Server(answer(200, pages[0]), ConnectionResetError(), answer(200, pages[1]), answer(200, pages[2]))
        items = server.run(self.log().events(0, ["*"], True, **{"as": "Ann"}))
        self.assertEqual([e["seq"] for e in items], [1, 10])
        self.assertEqual(server.sent[3].path, "/v1/sessions/ses_1/events?as=Ann&after=9&types=%2A&wait=20s")

    def test_a_vote_is_awaited(self) -> None:
        server = Server(*[answer(200, {"id": "v/1", "status": status}) for status in ("open", "open", "cast")])
        self.assertEqual(server.run(one(self.log().vote({"kind": "yes_no"})))[0]["status"], "cast")
        self.assertEqual(server.sent[2].path, "/v1/sessions/ses_1/votes/v%2F1?wait=20s")

    def test_the_feed(self) -> None:
        empty, page = ({"events": events, "cursor": cursor, "more": False} for events, cursor in [([], "c1"), ([{"seq": 1}], "c2")])
        server = Server(answer(200, empty), ConnectionResetError(), answer(200, page), problem(410))
        with self.assertRaises(Problem):  # the feed has no end
            server.run(Flows(60).feed(None, None, None, ["gam_1", "gam_2"]))
        first = "/v1/events?game=gam_1%2Cgam_2"
        want = [first, first + "&cursor=c1&wait=20s", first + "&cursor=c1&wait=20s", first + "&cursor=c2&wait=20s"]
        self.assertEqual([s.path for s in server.sent], want)


class TestTwins(unittest.TestCase):
    def test_what_is_awaited_is_the_same(self) -> None:
        """The two clients have the same methods, with the same parameters and descriptions."""
        for one_way, other in [(Ringer, AsyncRinger), (Session, AsyncSession), (Game, AsyncGame)]:
            self.assertEqual(methods(one_way), methods(other))


def methods(of: type) -> dict[str, tuple[list[str], str | None]]:
    """Returns the parameters and descriptions of the public methods of a class."""
    public = inspect.getmembers(of, lambda m: inspect.isfunction(m))
    return {name: ([str(p) for p in inspect.signature(m).parameters.values()], m.__doc__) for name, m in public if name[0] != "_"}


if __name__ == "__main__":
    unittest.main()
