"""The client of Ringer, a service of bots for chat games with several players.

`Ringer` waits for answers, `AsyncRinger` is awaited. Requests and answers are dictionaries as in the
API; `ringer.types` declares them.
"""

from . import types
from .aio import AsyncGame, AsyncRinger, AsyncSession
from .problem import Problem
from .sync import Game, Ringer, Session
from .webhook import WebhookError, verify_webhook

__all__ = [
    "AsyncGame",
    "AsyncRinger",
    "AsyncSession",
    "Game",
    "Problem",
    "Ringer",
    "Session",
    "WebhookError",
    "types",
    "verify_webhook",
]
