"""What webhook.py accepts and refuses."""

import json
import unittest

from ringer import WebhookError, verify_webhook
from ringer.webhook import sign

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
NOW = 1614265330
EVENT = {"type": "message.sent", "seq": 7, "session_id": "ses_4vkg7w2m5x3q6t7r", "data": {"text": "hi ☺"}}
BODY = json.dumps({"type": "message.sent", "timestamp": "2021-02-25T15:02:10Z", "data": EVENT}).encode()
OTHER = "whsec_" + "A" * 32


def headers(secret: str = SECRET, **changed: str) -> dict[str, str]:
    """Returns the headers of a delivery."""
    made = {"webhook-id": "evt_1", "webhook-timestamp": str(NOW), "webhook-signature": sign(secret, "evt_1", str(NOW), BODY)}
    return made | {name.replace("_", "-"): value for name, value in changed.items()}


class TestWebhook(unittest.TestCase):
    def test_signature_of_the_standard(self) -> None:
        """The example of Standard Webhooks 1.0.0."""
        signature = sign(SECRET, "msg_p5jXN8AQM9LWM0D4loKWxJek", str(NOW), b'{"test": 2432232314}')
        self.assertEqual(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")

    def test_accepts(self) -> None:
        both = headers(OTHER)["webhook-signature"] + " " + headers()["webhook-signature"]
        for name, given, now in [
            ("a delivery", headers(), NOW),
            ("headers in upper case", {name.title(): value for name, value in headers().items()}, NOW),
            ("two secrets after a rotation", headers(webhook_signature=both), NOW),
            ("five minutes later", headers(), NOW + 300),
            ("a clock that is behind", headers(), NOW - 300),
        ]:
            with self.subTest(name):
                self.assertEqual(verify_webhook(SECRET, given, BODY, now=now), EVENT)

    def test_refuses(self) -> None:
        for name, secret, given, body, now in [
            ("another secret", OTHER, headers(), BODY, NOW),
            ("another body", SECRET, headers(), BODY.replace(b"7", b"8"), NOW),
            ("another id", SECRET, headers(webhook_id="evt_2"), BODY, NOW),
            ("another time", SECRET, headers(webhook_timestamp=str(NOW + 1)), BODY, NOW),
            ("a recording", SECRET, headers(), BODY, NOW + 301),
            ("the future", SECRET, headers(), BODY, NOW - 301),
            ("no number", SECRET, headers(webhook_timestamp="now"), BODY, NOW),
            ("no signature", SECRET, headers(webhook_signature=""), BODY, NOW),
            ("a signature that is no ASCII", SECRET, headers(webhook_signature="v1,☺"), BODY, NOW),
            ("a secret that is none", "whsec_☺", headers(), BODY, NOW),
            ("no headers", SECRET, {}, BODY, NOW),
        ]:
            with self.subTest(name), self.assertRaises(WebhookError):
                verify_webhook(secret, given, body, now=now)


if __name__ == "__main__":
    unittest.main()
