"""The client that waits for answers."""

from __future__ import annotations

import ssl
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from . import types
from . import types as types_
from .address import Address
from .flow import Flows
from .log import Log
from .pool import Pool
from .sync_connection import Connection, call, run


class Ringer:
    """One server. Threads may share it.

    `url` and `key` default to the variables RINGER_URL and RINGER_API_KEY. `patience` is how many
    seconds a request, or a stream that broke, is tried before its failure is raised.
    """

    def __init__(
        self, url: str | None = None, key: str | None = None, *, patience: float = 60.0, tls: ssl.SSLContext | None = None
    ) -> None:
        self._pool: Pool[Connection] = Pool(Address(url, key, tls))
        self._flows = Flows(patience)

    def __enter__(self) -> Ringer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the idle connections."""
        self._pool.close()

    def open(self, new: types.NewSession) -> Session:
        """Opens a session: one bot in one game."""
        return self.session(self.request("POST", "/v1/sessions", new)["id"])

    def open_game(self, new: types.NewTable) -> Game:
        """Opens a game with all its seats: several bots, and people."""
        return self.game(self.request("POST", "/v1/games", new)["id"])

    def session(self, id: str) -> Session:
        """Returns a session that is open, without a request."""
        return Session(id, Log(self._flows, f"/v1/sessions/{id}", "session.ended"), self._pool)

    def game(self, id: str) -> Game:
        """Returns a game that is open, without a request."""
        return Game(id, Log(self._flows, f"/v1/games/{id}", "game.ended"), self._pool)

    def feed(
        self,
        cursor: str | None = None,
        *,
        types: Iterable[str] | None = None,
        sessions: Iterable[str] | None = None,
        games: Iterable[str] | None = None,
    ) -> Iterator[types_.FeedPage]:
        """Yields the events of all sessions and games, in pages. It never ends by itself.

        Keep the cursor of a page with what you have done for its events. Without a cursor the feed
        begins now, and `earliest` is the oldest event that it has.
        """
        return run(self._pool, self._flows.feed(cursor, types, sessions, games))

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """Sends a request to any route, and returns the JSON of the answer."""
        return call(self._pool, self._flows.call(method, path, body))


class _Room:
    """A session or a game."""

    def __init__(self, id: str, log: Log, pool: Pool[Connection]) -> None:
        self.id = id
        self._log = log
        self._pool = pool

    def post(self, sender: str, text: str, channel: str | None = None) -> types.Posted:
        """Posts what somebody says, in the main channel by default."""
        return call(self._pool, self._log.say(sender, text, channel))

    def post_all(self, messages: Iterable[types.NewMessage]) -> list[types.Posted]:
        """Posts up to 100 messages at once, oldest first. With an `id` of yours, a message may be posted
        again after a restart: it is stored once."""
        return call(self._pool, self._log.post(messages))


class Session(_Room):
    """One bot in one game."""

    def get(self) -> types.Session:
        """Shows the session."""
        return call(self._pool, self._log.get())

    def observe(self, observation: types.NewObservation) -> types.Posted:
        """Posts what else happens: phases, who leaves or is out, what only the bot learns."""
        return call(self._pool, self._log.send("observations", observation))

    def vote(self, new: types.NewVote) -> types.Vote:
        """Asks the bot to decide, and waits for it. `cast` has the answer, unless somebody cancels
        the vote or ends the session meanwhile."""
        return call(self._pool, self._log.vote(new))

    def ask(self, new: types.NewVote) -> types.Vote:
        """Asks for a decision, and does not wait for it."""
        return call(self._pool, self._log.send("votes", new))

    def await_vote(self, vote_id: str) -> types.Vote:
        """Waits until a vote is over."""
        return call(self._pool, self._log.await_vote(vote_id))

    def receipt(self, message_id: str, status: types.ReceiptStatus, reason: str | None = None) -> types.Posted:
        """Says that you have `posted` or `rejected` a message of the bot."""
        return call(self._pool, self._log.receipt(message_id, status, reason))

    def end(self, outcome: str | None = None, reveal: Mapping[str, str] | None = None) -> types.Session:
        """Ends the session. `reveal` says who was what, by player."""
        return call(self._pool, self._log.end(outcome, reveal))

    def events(
        self, after: int = 0, types: Iterable[str] | None = None, *, poll: bool = False
    ) -> Iterator[types_.Event]:
        """Yields the events after a seq, each once, up to `session.ended`.

        Without `types` they are those that a platform acts on; `["*"]` is all. Skip types that you do
        not know. `poll` reads in long polls, for networks that stop streams.
        """
        return run(self._pool, self._log.events(after, types, poll))


class Game(_Room):
    """A game with all its seats."""

    def get(self) -> types.Table:
        """Shows the game."""
        return call(self._pool, self._log.get())

    def observe(self, observation: types.NewTableObservation) -> types.Posted:
        """Posts what else happens: phases, who leaves or is out, what one bot alone learns."""
        return call(self._pool, self._log.send("observations", observation))

    def vote(self, new: types.NewTableVote) -> types.TableVote:
        """Asks all bots, or `seats`, and waits for their answers, at most until the deadline."""
        return call(self._pool, self._log.vote(new))

    def ask(self, new: types.NewTableVote) -> types.TableVote:
        """Asks for a decision, and does not wait for it."""
        return call(self._pool, self._log.send("votes", new))

    def await_vote(self, vote_id: str) -> types.TableVote:
        """Waits until a vote is over."""
        return call(self._pool, self._log.await_vote(vote_id))

    def result(self) -> types.TableResult:
        """Shows who was what, and how everybody did."""
        return call(self._pool, self._log.result())

    def cast(self, vote_id: str, seat: str, answer: types.AnswerEntry, *, replace: bool = False) -> types.Posted:
        """Posts what a person votes. `replace` changes the answer, until the deadline."""
        return call(self._pool, self._log.cast(vote_id, seat, answer, replace))

    def end(self, outcome: str | None = None, reveal: Mapping[str, str] | None = None) -> types.Table:
        """Ends the game. `reveal` says who was what, by player."""
        return call(self._pool, self._log.end(outcome, reveal))

    def events(
        self,
        after: int = 0,
        types: Iterable[str] | None = None,
        *,
        as_: str | None = None,
        view: types_.TableView | None = None,
        poll: bool = False,
    ) -> Iterator[types_.TableEvent]:
        """Yields the events after a place in the log, each once, up to `game.ended`.

        `as_` shows what one seat may see, and the view `public` what people without a seat may see.
        Without `types` they are all. Skip types that you do not know. `poll` reads in long polls.
        """
        return run(self._pool, self._log.events(after, types, poll, **{"as": as_, "view": view}))
