// What runs on this server, and ways to something else: an id with a token, a link, a file.
import { html, useEffect, useRef, useState } from "./html.js";
import { call } from "./client.js";
import { Choice, Text, useSubmit } from "./form.js";
import { Grid } from "./grid.js";
import { FileField } from "./replay.js";
import { Trouble } from "./trouble.js";

const kinds = { games: "Games", sessions: "Sessions" };

// isId reports whether a text is the id of a game or a session.
const isId = text => /^(gam|ses)_[a-z2-7]{16,22}$/.test(text);

// linked returns the place to which a pasted link leads, and null for other texts. What is wrong is
// thrown by field.
function linked(text) {
  if (!text.includes("#/")) return null;
  const { origin, hash } = new URL(text, location.href), [view, id] = hash.slice(2).split("/");
  if (origin !== location.origin) throw { id: `This link leads to another server, ${origin}. Open it in the address bar.` };
  if (!["play", "watch"].includes(view) || !isId(id)) throw { id: "This link leads to no game. Copy the whole link." };
  return hash;
}

// place returns the address of what is opened. A token that may read the whole game is its owner's.
async function place(id, token) {
  if (!isId(id)) throw { id: "This is not an id. Ids begin with gam_ or ses_, and 16 small letters and digits follow. A link to a game works, too." };
  const [view, kind] = id.startsWith("gam_") ? ["play", "games"] : ["watch", "sessions"];
  const address = view => `#/${[view, id, token].filter(Boolean).map(encodeURIComponent).join("/")}`;
  try {
    await call("GET", `/v1/${kind}/${id}`, undefined, { token });
    return address("watch");
  } catch (e) {
    if (e.code === "token_scope" && view === "play") return address("play");
    if (/^token_/.test(e.code) || e.code === "unauthorized") throw { token: e.message };
    if (e.status === 404) throw { id: "This server has no game or session with this id. It was deleted, or the id is not complete." };
    throw e;
  }
}

function ById() {
  const [{ id, token }, set] = useState({ id: "", token: "" });
  const { busy, error, submit } = useSubmit(async () => { location.hash = linked(id.trim()) ?? await place(id.trim(), token.trim()); });
  return html`<form class="card" onSubmit=${submit} aria-labelledby="by-id">
    <h2 id="by-id">By id or link</h2>
    <${Text} label="Id or link" hint="gam_… for a game, ses_… for a session, or the link that somebody has sent you." value=${id} error=${error?.id} change=${v => set(was => ({ ...was, id: v }))} autocomplete="off" spellcheck="false" />
    <${Text} label="Token" hint="gt_… for a seat, a spectator or the owner of a game. Leave it empty if you have none." value=${token} error=${error?.token} change=${v => set(was => ({ ...was, token: v }))} autocomplete="off" spellcheck="false" />
    <${Trouble} error=${error} />
    <p><button class="main" disabled=${busy}>Open</button></p>
  </form>`;
}

// columnsOf are the columns of the list of games or sessions.
const columnsOf = kind => [
  ["Id", item => html`<code>${item.id}</code>`],
  ["Players", item => html`<bdi>${item.players.map(p => p.name).join(", ")}</bdi>${item.seat && html`<br /><small>${item.strategy} as <bdi>${item.players.find(p => p.id === item.seat)?.name ?? item.seat}</bdi></small>`}`],
  ["Status", item => item.status], ["Opened", item => new Date(item.created_at).toLocaleString()],
  ["Links", item => html`<a href=${`#/watch/${item.id}`} aria-label=${`Watch ${item.id}`}>Watch</a>${kind === "games" && html` <a href=${`#/play/${item.id}`} aria-label=${`Spectate ${item.id}`}>Spectate</a>`}`],
];

// listed reports whether an item stands in the list. A bot of a game does not, since a list that
// names it would spoil the game.
const listed = item => !item.game_id;

// List shows games or sessions, newest first, a page at a time.
export function List({ kind, status }) {
  const [{ items, cursor, error }, set] = useState({ items: null, cursor: "", error: null });
  const asked = useRef(0); // an older answer may come after a newer one
  const load = async (after, before) => {
    const mine = ++asked.current;
    const query = new URLSearchParams({ limit: kind === "games" ? "20" : "100", ...(status && { status }), ...(after && { cursor: after }) });
    try {
      const page = await call("GET", `/v1/${kind}?${query}`);
      if (mine === asked.current) set({ items: [...before, ...page[kind].filter(listed)], cursor: page.next ?? "", error: null });
    } catch (e) {
      if (mine === asked.current) set({ items: before, cursor: after, error: e });
    }
  };
  useEffect(() => { load("", []); }, [kind, status]);
  return html`<section aria-label=${kinds[kind]}>
    <h2>${kinds[kind]}</h2>
    <p class="faint">${kind === "games" ? "Watch shows who is a bot. Spectate does not." : "Bots that play for other platforms. The bots of a game stand in its view Watch."}</p>
    <${Trouble} error=${error} />
    ${items === null ? html`<p role="status">Loading …</p>` : (items.length > 0 || !error) && html`<${Grid} label=${`List of ${kind}`} rows=${items} id=${item => item.id} columns=${columnsOf(kind)}
      empty=${`No ${kind} here${kind === "sessions" ? " besides those of games" : ""}.`} />`}
    <p class="row">${cursor && html`<button type="button" onClick=${() => load(cursor, items)}>More ${kind}</button>`}
      <button type="button" class="quiet" onClick=${() => load("", [])}>Load the ${kind} again</button></p>
  </section>`;
}

export function Open() {
  const [status, setStatus] = useState("open");
  return html`<link rel="stylesheet" href="replay.css" />
    <h1>Open a game</h1>
    <div class="pair">
      <${ById} />
      <section class="card" aria-labelledby="a-file"><h2 id="a-file">A file</h2>
        <${FileField} label="Recorded game or export" done=${() => { location.hash = "#/replay"; }} />
        <p>A bot then takes a seat of the recorded game.</p></section>
    </div>
    <div class="row"><${Choice} label="Show" value=${status} options=${[{ id: "open", label: "those that are running" }, { id: "ended", label: "those that have ended" }, { id: "", label: "all" }]} change=${setStatus} /></div>
    <${List} kind="games" status=${status} /><${List} kind="sessions" status=${status} />`;
}
