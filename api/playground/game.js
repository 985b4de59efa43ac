// A game as a reader of its log knows it: the fold of the events that this reader may see.
import { Store } from "./html.js";
import { follow } from "./client.js";
import { answered, clock } from "./words.js";

// usualVote is how long a vote stays open that says nothing of it, in milliseconds.
const usualVote = 30000;

const remembered = id => JSON.parse(sessionStorage.getItem(`before ${id}`) ?? "null");

export class Game extends Store {
  // seat is the player who reads; "" for a spectator or for the platform.
  constructor(id, seat = "") {
    super();
    Object.assign(this, { id, seat, events: [], lines: [], players: [], phases: [], channels: [], phase: "", ends: 0, vote: null, private: "", away: "", late: "", state: "away", ahead: 0, speed: 1, rules: "", end: null, roles: {}, aims: [], preset: null, before: remembered(id) });
  }

  // follow reads the log, as the reader may see it, until the returned function is called.
  follow(token) {
    const sight = this.seat ? `as=${encodeURIComponent(this.seat)}` : "view=public";
    return follow(`/v1/games/${this.id}/stream?${sight}`, {
      token,
      hear: events => { for (const e of events) this.hear(e); this.changed(); },
      tell: (state, ahead = this.ahead) => { Object.assign(this, { state, ahead }); this.changed(); },
    });
  }

  // now is the time of the server's clock. The clock of this page may be wrong by minutes.
  get now() { return Date.now() - this.ahead; }

  // left returns the time until a moment, in game time: 1:05.
  left(until) { return clock((until - this.now) * this.speed + 500); }

  // colour is the class of a player's name.
  colour(id) {
    const i = this.players.findIndex(p => p.id === id);
    return i < 0 ? "" : `p${i % 8}`;
  }

  name(id) { return this.players.find(p => p.id === id)?.name ?? id; }
  player(id) { return this.players.find(p => p.id === id); }

  // here reports whether the reader is a player who is still in the game.
  get here() { return this.player(this.seat)?.presence === "active"; }

  // side is the side of the reader's role by the rules, in games that have sides.
  get side() { return this.aims.concat(this.preset?.aims ?? []).find(a => a.role === this.roles[this.seat])?.side; }

  // ballot is the vote that waits for the reader, null for none.
  get ballot() { return this.here && !this.end && this.vote && !this.vote.mine && this.vote.ends > this.now ? this.vote : null; }

  // chats are the channels of the phase that the reader sees: "" for the main channel.
  get chats() {
    const phase = this.phases.find(p => p.id === this.phase);
    return (phase?.channels ?? [phase?.channel ?? ""]).filter(id => id === "" || this.channels.some(c => c.id === id));
  }

  // channel is where the reader may speak now: the first of several, null for nowhere.
  get channel() {
    const phase = this.phases.find(p => p.id === this.phase);
    if (!this.here || this.end || phase?.speakers && !phase.speakers.includes(this.seat)) return null;
    return this.chats[0] ?? null;
  }

  // readers names the others who read a channel.
  readers(channel) { return (this.channels.find(c => c.id === channel)?.members ?? []).filter(id => id !== this.seat).map(id => this.name(id)).join(" and "); }

