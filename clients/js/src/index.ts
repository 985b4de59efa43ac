/**
 * The client of a Ringer server, for Node.js 18 or newer and for browsers.
 *
 * @packageDocumentation
 */
export { Events } from './events.js'
export type { EventsOptions, GameEventsOptions } from './events.js'
export { Game } from './game.js'
export { Problem, Unreachable } from './problem.js'
export type { Messages, Play } from './play.js'
export type { RequestOptions, RingerOptions } from './connection.js'
export { Ringer } from './ringer.js'
export type { FeedOptions } from './ringer.js'
export { Session } from './session.js'
export { verifyWebhook } from './webhook.js'
// The types of the contract. The classes above hide the schemas of the same names.
export type * from './api.js'
