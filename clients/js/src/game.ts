import type { NewCast, NewTableObservation, NewTableVote, Posted, Table, TableEvent, TableResult, TableVote } from './api.js'
import type { Connection, RequestOptions } from './connection.js'
import { follow, type Events, type GameEventsOptions } from './events.js'
import { Play } from './play.js'

/** Game is a game with all its seats: bots, and people. */
export class Game extends Play<Table, NewTableObservation, NewTableVote, TableVote> {
  constructor(connection: Connection, readonly id: string) {
    super(connection, `/v1/games/${encodeURIComponent(id)}`)
  }

  /** result says who was what, and how everybody did. */
  result(options: RequestOptions = {}): Promise<TableResult> {
    return this.send('GET', '/result', undefined, options)
  }

  /** cast posts the vote of a person. */
  cast(voteID: string, cast: NewCast, options: RequestOptions = {}): Promise<Posted> {
    return this.send('POST', `/votes/${encodeURIComponent(voteID)}/casts`, cast, options)
  }

  /**
   * events follows the game until it ends. With `types` you get events of these types only. With `as` it is what the
   * player in a seat may see: there all lines are `message.received`, since nobody is a bot.
   */
  events<T extends TableEvent['type'] = TableEvent['type']>(options: GameEventsOptions<T> = {}): Events<Extract<TableEvent, { type: T }>> {
    return follow(this.connection, this.path, options)
  }
}
