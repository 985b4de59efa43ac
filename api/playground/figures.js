// Simple figures of how players talked in a replay.

// answerTime is the game time within which a player answers who is named, in milliseconds.
const answerTime = 30000;

export function median(list) {
  if (list.length === 0) return null;
  const sorted = [...list].sort((a, b) => a - b), half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

// figures returns how a player talked. A gap is the time from a line of somebody else in the same
// channel. After the game master nobody knows what a line follows.
export function figures(name, lines, end) {
  const own = [], gaps = [], last = new Map();
  for (const l of lines) {
    if (l.kind !== "player") { last.clear(); continue; }
    const before = last.get(l.channel ?? "");
    if (l.sender === name) {
      own.push(l);
      if (before && before.sender !== name) gaps.push((l.at_ms - before.at_ms) / 1000);
    }
    last.set(l.channel ?? "", l);
  }
  return {
    messages: own.length, words: median(own.map(l => l.text.split(/\s+/).filter(Boolean).length)), characters: median(own.map(l => [...l.text].length)),
    gap: median(gaps), ...named(name, lines, own, end),
  };
}

const words = text => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `;

// named counts the lines in which others name the player, and those after which the player says
// something in time. Lines at the end that were not answered do not count.
function named(name, lines, own, end) {
  const called = lines.filter(l => l.kind === "player" && l.sender !== name && !l.channel && words(l.text).includes(words(name)));
  const answered = called.filter(l => own.some(o => o.at_ms > l.at_ms && o.at_ms <= l.at_ms + answerTime));
  return { answered: answered.length, named: called.filter(l => answered.includes(l) || l.at_ms + answerTime <= end).length };
}

// variantName is how the command line names a variant: tom:cycle=fused.
export function variantName({ strategy, options }) {
  const set = Object.entries(options).map(([k, v]) => `${k}=${v}`);
  return set.length ? `${strategy}:${set.join(",")}` : strategy;
}

// played returns a play as a recorded game, as ringer replay --played writes it.
export function played({ part: { recording, seat }, variant, lines }) {
  return {
    ...recording, played_by: variantName(variant),
    players: recording.players.map(p => p.name === seat ? { ...p, kind: "ringer" } : p),
    messages: lines.filter(l => !l.late).map(({ at_ms, sender = "", kind, channel, text }) => ({ at: Math.round(at_ms) / 1000, sender, kind: kind === "player" ? kind : "gamemaster", channel, text })),
  };
}
