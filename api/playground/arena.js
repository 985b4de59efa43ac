// Contests of bots against bots: a form that starts one, its progress, and its report.
import { html, useEffect, useState } from "./html.js";
import { call, curl, Problem } from "./client.js";
import { Copy, save } from "./calls.js";
import { useCatalog } from "./catalog.js";
import { Choice, Field, number, SchemaForm, Text, useSubmit } from "./form.js";
import { RatingTable, Report, Talk } from "./report.js";
import { Trouble } from "./trouble.js";
import { count } from "./words.js";

const route = "/playground/arena";

export const Arena = ({ parts: [id] }) => id ? html`<${Contest} id=${id} />` : html`<${Overview} />`;

// Overview has the contests of this server, a form for a new one, and a way to open a file.
function Overview() {
  const catalog = useCatalog();
  const [arena, setArena] = useState(null);
  const [error, setError] = useState(null);
  const [file, setFile] = useState(null);
  useEffect(() => { call("GET", route).then(setArena, setError); }, []);
  if (error?.code === "route_not_found") return html`<h1>Arena</h1><p>This server has no arena. Run <code>ringer arena</code> instead.</p>`;
  return html`<h1>Arena</h1>
    <p class="lead">Bots play whole games against bots, and a report compares how they did. All players are bots. Each deal is played with every arrangement of the variants, so all of them meet the same chances.</p>
    <${Trouble} error=${error ?? catalog} />
    ${file ? html`<${Opened} file=${file} close=${() => setFile(null)} />` : html`
      ${arena?.contests.length > 0 && html`<section class="card part"><h2>Contests</h2>
        <ul>${arena.contests.map(c => html`<li key=${c.id}><a href=${`#/arena/${c.id}`}>${title(c.request)}</a> ${states[c.state]}, ${c.done} of ${c.games} games</li>`)}</ul>
        <p class="faint">The server keeps the last few in memory. A restart loses them, so save what you need.</p>
      </section>`}
      <${Ratings} />
      ${catalog && !(catalog instanceof Error) && arena && html`<${Form} catalog=${catalog} arena=${arena} />`}
      <section class="card part"><h2>Open a file</h2>
        <${Field} label="Games that ringer arena --out has written" hint="The server makes the report and keeps nothing of the file."
          input=${at => html`<input ...${at} type="file" accept=".jsonl,.ndjson,.json" onChange=${e => setFile(e.target.files[0] ?? null)} />`} />
      </section>`}`;
}

// Ratings rates the players of all games of the server, once somebody asks.
function Ratings() {
  const [ratings, setRatings] = useState(null);
  const load = () => call("GET", `${route}/ratings`).then(setRatings, setRatings);
  return html`<section class="card part"><h2>Ratings</h2>
    <p class="faint">How well each strategy and model does, on the scale of Elo: in the contests above, and in the newest 200 games that this server has run to their end. 400 points more are odds of ten to one.</p>
    <p class="row"><button type="button" onClick=${load}>${ratings ? "Rate again" : "Rate the games of this server"}</button> <${Copy} text=${() => curl({ method: "GET", path: `${route}/ratings` })} /></p>
    ${ratings instanceof Error ? html`<${Trouble} error=${ratings} />` : ratings && html`<${RatingTable} ratings=${ratings} />`}
  </section>`;
}

const states = { running: "is running", done: "has ended", failed: "has failed", stopped: "was stopped" };

const title = ({ rules, seats }) => `${rules[0].toUpperCase()}${rules.slice(1).replaceAll("_", " ")}: ${seats.map(s => [s.variant, ...Object.entries(s.options ?? {}).map(([k, v]) => `${k}=${String(v).slice(0, 40)}`)].join(":")).join(" and ")}`;

// requestOf returns what the form asks for. Fields without a value are left out.
function requestOf({ rules, variants, players, games, seed, teams, floor, language, options }) {
  const seats = variants.map(({ strategy, times, fidelity, options: own }) => {
    const options = fidelity === "paper" ? { ...own, fidelity } : own;
    const variant = Number(times) > 1 ? `${strategy}×${times}` : strategy;
    return Object.keys(options).length > 0 ? { variant, options } : variant;
  });
  const given = { players: players && number(players), seed: seed && number(seed), teams, floor: floor === "free" ? "" : floor, language };
  const body = { rules, seats, games: number(games) };
  for (const [name, value] of Object.entries(given)) if (value !== "" && value !== false) body[name] = value;
  return Object.keys(options).length > 0 ? { ...body, options } : body;
}

let drafts = 0, kept = null; // what was typed last
const draft = strategy => ({ key: ++drafts, strategy, times: "1", fidelity: "best", options: {} });