  hear(e) {
    this.events.push(e);
    const at = Date.parse(e.at);
    const d = e.data;
    switch (e.type) {
      case "game.created": return this.#begin(d, at);
      case "message.received": return this.#say(e, at, d);
      case "message.edited": return this.#amend(d, { text: d.text, edited: true });
      case "message.deleted": return this.#amend(d, { text: "(deleted)" });
      case "player.renamed":
        this.note(e, at, `${this.name(d.player.id)} is now called ${d.player.name}.`);
        this.players = this.players.map(p => (p.id === d.player.id ? { ...p, name: d.player.name } : p));
        this.lines = this.lines.map(l => ({ ...l, view: null })); // they show names
        return undefined;
      case "player.away":
        if (d.seat === this.seat) this.away = d.reason;
        return undefined;
      case "player.returned":
        if (d.seat === this.seat) this.away = "";
        return undefined;
      case "play.paused": return this.note(e, at, "The game is paused.");
      case "play.resumed": return this.note(e, at, "The game goes on.");
      case "observation.received": return this.#observe(e, at, d);
      case "vote.requested":
        if (d.kind && (!d.seats || d.seats.includes(this.seat))) this.vote = { ...d, ends: d.deadline ? Date.parse(d.deadline) : at + (d.within_ms ?? usualVote), mine: null };
        return undefined;
      case "vote.received": case "vote.replaced": case "vote.cast":
        if (this.vote?.id === d.vote_id && d.seat === this.seat) this.vote = { ...this.vote, mine: d.answer };
        if (d.seat === this.seat && !this.vote) this.accused = d.answer.option;
        if (d.seat === this.seat) this.note(e, at, `Your vote: ${this.answered(d.answer)}.`);
        return undefined;
      case "vote.cancelled":
        if (this.vote?.id === d.vote_id) this.vote = null;
        return undefined;
      case "game.ended":
        this.end = d;
        this.vote = null;
        this.ends = 0;
        if (d.outcome !== this.lines.at(-1)?.text) this.note(e, at, d.outcome || "The game has ended.");
        return undefined;
      default: return undefined;
    }
  }

  #begin(d, at) {
    const { config: c, deal } = d;
    this.rules = c.game.rules || "freeform";
    this.rulesText = c.game.rules_text ?? "";
    this.aims = c.game.aims ?? [];
    this.speed = c.speed || 1;
    this.late = c.late ?? "";
    this.players = (deal?.players ?? c.game.players).map(p => ({ ...p }));
    this.phases = deal?.phases ?? c.game.phases ?? [];
    this.channels = deal?.channels ?? c.game.channels ?? [];
    this.phase = deal?.phase ?? c.game.phase ?? "";
    this.roles = deal?.roles ?? {};
    this.private = deal?.private?.[this.seat] ?? "";
    if (this.private === "" && this.roles[this.seat]) this.private = `Your role: ${this.roles[this.seat]}.`;
    this.ends = c.game.phase_ends_in_ms ? at + c.game.phase_ends_in_ms : 0;
  }

  #say(e, at, d) {
    this.lines.push({ seq: e.seq, at, kind: d.kind || "player", sender: d.sender, text: d.text, channel: d.channel || "", id: e.message_id || d.id });
  }

  #amend(d, change) { this.lines = this.lines.map(l => (l.id === d.message_id ? { ...l, ...change, view: null } : l)); }

  note(e, at, text) { this.lines.push({ seq: e.seq, at, kind: "note", text }); }

  #observe(e, at, d) {
    const who = d.player && this.player(d.player.id ?? d.player);
    switch (d.kind) {
      case "phase":
        this.phase = d.phase;
        this.ends = d.ends_in_ms ? at + d.ends_in_ms : d.ends_at ? Date.parse(d.ends_at) : 0;
        this.vote = null;
        // A game master says what begins.
        if (!["gamemaster", "host"].includes(this.lines.at(-1)?.kind)) this.note(e, at, `Phase: ${d.phase}`);
        break;
      case "joined":
        this.players = [...this.players.filter(p => p.id !== d.player.id), { ...d.player, presence: "active" }];
        break;
      case "left": case "eliminated":
        if (who) Object.assign(who, { presence: d.kind });
        break;
      case "private_info": this.private = [this.private, d.text].filter(Boolean).join(" "); break;
      case "ruling": this.vote = null; break;
      default:
    }
  }

  // answered returns an answer to a vote in words.
  answered(answer) { return answered(answer, id => this.name(id)); }

  // secretive reports whether the reader has not yet said who was a bot. Until then the page does not
  // tell how the game went.
  get secretive() { return Boolean(this.end && this.seat && !this.before); }

  // shown are the lines without those that tell how the game went.
  get shown() {
    if (!this.secretive) return this.lines;
    const last = this.lines.findLastIndex(l => !["gamemaster", "note"].includes(l.kind));
    return this.lines.slice(0, last + 1);
  }

  // reveal ends the secret. before is what the reader has answered so far. The tab remembers it, since
  // the page may be loaded again.
  reveal(before) {
    this.before = before;
    sessionStorage.setItem(`before ${this.id}`, JSON.stringify(before));
    this.changed();
  }
}
