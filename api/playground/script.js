// What a replay does with a recorded game: the session that it opens, and its cues by game time.
// It does the same as the command ringer replay.
import { course, mafiosi, millis, rounds } from "./course.js";
import { knowledge, resistanceText, rulings } from "./quests.js";
import { length } from "./record.js";

// voteWindow is the game time that a bot has for a vote, in milliseconds.
const voteWindow = 30000;

// within returns game time as milliseconds of wall time: at least what a vote must last.
const within = (ms, speed) => Math.max(Math.ceil(ms / speed), 100);

// config returns a session with the bot in a seat.
export function config(game, seat, { strategy, options }, { speed, seed }, presets) {
  const role = game.players.find(p => p.name === seat).role, evil = mafiosi(game), known = knowledge(game, seat);
  const setting = { rules: presets.includes(game.rules) ? game.rules : "freeform", players: game.players.map(({ name }) => ({ id: name, name })), phases: [{ id: "chat" }] };
  const bot = { seat, role };
  if (evil.length > 0) setting.channels = [{ id: "night", members: evil }];
  if (inPhases(game)) setting.phases = [{ id: "day" }, { id: "night", speakers: evil, channel: "night" }];
  if (game.rules === "mafia" && role === "mafia") {
    const others = evil.filter(name => name !== seat);
    bot.private_info = others.length ? `The other mafiosi: ${others.join(", ")}.` : "You are the only mafioso.";
  }
  if (known) {
    const { role_list, ...mine } = known;
    Object.assign(bot, mine);
    Object.assign(setting, { rules: "avalon", role_list, phases: undefined, ...(game.rules === "resistance" && { rules_text: resistanceText }) });
  }
  return { strategy, options, ...(game.language && { language: game.language }), speed, seed, record: true, game: setting, bot, metadata: { replay_of: game.game_id.slice(0, 100) } };
}

// inPhases reports whether the recording says when its phases begin, and who speaks at night.
const inPhases = game => course(game).size > 0 && mafiosi(game).length > 0;

// withheld reports whether a line is not posted: the seat's own, and what its player voted.
export const withheld = (m, turn, seat) => m.kind === "player" ? m.sender === seat : turn?.kind === "voted" && turn.player === seat;

// judge returns what a vote says of an answer: what the chosen player is, and whether that was
// sought. If all or none of the others are that, a choice shows no skill.
const judge = (among, is, sought, voter) => choice => {
  const others = among.filter(p => p.name !== voter), right = others.filter(p => is(p) === sought).length;
  const chosen = others.find(p => p.name === choice);
  if (!choice) return "–";
  if (!chosen) return choice;
  const rated = sought && right > 0 && right < others.length;
  return `${choice} (${is(chosen)})${rated ? is(chosen) === sought ? ", right" : ", wrong" : ""}`;
};

// cues returns what a replay does, in order: posts, and votes for whose answer it waits.
export function cues(game, seat, speed) {
  const s = new Staging(game, seat, speed), last = game.messages.findLastIndex(m => m.kind === "player");
  const holds = Object.keys(game.accusations).length > 0;
  game.messages.forEach((m, i) => {
    if (holds && i === last + 1) s.accuse(m.at);
    s.line(m, i);
  });
  if (holds && last === game.messages.length - 1) s.accuse(length(game) / 1000);
  s.awaitVote(length(game));
  return s.cues;
}

class Staging {
  cues = [];
  open = "";
  muted = false;
  quests = 0;

  constructor(game, seat, speed) {
    Object.assign(this, { game, seat, speed, turns: course(game), rulings: rulings(game), phases: inPhases(game), knows: knowledge(game, seat), player: game.players.find(p => p.name === seat) });
    this.rounds = rounds(this.turns);
    this.allQuests = [...this.rulings.values()].filter(r => r.step === "quest").length;
  }

  observe(at, body) { this.cues.push({ at, path: "observations", body: { id: `observation-${this.cues.length}`, ...body } }); }

  // ask asks for a vote. poll says how it is called, what the recorded player chose, and how an
  // answer is judged.
  ask(at, body, poll) { this.cues.push({ at, path: "votes", body, poll: { id: body.id, at, ...poll } }); }

  wait(at, id) { this.cues.push({ at, wait: id }); }

