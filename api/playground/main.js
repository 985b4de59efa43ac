// The page: which view its address names, the key, and what holds for all views.
import { html, render, useEffect, useLayoutEffect, useRef, useState, useStore } from "./html.js";
import { access } from "./client.js";
import { Calls } from "./calls.js";
import { Start } from "./start.js";

// views have a title, and are loaded when they are first shown. The first part of the address names
// one, and the other parts are its arguments.
const views = {
  __proto__: null, // an address such as #/constructor names no view
  "": ["Play", async () => Start],
  new: ["New game", async () => (await import("./new.js")).New],
  play: ["Game", async () => (await import("./play.js")).Play],
  watch: ["Watch a bot think", async () => (await import("./watch.js")).Watch],
  study: ["Study", async () => (await import("./study.js")).Study],
  open: ["Open a game", async () => (await import("./open.js")).Open],
  replay: ["Replay", async () => (await import("./replay.js")).Replay],
  arena: ["Arena", async () => (await import("./arena.js")).Arena],
  admin: ["Administration", async () => (await import("./admin.js")).Admin],
  help: ["When something goes wrong", async () => (await import("./help.js")).Help],
};

const labels = [["", "Play"], ["open", "Open"], ["replay", "Replay"], ["arena", "Arena"], ["admin", "Admin"], ["help", "Help"]];

// decoded returns a part of the address. A part that somebody has mistyped stays as it is.
const decoded = part => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
const address = () => location.hash.replace(/^#\/?/, "").split("/").map(decoded);

// KeyDialog asks for the key. Afterwards the focus is where it was.
function KeyDialog({ wrong }) {
  const [key, setKey] = useState("");
  const input = useRef(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    input.current.focus();
    return () => before?.focus();
  }, []);
  const give = e => {
    e.preventDefault();
    access.give(key.trim());
  };
  return html`<div class="cover"><div class="card dialog" role="dialog" aria-modal="true" aria-labelledby="key-title"><form onSubmit=${give}>
    <h2 id="key-title">This server needs its key</h2>
    <p>It is a key that was made with <code>ringer keys create</code>, or the value of RINGER_API_KEY with which the server was started. The page keeps it in memory only: it is gone when you close or reload the page.</p>
    <label for="server-key">Key</label>
    <input id="server-key" type="password" autocomplete="off" ref=${input} value=${key} onInput=${e => setKey(e.target.value)} aria-describedby="key-wrong" />
    <p id="key-wrong" class="error" role="alert">${wrong}</p>
    <p><button class="main" disabled=${key.trim() === ""}>Use this key</button> <a href="#/help/key" onClick=${() => access.give("")}>I have none</a></p>
  </form></div></div>`;
}

function Page() {
  const [parts, setParts] = useState(address);
  const [view, setView] = useState({});
  const { asking, wrong } = useStore(access);
  const main = useRef(null);
  const opened = useRef(false);
  useEffect(() => {
    const moved = () => setParts(address());
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  const [name, ...rest] = parts;
  const [title, load] = views[name] ?? views.help;
  useEffect(() => {
    let here = true;
    load().then(View => { if (here) setView({ name, View }); }, () => location.assign("#/help/server"));
    return () => { here = false; };
  }, [name]);
  useLayoutEffect(() => { // as a browser does with a new page
    document.title = `${title} – Ringer playground`;
    if (opened.current) {
      scrollTo(0, 0);
      main.current.focus({ preventScroll: true });
    }
    opened.current = true;
  }, [name, rest[0]]);
  return html`<div inert=${asking}>
    <a class="skip" href="#main" onClick=${e => { e.preventDefault(); main.current.focus(); }}>Skip to the content</a>
    <header class="bar"><div>
      <a class="brand" href="#/"><img src="icon.svg" alt="Ringer" width="24" height="24" /> <span aria-hidden="true">Ringer</span></a>
      ${name !== "study" && html`<nav aria-label="Views">
        ${labels.map(([to, label]) => html`
          <a key=${to} href=${`#/${to}`} aria-current=${name === to || to === "" && ["new", "play"].includes(name) ? "page" : undefined}>${label}</a>`)}
        <a href="../docs/">API</a>
      </nav>`}
    </div></header>
    <main id="main" tabindex="-1" ref=${main}>${view.name === name ? html`<${view.View} key=${rest[0]} name=${name} parts=${rest} />` : html`<h1>${title}</h1>`}</main>
    ${name !== "study" && html`<${Calls} />`}</div>
    ${asking && html`<${KeyDialog} wrong=${wrong} />`}`;
}

render(html`<${Page} />`, document.body);
