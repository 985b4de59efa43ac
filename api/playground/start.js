// The first screen: the games to choose from.
import { html } from "./html.js";

const games = [
  ["turing", "Turing Game", "Chat with players, one of whom is a machine. Who is it?", "3 players, 5 minutes"],
  ["reverse_turing", "Reverse Turing Game", "You are the only person among machines. Do not let them find you.", "3 players, 5 minutes"],
  ["elimination", "Elimination", "One player is a machine. Each round you vote one player out. Find it in time.", "5 players, 10 minutes"],
  ["three_party", "Three-party Turing test", "Ask two witnesses, one of whom is a person. Which one?", "3 players, 5 minutes"],
  ["mafia", "Mafia", "By day all talk and vote somebody out. At night the mafia takes one.", "7 players, 15 minutes"],
  ["gameshow", "Game show", "Answer questions under a letter. Then say who is human.", "4 players, 6 minutes"],
  ["avalon", "Avalon", "Send teams on quests. Merlin knows who is evil, and must not show it.", "5 players, 20 minutes"],
  ["werewolf", "Werewolf", "At night the werewolves attack, the seer asks and the doctor protects. By day all vote somebody out.", "8 players, 20 minutes"],
];

export function Start() {
  return html`
    <h1>Play against the bots</h1>
    <p class="lead"><strong>Some or all of the other players are bots.</strong> They write when a person would write. What you type goes to this server and to its model. Tell those whom you invite.</p>
    <ul class="cards">
      ${games.map(([id, title, text, size]) => html`<li key=${id} class="card">
        <h2>${title}</h2>
        <p>${text}</p>
        <p class="faint">${size}</p>
        <a class="button main" href=${`#/new/${id}`} aria-label=${`Play ${title}`}>Play</a>
      </li>`)}
    </ul>
    <p>Or <a href="#/open">open a game</a> that runs on this server, <a href="#/replay">let a bot play a recorded game</a>, or <a href="#/arena">let bots play each other</a>.</p>`;
}
