// The rulings of a recorded quest game (Avalon, The Resistance), and what each role knows.
import { millis } from "./course.js";

const good = ["merlin", "percival", "servant"];
const evil = ["morgana", "assassin", "minion", "mordred", "oberon"];
const names = { merlin: "Merlin", percival: "Percival", servant: "a loyal servant", morgana: "Morgana", assassin: "the assassin", minion: "a minion", mordred: "Mordred", oberon: "Oberon" };
const evilPlayers = { 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4 };

// resistanceText is what a bot is told in a game without special roles.
export const resistanceText = "Each player has a secret role: servants are good, and minions are evil. There are up to five quests. The leader proposes a team for the quest, " +
  "all talk about it, and all vote on it. A majority of yes sends the team. Otherwise the next player leads and proposes another team. Each player of a team then chooses " +
  "success or fail in secret. Only a minion can choose fail, and one fail is enough. Good wins when three quests have succeeded. Evil wins when three quests have failed, " +
  "or when five teams in a row were refused. The minions know each other.";

// rulings returns what was decided, by the index of the line that says so. Recordings do not say
// how many let a quest fail, nor whom an assassin has named who errs.
export function rulings(game) {
  const all = new Map();
  if (!["avalon", "resistance"].includes(game.rules)) return all;
  const known = name => game.players.some(p => p.name === name);
  const withRole = role => game.players.find(p => p.role === role)?.name ?? "";
  let team = null, answers = null;
  game.messages.forEach(({ kind, text }, line) => {
    if (kind === "player") return;
    let found, ruling;
    text = text.trim();
    if ((found = /^(.+) proposed a party: (.+)$/.exec(text))) {
      const players = found[2].split(", ");
      if (![found[1], ...players].every(known)) return;
      [team, answers] = [players, null];
      ruling = { step: "team", by: found[1], players };
    } else if ((found = /^party vote (?:outcome|summary): (.+)$/i.exec(text))) {
      answers = Object.fromEntries(found[1].split(", ").map(part => part.split(": ")).filter(part => part.length === 2));
    } else if (answers && (found = /^(?:vote (succeeded|failed)!|the party has been (approved|rejected)!)/i.exec(text))) {
      ruling = { step: "approval", players: team ?? [], answers, passed: /succeeded|approved/i.test(found[0]) };
    } else if (team && (found = /^(?:the )?quest (?:has )?(succeeded|failed)!/i.exec(text))) {
      ruling = { step: "quest", players: team, passed: /succeeded/i.test(found[1]) };
    } else if (/^the assassin identified merlin/i.test(text)) {
      ruling = { step: "assassination", by: withRole("assassin"), players: [withRole("merlin")], passed: true };
    }
    if (ruling?.players.length) all.set(line, ruling);
  });
  return all;
}

// fits reports whether the roles make a game.
function fits(roles) {
  const count = role => roles.filter(r => r === role).length;
  return roles.every(r => good.includes(r) || evil.includes(r)) && roles.filter(r => evil.includes(r)).length === evilPlayers[roles.length] &&
    count("merlin") === count("assassin") && [...good, ...evil].every(r => ["servant", "minion"].includes(r) || count(r) < 2) &&
    (count("merlin") > 0 || count("percival") + count("mordred") === 0);
}

const list = words => words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");

// knowledge returns what a seat knows from the start, as the referee of the server tells it. It
// returns nothing for roles that the rules do not take.
export function knowledge(game, seat) {
  const roles = game.players.map(p => p.role);
  if (!["avalon", "resistance"].includes(game.rules) || !fits(roles)) return null;
  const me = game.players.find(p => p.name === seat).role, isEvil = evil.includes(me);
  const seen = { merlin: evil.filter(r => r !== "mordred"), percival: ["merlin", "morgana"] }[me] ?? (isEvil && me !== "oberon" ? evil.filter(r => r !== "oberon") : []);
  const others = game.players.filter(p => p.name !== seat && seen.includes(p.role));
  const inGame = [...good, ...evil].filter(r => roles.includes(r));
  const known = Object.fromEntries(others.map(p => [p.name, isEvil ? [p.role] : inGame.filter(r => seen.includes(r))]));
  return {
    role_list: [...good, ...evil].flatMap(r => roles.filter(x => x === r)),
    private_info: `You are ${names[me]}. ${told(me, others, roles)}`,
    known_roles: others.length ? known : undefined, allies: isEvil && others.length ? others.map(p => p.name) : undefined, conceal: me === "servant" ? undefined : [me],
  };
}

function told(me, others, roles) {
  const seats = list(others.map(p => p.name)), one = others.length === 1, named = others.map(p => `${p.name} (${names[p.role]})`);
  if (me === "merlin" && others.length === 0) return "You know no evil player.";
  if (me === "merlin") return `${seats} ${one ? "is" : "are"} evil${roles.includes("mordred") ? ". You do not know who Mordred is." : ", and nobody else is."}`;
  if (me === "percival") return others.length === 2 ? `Of ${seats} one is Merlin and one is Morgana. You do not know which.` : `Merlin is ${seats}.`;
  if (me === "oberon") return "You are evil. You and the other evil players do not know each other.";
  if (good.includes(me)) return "You know nobody's role but your own.";
  if (others.length === 0) return "You know no other evil player.";
  return `You are evil. The other evil ${one ? "player whom you know is" : "players whom you know are"} ${named.join(", ")}.`;
}
