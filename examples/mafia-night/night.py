"""A platform with rules of its own: Mafia, with bots of Ringer in most seats.

The platform deals the roles, runs the days, the nights and the votes, and passes on what is said. Each
bot is a session of its own. You type what one player says. Usage: night.py --help
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import threading
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ringer import AsyncRinger, AsyncSession
from ringer.types import NewObservation, NewSession

DEN = "den"


@dataclass
class Player:
    name: str
    role: str
    session: AsyncSession | None = None
    """The bot's session; None for you."""
    alive: bool = True


class Table:
    """One game."""

    def __init__(self, ringer: AsyncRinger, options: argparse.Namespace) -> None:
        self.ringer, self.options = ringer, options
        self.random = random.Random(options.seed)
        names: list[str] = [*options.bots.split(","), *([options.you] if options.you else [])]
        mafia = self.random.sample(names, max(1, len(names) // 4))
        self.players = [Player(name, "mafia" if name in mafia else "bystander") for name in names]
        self.speakers: list[Player] = []
        self.channel = ""
        self.order = asyncio.Lock()  # all sessions get the lines in one order
        self.ballot: asyncio.Future[str] | None = None  # your vote, while you are asked
        self.candidates: list[str] = []

    def living(self, role: str = "") -> list[Player]:
        return [p for p in self.players if p.alive and role in ("", p.role)]

    def you(self) -> Player | None:
        return next((p for p in self.players if p.session is None), None)

    async def sit_down(self) -> None:
        """Opens a session for each bot. It knows what its player knows, and no more."""
        mafia = [p.name for p in self.players if p.role == "mafia"]
        for p in self.players:
            new: NewSession = {
                "game": {"rules": "mafia", "players": [o.name for o in self.players], "phases": ["day", "night"]},
                "bot": {"seat": p.name, "role": p.role},
                "speed": self.options.speed,
                "strict": True,  # what is probably a mistake of this program is refused
            }
            if p.role == "mafia":
                new["game"]["channels"] = [{"id": DEN, "members": mafia}]
                new["game"]["phases"] = ["day", {"id": "night", "channel": DEN}]
                new["bot"].update(allies=[m for m in mafia if m != p.name], conceal=["mafia"])
            if p.name != self.options.you:
                p.session = await self.ringer.open(new)
        await self.silence()

    async def tell(self, observation: NewObservation, to: Iterable[Player]) -> None:
        await asyncio.gather(*(p.session.observe(observation) for p in to if p.session))

    async def silence(self) -> None:
        """Nobody may speak, as before and during votes."""
        self.speakers = []
        await self.tell({"kind": "muted"}, self.living())

    async def say(self, sender: str, text: str, channel: str = "") -> None:
        """Shows a line, and posts it to the bots that hear it. The sender's own session has it already."""
        async with self.order:
            hearers = [p for p in self.players if p.name != sender and (not channel or p.role == "mafia")]
            if any(p.session is None for p in hearers) or not self.options.you:
                print(f"[{channel}] {sender}: {text}" if channel else f"{sender}: {text}", flush=True)
            await asyncio.gather(*(p.session.post(sender, text, channel or None) for p in hearers if p.session))

    async def announce(self, text: str) -> None:
        """Says something as the game master."""
        print(f"* {text}", flush=True)
        async with self.order:
            await asyncio.gather(*(p.session.post_all([{"kind": "gamemaster", "text": text}]) for p in self.players if p.session))

    async def listen(self, player: Player, session: AsyncSession) -> None:
        """Passes on what a bot says, if it may speak. A line that it sent just before the vote is late."""
        async for event in session.events(types=["message.sent"]):
            if event["type"] != "message.sent":
                continue
            said = event["data"]
            if player in self.speakers and said.get("channel", "") == self.channel:
                await self.say(player.name, said["text"], self.channel)
                await session.receipt(said["message_id"], "posted")
            else:
                await session.receipt(said["message_id"], "rejected", "nobody may speak now")

    async def hear(self, line: str) -> None:
        """Takes a line that you have typed: a vote while you are asked, else what you say."""
        you, name = self.you(), line.strip().lower()
        chosen = next((c for c in self.candidates if c.lower() == name), None)
        if self.ballot and not self.ballot.done() and chosen:
            self.ballot.set_result(chosen)
        elif you in self.speakers and name:
            await self.say(you.name, line.strip(), self.channel)
        elif name:
            print("(nobody hears you now)", flush=True)

    async def vote(self, question: str, voters: list[Player], candidates: list[Player]) -> tuple[str, dict[str, str]]:
        """Asks all voters at the same time. Returns who has most votes, and who has named whom."""
        await self.silence()
        seconds: float = self.options.vote

        async def ask(p: Player) -> str:
            options = [c.name for c in candidates if c != p]
            if p.session is None:
                self.candidates, self.ballot = options, asyncio.get_running_loop().create_future()
                print(f"? {question} Type a name: {', '.join(options)}", flush=True)
                done, _ = await asyncio.wait([self.ballot], timeout=seconds)
                return self.ballot.result() if done else ""
            within = int(seconds * 1000)
            vote = await p.session.vote({"kind": "choose_one", "question": question, "options": [*options], "within_ms": within})
            cast = vote.get("cast")
            answer = vote.get("standing_answer") if cast is None or cast.get("late") else cast["answer"]
            return answer.get("option", "") if answer else ""

        answers = dict(zip([p.name for p in voters], await asyncio.gather(*map(ask, voters))))
        self.ballot = None
        tally = Counter(name for name in answers.values() if name)
        most = max(tally.values(), default=0)
        return self.random.choice([c.name for c in candidates if tally[c.name] == most]), answers

    async def out(self, name: str, how: str) -> None:
        player = next(p for p in self.players if p.name == name)
        player.alive = False
        await self.tell({"kind": "eliminated", "player": name}, self.players)
        await self.announce(f"{name} {how}. The role was: {player.role}.")

    async def phase(self, name: str, speakers: list[Player], channel: str, seconds: float) -> None:
        """Lets some players talk for a while."""
        await self.tell({"kind": "phase", "phase": name, "ends_in_ms": int(seconds * 1000)}, self.players)
        self.speakers, self.channel = speakers, channel
        await self.tell({"kind": "unmuted"}, speakers)
        await asyncio.sleep(seconds)

    def winner(self) -> str:
        mafia, bystanders = len(self.living("mafia")), len(self.living("bystander"))
        return "The bystanders win." if not mafia else "The mafia wins." if mafia >= bystanders else ""

    async def play(self) -> None:
        names = ", ".join(p.name for p in self.players)
        await self.announce(f"Welcome to Mafia, {names}. All but {self.options.you or 'nobody'} are bots.")
        if you := self.you():
            print(f"* You are {you.name}, a {you.role}. Mafia: {sum(p.role == 'mafia' for p in self.players)}.", flush=True)
        while not self.winner():
            await self.phase("day", self.living(), "", self.options.day)
            name, answers = await self.vote("Who is to go?", self.living(), self.living())
            await self.announce("Votes: " + ", ".join(f"{voter} for {named or 'nobody'}" for voter, named in answers.items()))
            await self.out(name, "was voted out")
            if not self.winner():
                await self.phase("night", self.living("mafia"), DEN, self.options.night)
                name, _ = await self.vote("Whom does the mafia take tonight?", self.living("mafia"), self.living("bystander"))
                await self.out(name, "was killed in the night")
        await self.announce(self.winner())
        reveal = {p.name: p.role for p in self.players}
        await asyncio.gather(*(p.session.end(self.winner(), reveal) for p in self.players if p.session))


async def main(options: argparse.Namespace) -> None:
    loop = asyncio.get_running_loop()
    async with AsyncRinger() as ringer:
        table = Table(ringer, options)
        await table.sit_down()

        def read() -> None:  # in a thread, since the input may be a terminal, a pipe or a file
            for line in sys.stdin:
                asyncio.run_coroutine_threadsafe(table.hear(line), loop).result()

        threading.Thread(target=read, daemon=True).start()
        listening = [table.listen(p, p.session) for p in table.players if p.session]
        await asyncio.gather(table.play(), *listening)  # bots are heard until their sessions end


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Plays Mafia with bots of Ringer.")
    parser.add_argument("--you", default="Ann", help="your name; empty to watch")
    parser.add_argument("--bots", default="Blue,Cleo,Dan,Eve,Finn,Gus", help="the names of the bots")
    for phase, seconds in [("day", 60), ("night", 30), ("vote", 20)]:
        parser.add_argument(f"--{phase}", type=float, default=seconds, help=f"how many seconds a {phase} has")
    parser.add_argument("--speed", type=float, default=1, help="how much faster than people the bots are")
    parser.add_argument("--seed", type=int, help="for the same roles again")
    asyncio.run(main(parser.parse_args()))
