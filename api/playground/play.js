// A game that is played from a seat, or watched without secrets.
import { html, useEffect, useState, useStore } from "./html.js";
import { access, call, deliver, newID } from "./client.js";
import { Game } from "./game.js";
import { save } from "./calls.js";
import { Composer } from "./composer.js";
import { Ending } from "./ending.js";
import { Health } from "./health.js";
import { Chat } from "./chat.js";
import { useSubmit } from "./form.js";
import { Players, Phase } from "./players.js";
import { Wait } from "./rematch.js";
import { Share } from "./share.js";
import { Trouble } from "./trouble.js";
import { Vote } from "./vote.js";

// join returns the game that a link opens. A link has a token; or on a server without a key it
// names the seat, and so it still works when the server was restarted. Without both the public view
// is shown. waiting is called when the server does not answer.
async function join(id, token, seat, waiting) {
  if (!token.startsWith("gt_")) return { game: new Game(id, seat), token: "" };
  const own = await deliver("GET", `/v1/games/${id}/tokens`, undefined, { token, waiting });
  return { game: new Game(id, own.seat ?? ""), token };
}

// Play shows a game. A study brings what it asks besides; null for none.
export function Play({ parts: [id, token = "", seat = ""], study = null }) {
  const [joined, setJoined] = useState(null);
  useEffect(() => {
    let here = true, end = () => {};
    join(id, token, seat, setJoined).then(one => {
      if (!here) return;
      one.game.study = study;
      setJoined(one);
      end = one.game.follow(one.token);
    }, setJoined);
    return () => { here = false; end(); };
  }, [id, token, seat]);
  if (!joined || joined instanceof Error) return html`<h1>Game</h1><${Trouble} error=${joined} />`;
  return html`<${Table} ...${joined} />`;
}

// states say how the page follows the game.
const states = { live: "", ended: "", away: "The connection is broken. The page tries again, and loses nothing." };

function Table({ game, token }) {
  useStore(game);
  const [pending, setPending] = useState([]);
  // A line of ours is pending until it is in the log. The stream may show it before the answer to its request tells its id.
  const isOf = (p, l) => p.shown ? l.id === p.shown : l.seq > p.after && !p.stored.has(l.id) && l.sender === game.seat && l.text === p.text;
  const waiting = pending.filter(p => !game.lines.some(l => isOf(p, l)));
  const chats = game.seat && game.chats.length > 1 ? game.chats : [undefined];
  if (game.rules === "") return html`<h1>Game</h1><${Trouble} error=${game.state} /><p class="status" role="status">${states[game.state] ?? ""}</p>`;
  return html`
    <${Title} game=${game} />
    <p class="status" role="status">${states[game.state] ?? ""}</p>
    <${Trouble} error=${game.state} />
    <p class="card who-am-i">${game.seat && html`<strong>You are ${game.name(game.seat)}.</strong> ${game.private} `}<span class="faint">Some or all of the others are bots.</span></p>
    <${Health} game=${game} />
    ${game.away && !game.end && html`<${Away} game=${game} token=${token} />`}
    <div class="table">
      <aside aria-label="Players">
        <${Phase} game=${game} />
        <${Players} game=${game} />
        <${Actions} game=${game} token=${token} />
      </aside>
      <section class=${game.end ? "talk ended" : "talk"} aria-label="Chat">
        ${game.end && html`<${Ending} game=${game} token=${token} />`}
        ${chats.length === 1 && html`<${Chat} game=${game} waiting=${waiting} />`}
        ${chats.length > 1 && html`<div class="chats">${chats.map(channel => html`<section key=${channel} aria-label=${`Chat with ${game.readers(channel)}`}>
          <h2>${game.readers(channel)}</h2>
          <${Chat} game=${game} channel=${channel} waiting=${waiting.filter(p => p.channel === channel)} />
          ${!game.end && html`<${Composer} game=${game} token=${token} channel=${channel} pending=${waiting} setPending=${setPending} />`}
        </section>`)}</div>`}
        <p class="hidden" role="status">${game.ballot && `You are asked to vote: ${game.ballot.question}`}</p>
        <${Vote} game=${game} token=${token} />
        ${chats.length === 1 && game.seat && !game.end && html`<${Composer} game=${game} token=${token} pending=${waiting} setPending=${setPending} />`}
      </section>
    </div>`;
}

// Away tells a player who is away how to come back. Whatever the player does has the same effect.
function Away({ game, token }) {
  const { busy, error, submit } = useSubmit(waiting => deliver("POST", `/v1/games/${game.id}/observations`, { id: newID(), kind: "joined", player: game.seat }, { token, waiting }));
  return html`<form class="card" aria-label="You are away" onSubmit=${submit}>
    <p role="status">${game.away === "left" ? "You have left." : "You are away, since you did nothing for a while."} A bot may play for you until you are back.</p>
    <button class="main" disabled=${busy}>I am back</button>
    <${Trouble} error=${error} />
  </form>`;
}

// Title says which game this is, with its rules.
function Title({ game }) {
  const { preset } = game;
  useEffect(() => {
    deliver("GET", "/v1/rules").then(({ rules }) => { game.preset = rules.find(r => r.id === game.rules); game.changed(); }, () => {});
  }, [game.rules]);
  return html`<div class="title"><h1>${preset?.title ?? "Game"}</h1>
    ${preset && html`<details><summary>Rules</summary><p>${game.rulesText || preset.text}</p></details>`}
  </div>`;
}

// Actions are what a player can do besides talking.
function Actions({ game, token }) {
  const [trouble, setTrouble] = useState(null);
  useStore(access);
  if (game.study) return html`<div class="actions"><button type="button" onClick=${game.study.leave}>Leave the study</button></div>`;
  const leave = async () => {
    if (!confirm("Leave the game? You are out, or a bot plays on for you, and the others play on.")) return;
    await call("POST", `/v1/games/${game.id}/observations`, { id: newID(), kind: "left", player: game.seat }, { token }).catch(setTrouble);
  };
  const watch = () => {
    if (game.end || confirm("This shows who is a bot, and what the bots think. It spoils the game. Watch?")) location.hash = `#/watch/${game.id}`;
  };
  return html`<div class="actions">
    ${game.here && !game.end && !game.away && html`<button type="button" onClick=${leave}>Leave the game</button>`}
    ${!game.seat && !game.end && game.late === "next" && html`<${Wait} game=${game} token=${token} />`}
    ${(!access.needed || access.key) && html`<button type="button" onClick=${watch}>${game.end ? "Watch how the bots thought" : "Watch the bots think…"}</button>`}
    <button type="button" onClick=${() => save(`${game.id}.ndjson`, game.events.map(e => `${JSON.stringify(e)}\n`).join(""))}>Export what you see</button>
    <${Share} game=${game} />
    <${Trouble} error=${trouble} />
  </div>`;
}
