// What went wrong, in words, with what to do.
import { html } from "./html.js";

// remedies are the sections of the help page that explain a code.
const remedies = {
  unreachable: "server", unavailable: "server", outcome_unknown: "server", unauthorized: "key", token_invalid: "link", token_expired: "link", token_scope: "link",
  not_found: "gone", rate_limited: "busy", host_not_allowed: "server", cross_origin: "server",
};

// Remedy leads to the section of the help page, if there is one.
export const Remedy = ({ section }) => section ? html` <a href=${`#/help/${section}`}>What to do</a>` : null;

// Trouble shows an error, and nothing if there is none.
export function Trouble({ error }) {
  if (!(error instanceof Error)) return null;
  return html`<div class="trouble" role="alert">
    <p>${error.message}</p>
    <${Remedy} section=${remedies[error.code]} />
    ${error.request && html`<p class="faint">Request ${error.request}</p>`}
  </div>`;
}
