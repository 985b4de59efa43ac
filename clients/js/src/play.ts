import type { Ending, NewMessage, Posted, Warning } from './api.js'
import type { Connection, RequestOptions } from './connection.js'

/** What the server says of messages that it has stored. */
export interface Messages {
  messages: Posted[]
  warnings?: Warning[]
}

/** Play is what a session and a game have in common. */
export class Play<Shown, Observed, Asked, Vote extends { id: string, status: string }> {
  /** The path of the routes below this one, for {@link Ringer.request}. */
  readonly path: string
  protected readonly connection: Connection

  constructor(connection: Connection, path: string) {
    this.connection = connection
    this.path = path
  }

  /**
   * post says what people have said: one line, or up to 100 messages. It is stored when this returns, and once, however
   * often the client had to send it. Messages with an `id` of yours may also be posted again after a restart.
   */
  post(sender: string, text: string, options?: RequestOptions): Promise<Messages>
  post(messages: NewMessage | readonly NewMessage[], options?: RequestOptions): Promise<Messages>
  post(said: string | NewMessage | readonly NewMessage[], ...rest: (string | RequestOptions | undefined)[]): Promise<Messages> {
    if (typeof said === 'string') return this.send('POST', '/messages', { sender: said, text: rest[0] }, rest[1] as RequestOptions)
    return this.send('POST', '/messages', Array.isArray(said) ? { messages: said } : said, rest[0] as RequestOptions)
  }

  /** observe says what else has happened: a phase, a player who has left. */
  observe(observation: Observed, options?: RequestOptions): Promise<Posted> {
    return this.send('POST', '/observations', observation, options)
  }

  /** vote asks for a decision, and waits until it is there, cancelled, or too late. */
  async vote(asked: Asked, options?: RequestOptions): Promise<Vote> {
    return this.awaitVote((await this.ask(asked, options)).id, options)
  }

  /** ask asks for a decision, and does not wait for it. */
  ask(asked: Asked, options?: RequestOptions): Promise<Vote> {
    return this.send('POST', '/votes', asked, options)
  }

  /** awaitVote waits until a vote is over. */
  async awaitVote(id: string, options?: RequestOptions): Promise<Vote> {
    for (;;) {
      const vote = await this.send<Vote>('GET', `/votes/${encodeURIComponent(id)}?wait=20s`, undefined, options)
      if (vote.status !== 'open') return vote
    }
  }

  /** end ends it, and says how it went. */
  end(ending: Ending = {}, options?: RequestOptions): Promise<Shown> {
    return this.send('POST', '/end', ending, options)
  }

  /** show returns it as it is now. */
  show(options?: RequestOptions): Promise<Shown> {
    return this.send('GET', '', undefined, options)
  }

  protected send<T>(method: string, suffix: string, body: unknown, options: RequestOptions = {}): Promise<T> {
    return this.connection.request(method, this.path + suffix, body, options.signal)
  }
}
