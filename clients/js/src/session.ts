import type { Event, NewObservation, NewVote, Posted, Receipt, Session as Shown, Vote } from './api.js'
import type { Connection, RequestOptions } from './connection.js'
import { follow, type Events, type EventsOptions } from './events.js'
import { Play } from './play.js'

/** Session is one bot in its seat. */
export class Session extends Play<Shown, NewObservation, NewVote, Vote> {
  constructor(connection: Connection, readonly id: string) {
    super(connection, `/v1/sessions/${encodeURIComponent(id)}`)
  }

  /** receipt says that you have posted a message of the bot, or why you have rejected it. The id is `message_id` of its event. */
  receipt(messageID: string, receipt: Receipt, options: RequestOptions = {}): Promise<Posted> {
    return this.send('POST', `/messages/${encodeURIComponent(messageID)}/receipt`, receipt, options)
  }

  /**
   * events follows what the bot does, until the session ends. With `types` you get events of these types only. An open
   * loop keeps the process alive: leave it, or `close` the events.
   */
  events<T extends Event['type'] = Event['type']>(options: EventsOptions<T> = {}): Events<Extract<Event, { type: T }>> {
    return follow(this.connection, this.path, options)
  }
}
