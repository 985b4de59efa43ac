// What to do when something goes wrong.
import { html, useEffect } from "./html.js";

const sections = [
  ["server", "The server does not answer", ["Is it running? Start it with: go run ./cmd/ringer", "This page tries again by itself, and goes on where it was. Nothing that you have sent is lost or sent twice.", "If it says that a host or an origin is not allowed, open the page at the address that the server prints."]],
  ["key", "The server wants a key", ["It was started with RINGER_API_KEY, or somebody has made keys. Whoever runs it makes you one: ringer keys create.", "To play at somebody's table you need no key: ask for the link to your seat."]],
  ["model", "The model is down", ["The bots think with a model server. If it fails, they try again, take cheaper paths, and at last are silent. The game goes on.", "The log of the server says how each call has failed. Its flags or the variables OPENAI_BASE_URL and OPENAI_API_KEY say which model server it asks, and with which key.", "Without these variables the built-in offline player answers. It needs no network, but it is no language model."]],
  ["budget", "A bot is over its budget", ["It has used the calls, tokens or money that its session may spend, so it is silent.", "Raise the limits with PATCH /v1/sessions/{id}, or start the server with higher ones: ringer serve --help lists --session-max-calls, --session-max-tokens and --session-max-cost."]],
  ["link", "A link does not work", ["Links to a seat expire. Ask the owner of the table for a new one.", "Copy the whole link: it ends with a long token."]],
  ["gone", "The game is not there", ["It was deleted, or its id is not complete. Ids begin with gam_ or ses_.", "The list under Open shows the games of this server."]],
  ["busy", "Too many requests", ["The server takes only so many requests a second. Wait a moment; this page tries again by itself."]],
];

export function Help({ parts: [section] }) {
  useEffect(() => document.getElementById(section)?.scrollIntoView(), [section]);
  return html`<h1>When something goes wrong</h1>
    ${sections.map(([id, title, lines]) => html`<section key=${id} id=${id} class=${id === section ? "card" : ""}>
      <h2>${title}</h2>
      <ul>${lines.map(line => html`<li key=${line}>${line}</li>`)}</ul>
    </section>`)}
    <p>Every answer with an error has a code. <a href="../docs/errors">All codes</a> says what each means.</p>`;
}
