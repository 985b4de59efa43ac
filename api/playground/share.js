// Links to the seats of a table, for its owner.
import { html, useEffect, useState, useStore } from "./html.js";
import { access, call } from "./client.js";
import { Copy } from "./calls.js";
import { Trouble } from "./trouble.js";

const token = async (id, body) => (await call("POST", `/v1/games/${id}/tokens`, body)).token;

// The links to a game. On a server without a key everybody on the machine may do everything, so
// links need no token, and outlive a restart of the server.
export const seatLink = async (id, seat) => `#/play/${id}/${access.needed ? await token(id, { role: "seat", seat }) : `as/${encodeURIComponent(seat)}`}`;
const publicLink = async id => `#/play/${id}${access.needed ? `/${await token(id, { role: "spectator" })}` : ""}`;
const ownerLink = async id => `#/watch/${id}${access.needed ? `/${await token(id, { role: "owner" })}` : ""}`;

// invitations returns what can be shared, with the links.
async function invitations(game) {
  const { players, bots } = await call("GET", `/v1/games/${game.id}`);
  const people = players.filter(p => p.id !== game.seat && p.presence === "active" && !bots.some(b => b.seat === p.id));
  const make = async (title, link) => ({ title, url: new URL(await link, location).href });
  return Promise.all([
    ...people.map(p => make(`The seat of ${p.name}`, seatLink(game.id, p.id))),
    make("Spectators: no secrets", publicLink(game.id)),
    make("Owner: everything, also what the bots think", ownerLink(game.id)),
  ]);
}

// inviting are the games that were created here with seats for others. They see the links at once,
// since the clock of the game runs.
export const inviting = new Set();

// Share shows the links. Only the owner of the table can make them: who has the key of the server.
export function Share({ game }) {
  const [links, setLinks] = useState(null);
  const [trouble, setTrouble] = useState(null);
  useStore(access);
  const invite = () => invitations(game).then(setLinks, setTrouble);
  useEffect(() => { if (inviting.delete(game.id)) invite(); }, []);
  if (game.end) return null;
  if (access.needed && !access.key) return html`<button type="button" onClick=${() => access.ask("")}>Enter the key to invite…</button>`;
  return html`<button type="button" aria-expanded=${Boolean(links)} onClick=${() => links ? setLinks(null) : invite()}>Invite…</button>
    <${Trouble} error=${trouble} />
    ${links && html`<div class="card"><h3>Links</h3><p class="faint">${access.needed ? "The links work for four hours." : "This server has no key, so everybody on this machine can open every seat."} The clock runs. Tell people that they play with bots.</p>
      <ul class="links">${links.map(l => html`<li key=${l.title}><a href=${l.url} target="_blank" rel="noopener">${l.title}</a> <${Copy} label="Copy link" text=${() => l.url} /></li>`)}</ul>
    </div>`}`;
}
