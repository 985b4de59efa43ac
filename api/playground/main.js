// The page: which view its address names, the key, and what holds for all views.
import { html, render, useEffect, useState, useStore } from "./html.js";
import { access } from "./client.js";
import { Calls } from "./calls.js";
import { Start } from "./start.js";

// views are loaded when they are first shown. The first part of the address names one, and the
// other parts are its arguments.
const views = {
  "": async () => Start,
  new: async () => (await import("./new.js")).New,
  play: async () => (await import("./play.js")).Play,
  watch: async () => (await import("./watch.js")).Watch,
  open: async () => (await import("./open.js")).Open,
  replay: async () => (await import("./replay.js")).Replay,
  arena: async () => (await import("./arena.js")).Arena,
  help: async () => (await import("./help.js")).Help,
};

const labels = [["", "Play"], ["open", "Open"], ["replay", "Replay"], ["arena", "Arena"], ["help", "Help"]];

const address = () => location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);

const focus = element => element?.focus();

function KeyDialog() {
  const { asking, wrong } = useStore(access);
  const [key, setKey] = useState("");
  if (!asking) return null;
  const give = e => {
    e.preventDefault();
    access.give(key.trim());
  };
  return html`<div class="cover"><div class="card dialog" role="dialog" aria-modal="true" aria-labelledby="key-title"><form onSubmit=${give}>
    <h2 id="key-title">This server needs its key</h2>
    <p>It is the value of RINGER_API_KEY with which the server was started. The page keeps it in memory only: it is gone when you close or reload the page.</p>
    <label for="key">Key</label>
    <input id="key" type="password" autocomplete="off" ref=${focus} value=${key} onInput=${e => setKey(e.target.value)} aria-describedby="key-wrong" />
    <p id="key-wrong" class="error" role="alert">${wrong}</p>
    <p><button class="main">Use this key</button> <a href="#/help/key" onClick=${() => access.give("")}>I have none</a></p>
  </form></div></div>`;
}

function Page() {
  const [parts, setParts] = useState(address);
  const [view, setView] = useState({});
  useEffect(() => {
    const moved = () => setParts(address());
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  const [name, ...rest] = parts;
  useEffect(() => {
    let here = true;
    (views[name] ?? views.help)().then(View => { if (here) setView({ name, View }); }, () => location.assign("#/help/server"));
    return () => { here = false; };
  }, [name]);
  return html`
    <a class="skip" href="#main" onClick=${e => { e.preventDefault(); document.getElementById("main").focus(); }}>Skip to the content</a>
    <header class="bar"><div>
      <a class="brand" href="#/"><img src="icon.svg" alt="Ringer" width="24" height="24" /> <span aria-hidden="true">Ringer</span></a>
      <nav aria-label="Views">
        ${labels.map(([to, label]) => html`
          <a key=${to} href=${`#/${to}`} aria-current=${name === to || to === "" && ["new", "play"].includes(name) ? "page" : undefined}>${label}</a>`)}
        <a href="../docs/">API</a>
      </nav>
    </div></header>
    <main id="main" tabindex="-1">${view.name === name ? html`<${view.View} key=${parts.join("/")} name=${name} parts=${rest} />` : html`<h1>${labels.find(([to]) => to === name)?.[1] ?? "Ringer"}</h1>`}</main>
    <${Calls} />
    <${KeyDialog} />`;
}

render(html`<${Page} />`, document.body);
