"""Verifies deliveries, as Standard Webhooks 1.0.0 says."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping

from . import types

TOLERANCE = 300
"""How old a delivery may be in seconds, and how far in the future: five minutes, as in the libraries
of Standard Webhooks. An older one may be a recording that somebody sends again."""


class WebhookError(Exception):
    """The delivery is not to be trusted. Answer with 400, and do nothing else."""


def verify_webhook(
    secret: str, headers: Mapping[str, str], body: bytes, *, now: float | None = None
) -> types.FeedEvent:
    """Returns the event of a delivery. Raises WebhookError if Ringer has not just signed it.

    `body` is the body as it came. The header `webhook-id` is the same each time that a delivery comes
    again, so skip ids that you have done. `now` is the time in seconds; None is the clock.
    """
    got = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, sent_at = got["webhook-id"], got["webhook-timestamp"]
        signatures = got["webhook-signature"].split()
        age = (time.time() if now is None else now) - int(sent_at)
    except (LookupError, ValueError):
        raise WebhookError("a header webhook-… is missing or malformed; this is no delivery") from None
    if abs(age) > TOLERANCE:
        raise WebhookError(f"the delivery is {age:.0f} s old; check the clock of this machine")
    want = sign(secret, message_id, sent_at, body)
    # After a rotation there is a signature of each secret.
    if not any(hmac.compare_digest(want.encode(), s.encode()) for s in signatures):
        raise WebhookError("no signature fits; check that the secret is the one of this webhook")
    return json.loads(body)["data"]


def sign(secret: str, message_id: str, sent_at: str, body: bytes) -> str:
    """Returns the signature of a delivery."""
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        raise WebhookError("the secret is malformed; use the one that POST /v1/webhooks has returned") from None
    signed = f"{message_id}.{sent_at}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
