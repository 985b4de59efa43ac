"""What can be asked of one session or game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from .flow import WAIT, Flow, Flows, listed


def given(**fields: Any) -> dict[str, Any]:
    """Returns the fields that are not None: no field of the API takes null."""
    return {name: value for name, value in fields.items() if value is not None}


class Log:
    """The flows of one session or game."""

    def __init__(self, flows: Flows, path: str, end: str) -> None:
        self._flows = flows
        self._path = path
        self._end = end

    def get(self) -> Flow[Any]:
        """Shows the session or game."""
        return self._flows.call("GET", self._path)

    def result(self) -> Flow[Any]:
        """Shows the result."""
        return self._flows.call("GET", f"{self._path}/result")

    def send(self, noun: str, body: Any) -> Flow[Any]:
        """Posts to one of its nouns."""
        return self._flows.call("POST", f"{self._path}/{noun}", body)

    def post(self, messages: Iterable[Any]) -> Flow[Any]:
        """Posts messages, and returns what became of each."""
        return (yield from self.send("messages", {"messages": list(messages)}))["messages"]

    def say(self, sender: str, text: str, channel: str | None) -> Flow[Any]:
        """Posts one message, and returns what became of it."""
        posted = yield from self.send("messages", given(sender=sender, text=text, channel=channel))
        return posted["messages"][0]

    def vote(self, body: Any) -> Flow[Any]:
        """Asks for a vote, and waits until it is over."""
        vote = yield from self.send("votes", body)
        return (yield from self.await_vote(vote["id"]))

    def await_vote(self, vote: str) -> Flow[Any]:
        """Waits until a vote is over."""
        while True:
            shown = yield from self._flows.call("GET", f"{self._path}/votes/{quote(vote, safe='')}?wait={WAIT}")
            if shown["status"] != "open":
                return shown

    def cast(self, vote: str, seat: str, answer: Any, replace: bool) -> Flow[Any]:
        """Posts what a person votes."""
        return self.send(f"votes/{quote(vote, safe='')}/casts", given(seat=seat, answer=answer, replace=replace or None))

    def receipt(self, message: str, status: str, reason: str | None) -> Flow[Any]:
        """Says what became of a message of the bot."""
        return self.send(f"messages/{quote(message, safe='')}/receipt", given(status=status, reason=reason))

    def end(self, outcome: str | None, reveal: Mapping[str, str] | None) -> Flow[Any]:
        """Ends the session or game."""
        return self.send("end", given(outcome=outcome, reveal=reveal))

    def events(self, after: int, types: Iterable[str] | None, poll: bool, **view: str | None) -> Flow[None]:
        """Hands over the events after a place in the log."""
        if types is not None and "*" not in (types := set(types)):
            types.add(self._end)  # a reader that does not hear it would ask for ever
        query = {**view, "after": after, "types": listed(types)}
        return self._flows.poll(self._path, query) if poll else self._flows.stream(self._path, query, self._end)
