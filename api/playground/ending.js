// The end of a game: first whom the person took for a bot, then who was what, then the survey.
import { html, useEffect, useState } from "./html.js";
import { deliver } from "./client.js";
import { After, Before } from "./survey.js";
import { Rematch } from "./rematch.js";
import { Trouble } from "./trouble.js";

export function Ending({ game, token }) {
  const [result, setResult] = useState(null);
  useEffect(() => { deliver("GET", `/v1/games/${game.id}/result`, undefined, { token }).then(setResult, setResult); }, []);
  const bots = result?.players?.filter(p => p.bot && p.seat !== game.seat) ?? [];
  const suspects = game.before?.suspects ?? [];
  const found = bots.filter(b => suspects.includes(b.seat)).length;
  return html`<section class="card" aria-label="The end">
    <h2>${game.secretive ? "The game is over." : game.end.outcome || "The game has ended."}</h2>
    ${game.secretive && html`<${Before} game=${game} />`}
    ${result instanceof Error && html`<${Trouble} error=${result} />`}
    ${result && !(result instanceof Error) && !game.secretive && html`
      ${suspects.length > 0 && html`<p>You have named ${found} of ${bots.length} bots${suspects.length > found ? `, and ${suspects.length - found} who ${suspects.length - found > 1 ? "were" : "was"} none` : ""}.</p>`}
      <${Scores} game=${game} result=${result} />
      ${game.seat && html`<${After} game=${game} token=${token} bots=${bots} />`}
      ${!game.study && html`<${Rematch} game=${game} token=${token} />`}`}
  </section>`;
}

function Scores({ game, result }) {
  const points = result.players.some(p => p.score !== undefined);
  const votes = seat => result.votes.flatMap(v => v.casts.filter(c => c.seat === seat).map(c => game.answered(c.answer))).join("; ");
  const by = p => p.seat === game.seat ? "you" : p.bot ? p.strategy && !game.study ? `bot: ${p.strategy}` : "a bot" : "a person";
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Who was who"><table>
    <thead><tr><th>Player</th><th>Played by</th><th>Was</th><th>Won</th>${points && html`<th class="n">Points</th>`}<th class="n">Lines</th><th>Votes</th></tr></thead>
    <tbody>${result.players.map(p => html`<tr key=${p.seat}>
      <td>${p.name}</td><td>${by(p)}</td><td>${p.was}</td><td>${p.won ? "yes" : "no"}</td>${points && html`<td class="n">${p.score}</td>`}<td class="n">${p.messages}</td><td>${votes(p.seat)}</td>
    </tr>`)}</tbody>
  </table></div>`;
}
