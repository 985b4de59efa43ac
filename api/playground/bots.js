// Which bots are slow or failing. The events of the open sessions say so, those of games included.
import { html } from "./html.js";
import { call } from "./client.js";
import { median } from "./figures.js";
import { Grid } from "./grid.js";
import { kind, money, reasons, remedy } from "./words.js";

const most = 100; // sessions; the feed takes as many ids
const pages = 20; // how many pages are read at once
const kept = 50; // mishaps
const types = "message.sent,thought.failed,strategy.degraded";

// watchBots returns a function that reads on, and returns the bots and what went wrong.
export function watchBots() {
  const bots = new Map();
  const mishaps = [];
  let cursor = "";

  const note = ({ session_id: id, seq, type, at, data }) => {
    const bot = bots.get(id);
    if (!bot || seq <= bot.seq) return;
    bot.seq = seq;
    if (type === "message.sent") {
      if (data.model_ms > 0) bot.thinking.push(data.model_ms); // a rest of a line takes no call
      bot.late.push(data.lateness_ms);
      return;
    }
    if (data.code === "thought_stopped") return; // nobody wanted it any more
    bot.failed += type === "thought.failed" ? 1 : 0;
    mishaps.unshift({ id, seq, at, what: type === "thought.failed" ? `${kind(data.kind)}: ${data.code.replaceAll("_", " ")}` : `goes from ${data.from} to ${data.to}: ${reasons(data.reason)}`, section: remedy(data.code ?? data.reason) });
  };

  const read = async (ids, from) => {
    for (let n = 0; ids.length > 0 && n < pages; n++) {
      const page = await call("GET", `/v1/events?${new URLSearchParams({ session: ids.join(), types, limit: "1000", cursor: from })}`);
      page.events.forEach(note);
      from = page.cursor;
      if (!page.more) break;
    }
    return from;
  };

  return async () => {
    const { sessions } = await call("GET", `/v1/sessions?status=open&sort=spent&limit=${most}`);
    const strangers = sessions.filter(s => !bots.has(s.id)).map(s => s.id);
    const old = sessions.filter(s => bots.has(s.id)).map(s => s.id);
    for (const s of sessions) bots.set(s.id, { seq: 0, thinking: [], late: [], failed: 0, ...bots.get(s.id), ...s });
    if (cursor !== "") cursor = await read(old, cursor);
    const end = await read(strangers, "earliest");
    cursor ||= strangers.length > 0 ? end : "";
    mishaps.sort((a, b) => b.at.localeCompare(a.at)).splice(kept);
    return { bots: sessions.map(s => bots.get(s.id)), mishaps: [...mishaps] };
  };
}

const watch = (id, text = id) => html`<a href=${`#/watch/${id}`}>${text}</a>`;
const name = bot => bot.players.find(p => p.id === bot.seat)?.name ?? bot.seat;
const worst = bot => Math.max(0, ...bot.late);
const seconds = ms => (ms === null ? "–" : `${(ms / 1000).toFixed(1)} s`);
const ill = bot => Number(bot.path !== "full");

// Bots shows the slowest bots: first those on a cheaper path, then those that wrote too late.
export function Bots({ bots }) {
  const rows = bots.toSorted((a, b) => ill(b) - ill(a) || worst(b) - worst(a) || median(b.thinking) - median(a.thinking)).slice(0, 20);
  return html`<section class="card part" aria-labelledby="slow"><h2 id="slow">Slow bots</h2>
    <p class="faint">Of the ${bots.length} costliest open sessions. Late is how much later than planned a message was sent, at worst; thinking is the median time of the model for a message; failed counts thoughts.</p>
    <${Grid} label="Slow bots" rows=${rows} id=${b => b.id} empty="No session is open." columns=${[
      ["Session", b => watch(b.id)], ["Bot", b => html`<bdi>${name(b)}</bdi>`], ["Strategy", b => b.strategy], ["Path", b => (ill(b) ? html`<strong>${b.path}</strong>` : b.path)],
      ["Late", b => seconds(b.late.length ? worst(b) : null), true], ["Thinking", b => seconds(median(b.thinking)), true], ["Failed", b => b.failed, true],
      ["Calls", b => b.spent.calls, true], ["Cost", b => money(b.spent.cost_micros), true], ["Replica", b => b.replica ?? "–"]]} />
  </section>`;
}

// Mishaps shows the last errors of bots, newest first.
export const Mishaps = ({ mishaps }) => html`<section class="card part" aria-labelledby="errors"><h2 id="errors">Last errors</h2>
  <${Grid} label="Last errors" rows=${mishaps} id=${m => `${m.id} ${m.seq}`} empty="No thought has failed, and no bot has taken a cheaper path."
    columns=${[["When", m => new Date(m.at).toLocaleString()], ["Session", m => watch(m.id)], ["What", m => m.what], ["Help", m => (m.section ? html`<a href=${`#/help/${m.section}`}>What to do</a>` : "")]]} />
</section>`;