  awaitVote(at) {
    if (this.open) this.wait(at, this.open);
    this.open = "";
  }

  // line adds the cues of one line, and of what it announces. A phase begins before its line.
  line(m, i) {
    const at = millis(m.at), turn = this.phases ? this.turns.get(i) : undefined, ruling = this.rulings.get(i);
    const night = m.channel === "night";
    if (withheld(m, this.turns.get(i), this.seat) || night && mafiosi(this.game).length === 0) return;
    if (turn?.kind === "phase" || turn?.kind === "out") this.awaitVote(at);
    if (turn?.kind === "phase") this.begin(turn);
    this.cues.push({ at, path: "messages", body: { id: `line-${i}`, sender: m.sender || undefined, kind: m.kind, text: m.text, ...(night && { channel: "night" }) } });
    if (turn?.kind === "asked") this.vote(turn);
    if (turn?.kind === "out") this.observe(at, { kind: "eliminated", player: turn.player });
    if (ruling) this.observe(at, { kind: "ruling", ruling });
    if (ruling?.step === "quest" && this.knows) this.guess(at);
  }

  begin({ at, phase, lasts }) {
    this.observe(at, { kind: "phase", phase, ...(lasts > 0 && { ends_in_ms: within(lasts, this.speed) }) });
    if (this.muted) this.observe(at, { kind: "unmuted" });
    this.muted = false;
  }

  // vote asks for the vote of a phase. Nobody speaks while the players vote.
  vote({ at, phase, day, voters, options }) {
    if (!this.muted) this.observe(at, { kind: "muted" });
    this.muted = true;
    const round = this.rounds.shift();
    if (!voters.includes(this.seat)) return;
    this.awaitVote(at);
    const question = phase === "day" ? "Who shall be voted out today?" : "Which bystander shall the mafia take out tonight?";
    const among = this.game.players.filter(p => options.includes(p.name));
    const rate = judge(among, p => p.role, this.player.role === "mafia" ? "" : "mafia", this.seat);
    this.ask(at, { id: round.id, kind: "choose_one", question, options: options.filter(n => n !== this.seat).map(id => ({ id })), within_ms: within(Math.max(round.closed - at, voteWindow), this.speed) },
      { name: `${phase} ${day}`, recorded: rate(round.votes.get(this.seat)), judge: a => rate(a.option) });
    this.open = round.id;
  }

  // accuse asks for the vote at the end. What comes next may give the answer away.
  accuse(seconds) {
    const at = millis(seconds), { game, seat } = this;
    const rate = judge(game.players, p => p.kind, "bot", seat);
    const recorded = Object.hasOwn(game.accusations, seat) ? game.accusations[seat] : "";
    this.ask(at, { id: "accusation", kind: "choose_one", question: game.rules === "reverse_turing" ? "Who is the other machine?" : "Who is the machine?", within_ms: within(voteWindow, this.speed) },
      { name: "Who is a machine?", recorded: rate(recorded), judge: a => rate(a.option) });
    this.wait(at, "accusation");
  }

  // guess asks who is who at the end of a quest, and the assassin for Merlin after the last one.
  guess(at) {
    const { game, seat, player } = this, others = game.players.filter(p => p.name !== seat), id = `guess-${++this.quests}`;
    const right = a => `${others.filter(p => a.labels?.[p.name] === p.role).length} of ${others.length} roles right`;
    const labels = [...new Set(game.players.map(p => p.role))].sort().map(role => ({ id: role }));
    this.ask(at, { id, kind: "label_each", question: "Which role does each player have?", labels, within_ms: within(voteWindow, this.speed) }, { name: `roles after quest ${this.quests}`, recorded: "–", judge: right });
    this.wait(at, id);
    if (player.role !== "assassin" || this.quests < this.allQuests) return;
    const options = others.filter(p => !this.knows.allies?.includes(p.name)), rate = judge(options, p => p.role, "merlin", seat);
    this.ask(at, { id: "assassination", kind: "choose_one", step: "assassination", question: "Who is Merlin?", options: options.map(p => ({ id: p.name })), within_ms: within(voteWindow, this.speed) },
      { name: "Who is Merlin?", recorded: "–", judge: a => rate(a.option) });
    this.wait(at, "assassination");
  }
}
