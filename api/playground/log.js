// What the log of a session says of a moment: the fold of its events. It knows neither page nor
// server.
import { clock, dropped, guard, replaced } from "./words.js";

// same reduces a text so that an echo is the same, even if the platform has changed its marks.
const same = text => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim();

export class Log {
  #numbered = 0;
  seq = 0; // the last event
  began = 0; // when the session opened, in steady milliseconds
  at = 0; // when the last event happened, likewise
  speed = 1;
  seat = "";
  config = null;
  players = [];
  lines = []; // what the bot has read and said, and notes of what happened
  plan = null;
  typing = false;
  drafts = []; // texts that are no plan any more, with what became of them
  changes = []; // of beliefs
  thoughts = [];
  failing = new Map(); // the last thought of each kind that has failed since its last success
  votes = new Map();
  path = null; // the last change of the path, unless the bot is back on the best one
  end = null;
  spent = { calls: 0, prompt: 0, answer: 0, micros: 0 };

  // upTo folds the events up to a seq.
  static upTo(events, seq) {
    const log = new Log();
    for (const e of events) if (e.seq <= seq) log.hear(e);
    return log;
  }

  // time is how long the game had run, in milliseconds of the game.
  get time() { return (this.at - this.began) * this.speed; }
  // gameTime turns a time of the server's clock, in milliseconds, into a time of the game.
  gameTime(wall) { return (wall - this.shift - this.began) * this.speed; }
  name(id) { return this.players.find(p => p.id === id)?.name ?? id; }
  // when says when an event happened.
  when(e) { return e ? clock((Date.parse(e.at) - (e.clock_shift_ms ?? 0) - this.began) * this.speed) : "the beginning"; }
  line(seq) { return this.lines.find(l => l.seq === seq); }

  hear(e) {
    this.shift = e.clock_shift_ms ?? 0;
    this.at = Date.parse(e.at) - this.shift;
    this.began ||= this.at;
    this.seq = e.seq;
    this.#handlers[e.type]?.(e.data, e);
  }

  #add(list, item) { list.push({ seq: this.seq, time: this.time, ...item }); }
  #note(text) { this.#add(this.lines, { kind: "note", text }); }

