// How a message came about, and model calls with their prompts and answers.
import { html, useEffect, useState } from "./html.js";
import { Remedy, Trouble } from "./trouble.js";
import { count, fates, guard, kind, label, money, remedy } from "./words.js";

// useAnswer returns what a GET answers: undefined until then, or the error. Without a path it asks
// nothing.
export function useAnswer(session, path) {
  const [answer, set] = useState();
  useEffect(() => {
    if (!path) return undefined;
    const end = new AbortController();
    session.read(path, end.signal).then(set, e => end.signal.aborted || set(e));
    return () => end.abort();
  }, [path]);
  return answer;
}

// cost sums up calls in words.
export const cost = ({ calls, prompt, answer, micros }) => `${count(calls, "call")}, ${prompt.toLocaleString("en")} + ${count(answer, "token")}, cost ${money(micros)}`;

const Text = ({ title, text }) => html`<p class="faint">${title}</p><pre tabindex="0" dir="auto">${text}</pre>`;

export function ModelCalls({ calls }) {
  if (calls.length === 0) return html`<p class="faint">It needed no model.</p>`;
  return html`<ol class="made">${calls.map((c, i) => html`<li key=${i}>
    <strong>${c.task}</strong> ${c.model}, ${c.prompt_tokens} + ${count(c.answer_tokens, "token")}, ${c.ms} ms${c.waited_ms > 0 && ` after ${c.waited_ms} ms of waiting`}, cost ${money(c.cost_micros)}
    ${c.reason && c.reason !== "first" && html` <small>(${c.reason})</small>`}
    ${c.outcome !== "ok" && html`<span class="error"> ${label(c.outcome)}<${Remedy} section=${remedy(c.outcome)} /></span>`}
    ${c.prompt && html`<details><summary>Prompt and answer</summary>
      <${Text} title="What never changes" text=${c.prompt.system} /><${Text} title="The moment" text=${c.prompt.user} /><${Text} title="Answer" text=${c.answer} />
    </details>`}
  </li>`)}</ol>`;
}

const delays = [["reading_ms", "reading"], ["thinking_ms", "thinking"], ["typing_ms", "typing"], ["jitter_ms", "chance"]];

// noticed is the least lateness that a person would notice, in milliseconds.
const noticed = 100;

// Trace is how one message of the bot came about.
export function Trace({ session, message }) {
  const trace = useAnswer(session, `${session.path}/messages/${encodeURIComponent(message)}/trace`);
  if (trace === undefined) return html`<p role="status">Reading the trace…</p>`;
  if (trace instanceof Error) return html`<${Trouble} error=${trace} />`;
  const { candidates, refusals, timing, calls, cost: spent } = trace;
  const seconds = ms => `${(ms / 1000).toFixed(1)} s`;
  return html`<h3>Texts that were considered</h3>
    <ol>${candidates.map(c => html`<li key=${c.seq}><span class="text" dir="auto">${c.text}</span> <small>by "${kind(c.thought)}": ${fates(c.slot)}</small></li>`)}</ol>
    ${refusals.length > 0 && html`<h3>Guards that fired</h3><ul>${refusals.map(r => html`<li key=${r.seq}><del class="text" dir="auto">${r.text}</del> <small>${r.rule}: ${guard(r.rule)}</small></li>`)}</ul>`}
    <h3>Delay</h3>
    <p>${seconds(timing.waited_ms)} of game time: ${delays.map(([name, text]) => `${text} ${seconds(timing[name])}`).join(", ")}; the model took ${seconds(timing.model_ms)} of it.
      ${timing.lateness_ms >= noticed && ` It was sent ${seconds(timing.lateness_ms)} after the planned time.`}</p>
    <h3>Model calls behind it</h3>
    <p>${cost({ calls: spent.calls, prompt: spent.prompt_tokens, answer: spent.answer_tokens, micros: spent.cost_micros })} since the message before.</p>
    <${ModelCalls} calls=${calls} />`;
}
