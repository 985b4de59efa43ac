// The next game: with the same seats, and with those who wait for it.
import { html, useEffect, useState, useStore } from "./html.js";
import { access, call, deliver, newID } from "./client.js";
import { Text, useSubmit } from "./form.js";
import { Trouble } from "./trouble.js";

// every is how often the page looks for the next game, in milliseconds.
const every = 3000;

// held is where the tab remembers as whom a spectator waits.
const held = game => `waits ${game.id}`;
const waits = game => JSON.parse(sessionStorage.getItem(held(game)) ?? "null");

// find returns the address of the next game for this reader; "" while there is none.
async function find(game, token) {
  const own = waits(game), bearer = own?.token ?? token;
  const seat = own?.seat ?? game.seat;
  const next = await deliver("GET", `/v1/games/${game.id}/rematch${!bearer && seat ? `?as=${encodeURIComponent(seat)}` : ""}`, undefined, { token: bearer });
  if (!next.game_id) return "";
  return `#/play/${next.game_id}${next.token ? `/${next.token}` : next.seat ? `/as/${encodeURIComponent(next.seat)}` : ""}`;
}

// Rematch is shown after the end: who may opens the next game, and everybody finds it.
export function Rematch({ game, token }) {
  const [address, setAddress] = useState("");
  useStore(access);
  const look = () => find(game, token).then(setAddress, () => {});
  useEffect(() => {
    if (address) return undefined;
    look();
    const timer = setInterval(look, every);
    return () => clearInterval(timer);
  }, [address]);
  const { busy, error, submit } = useSubmit(async () => {
    await call("POST", `/v1/games/${game.id}/rematch`);
    location.hash = await find(game, token);
  });
  if (address) return html`<p class="row" role="status">The next game has begun. <a class="button main" href=${address}>Go to the next game</a></p>`;
  return html`<form class="row" aria-label="Play again" onSubmit=${submit}>
    ${(!access.needed || access.key) ? html`<button class="main" disabled=${busy}>Play again with the same seats</button>` : html`<span class="faint">If the next game begins, a link to it comes here.</span>`}
    <a class="button" href=${`#/new/${game.rules}`}>New game</a>
    <${Trouble} error=${error} />
  </form>`;
}

// Wait lets a spectator play in the next game.
export function Wait({ game, token }) {
  const [name, setName] = useState("");
  const [own, setOwn] = useState(() => waits(game));
  const { busy, error, submit } = useSubmit(async () => {
    const player = { id: name.trim(), name: name.trim() };
    const posted = await call("POST", `/v1/games/${game.id}/observations`, { id: newID(), kind: "joined", player }, { token });
    sessionStorage.setItem(held(game), JSON.stringify({ seat: player.id, token: posted.token ?? "" }));
    setOwn(waits(game));
  });
  if (own) return html`<p class="faint" role="status">You play in the next game as ${own.seat}.</p>`;
  return html`<form aria-label="Play in the next game" onSubmit=${submit}>
    <${Text} label="Your name in the next game" value=${name} change=${setName} autocomplete="off" />
    <button disabled=${busy || name.trim() === ""}>Play in the next game</button>
    <${Trouble} error=${error} />
  </form>`;
}
