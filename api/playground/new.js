// A new game: who plays, and by which options.
import { html, useRef, useState } from "./html.js";
import { call, curl, Problem } from "./client.js";
import { useCatalog } from "./catalog.js";
import { Copy } from "./calls.js";
import { Choice, Field, SchemaForm, Text, useSubmit } from "./form.js";
import { inviting, seatLink } from "./share.js";
import { body, fresh, placed, seat } from "./table.js";
import { Trouble } from "./trouble.js";

export function New({ parts: [rules] }) {
  const catalog = useCatalog();
  if (!catalog || catalog instanceof Error) return html`<h1>New game</h1><${Trouble} error=${catalog} />`;
  const preset = catalog.rules.find(r => r.id === rules);
  if (!preset) return html`<h1>New game</h1><p>This server has no rules with this name. <a href="#/">Choose a game</a>.</p>`;
  return html`<${Form} preset=${preset} catalog=${catalog} />`;
}

// notes say what the text of the rules leaves open, since bots play people as well.
const notes = {
  turing: "If there are several bots, one of them is the machine, and the others play people.",
  elimination: "If there are several bots, one of them is the machine, and the others play people.",
  three_party: "A person interrogates, and a bot is the machine. If there are several bots, one of them plays the other witness.",
  gameshow: "Everybody gets a letter in place of the name.",
};

const same = (a, b) => b !== undefined && a.trim().toLowerCase() === b.trim().toLowerCase();

// open creates the game and returns the address of the page on which the person goes on.
async function open(request, me) {
  const game = await call("POST", "/v1/games", request);
  if (request.game.players.length > request.bots.length + 1) inviting.add(game.id);
  if (!me) return `#/watch/${game.id}`;
  return seatLink(game.id, game.deal?.seats?.[me.name] ?? me.name);
}

function Form({ preset, catalog }) {
  const [form, setForm] = useState(() => fresh(preset.id, catalog.strategies.map(s => s.name)));
  const places = useRef(null);
  const set = change => setForm(f => ({ ...f, ...change }));
  // A bot gives up its name to a person who types it.
  const setSeat = (row, change) => set({ seats: form.seats.map(s => s.row === row ? { ...s, ...change }
    : s.who === "bot" && form.seats.find(o => o.row === row).who !== "bot" && same(s.name, change.name) ? { ...s, name: seat("bot", form.seats.map(o => o.name)).name } : s) });
  const asked = () => body(form);
  const { busy, error, submit } = useSubmit(async () => {
    const { request, places: rows } = asked();
    places.current = rows;
    location.hash = await open(request, form.seats.find(s => s.who === "me"));
  });
  const refused = error instanceof Problem;
  const wrong = refused ? placed(error, places.current) : { fields: new Map(), rest: [] };
  const at = field => wrong.fields.get(field);
  const add = who => set({ seats: [...form.seats, seat(who, form.seats.map(s => s.name), "scheduler")] });
  return html`
    <h1>${preset.title}</h1>
    <form onSubmit=${submit} aria-label="New game" novalidate>
      <div class="row">
        <button class="main" disabled=${busy}>Start the game</button>
        <${Copy} text=${() => curl({ method: "POST", path: "/v1/games", body: asked().request })} />
      </div>
      <${Trouble} error=${refused ? null : error} />
      ${wrong.fields.size + wrong.rest.length > 0 && html`<div class="trouble" role="alert">
        ${wrong.fields.size > 0 && html`<p>${wrong.fields.size > 1 ? `${wrong.fields.size} fields are` : "One field is"} wrong. What is wrong stands below each.</p>`}
        ${wrong.rest.map(text => html`<p key=${text}>${text}</p>`)}</div>`}
      <p class="lead">${preset.text}${notes[preset.id] && ` ${notes[preset.id]}`}</p>
      <p class="faint">${catalog.offline ? "The built-in player answers for the bots. It follows simple rules, and is no language model." : `The model ${catalog.model} answers for the bots. Every game costs money.`} <a href="#/help/model">Models</a></p>
      ${catalog.warnings.map(text => html`<p key=${text} class="trouble">${text}</p>`)}
      <fieldset><legend>Seats</legend>
        <div class="seats">${form.seats.map((s, i) => html`<${Seat} key=${s.row} n=${i + 1} seat=${s} catalog=${catalog} at=${at} change=${c => setSeat(s.row, c)}
          remove=${() => set({ seats: form.seats.filter(o => o !== s) })} mine=${form.seats.some(o => o.who === "me")} />`)}</div>
        <p class="row">
          <button type="button" onClick=${() => add("bot")}>Add a bot</button>
          <button type="button" onClick=${() => add("person")}>Add a person, who joins by a link</button>
        </p>
      </fieldset>
      <details open=${[...wrong.fields.keys()].some(f => !/^\d/.test(f))}><summary>Rules, speed, seed</summary>
        <div class="grid">
          <${Text} label="Speed" hint="Game time per real time. 2 is twice as fast." inputmode="decimal" value=${form.speed} error=${at("speed")} change=${speed => set({ speed })} />
          <${Text} label="Seed" hint="The same seed deals the same roles, and whoever guesses it knows them. Empty: drawn." inputmode="numeric" value=${form.seed} error=${at("seed")} change=${seed => set({ seed })} />
          <${Text} label="Language" hint="A tag such as en or de." value=${form.language} error=${at("language")} change=${language => set({ language })} />
          <${Choice} label="Floor" hint="Moderated, bid: one bot speaks at a time." value=${form.floor} error=${at("floor")} options=${["free", "moderated", "bid"]} change=${floor => set({ floor })} />
          <${Choice} label="Takeover" hint="Who plays for a person who is away or has left." value=${form.takeover} error=${at("takeover")} options=${[{ id: "off", label: "nobody" }, { id: "bot", label: "a bot" }]} change=${takeover => set({ takeover })} />
          <${Text} label="Away after (ms)" hint="A person who does nothing for so long while something is asked is away. Empty: nobody is." inputmode="numeric" value=${form.afk} error=${at("afk_ms")} change=${afk => set({ afk })} />
          <${Choice} label="Who is away" hint="Whether the players are told." value=${form.away} error=${at("away")} options=${[{ id: "hidden", label: "hidden" }, { id: "told", label: "told to all" }]} change=${away => set({ away })} />
          <${Choice} label="Who comes late" hint="Spectators may wait for the next game." value=${form.late} error=${at("late")} options=${[{ id: "refuse", label: "watches only" }, { id: "next", label: "plays in the next game" }]} change=${late => set({ late })} />
          <${SchemaForm} schema=${preset.options} value=${form.options} wrong=${name => at(`rules/${name}`)} change=${options => set({ options })} />
          <${Field} label="Keep prompts and answers" hint="Then you can read them while you watch a bot." input=${a => html`<input ...${a} type="checkbox" checked=${form.record} onChange=${e => set({ record: e.target.checked })} />`} />
        </div>
      </details>
    </form>`;
}

