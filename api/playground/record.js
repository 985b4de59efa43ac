// Recorded games: a file of them is read, checked and completed. docs/replay.md says what it holds.
import { millis, sortAnnouncements } from "./course.js";

// Limits of a file.
const longest = 4000; // characters of a message, as a session takes
const largest = 64 << 20; // bytes: some 10,000 games

// open reads a file that somebody has chosen. It returns its games, or throws what is wrong.
export async function open(file) {
  if (file.size > largest) throw new Error("The file has more than 64 MiB. Split it, one game a line.");
  return parse(await file.text());
}

// parse reads recorded games, one a line, or the log of a session or a game that was exported.
export function parse(text) {
  const rows = [];
  text.split("\n").forEach((line, i) => { if (line.trim()) rows.push({ n: i + 1, value: json(line, i + 1) }); });
  if (rows.length === 0) throw new Error("The file holds no game. It needs one game a line, as JSON.");
  if (/^(session|game)\.created$/.test(rows[0].value?.type)) {
    try {
      return [repair(logged(rows.map(r => r.value)))];
    } catch {
      throw new Error("This log cannot be read: it is damaged, or not complete. Export it again.");
    }
  }
  return rows.map(r => repair(checked(r.value, r.n)));
}

function json(line, n) {
  try {
    return JSON.parse(line);
  } catch (e) {
    throw new Error(`Line ${n} is not JSON: ${e.message}. Write each game as one line.`);
  }
}

const isObject = v => typeof v === "object" && v !== null && !Array.isArray(v);

// checked returns a game if its fields have the right types.
function checked(g, n) {
  const need = (ok, text) => { if (!ok) throw new Error(`Line ${n}: ${text}`); };
  need(isObject(g), "is not a game. Write each game as a JSON object.");
  need(Array.isArray(g.messages), "the game has no list of messages. Add one as \"messages\".");
  need(Array.isArray(g.players ?? []), "the players are not a list. Write [{\"name\":\"Red\",\"kind\":\"bot\"}, …].");
  (g.players ?? []).forEach((p, i) => need(typeof p?.name === "string" && p.name !== "", `player ${i + 1} has no name.`));
  g.messages.forEach((m, i) => {
    need(Number.isFinite(m?.at), `message ${i + 1} has no time. Write the seconds since the game began as "at".`);
    need(typeof m.text === "string", `message ${i + 1} has no text.`);
    need(m.kind !== "player" || typeof m.sender === "string" && m.sender !== "", `message ${i + 1} has no sender.`);
  });
  need(isObject(g.accusations ?? {}) && Object.values(g.accusations ?? {}).every(v => typeof v === "string"), "the accusations are not names by name. Write {\"Yellow\":\"Orange\"}.");
  const { rules, language, accusations, beliefs, outcome } = g;
  return {
    game_id: String(g.game_id || `line ${n}`), rules: String(rules ?? ""), language: String(language ?? ""), accusations: accusations ?? {}, beliefs, outcome,
    players: (g.players ?? []).map(({ name, kind = "human", role }) => ({ name, kind, role })),
    messages: g.messages.map(({ at, sender = "", kind, channel, text }) => ({ at, sender, kind, channel, text })),
  };
}

// logged returns the game that a log tells. Lines of channels that only some players see are left
// out, except those of the night.
function logged(events) {
  const [first, ...rest] = events;
  const { config: c, deal } = first.data;
  const players = deal?.players ?? c.game.players;
  const bots = new Set((c.bots ?? [c.bot]).map(b => b.seat));
  const name = id => players.find(p => p.id === id)?.name ?? id;
  const when = e => Date.parse(e.at) - (e.clock_shift_ms ?? 0);
  const game = { game_id: first.session_id ?? first.game_id ?? "log", rules: c.game.rules, language: c.language ?? "", accusations: {}, messages: [] };
  for (const { type, data: d, ...e } of rest) {
    if (/^message\.(received|sent)$/.test(type) && (!d.channel || d.channel === "night")) {
      const kind = type === "message.sent" || d.kind === "player" ? "player" : "gamemaster";
      game.messages.push({ at: (when(e) - when(first)) * (c.speed || 1) / 1000, sender: name(d.sender), kind, channel: d.channel, text: d.text });
    } else if (/^vote\.(cast|received)$/.test(type) && d.answer?.option && /turing$/.test(c.game.rules)) {
      game.accusations[name(d.seat ?? c.bot?.seat)] = name(d.answer.option);
    }
  }
  const role = id => deal?.roles?.[id] ?? (c.bot?.seat === id ? c.bot.role : undefined);
  game.players = players.map(p => ({ name: p.name, kind: bots.has(p.id) ? "bot" : "human", role: role(p.id) }));
  return game;
}

// repair completes what recordings leave out. Everybody who speaks is a player, and all other lines
// are the game master's. Empty lines go, and long ones are cut.
function repair(game) {
  const names = new Set(game.players.map(p => p.name));
  game.messages = game.messages.filter(m => m.text.trim() !== "").sort((a, b) => a.at - b.at);
  for (const m of game.messages) {
    if (m.text.length > longest) m.text = [...m.text].slice(0, longest).join("");
    if (m.kind !== "player") m.kind = "gamemaster";
    else if (!names.has(m.sender)) {
      names.add(m.sender);
      game.players.push({ name: m.sender, kind: "human" });
    }
  }
  if (game.players.length < 2) game.accusations = {};
  if (game.rules === "mafia") sortAnnouncements(game.messages);
  return game;
}

// length is the game time of the last line.
export const length = game => millis(game.messages.at(-1)?.at ?? 0);

// firstSeat is the seat that the bot takes if nobody chooses: a recorded bot's.
export const firstSeat = game => (game.players.find(p => p.kind === "bot") ?? game.players[0])?.name ?? "";
