// The thoughts of a bot, with their model calls.
import { html, useState } from "./html.js";
import { cost, ModelCalls, useAnswer } from "./trace.js";
import { Remedy, Trouble } from "./trouble.js";
import { chance, clock, count, fates, kind, label, percent, remedy } from "./words.js";

const few = 12;

function Inside({ session, thought }) {
  const recorded = session.now.config.record && thought.id && thought.calls.length > 0;
  const answer = useAnswer(session, recorded && `${session.path}/calls?thought=${encodeURIComponent(thought.id)}`);
  return html`<div class="found">
    <p><button type="button" class="quiet" onClick=${() => session.go(thought.seq)}>Go to this moment</button> <small>${thought.kind}, based on what happened until ${session.now.when(session.events[thought.based - 1])}</small></p>
    ${thought.reading && html`<p>The classifier: ${chance(thought.reading.log_odds)} that a machine wrote the planned line (log-odds ${thought.reading.log_odds.toFixed(2)})${thought.reading.because && `, because of ${thought.reading.because.join(", ")}`}.</p>`}
    <${Trouble} error=${answer} />
    <${ModelCalls} calls=${answer?.calls?.length > 0 ? answer.calls : thought.calls} />
    ${!session.now.config.record && thought.calls.length > 0 && html`<p class="faint">Prompts and answers are not kept. A session that is opened with "record": true keeps them.</p>`}
  </div>`;
}

function Thought({ session, thought: t }) {
  const [open, setOpen] = useState(false);
  const sum = name => t.calls.reduce((n, c) => n + c[name], 0);
  return html`<li><details onToggle=${e => setOpen(e.target.open)}>
    <summary><small class="clock">${clock(t.time)}</small> <strong>${kind(t.kind)}</strong>
      ${t.text && html` <span class="text" dir="auto">"${t.text}"</span>`} ${[t.text && fates(t.slot), t.urge !== undefined && `urge ${percent(t.urge)}`].filter(Boolean).join(", ")}
      ${t.failed && html` <span class="error">failed: ${label(t.failed)}</span>`}
      ${t.calls.length > 0 && html` <small>${count(t.calls.length, "call")}, ${count(sum("prompt_tokens") + sum("answer_tokens"), "token")}, ${sum("ms")} ms</small>`}</summary>
    ${open && html`<${Inside} session=${session} thought=${t} />`}
    <${Remedy} section=${t.failed && remedy(t.failed)} />
  </details></li>`;
}

export function Thoughts({ session }) {
  const { thoughts, spent } = session.shown;
  const [all, setAll] = useState(false);
  return html`<section class="card" aria-label=${session.titled("Thoughts")}>
    <h2>Thoughts and model calls</h2>
    <p>${count(thoughts.length, "thought")}, ${cost(spent)}.</p>
    <ol class="made">${thoughts.slice(all ? 0 : -few).reverse().map(t => html`<${Thought} key=${t.seq} session=${session} thought=${t} />`)}</ol>
    ${thoughts.length > few && html`<button type="button" class="quiet" aria-expanded=${all} onClick=${() => setAll(!all)}>${all ? "Show fewer" : `Show all ${thoughts.length}`}</button>`}
  </section>`;
}
