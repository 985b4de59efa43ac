// A recorded game in which a bot takes a seat, or two bots one after the other in the same seat.
import { html, useClock, useLayoutEffect, useMemo, useRef, useState, useStore } from "./html.js";
import { useCatalog } from "./catalog.js";
import { save } from "./calls.js";
import { Choice, Field, SchemaForm, Text } from "./form.js";
import { Trouble } from "./trouble.js";
import { figures, played, variantName } from "./figures.js";
import { stage } from "./stage.js";
import { clock } from "./words.js";

// most is how many lines are shown at once. More would make the page slow.
const most = 1000;
const letters = ["A", "B"];

// FileField loads a file of recorded games, and says what is wrong with it.
export function FileField({ label, done = () => {} }) {
  const [error, setError] = useState("");
  const choose = async e => {
    const [file] = e.target.files;
    if (!file) return;
    try {
      await stage.load(await file.text(), e => setError(e.message));
      setError("");
      done();
    } catch (wrong) {
      setError(wrong.message);
      e.target.value = ""; // so that the same file can be chosen again
    }
  };
  return html`<${Field} label=${label} error=${error} hint="Recorded games, one a line (JSONL), or the export of a session. The server reads the file and keeps nothing of it."
    input=${at => html`<input ...${at} type="file" accept=".jsonl,.ndjson,.json,.txt" onChange=${choose} />`} />`;
}

// Variant is the form of one strategy with its options.
function Variant({ index, strategies, change, error }) {
  const variant = stage.variants[index];
  const { options: schema } = strategies.find(s => s.name === variant.strategy) ?? {};
  const label = stage.variants.length > 1 ? `Strategy ${letters[index]}` : "Strategy";
  return html`<div>
    <${Choice} label=${label} value=${variant.strategy} options=${strategies.map(s => s.name)} error=${error?.at?.("/strategy")} change=${strategy => change({ strategy, options: {} })} />
    <details open=${error ? true : undefined}><summary>Options of ${label.replace("S", "s")}</summary>
      <div class="grid"><${SchemaForm} schema=${schema} value=${variant.options} change=${options => change({ ...variant, options })} wrong=${name => error?.at?.(`/options/${name}`)} /></div>
    </details>
  </div>`;
}

function Settings({ catalog }) {
  const { games, game, seat, variants, speed, seed, trouble, playing, ready } = stage;
  const set = (i, variant) => stage.set({ variants: variants.map((v, n) => n === i ? variant : v), trouble: null });
  const wrong = pointer => trouble?.error.at?.(pointer);
  const play = e => {
    e.preventDefault();
    stage.play();
  };
  const second = e => stage.set({ variants: e.target.checked ? [variants[0], { strategy: variants[0].strategy === "fourmind" ? "tom" : "fourmind", options: {} }] : variants.slice(0, 1) });
  return html`<form class="card" onSubmit=${play} aria-label="How to play it">
    <div class="grid">
      ${games.length > 1 && html`<${Choice} label="Game" value=${games.indexOf(game)} options=${games.map((g, id) => ({ id, label: `${g.game_id} (${g.rules || "no rules"}, ${g.lines} lines)` }))} change=${n => stage.choose(Number(n))} disabled=${playing} />`}
      <${Choice} label="Seat of the bot" hint="The lines of this player are withheld." value=${seat} options=${game.players.map(p => ({ id: p.name, label: `${p.name} (${[p.kind, p.role].filter(Boolean).join(", ")})` }))} change=${name => stage.choose(games.indexOf(game), name)} disabled=${playing} />
      <${Text} label="Speed" hint="Game time for each second. A model server needs real time, so a bot falls behind if this is high." inputmode="decimal" value=${speed} error=${wrong("/speed")} change=${v => stage.set({ speed: v })} />
      <${Text} label="Seed" inputmode="numeric" value=${seed} error=${wrong("/seed")} change=${v => stage.set({ seed: v })} />
    </div>
    <div class="pair">${variants.map((_, i) => html`<${Variant} key=${i} index=${i} strategies=${catalog.strategies} change=${v => set(i, v)} error=${trouble?.variant === i ? trouble.error : null} />`)}</div>
    <p><label class="check"><input type="checkbox" checked=${variants.length > 1} onChange=${second} disabled=${playing} /> Compare with a second strategy in the same seat</label></p>
    <${Trouble} error=${trouble?.error} />
    <p class="row"><button class="main" disabled=${playing || !ready}>Play</button>
      <button type="button" disabled=${!playing} onClick=${() => stage.stop()}>Stop</button></p>
  </form>`;
}

