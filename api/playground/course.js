// The course of a recorded Mafia game: its phases, votes and who goes, as the game master said.
export const millis = seconds => Math.trunc(seconds * 1000);

const phaseLine = /^Now it's (Day|Night)time(?: for ([0-9.]+) minutes?)?/;
const askedLine = /^(?:Day|Night)time has ended/;
const votedLine = /^(.+) voted for (.+)$/;
const outLine = /^(.+) was voted out\. Their role was (\w+)/;

export const mafiosi = game => game.players.filter(p => p.role === "mafia").map(p => p.name);

// course returns what happened, by the index of the line that says so. Other games have none.
export function course(game) {
  const turns = new Map();
  if (game.rules !== "mafia") return turns;
  const evil = mafiosi(game);
  let living = game.players.map(p => p.name), phase = "", day = 0;
  game.messages.forEach(({ kind, text, at }, line) => {
    if (kind === "player") return;
    let turn, found;
    if ((found = phaseLine.exec(text))) {
      const next = found[1].toLowerCase();
      if (next === "day" && phase !== "day") day++;
      phase = next;
      turn = { kind: "phase", lasts: millis(60 * Number(found[2] ?? 0)) };
    } else if (askedLine.test(text)) {
      const hunters = living.filter(n => evil.includes(n)), prey = living.filter(n => !evil.includes(n));
      turn = phase === "day" ? { kind: "asked", voters: living, options: living } : { kind: "asked", voters: hunters, options: prey };
    } else if ((found = outLine.exec(text)) && living.includes(found[1])) {
      turn = { kind: "out", player: found[1] };
      living = living.filter(n => n !== found[1]);
    } else if ((found = votedLine.exec(text))) turn = { kind: "voted", player: found[1], choice: found[2] };
    if (turn && phase) turns.set(line, { ...turn, at: millis(at), phase, day });
  });
  return turns;
}

// rounds returns the votes of the course: when each was closed, and who chose whom.
export function rounds(turns) {
  const all = [];
  let open = null;
  for (const t of turns.values()) {
    if (t.kind === "asked") all.push(open = { id: `vote-${all.length + 1}`, asked: t, closed: 0, votes: new Map() });
    else if (open && t.kind === "voted" && open.asked.voters.includes(t.player)) open.votes.set(t.player, t.choice);
    else if (open && t.kind !== "voted") {
      open.closed = t.at;
      open = null;
    }
  }
  return all;
}

// sortAnnouncements puts the game master's lines of one second in the order of the game: votes,
// their result, the next phase. Recorders keep three logs, and lose their order within a second.
export function sortAnnouncements(messages) {
  let night = false;
  for (let from = 0, to; from < messages.length; from = to) {
    for (to = from; to < messages.length && messages[to].at === messages[from].at;) to++;
    const places = [], logs = { day: [], night: [], manager: [] };
    for (let i = from; i < to; i++) {
      if (messages[i].kind === "player") continue;
      places.push(i);
      (Object.hasOwn(logs, messages[i].channel) ? logs[messages[i].channel] : logs.manager).push(messages[i]);
    }
    for (const i of places) {
      messages[i] = next(logs, night);
      const found = phaseLine.exec(messages[i].text);
      if (found) night = found[1] === "Night";
    }
  }
}

// next takes the line that comes next. What is said about the beginning of a night comes before its
// votes.
function next(logs, night) {
  const said = logs.manager[0]?.text ?? "", first = said && !outLine.test(said) && !phaseLine.test(said);
  const order = !night ? ["day", "manager", "night"] : first ? ["manager", "night", "day"] : ["night", "manager", "day"];
  return logs[order.find(log => logs[log].length > 0)].shift();
}