  // A line that changes is replaced, so that a view knows the lines that are as they were.
  #change(seq, change) {
    const i = this.lines.findLastIndex(l => l.seq === seq);
    if (i >= 0) this.lines[i] = { ...this.lines[i], ...change };
  }

  #amend(d, change) {
    const line = this.lines.findLast(l => l.id === d.message_id);
    if (line) this.#change(line.seq, change);
  }

  // #say adds a line, with the number that prompts show. The bot does not see all channels.
  #say(line) {
    const channel = this.config.game.channels?.find(c => c.id === line.channel);
    const seen = !line.channel || channel && (!channel.members?.length || channel.members.includes(this.seat));
    this.#add(this.lines, { ...line, number: seen ? ++this.#numbered : 0 });
  }

  // #hear takes a line. A platform may repeat the bot's lines; such an echo is no new line.
  #hear(line) {
    const said = line.own && (this.lines.find(l => l.own && l.id === line.message_id) ?? this.lines.find(l => l.own && !l.echo && same(l.text) === same(line.text)));
    if (said) this.#change(said.seq, { echo: true });
    else this.#say(line);
  }

  #leave(fate, said = false) {
    if (this.plan) this.#add(this.drafts, { text: this.plan.text, fate, said });
    this.plan = null;
    this.typing = false;
  }

  #take(plan) {
    this.plan = { ...plan, seq: this.seq };
    this.typing = false;
  }

  #vote(id, change) { this.votes.set(id, { ...this.votes.get(id), ...change, id, changed: this.seq }); }

  #think(d, failed) {
    const calls = d.calls ?? [];
    for (const c of calls) {
      if (["model_busy", "model_down", "budget_spent"].includes(c.outcome)) continue; // it was never made
      this.spent.calls++;
      this.spent.prompt += c.prompt_tokens;
      this.spent.answer += c.answer_tokens;
      this.spent.micros += c.cost_micros;
    }
    this.#add(this.thoughts, {
      kind: d.kind, id: d.began?.thought_id, based: d.based_on_seq, slot: d.slot, text: d.candidate, urge: d.urge, reading: d.reading, calls, failed, retry: d.retry_at,
    });
  }

  #handlers = {
    "session.created": d => {
      this.config = d.config;
      this.speed = d.config.speed || 1;
      this.seat = d.config.bot.seat;
      this.players = d.config.game.players;
    },
    "session.ended": d => {
      this.end = d;
      this.#leave("the session has ended");
      this.#note(`The session has ended. ${d.outcome ?? ""}`);
    },
    "message.received": (d, e) => this.#hear({ ...d, kind: d.kind || "player", id: e.message_id, own: (d.kind || "player") === "player" && d.sender === this.seat }),
    "message.sent": d => {
      this.#say({ ...d, kind: "player", id: d.message_id, own: true });
      this.#leave("sent", true);
    },
    "message.receipt": d => {
      const line = this.lines.findLast(l => l.id === d.message_id);
      if (d.status === "rejected" && line) this.#change(line.seq, { refused: d.reason || "no reason" });
    },
    "message.edited": d => this.#amend(d, { text: d.text, edited: true }),
    "message.deleted": d => this.#amend(d, { text: "(deleted)" }),
    "player.renamed": d => {
      this.#note(`${this.name(d.player.id)} is now called ${d.player.name}.`);
      this.players = this.players.map(p => (p.id === d.player.id ? { ...p, name: d.player.name } : p));
    },
    "play.paused": () => this.#note("The game is paused."),
    "play.resumed": () => this.#note("The game goes on."),
    "message.annotated": d => this.#change(d.message_seq, { receivers: d.receivers, notes: d.notes }),
    "message.scored": d => { for (const s of d.scores) this.#change(s.message_seq, { score: s.log_odds }); },
    "observation.received": d => this.#observe(d),
    "plan.created": d => this.#take(d),
    "plan.revised": d => {
      this.#leave(this.plan ? replaced(this.plan, d) : "");
      this.#take(d);
    },
    "plan.cancelled": d => {
      if (d.reason === "rejected" && this.drafts.at(-1)?.guard) this.plan = null; // the guard has said so
      else this.#leave(dropped(d.reason));
      this.typing = false;
    },
    "text.rejected": d => this.#add(this.drafts, { text: d.text, guard: d.rule, fate: `refused by the guard "${d.rule}": ${guard(d.rule)}` }),
    "typing.started": () => { this.typing = true; },
    "typing.stopped": () => { this.typing = false; },
    // ToM's mind has a sum of its own, and its name is that of the classifier's.
    "belief.updated": d => { for (const c of d.changes) this.#add(this.changes, { ...c, belief: c.belief === "log_odds_sum" ? "classifier_sum" : c.belief, thought: d.thought }); },
    "thought.completed": d => {
      this.failing.delete(d.kind);
      this.#think(d);
      if (d.judgement) this.#vote(d.judgement.vote_id, { judgement: d.judgement });
    },
    "thought.failed": d => {
      this.#think(d, d.code);
      if (d.code !== "thought_stopped") this.failing.set(d.kind, this.thoughts.at(-1));
    },
    "vote.requested": d => this.#vote(d.id, { ...d, status: "open" }),
    "vote.updated": d => this.#vote(d.vote_id, { options: d.options }),
    "vote.cast": d => this.#vote(d.vote_id, { cast: d, status: "cast" }),
    "vote.cancelled": d => this.#vote(d.vote_id, { status: "cancelled" }),
    "strategy.degraded": d => { this.path = d; },
    "strategy.recovered": d => { this.path = d.to === "full" ? null : d; },
  };

  #observe(d) {
    const who = d.player && (d.player.name || this.name(d.player.id));
    const at = presence => { this.players = this.players.map(p => (p.id === d.player.id ? { ...p, presence } : p)); };
    switch (d.kind) {
      case "phase": return this.#note(`Phase: ${d.phase}`);
      case "joined":
        this.players = [...this.players.filter(p => p.id !== d.player.id), { ...d.player, presence: "active" }];
        return this.#note(`${who} has joined.`);
      case "left": at("left"); return this.#note(`${who} has left.`);
      case "eliminated": at("eliminated"); return this.#note(`${who} is out.`);
      case "private_info": return this.#note(`Told to the bot alone: ${d.text}`);
      case "muted": return this.#note("The bot is muted.");
      case "unmuted": return this.#note("The bot may speak again.");
      default: return undefined;
    }
  }

  // measures are the beliefs about players that are numbers, by name, and the urge to speak.
  get measures() {
    const all = new Set(this.changes.filter(c => c.player && typeof c.to === "number").map(c => c.belief));
    if (this.thoughts.some(t => t.urge !== undefined)) all.add("urge");
    const first = ["suspicion_percent", "doubted_percent", "classifier_sum"].filter(name => all.has(name));
    return [...new Set([...first, ...all])];
  }

  // course returns the values of a measure over time, oldest first.
  course(measure) {
    if (measure !== "urge") return this.changes.filter(c => c.player && c.belief === measure).map(c => ({ seq: c.seq, time: c.time, player: c.player, value: c.to }));
    return this.thoughts.filter(t => t.urge !== undefined).map(t => ({ seq: t.seq, time: t.time, player: this.seat, value: t.urge * 100 }));
  }
}
