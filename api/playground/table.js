// A new table as POST /v1/games takes it.
import { number } from "./form.js";

// sizes are how many seats a new game has, and the strategies of its bots in turn.
const sizes = { turing: 3, reverse_turing: 3, elimination: 5, three_party: 3, mafia: 7, gameshow: 4, avalon: 5, werewolf: 8 };
const usual = { avalon: ["recon"] };

// names are common and short, and not words that players use otherwise.
const names = ["Alex", "Casey", "Eden", "Frankie", "Jamie", "Jordan", "Kim", "Logan", "Morgan", "Nico", "Quinn", "Riley", "Robin", "Sam", "Taylor", "Toni"];

const drawn = () => crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;

// shuffled returns a list in an order that follows from a seed, a BigInt. Without one it is drawn.
function shuffled(list, seed) {
  let state = Number(BigInt.asUintN(32, seed ?? 0n));
  const chance = seed === undefined ? drawn : () => { // mulberry32
    state = state + 0x6d2b79f5 | 0;
    let t = Math.imul(state ^ state >>> 15, 1 | state);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 2 ** 32;
  };
  const order = [...list];
  for (let i = order.length - 1; i > 0; i--) {
    const k = Math.floor(chance() * (i + 1));
    [order[i], order[k]] = [order[k], order[i]];
  }
  return order;
}

let rows = 0;

// seat returns a new row of the form: a person, or a bot with a strategy.
export function seat(who, taken, strategy = "") {
  const free = shuffled(names).find(n => !taken.includes(n)) ?? `Player ${taken.length + 1}`;
  return { row: ++rows, who, name: free, strategy, options: {}, persona: "" };
}

// fresh returns the form of a new game: you, and as many bots as the rules need.
export function fresh(rules, strategies) {
  const list = (usual[rules] ?? ["tom", "fourmind", "scheduler"]).filter(s => strategies.includes(s));
  const seats = [];
  for (let i = 0; i < (sizes[rules] ?? 3); i++) seats.push(seat(i === 0 ? "me" : "bot", seats.map(s => s.name), i === 0 ? "" : list[(i - 1) % list.length] ?? strategies[0]));
  return { rules, seats, speed: "1", seed: "", language: "en", floor: "free", takeover: "off", afk: "", away: "hidden", late: "refuse", options: {}, record: true };
}

// odd returns the seat with the role that only one player has in a game about machines, and the
// roles of that one and of the others. It returns null where the rules deal the roles.
function odd(form, seed) {
  const bots = form.seats.filter(s => s.who === "bot"), people = form.seats.filter(s => s.who !== "bot");
  const next = seed === undefined ? seed : seed + 1n;
  const [one] = shuffled(bots, next), [person] = shuffled(people, next);
  if (form.rules === "turing" && bots.length > 1) return [one, "machine", "person"];
  if (form.rules === "reverse_turing" && people.length !== 1) return [person ?? one, "person", "machine"];
  return null;
}

// body returns the request that opens the game, and the rows of the form in the order of its players
// and of its bots. The order of the players is drawn, so that it does not say who is a person.
// Without a seed in the form the server draws one that nobody can guess.
export function body(form) {
  const typed = form.seed.trim(), seed = /^-?\d+$/.test(typed) ? BigInt(typed) : undefined;
  const players = shuffled(form.seats, seed), bots = form.seats.filter(s => s.who === "bot");
  const roles = odd(form, seed);
  const request = {
    host: "ringer", ...(typed && { seed: seed ?? typed }), speed: number(form.speed), language: form.language, floor: form.floor,
    ...(form.takeover !== "off" && { takeover: form.takeover }), ...(form.afk.trim() && { afk_ms: number(form.afk) }),
    ...(form.away !== "hidden" && { away: form.away }), ...(form.late !== "refuse" && { late: form.late }),
    game: { rules: form.rules, players: players.map(s => s.name) },
    bots: bots.map(s => ({
      seat: s.name, strategy: s.strategy, ...(Object.keys(s.options).length && { options: s.options }), ...(s.persona && { persona: s.persona }), ...(form.record && { record: true }),
    })),
    ...(Object.keys(form.options).length && { rules_options: form.options }),
    ...(roles && { roles: Object.fromEntries(players.map(s => [s.name, s === roles[0] ? roles[1] : roles[2]])) }),
  };
  return { request, places: { players: players.map(s => s.row), bots: bots.map(s => s.row) } };
}

// placed returns the errors of a problem by the field of the form that they are about, and those
// that are about none.
export function placed(problem, places) {
  const fields = new Map(), rest = [];
  for (const e of problem.errors) {
    const [, a, b, ...more] = e.pointer?.split("/") ?? [];
    let field = "";
    if (a === "game" && b === "players" && more.length) field = `${places.players[more[0]]}/name`;
    else if (a === "bots" && b !== undefined) field = `${places.bots[b]}/${more[0] === "seat" ? "name" : more.join("/")}`;
    else if (a === "rules_options" && b) field = `rules/${b}`;
    else if (["speed", "seed", "language", "floor", "takeover", "afk_ms", "away", "late"].includes(a)) field = a;
    const detail = e.detail.startsWith("has the id ") ? "is the name of another seat; give each its own" : e.detail;
    if (field) fields.set(field, detail);
    else rest.push(detail);
  }
  return { fields, rest: problem.errors.length ? rest : [problem.message] };
}
