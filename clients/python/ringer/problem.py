"""Why a server refuses a request."""

from __future__ import annotations

import json
from typing import Any, cast

from . import types


class Problem(Exception):
    """The answer of a server that refuses a request. Programs use `code`; `detail` is for people."""

    def __init__(self, status: int, code: str, detail: str, retryable: bool = False) -> None:
        super().__init__(f"{code or status}: {detail}")
        self.status = status
        self.code = code
        """The code, as docs/errors.md lists them; empty if a proxy has answered."""
        self.detail = detail
        self.retryable = retryable
        self.errors: list[types.InvalidValue] = []
        """Each invalid value of the request."""
        self.request_id = ""
        """The id of the request in the log of the server."""


def read_problem(status: int, body: bytes) -> Problem:
    """Returns the problem that an answer describes."""
    try:
        said = cast("dict[str, Any]", json.loads(body))
        problem = Problem(status, said["code"], said["detail"], said["retryable"])
        problem.errors = said.get("errors", [])
        problem.request_id = said["request_id"]
        return problem
    except (ValueError, LookupError, TypeError):
        detail = f"the answer {status} is none of a Ringer server; check the URL, and the proxies between"
        return Problem(status, "", detail)