function Form({ catalog, arena }) {
  const [values, setValues] = useState(() => kept ?? ({ rules: "mafia", variants: [draft("tom"), draft("scheduler")], players: "", games: "20", seed: "1", teams: false, floor: "free", language: "", options: {} }));
  const asked = requestOf(values), body = JSON.stringify(asked);
  const { busy, error, submit } = useSubmit(async () => { location.hash = `#/arena/${(await call("POST", route, asked)).id}`; });
  const set = change => setValues(v => kept = { ...v, ...change });
  const [plan, setPlan] = useState(null);
  useEffect(() => { // once nothing was typed for a moment; what is wrong is said at the start
    setPlan(null);
    if (!Number.isInteger(asked.games)) return undefined;
    let here = true;
    const timer = setTimeout(() => call("POST", `${route}/plan`, asked, { quiet: true }).then(p => here && setPlan(p), () => {}), 400);
    return () => { here = false; clearTimeout(timer); };
  }, [body]);
  const wrong = pointer => error instanceof Problem ? error.at(pointer) : null;
  const field = (name, label, hint, rest) => html`<${Text} label=${label} hint=${hint} value=${values[name]} error=${wrong(`/${name}`)} change=${v => set({ [name]: v })} ...${rest} />`;
  const running = error?.code === "contest_running" && arena.contests.find(c => error.message.includes(c.id));
  const rules = catalog.rules.find(r => r.id === values.rules);
  return html`<form class="card part" onSubmit=${submit} novalidate>
    <h2>New contest</h2>
    <p class=${catalog.offline ? "faint" : "trouble"}>${catalog.offline ? `The models are: ${arena.models}, ${arena.model_note}. Games cost nothing and take about a second each.`
    : `Every game costs money: a model server answers (${arena.models}), and its calls take their real time. Play a few games first, and look at their cost.`}</p>
    <div class="grid">
      <${Choice} label="Rules" value=${values.rules} error=${wrong("/rules")} options=${catalog.rules.map(r => ({ id: r.id, label: r.title }))} change=${rules => set({ rules, options: {} })} />
      ${field("games", "Games", plan ? `${count(plan.games, "game")} will be played: ${count(plan.deals, "deal")} with ${count(plan.arrangements, "arrangement")} of the variants each.` : "At most 200. A deal is played with every arrangement of the variants, so there may be more games. 1 is one game.", { inputmode: "numeric" })}
      ${field("players", "Players of a game", "Empty: as many as there are seats below, and as the rules need.", { inputmode: "numeric" })}
      ${field("seed", "Seed of the first deal", "The same seed deals the same games.", { inputmode: "numeric" })}
    </div>
    <${Variants} catalog=${catalog} values=${values} set=${set} wrong=${wrong} error=${error} />
    <${More} title="More about the games" open=${wrong("/floor") || wrong("/language") || error?.errors?.some(e => e.pointer.startsWith("/options"))}>
      <div class="grid">
        <${Choice} label="Who may speak" value=${values.floor} error=${wrong("/floor")} change=${floor => set({ floor })}
          options=${[{ id: "free", label: "All, at any time" }, { id: "moderated", label: "One at a time: a moderator says who" }, { id: "bid", label: "One at a time: who wants it most" }]} />
        ${field("language", "Language of the chat", "A tag such as de. Empty: English.")}
        <${SchemaForm} schema=${rules.options} value=${values.options} change=${options => set({ options })} wrong=${name => wrong(`/options/${name}`)} />
      </div>
    <//>
    ${error && !error.errors?.length && html`<${Trouble} error=${error} />`}
    ${error?.errors?.length > 0 && html`<p class="error" role="alert">The contest has not begun. The marked fields say why.</p>`}
    ${running && html`<p><a href=${`#/arena/${running.id}`}>See the contest that is running</a></p>`}
    <p class="row"><button class="main" disabled=${busy}>Start</button> <${Copy} text=${() => curl({ method: "POST", path: route, body: asked })} /></p>
  </form>`;
}

// More is a part of a form that is folded. An error inside unfolds it.
const More = ({ title, open, children }) => html`<details open=${Boolean(open)}><summary>${title}</summary>${children}</details>`;

// Variants are the variants of the bots, each with the options of its strategy.
function Variants({ catalog, values, set, wrong, error }) {
  const { variants } = values;
  const change = (i, to) => set({ variants: variants.map((v, n) => n === i ? { ...v, ...to } : v) });
  return html`<fieldset>
    <legend>Variants of the bots</legend>
    <p class="faint">A strategy with its options. If a game has more players than there are seats here, the other players get the same variants again, from the first one on.</p>
    ${wrong("/seats") && html`<p class="error">${wrong("/seats")}</p>`}
    ${variants.map((v, i) => html`<div key=${v.key} class="variant" role="group" aria-label=${`Variant ${i + 1}`}>
      <div class="row">
        <${Choice} label=${`Strategy ${i + 1}`} value=${v.strategy} error=${wrong(`/seats/${i}`)} options=${catalog.strategies.map(s => s.name)} change=${strategy => change(i, { strategy, options: {} })} />
        <${Choice} label="Fidelity" value=${v.fidelity} options=${["best", "paper"]} change=${fidelity => change(i, { fidelity })} />
        <${Text} label="Seats" type="number" min="1" max="16" value=${v.times} change=${times => change(i, { times })} />
        ${variants.length > 1 && html`<button type="button" class="quiet" aria-label=${`Remove variant ${i + 1}`} onClick=${() => set({ variants: variants.filter((_, n) => n !== i) })}>Remove</button>`}
      </div>
      <${More} title=${`Options of ${v.strategy}${Object.keys(v.options).length ? ` (${Object.keys(v.options).length} changed)` : ""}`} open=${error?.errors?.some(e => e.pointer.startsWith(`/seats/${i}/options`))}>
        <div class="grid"><${SchemaForm} key=${v.strategy} schema=${catalog.strategies.find(s => s.name === v.strategy)?.options} value=${v.options}
          change=${options => change(i, { options })} wrong=${name => wrong(`/seats/${i}/options/${name}`)} /></div>
      <//>
    </div>`)}
    <p><button type="button" onClick=${() => set({ variants: [...variants, draft("tom")] })}>Add a variant</button></p>
    <${Field} label="A whole side plays one variant" hint="For example, the mafia play tom and the others scheduler, then the reverse, and then both sides the same. It is the clearest comparison in games of two sides. Otherwise the variants change seats from game to game." error=${wrong("/teams")}
      input=${at => html`<input ...${at} type="checkbox" checked=${values.teams} onChange=${e => set({ teams: e.target.checked })} />`} />
  </fieldset>`;
}

