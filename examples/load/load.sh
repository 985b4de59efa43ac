#!/usr/bin/env bash
# Puts load on a server. hey posts lines to one session as fast as it can, and each must be in the log. Then ringer bench posts
# at a steady rate to many sessions and compares what each stream brings. Without RINGER_URL it starts a server of its own.
# POSTS, CLIENTS, RATE, SESSIONS and DURATION say how much.
set -euo pipefail
cd "$(dirname "$0")/../.."
posts=${POSTS:-5000} clients=${CLIENTS:-50} rate=${RATE:-200} sessions=${SESSIONS:-50} duration=${DURATION:-10s}

work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT

ringer=${RINGER:-$work/ringer}
[ -n "${RINGER:-}" ] || go build -o "$ringer" ./cmd/ringer

if [ -z "${RINGER_URL:-}" ]; then
  PORT=0 RINGER_DB=$work/ringer.db "$ringer" serve >"$work/printed" 2>"$work/log" &
  server=$!
  until RINGER_URL=$(sed -n 's/^ringer serves on //p' "$work/printed") && [ -n "$RINGER_URL" ]; do
    kill -0 "$server" || { cat "$work/log" >&2; exit 1; }
    sleep 0.1
  done
fi

api=$RINGER_URL/v1/sessions
header=()
[ -z "${RINGER_API_KEY:-}" ] || header=(-H "Authorization: Bearer $RINGER_API_KEY")
ask() { curl -sS --fail-with-body "${header[@]}" -H 'Content-Type: application/json' "$@"; }

hey() {
  if command -v hey >/dev/null; then command hey "$@"; else go run github.com/rakyll/hey@v0.1.4 "$@"; fi
}

# The bot is muted: this measures posts. Nobody plays in these sessions.
id=$(ask -d '{"game":{"players":["Red","Blue"]},"bot":{"seat":"Red"}}' "$api" | grep -o 'ses_[a-z2-7]*' | head -1)
ask -o "$work/muted" -d '{"kind":"muted"}' "$api/$id/observations"

echo "hey: $posts posts to one session, $clients at a time"
hey -n "$posts" -c "$clients" -m POST -T application/json "${header[@]}" -d '{"sender":"Blue","text":"red, is it you?"}' "$api/$id/messages" >"$work/hey"
grep -E 'Requests/sec|50% in|95% in|99% in|responses' "$work/hey"
accepted=$(sed -n 's/.*\[202\][^0-9]*\([0-9]*\) responses.*/\1/p' "$work/hey")

stored=0 after=0
while
  page=$(ask "$api/$id/events?types=message.received&limit=1000&after=$after")
  n=$(grep -o '"type":"message.received"' <<<"$page" | wc -l)
  stored=$((stored + n))
  [ "$n" -gt 0 ]
do
  after=$(grep -o '"next_after":[0-9]*' <<<"$page" | cut -d: -f2)
done
ask -X DELETE "$api/$id"
echo "accepted ${accepted:-0} of $posts, and the log has $stored"
[ "${accepted:-0}" = "$stored" ] && [ "$stored" -gt 0 ] || { cat "$work/hey" >&2; exit 1; }

echo
"$ringer" bench "$RINGER_URL" --sessions "$sessions" --rate "$rate" --duration "$duration" --warmup 1s
