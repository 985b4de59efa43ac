// The report of a contest: charts, tables and games. All figures come from the server.
import { html, useState } from "./html.js";
import { Trouble } from "./trouble.js";
import { answered, clock, count, percent } from "./words.js";

const interval = row => row.games ? `${Math.round(100 * row.low)}–${percent(row.high)}` : "–";
const chance = p => p < 0.001 ? "<0.001" : p.toFixed(3);

// The columns of the tables: a title, the text of a row, and n for numbers.
const text = (title, of) => ({ title, of });
const n = (title, of) => ({ title, of, n: true });
const fixed = (title, name, digits) => n(title, row => row[name] === undefined ? "–" : row[name].toFixed(digits));
const share = n("Share", r => r.games ? percent(r.share) : "–");
const wins = [text("Side", r => r.side), text("Variant", r => r.variant), n("Games", r => r.games), n("Seats", r => r.seats), n("Won", r => r.won), share, n("Interval", interval)];
const matches = [text("Side", r => r.side), text("Variant", r => r.variant), text("Against", r => r.against), n("Games", r => r.games), share, n("Interval", interval)];
const tests = [
  text("Side", r => r.side), text("First", r => r.first), n("Won", r => `${r.won[0]} of ${r.of[0]}`), text("Second", r => r.second), n("Won", r => `${r.won[1]} of ${r.of[1]}`),
  text("Test", r => r.test), n("p", r => chance(r.p)),
];
const accused = [text("Variant", r => r.variant), n("Games", r => r.games), n("Accused", r => r.times), n("Interval", interval), n("p", r => chance(r.p))];
const averages = [
  text("Variant", r => r.variant), n("Seats", r => r.seats), fixed("Messages", "messages", 1), fixed("Words", "words", 1), fixed("Votes against", "votes_against", 2), fixed("Points", "points", 2),
  fixed("Calls", "calls", 1), fixed("Tokens", "tokens", 0), fixed("Cost", "cost", 4), fixed("Leaks", "leaks", 2), fixed("Stopped", "leaks_stopped", 2), fixed("Rules broken", "rules_broken", 2),
];

// Table is a table with a title. It scrolls by itself where the page is narrow.
function Table({ title, note, columns, rows }) {
  if (!rows?.length) return null;
  return html`<section class="card part">
    <h2>${title}</h2>
    ${note && html`<p class="faint">${note}</p>`}
    <div class="scroll figures" role="region" aria-label=${title} tabindex="0"><table>
      <thead><tr>${columns.map((c, i) => html`<th key=${i} scope="col" class=${c.n ? "n" : ""}>${c.title}</th>`)}</tr></thead>
      <tbody>${rows.map((row, i) => html`<tr key=${i}>${columns.map((c, k) => html`<td key=${k} class=${c.n ? "n" : ""}><bdi>${c.of(row)}</bdi></td>`)}</tr>`)}</tbody>
    </table></div>
  </section>`;
}

const colour = (report, variant) => `variant-${Math.max(report.variants.indexOf(variant), 0) % 8 + 1}`;

// Chart draws the shares of the wins with their intervals, by sides. The table below has the same.
function Chart({ report }) {
  const sides = [...new Set(report.wins.map(w => w.side))];
  return html`<section class="card part">
    <h2>Shares of won seats, with 95 % intervals</h2>
    ${sides.map(side => html`<h3 key=${side}><bdi>${side}</bdi></h3>${report.wins.filter(w => w.side === side).map(w => html`<div key=${w.variant} class="share">
      <bdi class="name">${w.variant}</bdi>
      <svg role="img" aria-label=${`${side}, ${w.variant}: ${percent(w.share)}, interval ${interval(w)}`} class=${colour(report, w.variant)}>
        ${[0, 25, 50, 75, 100].map(x => html`<line key=${x} class="tick" x1=${`${x}%`} x2=${`${x}%`} y1="0" y2="100%" />`)}
        <line class="spread" x1=${`${100 * w.low}%`} x2=${`${100 * w.high}%`} y1="50%" y2="50%" />
        <circle cx=${`${100 * w.share}%`} cy="50%" r="6" />
      </svg>
      <span class="value">${percent(w.share)}</span>
    </div>`)}`)}
    <div class="share" aria-hidden="true"><span class="name"></span><span class="scale faint"><span>0 %</span><span>50 %</span><span>100 %</span></span></div>
  </section>`;
}

const ratings = [
  text("Measure", r => r.measure), text("Variant", r => r.variant), text("Model", r => r.model ?? "–"), n("Games", r => r.games), n("Won", r => percent(r.won)), fixed("Rating", "rating", 0),
  n("Interval", r => `${r.low.toFixed(0)}–${r.high.toFixed(0)}${r.narrow ? " *" : ""}`),
];

