import type { Warning } from './api.js'
import { Problem, Unreachable } from './problem.js'
import { Watch } from './watch.js'

/** Settings of a {@link Ringer} that few programs need. */
export interface RingerOptions {
  /** How many milliseconds a request is tried again for, when the server is away or busy. The default is 30,000. */
  retryFor?: number
  /** Is called before each new try, with what went wrong and how many milliseconds the client waits. */
  onRetry?: (problem: Problem | Unreachable, wait: number) => void
  /** Hears of input that the server has taken, but is probably a mistake. The default is `console.warn`. */
  onWarning?: (warning: Warning) => void
  /**
   * How many milliseconds a connection may be silent before the client opens it again. The default is 45,000, since the
   * server sends a heartbeat each 15 s, and a request waits at most 20 s for something to happen.
   */
  silence?: number
  /** In place of the global `fetch`, such as one that uses a proxy. */
  fetch?: typeof fetch
}

/** What each request takes. */
export interface RequestOptions {
  /** Ends the request when it aborts. */
  signal?: AbortSignal | undefined
}

/** The longest time between two tries in milliseconds, unless the server asks for more. */
const LONGEST_WAIT = 10_000

/** Connection sends requests to a server. */
export class Connection {
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #options: RingerOptions

  constructor(url: string, key: string, options: RingerOptions) {
    this.#url = url.replace(/\/+$/, '')
    if (!/^https?:\/\/[^/]/.test(url)) throw new TypeError(`${url} is not the address of a server; write it like http://127.0.0.1:8080`)
    this.#headers = key === '' ? {} : { Authorization: `Bearer ${key.trim()}` }
    this.#options = options
  }

  /** request sends a request until it is answered, at most for `retryFor` milliseconds. Each try has the same Idempotency-Key. */
  async request<T>(
    method: string, path: string, body: unknown, signal?: AbortSignal, retryFor = this.#options.retryFor ?? 30_000,
  ): Promise<T> {
    const headers: Record<string, string> = { Accept: 'application/json' }
    if (method === 'POST') headers['Idempotency-Key'] = newID()
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    const until = Date.now() + retryFor
    for (let tries = 0; ; tries++) {
      const watch = this.watch(signal)
      try {
        const response = await this.send(method, path, headers, watch, JSON.stringify(body))
        const text = await this.#reach(() => response.text())
        if (text === '' || response.headers.get('content-type')?.includes('ndjson')) return (text || undefined) as T
        const answer = JSON.parse(text)
        if (method !== 'GET') answer?.warnings?.forEach(this.#options.onWarning ?? logWarning)
        return answer as T
      } catch (e) {
        await this.pause(e, tries, signal, until)
      } finally {
        watch.end()
      }
    }
  }

  /** watch returns the watch of a new request. */
  watch(signal: AbortSignal | undefined): Watch {
    return new Watch(signal, this.#options.silence ?? 45_000)
  }

  /** send sends a request once. It returns an answer that is not a refusal. */
  async send(method: string, path: string, headers: Record<string, string>, watch: Watch, body?: string): Promise<Response> {
    watch.start()
    const init = { method, headers: { ...this.#headers, ...headers }, signal: watch.signal, ...(body !== undefined && { body }) }
    const response = await this.#reach(() => (this.#options.fetch ?? fetch)(this.#url + path, init))
    if (!response.ok) throw new Problem(response, await this.#reach(() => response.text()))
    return response
  }

  /** read reads the next part of a body. */
  read(reader: ReadableStreamDefaultReader<Uint8Array>) {
    return this.#reach(() => reader.read())
  }

  /** reach turns the failures of a connection into one type. */
  async #reach<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (e) {
      throw e instanceof Problem || e instanceof Unreachable ? e : new Unreachable(this.#url, e)
    }
  }

  /**
   * pause waits before the next try. It throws what went wrong if another try cannot help, or would come too late, and
   * the signal's reason if that has ended the request. All clients of a server that restarts draw their waits, so that
   * they do not come back together.
   */
  async pause(e: unknown, tries: number, signal: AbortSignal | undefined, until: number): Promise<void> {
    signal?.throwIfAborted()
    if (!(e instanceof Unreachable || e instanceof Problem && e.retryable)) throw e
    const wait = Math.random() * Math.min(LONGEST_WAIT, 500 * 2 ** tries) + (e instanceof Problem ? e.wait : 0)
    if (Date.now() + wait > until) throw e
    this.#options.onRetry?.(e, wait)
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }, wait)
      signal?.addEventListener('abort', abort, { once: true })
    })
  }
}

function logWarning(w: Warning): void {
  console.warn(`ringer: ${w.code} at ${w.pointer}: ${w.detail}`)
}

/** newID returns an id that no other request has. It has to be unique, and not hard to guess. */
function newID(): string {
  const part = () => Math.random().toString(36).slice(2, 12).padEnd(10, '0')
  return `js_${part()}${part()}`
}

/** query returns parameters as the end of an address. It leaves out those without a value. */
export function query(parameters: Record<string, string | number | readonly string[] | undefined>): string {
  const q = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) q.set(name, String(value))
  return `?${q}`
}
