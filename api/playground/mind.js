// What a bot believes, wants and decides: its mind in words, and the form of its strategy with
// labels. A strategy that this page does not know is shown in the same way.
import { html } from "./html.js";
import { answered, clock, label, percent } from "./words.js";

const empty = v => v === null || v === undefined || v === "" || typeof v === "object" && Object.keys(v).length === 0;
const plain = v => v === null || typeof v !== "object";

// Leaf is one value: a player's id becomes a name, and a seq leads to its event.
function Leaf({ name, value, session }) {
  if (Array.isArray(value)) return value.map((v, i) => html`${i > 0 && ", "}<${Leaf} name=${name} value=${v} session=${session} />`);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return html`<span class="text" dir="auto">${session.now.name(value)}</span>`;
  if (/_seqs?$/.test(name)) {
    if (value === 0) return "the beginning";
    const line = session.now.line(value), at = session.now.when(session.events[value - 1]);
    return html`<button type="button" class="quiet" aria-label=${`Go to ${line ? `line ${line.number}: ${line.text}` : at}`} title=${line?.text} onClick=${() => session.go(value)}>${line ? `#${line.number}` : at}</button>`;
  }
  if (/_percent$/.test(name)) return `${value} %`;
  if (name === "urge") return percent(value);
  if (/_ms$/.test(name)) return clock(value);
  return String(value);
}

// Rows is a table with a row for each entry, and a column for each field of any of them.
function Rows({ name, entries, session }) {
  const columns = [...new Set(entries.flatMap(([, row]) => Object.keys(row).filter(name => !empty(row[name]))))];
  const named = entries.some(([id]) => id !== "");
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${label(name)}><table>
    <thead><tr>${named && html`<th scope="col">Player</th>`}${columns.map(c => html`<th scope="col" key=${c}>${label(c)}</th>`)}</tr></thead>
    <tbody>${entries.map(([id, row], i) => html`<tr key=${i}>${named && html`<th scope="row">${session.now.name(id)}</th>`}
      ${columns.map(c => html`<td key=${c}><${Value} name=${c} value=${row[c]} session=${session} /></td>`)}</tr>`)}</tbody>
  </table></div>`;
}

// Value shows any JSON: an object as a list of terms, objects of one shape as a table.
function Value({ name = "", value, session }) {
  if (empty(value)) return "–";
  if (plain(value)) return html`<${Leaf} name=${name} value=${value} session=${session} />`;
  const values = Object.values(value);
  const isList = Array.isArray(value);
  if (isList && values.every(plain)) {
    return /_seqs?$/.test(name) ? html`<${Leaf} name=${name} value=${value} session=${session} />`
      : html`<ul>${values.map((v, i) => html`<li key=${i}><${Leaf} name=${name} value=${v} session=${session} /></li>`)}</ul>`;
  }
  const players = Object.keys(value).every(id => session.now.players.some(p => p.id === id));
  if (values.every(v => !plain(v) && !Array.isArray(v)) && (isList || players)) return html`<${Rows} name=${name} entries=${isList ? values.map(v => ["", v]) : Object.entries(value)} session=${session} />`;
  if (isList) return html`<ol>${values.map((v, i) => html`<li key=${i}><${Value} name=${name} value=${v} session=${session} /></li>`)}</ol>`;
  return html`<dl>${Object.entries(value).filter(([key, v]) => key !== "v" && !empty(v)).map(([key, v]) => {
    const width = plain(v) || Array.isArray(v) && v.every(plain) ? "" : "wide";
    return html`<dt key=${key} class=${width}>${players ? session.now.name(key) : label(key)}</dt><dd class=${width}><${Value} name=${players ? name : key} value=${v} session=${session} /></dd>`;
  })}</dl>`;
}

function Questions({ session, questions }) {
  const log = session.shown;
  const open = questions.filter(q => q.status === "open");
  return html`<h3>Open questions</h3>
    ${open.length === 0 ? html`<p class="faint">None.</p>` : html`<ul>${open.map(q => html`<li key=${q.seq}>${log.name(q.asker)} asks ${q.to ? log.name(q.to) : "everybody"}: <span class="text" dir="auto">${log.line(q.seq)?.text}</span></li>`)}</ul>`}`;
}

export function Mind({ session }) {
  const { mind } = session;
  if (!mind) return null;
  return html`<section class="card" aria-label=${session.titled("Mind")} aria-busy=${mind.seq !== session.shown.seq}>
    <h2>Mind</h2>
    <ul>${mind.brief.map((line, i) => html`<li key=${i} dir="auto">${line}</li>`)}</ul>
    <${Questions} session=${session} questions=${mind.questions} />
    <p class="faint">Nobody has written for ${clock(mind.silence.for_ms)}.</p>
    <details open><summary>Everything that it keeps in mind</summary><${Value} value=${mind.mind} session=${session} /></details>
    ${mind.biography && html`<details><summary>Whom it plays</summary><${Value} value=${mind.biography} session=${session} /></details>`}
    <details><summary>How it writes, and how the others do</summary><${Value} value=${mind.style} session=${session} /></details>
  </section>`;
}

function Chances({ vote, session }) {
  const { cast, judgement } = vote;
  const model = judgement?.probabilities ?? {}, final = cast?.probabilities ?? {};
  const options = [...new Set([...Object.keys(final), ...Object.keys(model)])];
  if (options.length === 0) return (cast ?? judgement)?.label_probabilities && html`<${Value} value=${cast?.label_probabilities ?? judgement?.label_probabilities} session=${session} />`;
  const share = p => (p === undefined ? "–" : html`<meter min="0" max="1" value=${p} aria-hidden="true"></meter> ${percent(p)}`);
  return html`<table><thead><tr><th scope="col">Option</th><th scope="col">Model</th><th scope="col">With its suspicion</th></tr></thead>
    <tbody>${options.map(o => html`<tr key=${o}><th scope="row">${vote.options?.find(x => x.id === o)?.label ?? session.now.name(o)}</th><td>${share(model[o])}</td><td>${share(final[o])}</td></tr>`)}</tbody></table>`;
}

const deciders = { model: "its model and its mind", mind: "its mind", fallback: "the fallback, since it knew nothing" };

// Votes are what the bot was asked to decide, and its accusations.
export function Votes({ session }) {
  const votes = [...session.shown.votes.values()].sort((a, b) => b.changed - a.changed);
  if (votes.length === 0) return null;
  return html`<section class="card" aria-label=${session.titled("Votes")}>
    <h2>Votes</h2>
    <ol class="made">${votes.map((v, i) => html`<li key=${v.id}><details open=${i === 0}>
      <summary><span class="text" dir="auto">${v.question ?? "An accusation of its own"}</span> ${v.cast ? html`<strong>${answered(v.cast.answer, id => session.now.name(id))}</strong>` : v.status ?? "open"}</summary>
      <${Chances} vote=${v} session=${session} />
      ${v.cast && html`<p class="faint">Decided by ${deciders[v.cast.answered_by] ?? v.cast.answered_by}, ${percent(v.cast.confidence)} sure.</p>`}
      ${v.judgement?.rationale && html`<p dir="auto">${v.judgement.rationale}</p>`}
    </details></li>`)}</ol>
  </section>`;
}
