// The games that are being replayed: this page is the platform, and each session has a bot in it.
// They go on while other views are shown, and end when the page is left.
import { Store } from "./html.js";
import { call, deliver, follow } from "./client.js";
import { firstSeat, length } from "./record.js";
import { config, cues } from "./script.js";

// afterplay is the game time that a replay waits after the last line, for a reply under way.
const afterplay = 15000;
// voteGrace is the wall time that it waits after the deadline of a vote: a server that comes back
// answers late.
const voteGrace = 10000;
// timeToLive ends sessions that nobody plays on, in seconds: longer than the silence of any game.
const timeToLive = 3600;

// random makes an id that no other session has. Pages without TLS have no crypto.randomUUID.
const random = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), b => b.toString(16).padStart(2, "0")).join("");

// number returns what was typed. The server says what is wrong with a text that is not a number.
const number = text => text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);

// Play is one game with the bot of one variant in a seat.
class Play {
  id = "";
  state = "playing"; // then ended, stopped or failed
  error = null;
  away = false;
  typing = false;
  lines = [];
  answers = new Map(); // by the id of the vote
  spent = null;
  #stopped = new Promise(resolve => { this.stopNow = resolve; });
  #cast = new Map(); // what waits for the answer to a vote, by its id

  constructor(game, seat, variant, settings, changed) { Object.assign(this, { game, seat, variant, settings, changed, end: length(game) }); }

  // open makes the session. Its id of ours makes a repeated request safe.
  async open(presets) {
    const body = { ...config(this.game, this.seat, this.variant, this.settings, presets), external_id: `playground-${random()}`, ttl_seconds: timeToLive };
    const asked = performance.now(), session = await this.#deliver("/v1/sessions", body), now = performance.now();
    const opened = Date.parse(session.created_at), age = Date.now() - opened;
    // If the age is possible, the clocks of server and browser agree. Else the session counts as new.
    const began = now - (age >= 0 && age <= now - asked ? age : 0);
    Object.assign(this, { id: session.id, path: `/v1/sessions/${session.id}`, speed: session.config.speed, opened, began });
    this.unfollow = follow(`${this.path}/stream?types=message.received,message.sent,typing.started,typing.stopped,vote.cast,session.ended`, {
      hear: events => { for (const e of events) this.#hear(e); this.changed(); },
      tell: state => { this.away = state === "away"; this.changed(); },
    });
  }

  get over() { return this.state !== "playing"; }
  get now() { return this.began === undefined ? 0 : (performance.now() - this.began) * this.speed; }

  // drive plays the game to its end, or until it is stopped.
  async drive() {
    try {
      for (const cue of cues(this.game, this.seat, this.speed)) {
        await this.#until(cue.at);
        if (this.over) break;
        if (cue.wait) await this.#answer(cue.wait);
        else await Promise.race([this.#deliver(`${this.path}/${cue.path}`, cue.body), this.#stopped]);
        if (cue.path === "votes") this.deadline = performance.now() + cue.body.within_ms + voteGrace;
        this.changed();
      }
      await this.#until(Math.max(this.end, this.now) + afterplay);
      if (!this.over) this.state = "ended";
    } catch (e) {
      if (!this.over) Object.assign(this, { state: "failed", error: e });
    }
    await this.close();
  }

  // close ends the session, and asks what it has cost.
  async close() {
    try {
      await this.#deliver(`${this.path}/end`, {}).catch(e => { if (e.code !== "session_ended") throw e; });
      this.spent = (await call("GET", this.path)).spent;
    } catch (e) {
      this.error ??= e;
      this.unfollow();
    }
    this.changed();
  }

  stop() {
    if (this.over) return;
    this.state = "stopped";
    this.stopNow();
    this.changed();
  }

  // leave ends the session of a page that is being closed. Nobody hears the answer.
  leave() { call("POST", `${this.path}/end`, {}, { keepalive: true }).catch(() => {}); }

  #hear(e) {
    const at = (Date.parse(e.at) - (e.clock_shift_ms ?? 0) - this.opened) * this.speed, d = e.data;
    if (e.type === "message.received") this.lines.push({ at, sender: d.sender, kind: d.kind, channel: d.channel, text: d.text });
    if (e.type === "message.sent") this.lines.push({ at, sender: this.seat, kind: "player", channel: d.channel, text: d.text, bot: true, late: at > this.end });
    if (e.type.startsWith("typing.")) this.typing = e.type === "typing.started";
    if (e.type === "message.sent") this.typing = false;
    if (e.type === "vote.cast" && d.origin === "request") {
      this.answers.set(d.vote_id, d.answer);
      this.#cast.get(d.vote_id)?.();
    }
    if (e.type === "session.ended" && !this.over) {
      Object.assign(this, { state: "failed", error: new Error("The session was ended before the game was over. Play it again.") });
      this.stopNow();
    }
  }

  // #pause waits until something happens, a time has passed, or the play is stopped.
  #pause(ms, happened = () => {}) {
    let timer;
    const passed = new Promise(resolve => {
      timer = setTimeout(resolve, Math.max(ms, 0));
      happened(resolve);
    });
    return Promise.race([passed, this.#stopped]).finally(() => clearTimeout(timer));
  }

  #until(at) { return this.#pause((at - this.now) / this.speed); }

  #answer(id) {
    if (this.answers.has(id)) return undefined;
    return this.#pause(this.deadline - performance.now(), now => this.#cast.set(id, now));
  }

  // #deliver posts something until the server has it.
  async #deliver(path, body) {
    const answer = await deliver("POST", path, body, { waiting: () => { this.away = true; this.changed(); } });
    this.away = false;
    return answer;
  }
}

// Stage is what is loaded, how it shall be played, and the plays of it.
class Stage extends Store {
  games = [];
  game = null;
  seat = "";
  variants = [{ strategy: "scheduler", options: {} }];
  speed = "10";
  seed = "1";
  plays = [];
  trouble = null;

  get playing() { return this.plays.some(p => !p.over); }

  set(values) {
    Object.assign(this, values);
    this.changed();
  }

  load(games) {
    this.stop();
    this.games = games;
    this.choose(0);
  }

  choose(index) { this.set({ game: this.games[index], seat: firstSeat(this.games[index]), plays: [], trouble: null }); }

  // play opens one session for each variant, and drives them at once. If one is refused, none plays.
  async play(presets) {
    const settings = { speed: number(this.speed), seed: number(this.seed) };
    const plays = this.variants.map(v => new Play(this.game, this.seat, v, settings, () => this.changed()));
    this.set({ plays, trouble: null });
    const opened = await Promise.allSettled(plays.map(p => p.open(presets)));
    const refused = opened.findIndex(o => o.status === "rejected");
    if (refused >= 0) {
      for (const p of plays.filter(p => p.id)) p.close();
      this.set({ plays: [], trouble: { error: opened[refused].reason, variant: refused } });
      return;
    }
    for (const p of plays) p.drive();
  }

  stop() { for (const p of this.plays) p.stop(); }
}

export const stage = new Stage();

addEventListener("pagehide", () => { for (const p of stage.plays) if (p.id && !p.over) p.leave(); });
