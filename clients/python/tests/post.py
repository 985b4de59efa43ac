"""Posts numbered lines into a session, some at the same time, and prints the number of each that is stored.

Usage: post.py sync|async URL NUMBER
"""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor

from ringer import AsyncRinger, Ringer

way, url, number = sys.argv[1:]
server, _, room = url.partition("/v1/sessions/")
AT_ONCE = 4


def post() -> None:
    with Ringer(server) as ringer, ThreadPoolExecutor(AT_ONCE) as threads:
        session = ringer.session(room)

        def line(n: int) -> int:
            session.post("Blue", f"line {n}")
            return n

        for n in threads.map(line, range(int(number))):
            print(n, flush=True)


async def post_async() -> None:
    async with AsyncRinger(server) as ringer:
        session = ringer.session(room)

        async def lines(first: int) -> None:
            for n in range(first, int(number), AT_ONCE):
                await session.post("Blue", f"line {n}")
                print(n, flush=True)

        await asyncio.gather(*(lines(first) for first in range(AT_ONCE)))


if way == "async":
    asyncio.run(post_async())
else:
    post()
