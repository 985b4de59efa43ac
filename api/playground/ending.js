// The end of a game: first whom the person took for a bot, then who was what, then the survey.
import { html, useEffect, useState } from "./html.js";
import { call, deliver } from "./client.js";
import { useSubmit } from "./form.js";
import { Trouble } from "./trouble.js";

export function Ending({ game, token }) {
  const [result, setResult] = useState(null);
  const [suspects, setSuspects] = useState([]);
  useEffect(() => { deliver("GET", `/v1/games/${game.id}/result`, undefined, { token }).then(setResult, setResult); }, []);
  const bots = result?.players?.filter(p => p.bot && p.seat !== game.seat) ?? [];
  const found = bots.filter(b => suspects.includes(b.seat)).length;
  const others = game.players.filter(p => p.id !== game.seat);
  return html`<section class="card" aria-label="The end">
    <h2>${game.secretive ? "The game is over." : game.end.outcome || "The game has ended."}</h2>
    ${game.secretive && html`<form aria-label="Before you learn it" onSubmit=${e => { e.preventDefault(); game.reveal(); }}>
      <fieldset><legend>Before you learn it: who was a bot?</legend>
        <div class="choices">${others.map(p => html`<label key=${p.id}><input type="checkbox" checked=${suspects.includes(p.id)}
          onChange=${e => setSuspects(e.target.checked ? [...suspects, p.id] : suspects.filter(s => s !== p.id))} /> ${p.name}</label>`)}</div>
      </fieldset>
      <button class="main">Show who was who</button>
    </form>`}
    ${result instanceof Error && html`<${Trouble} error=${result} />`}
    ${result && !(result instanceof Error) && !game.secretive && html`
      ${suspects.length > 0 && html`<p>You have named ${found} of ${bots.length} bots${suspects.length > found ? `, and ${suspects.length - found} who ${suspects.length - found > 1 ? "were" : "was"} none` : ""}.</p>`}
      <${Scores} game=${game} result=${result} />
      ${game.seat && html`<${Survey} game=${game} token=${token} suspects=${suspects} bots=${bots} />`}
      <p class="row"><a class="button main" href=${`#/new/${game.rules}`}>Play again</a></p>`}
  </section>`;
}

function Scores({ game, result }) {
  const points = result.players.some(p => p.score !== undefined);
  const votes = seat => result.votes.flatMap(v => v.casts.filter(c => c.seat === seat).map(c => game.answered(c.answer))).join("; ");
  const by = p => p.seat === game.seat ? "you" : p.bot ? p.strategy ? `bot: ${p.strategy}` : "a bot" : "a person";
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Who was who"><table>
    <thead><tr><th>Player</th><th>Played by</th><th>Was</th><th>Won</th>${points && html`<th class="n">Points</th>`}<th class="n">Lines</th><th>Votes</th></tr></thead>
    <tbody>${result.players.map(p => html`<tr key=${p.seat}>
      <td>${p.name}</td><td>${by(p)}</td><td>${p.was}</td><td>${p.won ? "yes" : "no"}</td>${points && html`<td class="n">${p.score}</td>`}<td class="n">${p.messages}</td><td>${votes(p.seat)}</td>
    </tr>`)}</tbody>
  </table></div>`;
}

// questions are those of Time to Talk, section 4.5.
const questions = [["similarity", "Like a person"], ["timing", "Good moments"], ["relevance", "Fitting lines"]];

function Survey({ game, token, suspects, bots }) {
  const [ratings, setRatings] = useState({});
  const [comment, setComment] = useState("");
  const [sent, setSent] = useState(false);
  const rate = (seat, question, value) => setRatings({ ...ratings, [seat]: { ...ratings[seat], [question]: value === "" ? undefined : Number(value) } });
  const { error, busy, submit } = useSubmit(async () => {
    const body = { seat: game.seat, suspects, ratings: Object.entries(ratings).map(([seat, r]) => ({ seat, ...r })), ...(comment && { comment }) };
    await call("POST", `/v1/games/${game.id}/survey`, body, { token });
    setSent(true);
  });
  if (sent) return html`<p role="status">Thank you. Your answers are stored with the game.</p>`;
  return html`<form aria-label="Survey" onSubmit=${submit}>
    <fieldset><legend>How were the bots? (0 not at all, 100 entirely)</legend>
      <div class="ratings">
        <span></span>${questions.map(([id, label]) => html`<span key=${id} aria-hidden="true">${label}</span>`)}
        ${bots.map(b => html`<strong key=${b.seat}>${b.name}</strong>
          ${questions.map(([id, label]) => html`<input key=${b.seat + id} type="number" min="0" max="100" class="short" aria-label=${`${b.name}: ${label}`} value=${ratings[b.seat]?.[id] ?? ""}
            onInput=${e => rate(b.seat, id, e.target.value)} />`)}`)}
      </div>
      <label>Comment <input value=${comment} maxlength="2000" onInput=${e => setComment(e.target.value)} /></label>
    </fieldset>
    <button disabled=${busy}>Send the survey</button>
    <${Trouble} error=${error} />
  </form>`;
}
