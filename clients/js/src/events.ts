import { query, type Connection } from './connection.js'
import { blocks } from './sse.js'

/** Which events are wanted, and how. */
export interface EventsOptions<T extends string> {
  /** Only events behind this `seq`. The default is 0: from the beginning. */
  after?: number
  /** Only events of these types; `'*'` is all. The default is what a platform acts on. */
  types?: readonly T[] | '*'
  /** Read in long polls, where something between client and server does not let streams pass. */
  poll?: boolean
  /** Ends the loop when it aborts: it throws the signal's reason. */
  signal?: AbortSignal | undefined
}

/** Which events of a game are wanted, and how. */
export interface GameEventsOptions<T extends string> extends EventsOptions<T> {
  /** Show what the player in this seat may see. */
  as?: string
  /** Show what people without a seat may see. */
  view?: 'public'
}

/**
 * Events are what happens, each once and in order, however often the connection breaks. They end behind `session.ended`
 * or `game.ended`. Types that you do not know may come: skip them.
 */
export class Events<E> implements AsyncIterableIterator<E> {
  readonly #stop = new AbortController()
  readonly #inner: AsyncGenerator<E, void>
  #closed = false

  constructor(read: (signal: AbortSignal) => AsyncGenerator<E, void>, outer?: AbortSignal) {
    const stop = this.#stop
    const abort = () => stop.abort(outer?.reason)
    this.#inner = (async function* () {
      outer?.addEventListener('abort', abort)
      try {
        if (outer?.aborted) abort()
        stop.signal.throwIfAborted()
        yield* read(stop.signal)
      } finally {
        outer?.removeEventListener('abort', abort)
      }
    })()
  }

  [Symbol.asyncIterator]() { return this }

  /** next returns the next event, once it has come. */
  async next(): Promise<IteratorResult<E, undefined>> {
    try {
      const { done, value } = await this.#inner.next()
      return done ? { done, value: undefined } : { done: false, value }
    } catch (e) {
      if (this.#closed) return { done: true, value: undefined }
      throw e
    }
  }

  /** close ends the loop and closes the connection at once, also while the loop waits. */
  close() {
    this.#closed = true
    this.#stop.abort()
  }

  /** return is called by `break`. */
  async return(): Promise<IteratorResult<E, undefined>> {
    this.close()
    await this.#inner.return().catch(() => undefined) // what a closed connection says
    return { done: true, value: undefined }
  }
}

type Any = { type: string }

const isLast = (e: Any) => e.type === 'session.ended' || e.type === 'game.ended'

/** follow returns the events of the session or game at a path. */
export function follow<E extends Any>(connection: Connection, path: string, options: GameEventsOptions<string>): Events<E> {
  return new Events<E>(stop => (options.poll ? pages<E> : stream<E>)(connection, path, options, stop), options.signal)
}

type Reader<E> = AsyncGenerator<E, void>
type Filter = GameEventsOptions<string>

/** pages reads a log in long polls. */
async function* pages<E extends Any>(connection: Connection, path: string, filter: Filter, signal: AbortSignal): Reader<E> {
  let { types, as, view, after = 0 } = filter
  for (;;) {
    const page = await connection.request<{ events: E[], next_after: number, ended: boolean }>(
      'GET', `${path}/events${query({ types, as, view, after, wait: '20s' })}`, undefined, signal, Infinity)
    for (const e of page.events) {
      yield e
      if (isLast(e)) return
    }
    if (page.ended) return
    after = page.next_after
  }
}

/**
 * stream follows a log as server-sent events. It comes back when the connection is cut, which the server does every ten
 * minutes.
 */
async function* stream<E extends Any>(connection: Connection, path: string, filter: Filter, signal: AbortSignal): Reader<E> {
  const { types, as, view, after = 0 } = filter
  const address = `${path}/stream${query({ types, as, view, after })}`
  const headers: Record<string, string> = { Accept: 'text/event-stream', 'Cache-Control': 'no-store' }
  for (let tries = 0; ; tries++) {
    const watch = connection.watch(signal)
    try {
      const response = await connection.send('GET', address, headers, watch)
      if (response.status === 204 || response.body === null) return // it has ended, and was read to its end
      for await (const block of blocks(connection, response.body, watch)) {
        headers['Last-Event-ID'] = block.id
        tries = 0
        const e = JSON.parse(block.data) as E
        yield e
        if (isLast(e)) return
      }
    } catch (e) {
      await connection.pause(e, tries, signal, Infinity)
    } finally {
      watch.end()
    }
  }
}
