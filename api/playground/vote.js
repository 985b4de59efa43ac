// The vote that is open, as a form by its kind; and the accusation, where the rules have one.
import { html, useClock, useState } from "./html.js";
import { deliver } from "./client.js";
import { useSubmit } from "./form.js";
import { Trouble } from "./trouble.js";

// choices returns what the reader may answer.
const choices = (game, vote) => (vote.options ?? game.players.filter(p => p.presence === "active").map(p => ({ id: p.id, label: p.name, player: p.id })))
  .filter(o => vote.allow_self || (o.player ?? o.id) !== game.seat)
  .filter(o => !o.side || o.side === game.side);

// useCast is a form that sends an answer to a vote.
const useCast = (game, token, id, answer) => useSubmit(async waiting => {
  await deliver("POST", `/v1/games/${game.id}/votes/${id}/casts`, { seat: game.seat, answer: answer() }, { token, waiting });
  if (game.vote?.id === id) game.vote = { ...game.vote, mine: game.vote.mine ?? {} };
  game.changed();
  (document.querySelector("[id^=message]:enabled") ?? document.querySelector(".log"))?.focus({ preventScroll: true }); // the form goes away
});

export function Vote({ game, token }) {
  const { vote, ballot } = game;
  useClock(1000, Boolean(vote));
  if (ballot) return html`<${Ballot} key=${ballot.id} game=${game} token=${token} vote=${ballot} />`;
  return ["turing", "reverse_turing"].includes(game.rules) && game.here && !game.end && !vote ? html`<${Accusation} game=${game} token=${token} />` : null;
}

function Ballot({ game, token, vote }) {
  const [picked, setPicked] = useState([]);
  const [labels, setLabels] = useState({});
  const list = choices(game, vote);
  const many = vote.kind === "choose_many", each = vote.kind === "label_each";
  const need = vote.k ?? vote.min ?? 1;
  const complete = each ? list.every(o => Object.hasOwn(labels, o.id)) : many ? picked.length >= need && picked.length <= (vote.k ?? vote.max ?? list.length) : picked.length === 1;
  const [sure, setSure] = useState("50"), [reason, setReason] = useState("");
  const why = vote.explain ? { confidence: Number(sure), ...(reason.trim() && { reason: reason.trim() }) } : {};
  const pick = (id, on) => setPicked(many ? on ? [...picked, id] : picked.filter(p => p !== id) : [id]);
  const { error, busy, submit } = useCast(game, token, vote.id, () => each ? { labels } : vote.kind === "number" ? { number: Number(picked[0]) } : many ? { options: picked } : { option: picked[0], ...why });
  return html`<form class="card vote" onSubmit=${submit} aria-label="Vote">
    <fieldset>
      <legend>${vote.question || "Vote"} <span class="clock" aria-hidden="true">${game.left(vote.ends)}</span></legend>
      ${many && html`<p class="faint">Choose ${need}.</p>`}
      ${vote.kind === "number" && html`<input type="number" aria-label="Your number" min=${vote.min} max=${vote.max} step=${vote.integer ? 1 : "any"} onInput=${e => setPicked(e.target.value === "" ? [] : [e.target.value])} />`}
      ${each && list.map(o => html`<div key=${o.id} class="row" role="radiogroup" aria-label=${`What is ${o.label}?`}><strong>${o.label}</strong>
        ${vote.labels.map(l => html`<label key=${l.id}><input type="radio" name=${`${vote.id}-${o.id}`} checked=${labels[o.id] === l.id} onChange=${() => setLabels({ ...labels, [o.id]: l.id })} /> ${l.label || l.id}</label>`)}
      </div>`)}
      ${!each && vote.kind !== "number" && html`<div class="choices">${list.map(o => html`<label key=${o.id}>
        <input type=${many ? "checkbox" : "radio"} name=${vote.id} checked=${picked.includes(o.id)} onChange=${e => pick(o.id, e.target.checked)} /> ${o.label || o.id}</label>`)}</div>`}
      ${vote.explain && html`<p><label>How sure are you, from 0 to 100? <input type="range" min="0" max="100" value=${sure} onInput=${e => setSure(e.target.value)} /> <output>${sure}</output></label></p>
      <p><label>Why? <input maxlength="2000" value=${reason} onInput=${e => setReason(e.target.value)} /></label></p>`}
    </fieldset>
    <button class="main" disabled=${busy || !complete}>Vote</button>
    <${Trouble} error=${error} />
  </form>`;
}

function Accusation({ game, token }) {
  const [whom, setWhom] = useState("");
  const { error, busy, submit } = useCast(game, token, "accusation", () => ({ option: whom }));
  const others = game.players.filter(p => p.id !== game.seat && p.presence === "active");
  if (game.accused) return html`<p class="status" role="status">You have accused ${game.name(game.accused)}.</p>`;
  return html`<form class="row accuse" onSubmit=${submit} aria-label="Accuse">
    <label>${game.rules === "turing" ? "Who is the machine?" : "Who is a machine?"} <select value=${whom} onChange=${e => setWhom(e.target.value)}>
      <option value="">Choose a player</option>
      ${others.map(p => html`<option key=${p.id} value=${p.id}>${p.name}</option>`)}
    </select></label>
    <button disabled=${busy || !whom}>Accuse</button>
    <small>It is your vote, and final. ${game.rules === "turing" ? "When more than half have accused, the others vote." : "The others vote at once."}</small>
    <${Trouble} error=${error} />
  </form>`;
}