const kinds = [{ id: "me", label: "You" }, { id: "person", label: "A person, by link" }];

// Seat is one place at the table: who sits there, and how a bot plays.
function Seat({ n, seat: s, catalog, at, change, remove, mine }) {
  const strategy = catalog.strategies.find(o => o.name === s.strategy);
  const who = s.who === "bot" ? s.strategy : s.who;
  const choices = [...kinds.filter(k => k.id !== "me" || !mine || s.who === "me"), ...catalog.strategies.map(o => ({ id: o.name, label: `Bot: ${o.name}` }))];
  const choose = id => change(kinds.some(k => k.id === id) ? { who: id, strategy: "" } : { who: "bot", strategy: id, options: id === s.strategy ? s.options : {} });
  const wrong = name => at(`${s.row}/options/${name}`);
  const broken = ["persona", ...Object.keys(strategy?.options.properties ?? {}).map(p => `options/${p}`)].some(f => at(`${s.row}/${f}`));
  return html`<div class="seat" role="group" aria-label=${`Seat ${n}`}>
    <div class="row">
      <${Text} label=${s.who === "me" ? "Your name" : `Name of seat ${n}`} value=${s.name} error=${at(`${s.row}/name`)} autocomplete="off" change=${name => change({ name })} />
      <${Choice} label=${`Player of seat ${n}`} value=${who} error=${at(`${s.row}/strategy`) ?? at(`${s.row}/`)} options=${choices} change=${choose} />
      <button type="button" class="quiet" aria-label=${`Remove seat ${n}`} onClick=${remove}>Remove</button>
    </div>
    ${strategy && html`<details open=${broken}><summary>How ${s.name || "this bot"} plays</summary>
      <p class="faint">After: ${strategy.paper}</p>
      <div class="grid">
        <${Text} label="Persona" hint="Whom the bot plays. Empty: a person is invented." value=${s.persona} error=${at(`${s.row}/persona`)} change=${persona => change({ persona })} />
        <${SchemaForm} schema=${strategy.options} value=${s.options} wrong=${wrong} change=${options => change({ options })} />
      </div>
    </details>`}
  </div>`;
}
