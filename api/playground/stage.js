// The games that are being replayed: this page is the platform, and each session has a bot in it.
// They go on while other views are shown, and end when the page is left.
import { Store } from "./html.js";
import { call, deliver, follow, newID } from "./client.js";
import { number } from "./form.js";

// route is where the server reads files of recorded games.
const route = "/playground/recordings";
// afterplay is the game time that a replay waits after the last line, for a reply under way.
const afterplay = 15000;
// voteGrace is the wall time that it waits after the deadline of a vote: a server that comes back
// answers late.
const voteGrace = 10000;
// timeToLive ends sessions that nobody plays on, in seconds: longer than the silence of any game.
const timeToLive = 3600;

// wall turns game time into wall time, in milliseconds: at least what a vote must last.
const wall = (ms, speed) => ms && Math.max(Math.ceil(ms / speed), 100);

// Play is one game with the bot of one variant in a seat. part is what the server says of the seat.
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

  constructor(part, variant, settings, changed) { Object.assign(this, { part, variant, settings, changed }); }

  // open makes the session. Its id of ours makes a repeated request safe.
  async open() {
    const body = { ...this.part.session, ...this.variant, ...this.settings, record: true, external_id: newID(), ttl_seconds: timeToLive };
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
      for (const [i, cue] of this.part.cues.entries()) {
        await this.#until(cue.at_ms);
        if (this.over) break;
        await (cue.await ? this.#answer(cue.await) : this.#request(cue, i));
        this.changed();
      }
      await this.#until(Math.max(this.part.length_ms, this.now) + afterplay);
      if (!this.over) this.state = "ended";
    } catch (e) {
      if (!this.over) Object.assign(this, { state: "failed", error: e });
    }
    await this.close();
  }

  // #request makes the request of a cue. Its id makes a repeated request safe.
  async #request({ path, body }, i) {
    const within_ms = wall(body.within_ms, this.speed), ends_in_ms = wall(body.ends_in_ms, this.speed);
    await Promise.race([this.#deliver(`${this.path}/${path}`, { id: `cue-${i}`, ...body, within_ms, ends_in_ms }), this.#stopped]);
    if (path === "votes") this.deadline = performance.now() + within_ms + voteGrace;
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
    const at_ms = (Date.parse(e.at) - (e.clock_shift_ms ?? 0) - this.opened) * this.speed, d = e.data;
    if (e.type === "message.received") this.lines.push({ at_ms, sender: d.sender, kind: d.kind, channel: d.channel, text: d.text });
    if (e.type === "message.sent") this.lines.push({ at_ms, sender: this.part.seat, kind: "player", channel: d.channel, text: d.text, bot: true, late: at_ms > this.part.length_ms });
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
  file = "";
  games = [];
  game = null;
  seat = "";
  part = null; // what the server says of the seat; until it has answered, of the seat before
  variants = [{ strategy: "scheduler", options: {} }];
  speed = "10";
  seed = "1";
  plays = [];
  trouble = null;

  get playing() { return this.plays.some(p => !p.over); }
  get ready() { return this.part?.of === this.game && this.part?.seat === this.seat; }

  set(values) {
    Object.assign(this, values);
    this.changed();
  }

  // load reads the text of a file, and returns when the first game is there.
  async load(file, waiting) {
    const { games } = await deliver("POST", route, file, { waiting });
    this.stop();
    this.set({ file, games });
    await this.choose(0);
  }

  // choose takes a game and a seat. Of two choices at once the later one counts.
  async choose(index, seat = this.games[index].seat) {
    const of = this.games[index], chosen = () => this.game === of && this.seat === seat;
    this.set({ game: of, seat, plays: [], trouble: null });
    try {
      const part = await call("POST", `${route}?game=${index + 1}${seat && `&seat=${encodeURIComponent(seat)}`}`, this.file, { quiet: true });
      if (chosen()) this.set({ part: { ...part, of } });
    } catch (error) {
      if (chosen()) this.set({ part: null, trouble: { error } });
    }
  }

  // play opens one session for each variant, and drives them at once. If one is refused, none plays.
  async play() {
    const settings = { speed: number(this.speed), seed: number(this.seed) };
    const plays = this.variants.map(v => new Play(this.part, v, settings, () => this.changed()));
    this.set({ plays, trouble: null });
    const opened = await Promise.allSettled(plays.map(p => p.open()));
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
