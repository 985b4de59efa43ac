// The survey after a game: first whom the person took for a bot, then how the bots were.
import { html, useState } from "./html.js";
import { call } from "./client.js";
import { useSubmit } from "./form.js";
import { Trouble } from "./trouble.js";

// forms say how each form of the survey asks.
const forms = {
  percent: { one: false, min: 0, max: 100, legend: "How were the bots? (0 not at all, 100 entirely)" },
  paper: { one: true, min: 1, max: 5, legend: "How were the bots? (1 not at all, 5 entirely)" },
  jones_bergen: { one: true, verdict: true },
  none: {},
};
const formOf = game => forms[game.study?.survey ?? "percent"];

// Before asks for the suspects, and reveals who was who. The answers stay when the page is loaded
// again, since nobody may answer after the reveal.
export function Before({ game }) {
  const form = formOf(game);
  const [suspects, setSuspects] = useState(null);
  const [more, setMore] = useState({});
  const others = game.players.filter(p => p.id !== game.seat);
  const pick = (id, on) => setSuspects(form.one ? [id] : on ? [...suspects ?? [], id] : (suspects ?? []).filter(s => s !== id));
  const reveal = e => {
    e.preventDefault();
    game.reveal({ suspects: suspects ?? [], ...more });
  };
  if (form === forms.none) return html`<form aria-label="Before you learn it" onSubmit=${reveal}><button class="main">Show who was who</button></form>`;
  return html`<form aria-label="Before you learn it" onSubmit=${reveal}>
    <fieldset><legend>Before you learn it: who was a bot?</legend>
      <div class="choices">${others.map(p => html`<label key=${p.id}><input type=${form.one ? "radio" : "checkbox"} name="suspect" checked=${suspects?.includes(p.id)}
        onChange=${e => pick(p.id, e.target.checked)} /> ${p.name}</label>`)}
        ${form.one && html`<label><input type="radio" name="suspect" checked=${suspects?.length === 0} onChange=${() => setSuspects([])} /> Nobody, or I do not know</label>`}</div>
    </fieldset>
    ${form.verdict && html`<p><label>How sure are you? (0 a guess, 100 certain) <input type="number" class="short" min="0" max="100" onInput=${e => setMore({ ...more, confidence: e.target.value === "" ? undefined : Number(e.target.value) })} /></label></p>
      <p><label>Why? <input maxlength="2000" onInput=${e => setMore({ ...more, reason: e.target.value || undefined })} /></label></p>`}
    <button class="main" disabled=${form.one && !suspects}>Show who was who</button>
  </form>`;
}

// questions are those of Time to Talk, section 4.5.
const questions = [["similarity", "Like a person"], ["timing", "Good moments"], ["relevance", "Fitting lines"]];

// After asks how the bots were, and what a study asks besides.
export function After({ game, token, bots }) {
  const form = formOf(game), { study, before } = game;
  const [ratings, setRatings] = useState({});
  const [comment, setComment] = useState("");
  const [answers, setAnswers] = useState({});
  const [sent, setSent] = useState(false);
  const rate = (seat, question, value) => setRatings({ ...ratings, [seat]: { ...ratings[seat], [question]: value === "" ? undefined : Number(value) } });
  const { error, busy, submit } = useSubmit(async () => {
    const rated = Object.entries(ratings).map(([seat, r]) => ({ seat, ...r }));
    const survey = { seat: game.seat, ...before, ...(form.max && { ratings: rated }), ...(comment && { comment }) };
    if (study) return study.send({ ...(form !== forms.none && { survey }), answers });
    await call("POST", `/v1/games/${game.id}/survey`, survey, { token });
    return setSent(true);
  });
  if (sent) return html`<p role="status">Thank you. Your answers are stored with the game.</p>`;
  return html`<form aria-label="Survey" onSubmit=${submit}>
    ${form.max && html`<fieldset><legend>${form.legend}</legend>
      <div class="ratings">
        <span></span>${questions.map(([id, label]) => html`<span key=${id} aria-hidden="true">${label}</span>`)}
        ${bots.map(b => html`<strong key=${b.seat}>${b.name}</strong>
          ${questions.map(([id, label]) => html`<input key=${b.seat + id} type="number" min=${form.min} max=${form.max} class="short" aria-label=${`${b.name}: ${label}`} value=${ratings[b.seat]?.[id] ?? ""}
            onInput=${e => rate(b.seat, id, e.target.value)} />`)}`)}
      </div>
    </fieldset>`}
    ${study?.questions.map(q => html`<${Question} key=${q.id} question=${q} change=${v => setAnswers(({ [q.id]: _, ...rest }) => v === undefined ? rest : { ...rest, [q.id]: v })} />`)}
    ${form !== forms.none && html`<p><label>Comment <input value=${comment} maxlength="2000" onInput=${e => setComment(e.target.value)} /></label></p>`}
    <button class=${study ? "main" : ""} disabled=${busy}>${study ? "Send, and finish" : "Send the survey"}</button>
    <${Trouble} error=${error} />
  </form>`;
}

// Question is one question of a study. Nobody has to answer.
function Question({ question: q, change }) {
  const options = q.kind === "scale" ? Array.from({ length: (q.max ?? 0) - (q.min ?? 0) + 1 }, (_, i) => (q.min ?? 0) + i) : q.options;
  if (q.kind === "text") return html`<p><label>${q.text} <input maxlength="2000" onInput=${e => change(e.target.value || undefined)} /></label></p>`;
  return html`<fieldset><legend>${q.text}</legend>
    <div class="choices">${options.map(o => html`<label key=${o}><input type="radio" name=${q.id} onChange=${() => change(o)} /> ${o}</label>`)}</div>
  </fieldset>`;
}
