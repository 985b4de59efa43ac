// Beliefs about the players over time: a chart, and the same as tables.
import { html, useEffect, useRef, useState } from "./html.js";
import uPlot from "./lib/uplot.js";
import { clock, label } from "./words.js";

const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [1, 4], [12, 4], [6, 2, 2, 2]];

// columns turns the points of all players into the columns that uPlot draws. A value holds until the
// next one, and to the end.
function columns(points, players, until) {
  const last = new Map();
  const x = [], y = players.map(() => []);
  const add = time => {
    x.push(time);
    players.forEach((id, i) => y[i].push(last.get(id) ?? null));
  };
  for (const p of points) {
    last.set(p.player, p.value);
    if (x.at(-1) === p.time) { x.pop(); y.forEach(column => column.pop()); }
    add(p.time);
  }
  if (points.length > 0 && x.at(-1) < until) add(until);
  return [x, ...y];
}

function options(box, session, measure, players) {
  const style = getComputedStyle(document.documentElement);
  const colour = name => style.getPropertyValue(name).trim();
  const axis = { stroke: colour("--faint"), grid: { stroke: colour("--rule"), width: 1 }, ticks: { stroke: colour("--rule") } };
  const mark = u => { // the moment that is shown
    const at = u.valToPos(session.shown.time, "x", true);
    u.ctx.fillStyle = colour("--accent");
    u.ctx.fillRect(Math.round(at), u.bbox.top, 2, u.bbox.height);
  };
  return {
    width: box.clientWidth, height: 200, legend: { show: false }, cursor: { y: false, drag: { x: false, y: false } },
    scales: { x: { time: false, range: (u, _, last) => [0, Math.max(1000, last)] }, y: /percent|urge/.test(measure) ? { range: [-2, 102] } : {} },
    axes: [{ ...axis, values: (_, ticks) => ticks.map(clock) }, { ...axis, size: 45 }],
    series: [{}, ...players.map((_, i) => ({ stroke: colour(`--s${i % 8 + 1}`), dash: dashes[i % 8], width: 2, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } }))],
    hooks: { draw: [mark] },
  };
}

function Chart({ session, measure, points, players }) {
  const box = useRef(null);
  const plot = useRef(null);
  const [dark, setDark] = useState(0);
  const { now, shown } = session;
  useEffect(() => { // a new chart for other players, another measure, other colours
    const at = box.current; // its ref is gone before the last change of its size is told
    const u = new uPlot(options(at, session, measure, players), columns(points, players, now.time), at);
    plot.current = u;
    u.over.addEventListener("click", () => {
      const time = u.posToVal(u.cursor.left, "x");
      session.go(session.events.findLast(e => now.gameTime(Date.parse(e.at)) <= time)?.seq ?? 1);
    });
    const sized = new ResizeObserver(() => u.setSize({ width: at.clientWidth, height: 200 }));
    sized.observe(at);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    const again = () => setDark(n => n + 1);
    scheme.addEventListener("change", again);
    return () => { sized.disconnect(); scheme.removeEventListener("change", again); u.destroy(); };
  }, [session, measure, players.join(), dark]);
  useEffect(() => { plot.current.setData(columns(points, players, now.time)); }, [points.length, now.time]);
  useEffect(() => { plot.current.redraw(false); }, [shown.seq]);
  return html`<div class="chart" ref=${box} role="img" aria-label=${`${label(measure)} over time. The tables below say the same.`}></div>`;
}

// Beliefs shows one measure at a time, since they have different units.
export function Beliefs({ session }) {
  const { now, shown } = session;
  const [wanted, setWanted] = useState("");
  const { measures } = now;
  if (measures.length === 0) return null;
  // What changes most says most.
  const [liveliest] = measures.toSorted((a, b) => now.course(b).length - now.course(a).length);
  const measure = measures.includes(wanted) ? wanted : liveliest;
  const points = now.course(measure);
  const players = [...new Set(points.map(p => p.player))];
  const beliefs = [...new Set(shown.changes.filter(c => c.player).map(c => c.belief))];
  const latest = (player, belief) => shown.changes.findLast(c => c.player === player && c.belief === belief)?.to ?? "–";
  const held = [...new Set(shown.changes.filter(c => c.player).map(c => c.player))];
  const value = v => (typeof v === "number" ? Math.round(v * 100) / 100 : typeof v === "boolean" ? (v ? "yes" : "no") : String(v));
  return html`<section class="card" aria-label=${session.titled("Beliefs")}>
    <h2>Beliefs over time</h2>
    ${measures.length > 1 && html`<label>Shown <select value=${measure} onChange=${e => setWanted(e.target.value)}>${measures.map(m => html`<option key=${m} value=${m}>${label(m)}</option>`)}</select></label>`}
    <ul class="legend">${players.map((id, i) => html`<li key=${id}><svg width="28" height="8" aria-hidden="true"><line x1="0" y1="4" x2="28" y2="4" class=${`s${i % 8 + 1}`} stroke-dasharray=${dashes[i % 8].join(" ")} /></svg> ${now.name(id)}</li>`)}</ul>
    <${Chart} session=${session} measure=${measure} points=${points} players=${players} />
    ${held.length > 0 && html`<div class="scroll" tabindex="0" role="group" aria-label="Beliefs at this moment"><table><caption>At this moment</caption>
      <thead><tr><th scope="col">Player</th>${beliefs.map(b => html`<th scope="col" key=${b}>${label(b)}</th>`)}</tr></thead>
      <tbody>${held.map(id => html`<tr key=${id}><th scope="row">${now.name(id)}</th>${beliefs.map(b => html`<td key=${b}>${value(latest(id, b))}</td>`)}</tr>`)}</tbody></table></div>`}
    <${Changes} session=${session} />
  </section>`;
}

function Changes({ session }) {
  const [open, setOpen] = useState(false);
  const log = session.shown;
  const text = v => (v === null ? "nothing" : typeof v === "string" ? log.name(v) : JSON.stringify(v));
  return html`<details onToggle=${e => setOpen(e.target.open)}><summary>Every change of a belief (${log.changes.length})</summary>
    ${open && html`<ol class="made">${log.changes.map((c, i) => html`<li key=${i}>
      <button type="button" class="quiet" onClick=${() => session.go(c.seq)}>${clock(c.time)}</button> ${c.player && html`<strong>${log.name(c.player)}</strong>`} ${label(c.belief)}: ${text(c.from)} → ${text(c.to)}
      ${c.evidence_seqs?.length > 0 && html` <small>because of ${c.evidence_seqs.map(s => log.line(s) ? `"${log.line(s).text}"` : "an older line").join(", ")}</small>`}</li>`)}</ol>`}
  </details>`;
}
