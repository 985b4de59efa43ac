// Does with the client what a test of the service asks for, and prints a line of JSON for each thing that happened.
// The test compiles it strictly, against the package as npm packs it.
//
// Usage: node drive.js follow|poll PATH TYPES, node drive.js post PATH NUMBER, or node drive.js webhook
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ringer, verifyWebhook, type Event } from 'ringer-client'

const [act = '', path = '', more = ''] = process.argv.slice(2)
const ringer = new Ringer(undefined, undefined, { retryFor: 60_000 })
const print = (line: unknown) => console.log(JSON.stringify(line))
const id = path.split('/').at(-1) ?? ''

/** Follows a session or game, and prints its events. */
async function follow(poll: boolean) {
  const options = { types: more.split(',') as 'message.received'[], poll }
  const events = path.includes('/games/') ? ringer.game(id).events(options) : ringer.session(id).events(options)
  for await (const e of events) print({ id: String(e.seq), type: e.type, data: JSON.stringify(e.data) })
}

/** Posts lines, one after the other. */
async function post() {
  const session = ringer.session(id)
  for (let i = 0; i < Number(more); i++) print((await session.post('Blue', `line ${i}`)).messages[0])
}

/** Receives webhooks, and prints what became of each delivery. */
async function webhook() {
  const secrets: string[] = []
  const server = createServer((request, response) => void answer(request).then(status => response.writeHead(status).end()))
  const answer = async (request: IncomingMessage) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const verified = (secret: string, text: string) => verifyWebhook(secret, request.headers, text).then(e => e.type, () => 'refused')
    print({
      type: JSON.parse(body).type, altered: await verified(secrets[0]!, body + ' '), foreign: await verified('whsec_AAAA', body),
      verified: await Promise.all(secrets.map(s => verified(s, body))),
    })
    if (body.includes('"session.ended"')) setImmediate(() => process.exit())
    return 204
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`, types = ['message.received', 'session.ended']
  const hook = await ringer.request<{ id: string, secret: string }>('POST', '/v1/webhooks', { url, types })
  const rotated = await ringer.request<{ secret: string }>('POST', `/v1/webhooks/${hook.id}/rotate`)
  secrets.push(hook.secret, rotated.secret)
  const session = await ringer.open({ game: { players: ['Red', 'Blue'] }, bot: { seat: 'Red' } })
  await session.post('Blue', 'hi red')
  await session.end({ outcome: 'over', reveal: { Red: 'bot' } })
}

/** narrowed is never called: it compiles only if an event narrows by its type, and a filter narrows all of them. */
export async function narrowed(e: Event): Promise<string> {
  for await (const sent of ringer.session(id).events({ types: ['message.sent', 'vote.cast'] })) {
    if (sent.type === 'vote.cast') return sent.data.vote_id
    return sent.data.text
  }
  // @ts-expect-error: the data of another type has no text
  if (e.type === 'vote.cast') return e.data.text
  return e.type === 'message.sent' ? e.data.text : e.type
}

const acts: Record<string, () => Promise<void>> = { follow: () => follow(false), poll: () => follow(true), post, webhook }
await acts[act]!()
