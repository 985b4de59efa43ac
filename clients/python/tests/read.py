"""Follows a session or game, and prints a line of JSON for each event.

Usage: read.py sync|async|poll|feed URL TYPES
"""

import asyncio
import json
import sys

from ringer import AsyncRinger, Ringer, types

way, url, kinds = sys.argv[1:]
server, _, path = url.partition("/v1/")
noun, _, room = path.partition("/")


def heard(e: types.Event | types.TableEvent) -> None:
    print(json.dumps({"id": str(e["seq"]), "type": e["type"], "data": json.dumps(e["data"])}), flush=True)


def read() -> None:
    with Ringer(server) as ringer:
        follow = ringer.game(room).events if noun == "games" else ringer.session(room).events
        for e in follow(types=kinds.split(","), poll=way == "poll"):
            heard(e)


def read_feed() -> None:
    with Ringer(server) as ringer:
        for page in ringer.feed("earliest", types=kinds.split(","), **{noun: [room]}):
            for e in page["events"]:
                if "data" in e:  # else it is a deletion
                    heard(e)
                if e["type"].endswith(".ended"):
                    return


async def read_async() -> None:
    async with AsyncRinger(server) as ringer:
        follow = ringer.game(room).events if noun == "games" else ringer.session(room).events
        async for e in follow(types=kinds.split(",")):
            heard(e)


if way == "async":
    asyncio.run(read_async())
elif way == "feed":
    read_feed()
else:
    read()
