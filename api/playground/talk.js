// The conversation as a bot sees it, with what it found in each line.
import { html, useEffect, useRef, useState } from "./html.js";
import { Trace } from "./trace.js";
import { chance, clock, label } from "./words.js";

function Found({ session, line }) {
  const log = session.shown;
  return html`<div class="found">
    <p><button type="button" class="quiet" onClick=${() => session.go(line.seq)}>Go to this moment</button></p>
    ${line.refused && html`<p class="error">The platform refused it: ${line.refused}.</p>`}
    ${line.notes && html`<dl>
      ${line.receivers?.length > 0 && html`<dt>Meant for</dt><dd>${line.receivers.map(id => log.name(id)).join(", ")}</dd>`}
      ${line.notes.map(n => html`<dt key=${n.label}>${label(n.label)}</dt><dd>${n.text}</dd>`)}
    </dl>`}
    ${line.score !== undefined && html`<p>The classifier: ${chance(line.score)} that a machine wrote this line (log-odds ${line.score.toFixed(2)}), given the player's earlier lines.</p>`}
    ${line.own ? html`<${Trace} session=${session} message=${line.id} />` : !line.notes && line.score === undefined && html`<p class="faint">The bot noted nothing about this line.</p>`}
  </div>`;
}

function Line({ session, line }) {
  const [open, setOpen] = useState(false);
  if (line.kind === "note") return html`<li class="note">${line.text}</li>`;
  const name = line.kind === "gamemaster" ? "Game master" : session.now.name(line.sender);
  return html`<li class=${`line ${line.kind} ${line.own ? "mine" : ""} ${line.channel ? "aside" : ""}`}>
    <details onToggle=${e => setOpen(e.target.open)}>
      <summary><small class="clock">${line.number > 0 && `#${line.number} `}${clock(line.time)}</small> <span class="who">${name}${line.own && " (the bot)"}${line.channel && html` <i>in ${line.channel}</i>`}</span>
        <span class="text" dir="auto">${line.text}</span> ${line.edited && html`<small>edited</small>`} ${line.score !== undefined && html`<small title="The classifier says so.">${chance(line.score)} machine</small>`}</summary>
      ${open && html`<${Found} session=${session} line=${line} />`}
    </details>
  </li>`;
}

// views keeps the view of each line, so that nothing is compared while a line stays as it is.
const views = new WeakMap();

function view(session, line) {
  if (!views.has(line)) views.set(line, html`<${Line} key=${`${line.seq} ${line.kind}`} session=${session} line=${line} />`);
  return views.get(line);
}

export function Talk({ session }) {
  const list = useRef(null);
  const { lines } = session.shown;
  const stays = useRef(true); // at the newest line
  useEffect(() => { if (stays.current) list.current.scrollTop = list.current.scrollHeight; }, [lines.length]);
  return html`<section aria-label=${session.titled("Chat")}>
    <h2>What the bot reads and says</h2>
    <p class="faint">#1 is the number of a line, as in the bot's prompts.${lines.some(l => l.score !== undefined) && " A percentage is the classifier's: how likely a machine wrote the line."}</p>
    <ol class="log" ref=${list} onScroll=${e => { stays.current = e.target.scrollHeight - e.target.scrollTop - e.target.clientHeight < 40; }}>${lines.map(l => view(session, l))}</ol>
  </section>`;
}
