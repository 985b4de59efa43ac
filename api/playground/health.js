// Whether the bots of a game are well. A player would else wait for bots whose model is down.
import { html, useEvery, useState } from "./html.js";
import { access, call } from "./client.js";
import { remedy } from "./words.js";

const every = 5000;

// troubleOf returns why a bot of the game takes a cheaper path or is silent; "" if none does. known
// holds its bots, and up to where the log of each was read before, with what it said last.
async function troubleOf(id, known) {
  known.bots ??= (await call("GET", `/v1/games/${id}`)).bots;
  for (const { session_id: session } of known.bots) {
    const before = known.read.get(session) ?? { after: 0 };
    const { events, next_after: after } = await call("GET", `/v1/sessions/${session}/events?types=strategy.degraded,strategy.recovered&limit=1000&after=${before.after}`);
    const last = events.at(-1) ?? before.last;
    known.read.set(session, { after, last });
    if (last && last.data.to !== "full") return last.data.reason;
  }
  return "";
}

const words = { model: "The model does not answer, so bots are slow or silent.", budget: "A bot has spent what it may spend, so it is slow or silent." };

// Health warns whoever may know it: on a server with a key, only who has the key.
export function Health({ game }) {
  const [known] = useState(() => ({ bots: null, read: new Map() }));
  const allowed = !access.needed || access.key !== "";
  const { answer: reason } = useEvery(every, () => troubleOf(game.id, known), allowed && !game.end);
  const section = remedy(reason ?? "");
  return section && !game.end ? html`<p class="trouble" role="alert">${words[section]} <a href=${`#/help/${section}`} target="_blank" rel="noopener">What to do</a></p>` : null;
}
