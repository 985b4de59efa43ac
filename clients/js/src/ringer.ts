import type { FeedEvent, FeedPage, NewSession, NewTable } from './api.js'
import { Connection, query, type RequestOptions, type RingerOptions } from './connection.js'
import { Events } from './events.js'
import { Game } from './game.js'
import { Session } from './session.js'

/** The environment; empty in a browser. */
const env = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {}

/** Which events of the feed are wanted. */
export interface FeedOptions extends RequestOptions {
  /** The `cursor` of the last page that you have dealt with, or `'earliest'`. Without it the feed begins now. */
  after?: string
  /** Only events of these types; `'*'` is all. */
  types?: readonly FeedEvent['type'][] | '*'
}

/** Ringer is a server. */
export class Ringer {
  readonly #connection: Connection

  /** The address is `RINGER_URL` if you leave it out, or `http://127.0.0.1:8080`; the key is `RINGER_API_KEY`. */
  constructor(url = env.RINGER_URL || 'http://127.0.0.1:8080', key = env.RINGER_API_KEY || '', options: RingerOptions = {}) {
    this.#connection = new Connection(url, key, options)
  }

  /** open opens a session: one bot in its seat. */
  async open(session: NewSession, options?: RequestOptions): Promise<Session> {
    return this.session((await this.request<{ id: string }>('POST', '/v1/sessions', session, options)).id)
  }

  /** openGame opens a game with all its seats. */
  async openGame(game: NewTable, options?: RequestOptions): Promise<Game> {
    return this.game((await this.request<{ id: string }>('POST', '/v1/games', game, options)).id)
  }

  /** session returns a session that you have opened before. It sends no request. */
  session(id: string): Session { return new Session(this.#connection, id) }

  /** game returns a game that you have opened before. It sends no request. */
  game(id: string): Game { return new Game(this.#connection, id) }

  /** request calls any other route of `docs/api.md`. It throws a {@link Problem} if the server refuses. */
  request<T = unknown>(method: string, path: string, body?: unknown, options: RequestOptions = {}): Promise<T> {
    return this.#connection.request<T>(method, path, body, options.signal)
  }

  /**
   * feed follows all sessions and games of the key's tenant. Keep the `cursor` of each page with what you have done for
   * its events, and go on from there after a restart.
   */
  feed(options: FeedOptions = {}): Events<FeedPage> {
    const connection = this.#connection
    return new Events(async function* (signal) {
      for (let cursor = options.after; ; ) {
        const path = `/v1/events${query({ cursor, types: options.types, wait: '20s' })}`
        const page: FeedPage = await connection.request('GET', path, undefined, signal, Infinity)
        cursor = page.cursor
        if (page.events.length > 0) yield page
      }
    }, options.signal)
  }
}
