// Watch a bot think: everything that the log of its session says, at any moment of it.
import { html, Store, useClock, useEffect, useState, useStore } from "./html.js";
import { call, curl, follow } from "./client.js";
import { Copy, save } from "./calls.js";
import { Choice } from "./form.js";
import { Remedy, Trouble } from "./trouble.js";
import { Log } from "./log.js";
import { clock, count, happened, kind, label, plans, reasons, remedy } from "./words.js";
import { Talk } from "./talk.js";
import { Beliefs } from "./chart.js";
import { Mind, Votes } from "./mind.js";
import { Thoughts } from "./thoughts.js";

// Session follows a log from its first event. It holds the moment that is shown, and the mind then.
class Session extends Store {
  events = [];
  now = new Log();
  shown = this.now;
  moment = 0; // the event that is shown; 0 means the newest
  mind = null;
  state = "away";
  ahead = 0; // how far the clock of this page is ahead of the server's
  error = null;
  #asking = false;

  // token is the token of the table's owner, if the reader has no key.
  constructor(id, token) {
    super();
    this.id = id;
    this.token = token;
    this.path = `/v1/sessions/${id}`;
  }

  read(path, signal) { return call("GET", path, undefined, { token: this.token, signal }); }
  // titled returns the title of a part of this panel. Two panels may stand side by side.
  titled(part) { return `${part} of ${this.now.name(this.now.seat)}`; }
  get mindPath() { return `${this.path}/mind?at=${this.shown.seq}`; }

  follow() {
    return follow(`${this.path}/stream?types=*`, {
      token: this.token,
      hear: events => {
        for (const e of events) this.now.hear(e);
        this.events.push(...events);
        this.#show();
      },
      tell: (state, ahead = this.ahead) => {
        Object.assign(this, { state, ahead, error: state instanceof Error ? state : null });
        this.changed();
      },
    });
  }

  go(seq) {
    this.moment = seq >= this.now.seq ? 0 : Math.max(1, seq);
    this.#show();
  }

  #show() {
    if (this.moment === 0) this.shown = this.now;
    else if (this.shown.seq !== this.moment || this.shown === this.now) this.shown = Log.upTo(this.events, this.moment);
    this.changed();
    if (!this.#asking) this.#ask();
  }

  // #ask reads the mind at the moment that is shown. Only one request is on its way, since events
  // can come faster than answers.
  async #ask() {
    this.#asking = true;
    while (this.shown.seq > 0 && this.mind?.seq !== this.shown.seq) {
      try {
        this.mind = await this.read(this.mindPath);
      } catch {
        break; // the stream says what is wrong
      }
      this.changed();
      await new Promise(resolve => { setTimeout(resolve, 150); });
    }
    this.#asking = false;
  }
}

function Moment({ session }) {
  const { shown, now, moment } = session;
  const event = session.events[shown.seq - 1];
  const words = event ? `${clock(shown.time)}, event ${shown.seq} of ${now.seq}: ${happened(event, now)}` : "";
  const step = (by, text) => html`<button type="button" class="quiet" onClick=${() => session.go(shown.seq + by)}>${text}</button>`;
  return html`<div class="moment card">
    <label for=${`moment-${session.id}`}>Moment</label>
    <input id=${`moment-${session.id}`} type="range" min="1" max=${Math.max(1, now.seq)} value=${shown.seq} aria-valuetext=${words} onInput=${e => session.go(Number(e.target.value))} />
    <span class="row">${step(-1, "Back")} ${step(1, "Forward")}
      <button type="button" class="quiet" aria-pressed=${moment === 0} onClick=${() => session.go(now.seq)}>${now.end ? "End" : "Live"}</button>
      <span class="clock">${words}</span></span>
  </div>`;
}

// Alarm says what is wrong with the bot at the moment, and leads to what to do.
function Alarm({ log }) {
  const failed = [...log.failing.values()].at(-1);
  if (!log.path && !failed) return null;
  const section = remedy(log.path?.reason ?? failed.failed);
  return html`<div class="trouble" role="status">
    ${log.path && html`<p>${log.path.to === "silence" ? "The bot is silent" : `The bot takes a cheaper path (${log.path.to})`}: ${reasons(log.path.reason)}.</p>`}
    ${failed && html`<p>The thought "${kind(failed.kind)}" failed: ${label(failed.failed)}. ${failed.retry && !log.end && `It is tried again at ${clock(log.gameTime(Date.parse(failed.retry)))}.`}</p>`}
    <${Remedy} section=${section} />
  </div>`;
}

// due says when a plan will be sent. now is the server's time at the moment that is shown.
function due(log, plan, now) {
  if (!plan.due_at) {
    const quiet = log.gameTime(now) - (log.lines.findLast(l => l.kind !== "note")?.time ?? 0);
    return `sent if nobody writes for ${clock(plan.silence_ms ?? 0)}; nobody has written for ${clock(quiet)}`;
  }
  const left = (Date.parse(plan.due_at) - now) * log.speed;
  return left > 0 ? `in ${(left / 1000).toFixed(1)} s of game time` : "now";
}

