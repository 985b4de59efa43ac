"""A platform without a stream: one chat room, whose bot answers by webhooks.

People post lines to the platform, and the platform posts them to Ringer. What the bot says comes as
signed deliveries. All is kept in a file, so that the platform may be stopped and started at any time.
Usage: chat.py --help
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import threading
import time
import uuid
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from ringer import Problem, Ringer, Session, WebhookError, verify_webhook
from ringer.types import FeedEvent, NewSession

MAX_BODY = 1 << 20  # Ringer's events are far shorter

TABLES = """
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS lines (place INTEGER PRIMARY KEY, id TEXT UNIQUE, sender TEXT, text TEXT, posted INTEGER);
CREATE TABLE IF NOT EXISTS deliveries (place INTEGER PRIMARY KEY, id TEXT UNIQUE, event TEXT, done INTEGER);
"""


class Room:
    """One chat room, and what is still to be done for it."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.work = threading.Event()
        with closing(sqlite3.connect(file)) as db:
            db.executescript(TABLES)

    def run(self, *statements: tuple[str, tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """Runs statements in one transaction, and returns the rows of the last."""
        rows: list[tuple[Any, ...]] = []
        with closing(sqlite3.connect(self.file, timeout=30)) as db, db:
            for statement, values in statements:
                rows = db.execute(statement, values).fetchall()
        return rows

    def setting(self, name: str) -> str:
        rows = self.run(("SELECT value FROM settings WHERE name = ?", (name,)))
        return rows[0][0] if rows else ""

    def keep(self, name: str, value: str) -> None:
        self.run(("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value)))

    def say(self, sender: str, text: str) -> None:
        """Shows a line of a person. It is posted to Ringer afterwards."""
        self.run(("INSERT INTO lines (id, sender, text, posted) VALUES (?, ?, ?, 0)", (uuid.uuid4().hex, sender, text)))
        self.work.set()

    def receive(self, id: str, event: FeedEvent) -> None:
        """Stores a delivery. One that has come before is left alone: Ringer may send it again."""
        self.run(("INSERT OR IGNORE INTO deliveries (id, event, done) VALUES (?, ?, 0)", (id, json.dumps(event))))
        self.work.set()

    def lines(self) -> str:
        return "".join(f"{sender}: {text}\n" for sender, text in self.run(("SELECT sender, text FROM lines ORDER BY place", ())))

    def post(self, session: Session) -> None:
        """Posts the lines of people that Ringer does not have yet. Their ids make that safe to repeat."""
        for id, sender, text in self.run(("SELECT id, sender, text FROM lines WHERE NOT posted ORDER BY place", ())):
            try:
                session.post_all([{"id": id, "sender": sender, "text": text}])
            except Problem as p:  # such as session_ended; to post the line again would not help
                print(f"Ringer has not taken a line of {sender}: {p}", flush=True)
            self.run(("UPDATE lines SET posted = 1 WHERE id = ?", (id,)))

    def handle(self, session: Session) -> None:
        """Does what deliveries ask for, in the order in which they came."""
        for id, text in self.run(("SELECT id, event FROM deliveries WHERE NOT done ORDER BY place", ())):
            event: FeedEvent = json.loads(text)
            done = ("UPDATE deliveries SET done = 1 WHERE id = ?", (id,))
            if event["type"] == "message.sent":
                said = event["data"]
                # In one transaction, so that nothing is shown twice when the platform dies here.
                show = "INSERT OR IGNORE INTO lines (id, sender, text, posted) VALUES (?, ?, ?, 1)"
                self.run((show, (said["message_id"], said["sender"], said["text"])), done)
            elif event["type"] == "session.ended":
                self.run(("INSERT INTO lines (id, sender, text, posted) VALUES ('end', '*', 'The game is over.', 1)", ()), done)
            else:  # later versions of Ringer may have types that we do not know
                self.run(done)

    def toil(self, session: Session) -> None:
        """Posts and handles, for ever."""
        while True:
            self.work.clear()
            try:
                self.post(session)
                self.handle(session)
                self.work.wait()
            except OSError as e:
                print(f"Ringer is away: {e}", flush=True)
                time.sleep(1)


class Handler(BaseHTTPRequestHandler):
    """GET / shows the room, POST /say/NAME takes a line, and POST /ringer a delivery."""

    room: Room
    secret = ""

    def do_GET(self) -> None:
        self.answer(200, self.room.lines())

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        if length > MAX_BODY:
            return self.answer(413, "send less than a megabyte\n")
        body = self.rfile.read(length)
        if self.path == "/ringer":
            return self.deliver(body)
        sender, text = self.path.removeprefix("/say/"), body.decode(errors="replace").strip()
        if sender not in PEOPLE or not text:
            return self.answer(400, f"post a line to /say/NAME; the names are {', '.join(PEOPLE)}\n")
        self.room.say(sender, text)
        self.answer(202, "")

    def deliver(self, body: bytes) -> None:
        """Takes a delivery: verifies it, stores it, answers. The work comes afterwards."""
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            event = verify_webhook(self.secret, headers, body)
        except WebhookError as e:
            return self.answer(400, f"{e}\n")
        self.room.receive(headers["webhook-id"], event)
        self.answer(200, "")

    def answer(self, status: int, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


PEOPLE, BOT = ("Ann", "Bob"), "Red"


def open_room(room: Room, ringer: Ringer, url: str, speed: float) -> Session:
    """Opens the session and its webhook, or finds those of the last start."""
    if not room.setting("room"):
        room.keep("room", uuid.uuid4().hex)
        room.run(("INSERT INTO lines (id, sender, text, posted) VALUES ('hello', '*', ?, 1)", (f"{BOT} is a bot.",)))
    if not room.setting("session"):
        new: NewSession = {"game": {"players": [*PEOPLE, BOT]}, "bot": {"seat": BOT}, "speed": speed, "strict": True}
        new["external_id"] = room.setting("room")  # the same session, if we die before the next line
        room.keep("session", ringer.open(new).id)
    session = ringer.session(room.setting("session"))
    if not room.setting("secret"):
        for old in ringer.request("GET", "/v1/webhooks")["webhooks"]:
            if old["url"] == url:
                ringer.request("DELETE", f"/v1/webhooks/{old['id']}")
        made = ringer.request("POST", "/v1/webhooks", {"url": url, "sessions": [session.id], "types": ["message.sent", "session.ended"]})
        room.keep("secret", made["secret"])  # nobody shows it again
    return session


def main() -> None:
    parser = argparse.ArgumentParser(description="A chat room with a bot that answers by webhooks.")
    parser.add_argument("--port", type=int, default=8090, help="where the platform listens")
    parser.add_argument("--file", default="room.db", help="where the room is kept")
    parser.add_argument("--speed", type=float, default=1, help="how much faster than people the bot is")
    options = parser.parse_args()
    room = Room(options.file)
    url = f"http://127.0.0.1:{options.port}"
    session = open_room(room, Ringer(), url + "/ringer", options.speed)
    Handler.room, Handler.secret = room, room.setting("secret")
    server = ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    threading.Thread(target=room.toil, args=(session,), daemon=True).start()
    print(f"{BOT} is a bot. Say something: curl -d 'hi red' {url}/say/{PEOPLE[0]}; see the room: curl {url}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
