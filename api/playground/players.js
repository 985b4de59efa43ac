// Who plays and who is out, and the phase with its clock.
import { html, useClock } from "./html.js";

export function Players({ game }) {
  return html`<h2>Players</h2>
    <ul class="players">${game.players.map(p => html`<li key=${p.id}>
      <span class=${`name ${p.presence === "active" ? game.colour(p.id) : "out"}`} dir="auto">${p.name}</span>
      ${p.id === game.seat && html`<small>(you)</small>`}
      ${p.presence !== "active" && html`<small>${p.presence === "left" ? "has left" : "is out"}</small>`}
      ${!game.secretive && game.end?.reveal?.[p.id] && html`<small>${game.end.reveal[p.id]}</small>`}
    </li>`)}</ul>`;
}

export function Phase({ game }) {
  useClock(1000, game.ends > 0);
  if (game.end) return html`<h2>The game is over</h2>`;
  return html`<h2>${game.vote?.ends > game.now ? "vote" : game.phase || "Game"} ${game.ends > game.now && html`<span class="clock"><span class="hidden">time left </span>${game.left(game.ends)}</span>`}</h2>
    ${game.seat && game.channel === null && html`<p class="faint">${game.here ? "You cannot speak now." : "You are out. You can read on."}</p>`}
    ${game.seat && game.channel && game.chats.length === 1 && html`<p class="faint">Only the players of “${game.channel}” read what you write now.</p>`}`;
}