function Plan({ session }) {
  const { shown: log, moment, ahead } = session;
  const { plan, drafts } = log;
  const live = moment === 0 && !log.end;
  const [all, setAll] = useState(false);
  useClock(100, live && Boolean(plan));
  const now = live ? Date.now() - ahead : log.at + (log.shift ?? 0);
  const past = drafts.slice(all ? 0 : -6).reverse();
  return html`<section class="card plan" aria-label=${session.titled("Plan")}>
    <h2>Plan</h2>
    ${plan ? html`
      <p class="text" dir="auto">${plan.text}</p>
      ${plan.rest?.length > 0 && html`<p class="faint">Then: ${plan.rest.map(p => p.text).join(" / ")}</p>`}
      <p class="faint">${label(plans(plan.class))}, ${due(log, plan, now)}. ${log.typing ? html`<strong>The others see the bot typing.</strong>` : "Not typed yet."}</p>`
    : html`<p class="faint">The bot intends to say nothing.</p>`}
    ${past.length > 0 && html`<h3>Before</h3>
      <ol class="drafts">${past.map(d => html`<li key=${`${d.seq} ${d.fate}`}>
        <span class="clock">${clock(d.time)}</span> ${d.said ? html`<span class="text" dir="auto">${d.text}</span>` : html`<del class="text" dir="auto">${d.text}</del>`} <small>${d.fate}</small>
      </li>`)}</ol>
      ${drafts.length > 6 && html`<button type="button" class="quiet" aria-expanded=${all} onClick=${() => setAll(!all)}>${all ? "Show fewer" : `Show all ${drafts.length}`}</button>`}`}
  </section>`;
}

// Bot is the panel of one session.
function Bot({ id, token = "" }) {
  const [session] = useState(() => new Session(id, token));
  const { shown: log, now, state, error } = useStore(session);
  useEffect(() => session.follow(), [session]);
  if (error) return html`<${Trouble} error=${error} />`;
  if (now.seq === 0) return html`<p role="status">Reading the log…</p>`;
  const { config } = now;
  return html`
    <p class="faint"><strong>${now.name(now.seat)}</strong> plays <strong>${config.bot.role ?? "a player"}</strong> in ${config.game.rules} with the strategy <strong>${config.strategy}</strong>, speed ${now.speed}.
      ${" "}${count(log.spent.calls, "model call")}, ${count(log.spent.prompt + log.spent.answer, "token")} so far.
      ${" "}<span role="status">${state === "away" ? "The server does not answer; the page keeps trying." : ""}</span></p>
    <${Moment} session=${session} />
    <${Alarm} log=${log} />
    <div class="watch">
      <${Talk} session=${session} />
      <div class="side"><${Plan} session=${session} /><${Beliefs} session=${session} /><${Votes} session=${session} /><${Mind} session=${session} /></div>
      <${Thoughts} session=${session} />
    </div>
    <p class="row">
      <button type="button" class="quiet" onClick=${() => session.read(`${session.path}/export`).then(text => save(`${id}.ndjson`, text), e => { session.error = e; session.changed(); })}>Export the session</button>
      <${Copy} label="Copy the mind's request as curl" text=${() => curl({ method: "GET", path: session.mindPath, token })} />
    </p>`;
}

// visited returns the address of a game under which this tab has shown it last, if the browser tells.
const visited = id => globalThis.navigation?.entries().findLast(e => e.url?.includes(`#/play/${id}`))?.url;

// Table shows one bot of a game, or two.
function Table({ id, token, seats }) {
  const [game, set] = useState(null);
  useEffect(() => { call("GET", `/v1/games/${id}`, undefined, { token }).then(set, set); }, [id, token]);
  if (game === null || game instanceof Error) return html`<${Trouble} error=${game} />`;
  const { bots } = game, bot = bots.find(b => b.seat === seats[0]) ?? bots[0];
  const second = bots.find(b => b.seat === seats[1] && b !== bot);
  const name = of => game.players.find(p => p.id === of)?.name ?? of;
  const at = (...to) => `#/${[...to].filter(Boolean).map(encodeURIComponent).join("/")}`;
  const before = visited(id), spectate = at("play", id, token);
  return html`<p class="row">${before && !before.endsWith(spectate) && html`<a href=${before}>Back to your game</a>`}<a href=${spectate}>Spectate this game</a></p>
    ${!bot ? html`<p>This game has no bots.</p>` : html`
      <div class="row"><nav class="tabs" aria-label="Bots">${bots.map(b => html`
        <a key=${b.seat} class="button" href=${at("watch", id, token, "as", b.seat, b !== second && second?.seat)} aria-current=${b === bot ? "page" : undefined}>${name(b.seat)}</a>`)}</nav>
        ${bots.length > 1 && html`<${Choice} label="Beside it" value=${second?.seat ?? ""} options=${[{ id: "", label: "nobody" }, ...bots.filter(b => b !== bot).map(b => ({ id: b.seat, label: name(b.seat) }))]}
          change=${seat => { location.hash = at("watch", id, token, "as", bot.seat, seat); }} />`}</div>
      <div class=${second ? "beside" : ""}>${[bot, second].filter(Boolean).map(b => html`<div key=${b.session_id}><${Bot} id=${b.session_id} token=${token} /></div>`)}</div>`}`;
}

// Watch shows #/watch/ID, or #/watch/ID/TOKEN for an owner without a key. Of a table, /as/SEAT says
// which bot, and /as/SEAT/SEAT which two.
export function Watch({ parts: [id = "", ...rest] }) {
  const token = rest[0] && rest[0] !== "as" ? rest.shift() : "";
  return html`<link rel="stylesheet" href="watch.css" /><link rel="stylesheet" href="lib/uplot.css" />
    <h1>Watch a bot think</h1>
    ${id === "" ? html`<p>Choose a game or a session under <a href="#/open">Open</a>.</p>` : id.startsWith("gam_") ? html`<${Table} id=${id} token=${token} seats=${rest.slice(1)} />` : html`<${Bot} key=${id} id=${id} token=${token} />`}`;
}