export const RatingTable = ({ ratings: rows }) => rows.length === 0 ? html`<p>No game has ended yet whose rules this server has run.</p>`
  : html`<${Table} title="Ratings by measure" columns=${ratings} rows=${rows} note=${`The mean of a measure is 1500. Intervals are 95 %, by a bootstrap over deals.${rows.some(r => r.narrow) ? " * Fewer than 20 deals: the interval is too narrow. Play more of them." : ""}`} />`;

// Report shows a report. game returns a whole game, by its place in the list.
export function Report({ report, game }) {
  return html`
    <p>${count(report.games, "game")} of ${report.rules} with ${report.players} players: ${count(report.deals, "deal")} with ${count(report.arrangements, "arrangement")} each, played by ${report.models}.</p>
    <${Chart} report=${report} />
    <${Table} title="Wins" columns=${wins} rows=${report.wins} note="Intervals are 95 %, after Wilson. If a side wins as one, a game is one trial; otherwise each seat is one." />
    <${Table} title="Wins by arrangement" columns=${matches} rows=${report.matches} />
    <${Table} title="Differences between variants" columns=${tests} rows=${report.tests} note="Two-sided exact tests. A p-value is that of one comparison: with several, multiply the smallest by their number." />
    <${Table} title="Accused by the guest" columns=${accused} rows=${report.accused} />
    <${Table} title="A bot in a game, on average" columns=${averages} rows=${report.averages} note="Stopped are texts that the mouth refused since they would have been leaks. Cost is in the currency of the prices." />
    <section class="card part"><h2>Games</h2>
      ${report.played.map((row, i) => html`<${Played} key=${row.game} report=${report} row=${row} load=${() => game(i)} />`)}
    </section>`;
}

// Played is a game in the list. Its transcript is loaded when it is unfolded.
function Played({ report, row, load }) {
  const [game, setGame] = useState(null);
  const open = e => { if (e.target.open && !game) load().then(setGame, setGame); };
  return html`<details onToggle=${open}>
    <summary>Game ${row.game}, seed ${row.seed}: <bdi>${row.outcome}</bdi> <span class="faint">${clock(row.lasted_ms)}</span></summary>
    <${Trouble} error=${game} />
    ${game && !(game instanceof Error) && html`<${Transcript} report=${report} game=${game} />`}
  </details>`;
}

const seats = [
  text("Player", s => s.seat), text("Variant", s => s.variant), text("Role", s => s.role), text("Won", s => s.won ? "yes" : "no"), n("Messages", s => s.messages), n("Votes against", s => s.accused),
  n("Leaks", s => s.leaks),
];

const ballot = ({ vote, answers, chosen, drawn }) =>
  `${vote}: ${Object.entries(answers ?? {}).map(([seat, answer]) => `${seat} → ${answered(answer)}`).join(", ")}${chosen ? `; decided: ${chosen}` : ""}${drawn ? " (drawn)" : ""}`;

const Transcript = ({ report, game }) => html`<${Table} title=${`Players of game ${game.game}`} columns=${seats} rows=${game.seats} />
  <${Talk} lines=${[...game.lines ?? [], ...game.accusations ?? []].sort((a, b) => a.at_ms - b.at_ms)} colourOf=${id => colour(report, game.seats.find(s => s.seat === id)?.variant)} />
  ${game.ballots?.length > 0 && html`<h3>Votes</h3><ul>${game.ballots.map((b, i) => html`<li key=${i}><bdi>${ballot(b)}</bdi></li>`)}</ul>`}`;

// Talk is what was said and who accused whom, by phases.
export function Talk({ lines, colourOf = () => "" }) {
  let turn = -1;
  return html`<ol class="transcript">${lines.flatMap((line, i) => {
    const { sender } = line;
    const shown = html`<li key=${i} class=${sender ? "line" : "line gamemaster"}><span class="faint">${clock(line.at_ms)}</span>${" "}
      ${sender && html`<bdi class=${`who ${colourOf(sender)}`}>${sender}</bdi>`}${line.channel && html`<span class="faint">(<bdi>${line.channel}</bdi>) </span>`}<span class="text">${line.accuses ? html`accuses <bdi>${line.accuses}</bdi>` : line.text}</span></li>`;
    if (line.turn === turn) return [shown];
    turn = line.turn;
    return [html`<li key=${`turn-${i}`} class="turn"><strong><bdi>${line.phase || "game"}</bdi></strong></li>`, shown];
  })}</ol>`;
}