// Contest shows one contest, and asks for it again while it is running.
function Contest({ id }) {
  const [contest, setContest] = useState(null);
  const [error, setError] = useState(null);
  const [asked, again] = useState(0);
  const path = `${route}/${id}`;
  useEffect(() => {
    let timer, here = true;
    const look = async () => {
      try {
        const now = await call("GET", path);
        if (!here) return;
        setError(null);
        setContest(now);
        if (now.state === "running") timer = setTimeout(look, 1000);
      } catch (e) {
        if (!here) return;
        setError(e);
        if (e.retryable) timer = setTimeout(look, 3000);
      }
    };
    look();
    return () => { here = false; clearTimeout(timer); };
  }, [id, asked]);
  const act = action => action().then(() => again(n => n + 1), setError);
  const report = contest?.report;
  return html`<p><a href="#/arena">All contests</a></p>
    <h1>${contest ? title(contest.request) : "Contest"}</h1>
    <${Trouble} error=${error} />
    ${contest && html`<${Progress} contest=${contest} stop=${() => act(() => call("DELETE", path))} />
      <p class="row">
        <button type="button" class="quiet" disabled=${!report} onClick=${() => save("report.json", JSON.stringify(report, null, 2), "application/json")}>Save the report (JSON)</button>
        <button type="button" class="quiet" disabled=${contest.done === 0} onClick=${() => act(async () => save("games.jsonl", await call("GET", `${path}/games`)))}>Save the games</button>
        <${Copy} text=${() => curl({ method: "GET", path })} />
        <${Copy} label="Copy the contest as curl" text=${() => curl({ method: "POST", path: route, body: contest.request })} />
      </p>
      <p class="faint">The games are a file that this page and <code>ringer arena --out</code> read. A restart of the server loses the contest.</p>
      ${contest.playing && html`<section class="card part"><h2>Game ${contest.playing.game} is being played</h2><${Talk} lines=${contest.playing.lines} /></section>`}
      ${report?.games > 0 && html`<${Report} report=${report} game=${n => call("GET", `${path}/games/${report.played[n].game}`)} />`}`}`;
}

const duration = s => s < 90 ? `${s} s` : `${Math.round(s / 60)} min`;

function Progress({ contest: { state, done, games, seconds_left: left, problem }, stop }) {
  return html`<div class="card part">
    <p><label>Games played <progress max=${games} value=${done}></progress></label> ${done} of ${games}${left !== undefined && `, about ${duration(left)} left`}
      ${state === "running" && html` <button type="button" onClick=${stop}>Stop</button>`}</p>
    <p role="status">The contest ${states[state]}.${state === "stopped" ? " The report is that of the games so far." : ""}</p>
    ${problem && html`<div class="trouble"><p>${problem}</p></div>`}
  </div>`;
}

// Opened is the report of a file. The page keeps the file for the transcripts.
function Opened({ file, close }) {
  const [opened, setOpened] = useState(null);
  const [error, setError] = useState(null);
  useEffect(() => {
    (async () => {
      const text = await file.text();
      const report = await call("POST", `${route}/report`, text);
      setOpened({ report, lines: text.split("\n").slice(1).filter(line => line.trim()) });
    })().catch(setError);
  }, [file]);
  return html`<h2>${file.name}</h2>
    <p class="row"><button type="button" onClick=${close}>Close the file</button>
      ${opened && html`<button type="button" class="quiet" onClick=${() => save("report.json", JSON.stringify(opened.report, null, 2), "application/json")}>Save the report (JSON)</button>`}
      <${Copy} text=${() => curl({ method: "POST", path: `${route}/report`, body: "" })} /></p>
    <${Trouble} error=${error} />
    ${!opened && !error && html`<p role="status">Reading the games…</p>`}
    ${opened && html`<${Report} report=${opened.report} game=${async n => JSON.parse(opened.lines[n])} />`}`;
}
