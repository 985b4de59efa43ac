// The only module that talks to the server. It has the server's key, which stays in memory.
import { Store } from "./html.js";

// The server may be served below a path, so addresses are relative to this file.
const root = new URL("..", import.meta.url);

// Problem is a refusal of the server, with the codes and pointers of its problem document.
export class Problem extends Error {
  constructor(status, document) {
    super(document.detail || document.title || `The server answers ${status}.`);
    this.status = status;
    this.code = document.code || "";
    this.retryable = Boolean(document.retryable);
    this.errors = document.errors || [];
    this.request = document.request_id || "";
  }

  // at returns what is wrong with one value of the body, and null if nothing is.
  at(pointer) {
    return this.errors.find(e => e.pointer === pointer)?.detail ?? null;
  }
}

// Unreachable says that the server did not answer at all.
export class Unreachable extends Error {
  constructor() {
    super("The server does not answer. This page keeps trying.");
    this.code = "unreachable";
    this.retryable = true;
  }
}

// access holds the key of the server, and whether the page waits for one.
class Access extends Store {
  needed = document.documentElement.dataset.key === "needed";
  key = "";
  wrong = "";
  #waiting = [];

  get asking() { return this.#waiting.length > 0; }

  // ask returns once somebody has typed a key: true. It returns false if nobody has one.
  ask(wrong) {
    this.wrong = wrong;
    return new Promise(resolve => { this.#waiting.push(resolve); this.changed(); });
  }

  // give answers those who ask. The empty text means that there is no key.
  give(key) {
    this.key = key;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.changed();
    for (const resolve of waiting) resolve(key !== "");
  }
}
export const access = new Access();

// requests are the last calls, newest first, so that each can be copied as a curl command.
class Requests extends Store {
  list = [];
  #added = 0;

  // add notes a request. A file may be large, so it is left out. A repeated command must not be taken
  // for the same request, so an id is left out, too.
  add(method, path, body, token) {
    const { id: _, ...rest } = body ?? {};
    const shown = typeof body === "string" ? "" : body && rest;
    this.list = [{ n: ++this.#added, method, path, body: shown, token }, ...this.list].slice(0, 40);
    this.changed();
  }
}
export const requests = new Requests();

const authorization = token => token ? `Bearer ${token}` : access.key ? `Bearer ${access.key}` : "";

// json keeps whole numbers that JavaScript cannot hold: a long seed is a BigInt.
const json = body => JSON.stringify(body, (_, v) => typeof v === "bigint" ? JSON.rawJSON?.(v) ?? Number(v) : v);

// send makes one request. It asks for the key if the server wants one.
async function send(method, path, { body, token, headers = {}, signal, keepalive }) {
  for (;;) {
    const key = authorization(token);
    let response;
    try {
      response = await fetch(new URL(path.slice(1), root), {
        method, signal, keepalive, cache: "no-store",
        headers: { ...headers, ...(key && { Authorization: key }), ...(body !== undefined && { "Content-Type": typeof body === "string" ? "application/x-ndjson" : "application/json" }) },
        body: typeof body === "string" ? body : body === undefined ? undefined : json(body),
      });
    } catch (e) {
      if (signal?.aborted) throw e;
      throw new Unreachable();
    }
    if (response.ok) return response;
    const problem = new Problem(response.status, await response.json().catch(() => ({})));
    if (problem.code !== "unauthorized" || token || !await access.ask(key ? "This key is wrong." : "")) throw problem;
  }
}

// call makes a request, and returns the answer: JSON, or text for other media types. With keepalive
// the request outlives the page.
export async function call(method, path, body, { token = "", signal, keepalive, quiet = method === "GET" } = {}) {
  if (!quiet) requests.add(method, path, body, token);
  const response = await send(method, path, { body, token, signal, keepalive });
  if (response.status === 204) return null;
  return /^application\/json/.test(response.headers.get("Content-Type") ?? "") ? response.json() : response.text();
}

// newID makes an id that nothing else has. Pages without TLS have no crypto.randomUUID.
export const newID = () => `web-${Array.from(crypto.getRandomValues(new Uint8Array(12)), b => b.toString(16).padStart(2, "0")).join("")}`;

const pause = (ms, signal) => new Promise(resolve => {
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
    resolve();
  };
  const timer = setTimeout(end, ms);
  signal?.addEventListener("abort", end);
});

// deliver makes a request that may be repeated, since its body has an id or it only reads. It repeats
// it until the server answers. waiting is called when the server does not.
export async function deliver(method, path, body, { token = "", waiting = () => {} } = {}) {
  for (let tries = 0; ; tries++) {
    try {
      return await call(method, path, body, { token, quiet: tries > 0 || undefined });
    } catch (e) {
      if (!e.retryable) throw e;
      waiting(e);
      await pause(Math.min(300 * 2 ** tries, 5000));
    }
  }
}

// parts returns the complete events of a stream's text, the id of the last one, and the rest.
function parts(text) {
  const blocks = text.split(/\r?\n\r?\n/);
  const rest = blocks.pop();
  const events = [];
  let id = "";
  for (const block of blocks) {
    const field = name => block.split(/\r?\n/).filter(line => line.startsWith(`${name}:`)).map(line => line.slice(name.length + 1).trimStart());
    const data = field("data");
    if (data.length > 0) events.push(JSON.parse(data.join("\n")));
    id = field("id").at(-1) ?? id;
  }
  return [events, id, rest];
}

const refused = e => e instanceof Problem && !e.retryable;

// follow reads a stream of events from the beginning, and goes on after the last one whenever it
// breaks off. So it misses nothing and gives nothing twice. hear gets lists of events. tell gets
// "live", "away" while the server is not there, "ended", or a Problem that ends it. With "live" it
// also gets by how many milliseconds the clock of this page is ahead of the server's. follow returns
// a function that ends it.
export function follow(path, { token = "", hear, tell = () => {}, last = /\.ended$/ }) {
  const end = new AbortController();
  const { signal } = end;
  let after = "", over = false;
  const take = (events, id) => {
    if (events.length === 0) return;
    hear(events);
    after = id;
    over ||= events.some(e => last.test(e.type));
  };
  const read = async () => {
    const headers = { Accept: "text/event-stream", ...(after && { "Last-Event-ID": after }) };
    const response = await send("GET", path, { token, headers, signal });
    if (response.status === 204) { over = true; return; }
    // The header has whole seconds.
    tell("live", Date.now() - Date.parse(response.headers.get("Date")) - 500 || 0);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = "", events, id; ;) {
      const { done, value } = await reader.read();
      if (done) return;
      [events, id, rest] = parts(rest + value);
      take(events, id);
    }
  };
  (async () => {
    for (let tries = 0; !signal.aborted; tries++) {
      const before = after;
      try {
        await read();
      } catch (e) {
        if (signal.aborted) return;
        if (refused(e)) { tell(e); return; }
        if (tries > 0) tell("away"); // a stream that is cut after some minutes is no trouble
      }
      if (over) { tell("ended"); return; }
      if (after !== before) tries = 0;
      await pause(Math.min(200 * 2 ** tries, 3000), signal);
    }
  })();
  return () => end.abort();
}

const quoted = text => `'${text.replaceAll("'", `'\\''`)}'`;

// curl returns a request as a command line. The key stays a variable.
export function curl({ method, path, body, token }) {
  const words = ["curl", "-s"];
  if (token) words.push("-H", quoted(`Authorization: Bearer ${token}`));
  else if (access.needed) words.push("-H", '"Authorization: Bearer $RINGER_API_KEY"');
  if (body === undefined && method === "POST") words.push("--json", "'{}'");
  else if (typeof body === "string") words.push("--data-binary", "@FILE", "-H", "'Content-Type: application/x-ndjson'");
  else if (body !== undefined) words.push(...(method === "POST" ? [] : ["-X", method]), "--json", quoted(json(body)));
  else if (method !== "GET") words.push("-X", method);
  return [...words, quoted(new URL(path.slice(1), root).href)].join(" ");
}
