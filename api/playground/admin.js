// What an operator looks at: which bots are slow, the last errors, what was spent, games and keys.
import { html, useEvery, useState } from "./html.js";
import { call } from "./client.js";
import { Bots, Mishaps, watchBots } from "./bots.js";
import { Keys } from "./keys.js";
import { List } from "./open.js";
import { Trouble } from "./trouble.js";
import { Grid } from "./grid.js";
import { Webhooks, watchWebhooks } from "./webhooks.js";
import { money } from "./words.js";

const every = 5000;

export function Admin() {
  return html`<link rel="stylesheet" href="replay.css" />
    <h1>Administration</h1>
    <p class="lead">All that runs for the tenant of your key. This view asks again every few seconds.</p>
    <${Server} /><${Watched} /><${Usage} /><${Receivers} /><${List} kind="games" status="open" /><${Keys} />`;
}

// vitals are the metrics that stand at the top. Each is the sum of its samples whose labels match.
const vitals = [
  ["Database", "ringer_database_up", /./, n => (n ? "up" : "away")], ["Open sessions", "ringer_sessions_open"], ["Open games", "ringer_games_open"],
  ["Model calls running", "ringer_model_calls_in_flight"], ["Model calls waiting", "ringer_model_calls_waiting"], ["Model servers down", "ringer_models_down"],
  ["Messages overdue", "ringer_messages_overdue"], ["Requests refused (4xx)", "ringer_http_requests_total", /status="4/], ["Requests failed (5xx)", "ringer_http_requests_total", /status="5/],
];

// sums adds the samples of metrics in the text format of Prometheus.
function sums(text) {
  const lines = text.split("\n").map(line => /^(\w+)(\{.*\})? (\S+)$/.exec(line)).filter(Boolean);
  return vitals.map(([title, name, labels = /^/, shown = n => n.toLocaleString("en")]) =>
    [title, shown(lines.filter(([, n, l = " "]) => n === name && labels.test(l)).reduce((sum, [, , , v]) => sum + Number(v), 0))]);
}

// Server shows the replica that answers. Only a key of the operator may read its metrics.
function Server() {
  const { answer, error } = useEvery(every, async () => sums(await call("GET", "/metrics")));
  if (error?.status === 403) return null;
  return html`<section class="card part" aria-labelledby="server"><h2 id="server">This replica</h2>
    <${Trouble} error=${error} />
    ${answer && html`<dl class="vitals">${answer.map(([title, value]) => html`<div key=${title}><dt>${title}</dt><dd>${value}</dd></div>`)}</dl>`}
  </section>`;
}

function Watched() {
  const [look] = useState(watchBots);
  const { answer, error } = useEvery(every, look);
  return html`<${Trouble} error=${error} />${answer && html`<${Bots} bots=${answer.bots} /><${Mishaps} mishaps=${answer.mishaps} />`}`;
}

// Receivers needs a key that may manage webhooks. Keys says to others what is missing.
function Receivers() {
  const { answer } = useEvery(every, watchWebhooks);
  return answer && html`<${Webhooks} webhooks=${answer} />`;
}

// total adds the rows of the usage that have the same value of by.
function total(rows, by) {
  const sums = Map.groupBy(rows, by);
  return [...sums].map(([of, list]) => {
    const sum = name => list.reduce((n, row) => n + row[name], 0);
    return { of, sessions: sum("sessions"), messages: sum("messages"), calls: sum("calls"), tokens: sum("prompt_tokens") + sum("answer_tokens"), cost: sum("cost_micros") };
  });
}

const figures = [["Sessions", r => r.sessions], ["Messages", r => r.messages], ["Calls", r => r.calls], ["Tokens", r => r.tokens], ["Cost", r => money(r.cost)]].map(([title, of]) => [title, of, true]);

// left says what the quotas leave. A quota that is not set leaves -1.
const left = answer => Object.entries(answer.left).filter(([, n]) => n >= 0).map(([name, n]) => `${name.replaceAll("_", " ").replace("micros ", "(millionths) ")}: ${n.toLocaleString("en")}`);

function Usage() {
  const { answer, error } = useEvery(every, () => call("GET", "/v1/usage"));
  const days = answer ? total(answer.usage, row => row.day) : [];
  const models = answer ? total(answer.usage.filter(row => row.model), row => `${row.strategy}, ${row.model}`) : [];
  // Without prices the tokens say what was spent.
  const spent = days.some(r => r.cost > 0) ? r => r.cost : r => r.tokens;
  const most = Math.max(1, ...days.map(spent));
  return html`<section class="card part" aria-labelledby="spend"><h2 id="spend">Spend by day</h2>
    <${Trouble} error=${error} />
    ${answer && html`<p class="faint">Tenant ${answer.tenant}, days in UTC. ${left(answer).length > 0 && `Left of its quotas: ${left(answer).join(", ")}.`}</p>
      <${Grid} label="Spend by day" rows=${days.toReversed()} id=${r => r.of} empty="Nothing was used in 30 days."
        columns=${[["Day", r => r.of], ["Share of the highest day", r => html`<progress max=${most} value=${spent(r)} aria-label=${`Spend of ${r.of}`} />`], ...figures]} />
      ${models.length > 0 && html`<h3>By strategy and model</h3><${Grid} label="Spend by strategy and model" rows=${models} id=${r => r.of} columns=${[["Strategy, model", r => r.of], ...figures.slice(2)]} />`}`}
  </section>`;
}
