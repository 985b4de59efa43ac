// Whether the bots of a game are well. A player would else wait for bots whose model is down.
import { html, useEffect, useState } from "./html.js";
import { access, call } from "./client.js";
import { remedy } from "./words.js";

const every = 5000;

// troubleOf returns why a bot of the game takes a cheaper path or is silent; "" if none does.
async function troubleOf(id) {
  const { bots } = await call("GET", `/v1/games/${id}`);
  for (const bot of bots) {
    const { events } = await call("GET", `/v1/sessions/${bot.session_id}/events?types=strategy.degraded,strategy.recovered&limit=1000`);
    const last = events.at(-1);
    if (last?.type === "strategy.degraded") return last.data.reason;
  }
  return "";
}

const words = { model: "The model does not answer, so bots are slow or silent.", budget: "A bot has spent what it may spend, so it is slow or silent." };

// Health warns whoever may know it: on a server with a key, only who has the key.
export function Health({ game }) {
  const [reason, setReason] = useState("");
  const known = !access.needed || access.key !== "";
  useEffect(() => {
    if (!known || game.end) return undefined;
    const look = setInterval(() => troubleOf(game.id).then(setReason, () => {}), every);
    return () => clearInterval(look);
  }, [known, Boolean(game.end)]);
  const section = remedy(reason);
  return section && !game.end ? html`<p class="trouble" role="alert">${words[section]} <a href=${`#/help/${section}`} target="_blank" rel="noopener">What to do</a></p>` : null;
}