const states = { playing: "is playing", ended: "has played to the end", stopped: "was stopped", failed: "has failed" };

function Progress() {
  const { plays, part: { length_ms: end } } = stage;
  useClock(250, stage.playing);
  const now = Math.min(end, Math.max(...plays.map(p => p.now)));
  return html`<section aria-label="Progress">
    ${stage.playing && html`<p><progress max=${end} value=${now} aria-label="Game time"></progress> <span class="clock">${clock(now)} of ${clock(end)}</span></p>
      <p class="faint">Keep this page in view: browsers slow down pages that are hidden.</p>`}
    <ul class="plain">${plays.map((p, i) => html`<li key=${i}>
      <strong>${letters[i]}: ${variantName(p.variant)}</strong> <span role="status">${states[p.state]}${p.away ? "; the server does not answer, and this page tries again" : ""}</span>${" "}
      ${p.id && html`<a href=${`#/watch/${p.id}`}>Watch ${letters[i]} think</a>`} <span class="faint">${p.typing && !p.over ? "typing …" : ""}</span>
      <${Trouble} error=${p.error} /></li>`)}</ul>
  </section>`;
}

const tags = { other: "", withheld: "withheld", gamemaster: "" };

// row returns a line of the timeline. It keeps it, so that the browser compares nothing again.
function row(line) {
  const { column, at_ms, kind, sender, text, channel, late } = line;
  const tag = tags[column] ?? `bot ${letters[column]}${late ? ", after the end" : ""}`;
  line.view ??= html`<li key=${line.key} class=${typeof column === "number" ? `bot bot-${letters[column]}` : column}>
    <span class="clock">${clock(at_ms)}</span>
    <span class="said"><span class="who"><bdi>${kind === "player" ? sender : "Game master"}</bdi>${tag && html` <i>${tag}</i>`}${channel && html` <i>in ${channel}</i>`}</span> <span class="text" dir="auto">${text}</span></span>
  </li>`;
  return line.view;
}

// recorded returns the lines of the recording as rows.
const recorded = lines => lines.map((l, i) => Object.assign(l, { key: i, column: l.withheld ? "withheld" : l.kind === "player" ? "other" : "gamemaster" }));

function Timeline() {
  const { part, plays, playing } = stage, { recording, seat, lines } = part;
  const list = useRef(null), stay = useRef(true);
  const rows = useMemo(() => recorded(lines), [part]);
  const now = playing ? Math.max(...plays.map(p => p.now)) : Infinity;
  const said = plays.flatMap((p, i) => p.lines.filter(l => l.bot).map((l, n) => Object.assign(l, { column: i, key: `${p.id} ${n}` })));
  const all = [...rows.filter(r => r.at_ms <= now), ...said].sort((a, b) => a.at_ms - b.at_ms), shown = all.slice(-most);
  useLayoutEffect(() => { if (playing && stay.current) list.current.scrollTop = list.current.scrollHeight; }, [all.length]);
  const scrolled = e => { stay.current = e.target.scrollTop + e.target.clientHeight > e.target.scrollHeight - 40; };
  return html`<h2>The game <bdi>${recording.game_id}</bdi></h2>
    ${all.length > most && html`<p class="faint">Only the last ${most} of ${all.length} lines are shown.</p>`}
    <ol class=${`log timeline columns-${1 + plays.length}`} ref=${list} onScroll=${scrolled} tabindex="0" aria-label="Lines of the game">
      ${plays.length > 0 && html`<li class="heads" key="heads"><span></span><span>${seat} in the recording, withheld</span>${plays.map((p, i) => html`<span key=${i}>${letters[i]}: ${variantName(p.variant)}</span>`)}</li>`}
      ${shown.map(row)}
    </ol>`;
}

const shown = (n, digits = 1) => n === null || n === undefined ? "–" : String(Number(n.toFixed(digits)));

function Figures() {
  const { plays, part } = stage, { recording, seat, lines, length_ms: end } = part;
  const bots = useMemo(() => plays.map(p => figures(seat, p.lines.filter(l => !l.late), end)), plays.flatMap(p => [p, p.lines.length]));
  const people = useMemo(() => [...recording.players].sort((a, b) => (b.name === seat) - (a.name === seat)).map(p =>
    ({ who: `${p.name} (${p.kind}${p.name === seat ? ", recorded" : ""})`, ...figures(p.name, lines, end) })), [part]);
  const rows = [...plays.map((p, i) => ({ who: `${letters[i]}: ${variantName(p.variant)}`, ...bots[i], ...p.spent })), ...people];
  const cost = r => r.cost_micros ? shown(r.cost_micros / 1e6, 4) : null;
  return html`<h2>Figures</h2>
    <div class="scroll" tabindex="0" role="group" aria-label="Table of figures"><table>
      <thead><tr><th scope="col">Who</th>${["Messages", "Words", "Characters", "Gap s", "Answered", "Calls", "Prompt tokens", "Answer tokens", "Cost"].map(h => html`<th scope="col" class="n" key=${h}>${h}</th>`)}</tr></thead>
      <tbody>${rows.map((r, i) => html`<tr key=${i}><th scope="row"><bdi>${r.who}</bdi></th>
        ${[shown(r.messages), shown(r.words), shown(r.characters), shown(r.gap), r.named ? `${r.answered} of ${r.named}` : "–", shown(r.calls), shown(r.prompt_tokens), shown(r.answer_tokens), cost(r) ?? "–"].map((v, n) => html`<td class="n" key=${n}>${v}</td>`)}</tr>`)}</tbody>
    </table></div>
    <p class="faint">Up to the last recorded line. Words, characters and gap are medians of a message. A gap is the game time from the line before, if somebody else wrote it in the same channel.
      Answered: of the lines that name the player, those after which the player wrote within 30 s. Calls, tokens and cost are of the whole session, votes too, and come when it has ended.
      The others spoke to the recorded player, and not to the bot. <code>ringer replay</code> counts more.</p>`;
}

// judged says what the server knows of an answer to a vote.
function judged({ choices, roles }, { option, labels }) {
  if (roles) return labels ? `${Object.keys(roles).filter(p => labels[p] === roles[p]).length} of ${Object.keys(roles).length} roles right` : "–";
  const { accused_was: was, right } = choices?.[option] ?? {};
  const verdict = right === undefined ? "" : right ? ", right" : ", wrong";
  return was ? `${option} (${was})${verdict}` : option || "–";
}

function Votes() {
  const { plays, part: { votes, seat } } = stage;
  if (votes.length === 0) return null;
  const answer = (p, vote) => judged(vote, p.answers.get(vote.id) ?? {});
  return html`<h2>Votes</h2>
    <div class="scroll" tabindex="0" role="group" aria-label="Table of votes"><table>
      <thead><tr><th scope="col">Vote</th><th scope="col" class="n">Asked at</th>${plays.map((p, i) => html`<th scope="col" key=${i}>${letters[i]}: ${variantName(p.variant)}</th>`)}<th scope="col">${seat}, recorded</th></tr></thead>
      <tbody>${votes.map(v => html`<tr key=${v.id}><th scope="row">${v.name}</th><td class="n">${clock(v.at_ms)}</td>${plays.map((p, i) => html`<td key=${i}>${answer(p, v)}</td>`)}<td>${judged(v, { option: v.recorded })}</td></tr>`)}</tbody>
    </table></div>
    <p class="faint">A vote seeks a bot, or by day a mafioso. An answer is right if the named player is one. If all of the others are that, or none of them, no answer is called right or wrong.</p>`;
}

function Outcome() {
  const { plays, playing, part: { recording } } = stage;
  const text = () => plays.map(p => `${JSON.stringify(played(p))}\n`).join("");
  return html`<${Votes} /><${Figures} />
    <p><button type="button" disabled=${playing} onClick=${() => save(`${recording.game_id.replace(/[^\w-]+/g, "_").slice(0, 60)}-played.jsonl`, text())}>Save the played games</button>
      <span class="faint"> In the form of the recorded games. <code>ringer stats FILE</code> reads them.</span></p>`;
}

export function Replay() {
  const { game, part, plays } = useStore(stage);
  const catalog = useCatalog();
  return html`<link rel="stylesheet" href="replay.css" />
    <h1>Replay a recorded game</h1>
    <p class="lead">A bot takes the seat of one player. The lines of the others are posted when they were said, and the lines of that player are withheld.</p>
    <${FileField} label="File of recorded games" />
    <${Trouble} error=${catalog} />
    ${game && catalog?.strategies && html`<${Settings} catalog=${catalog} />`}
    ${part && plays.length > 0 && html`<${Progress} />`}
    ${part && html`<${Timeline} />`}
    ${part && plays.length > 0 && html`<${Outcome} />`}`;
}
