// Tests of what a healthy server does not do: silence, refusals, lost answers, streams that end early.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import test from 'node:test'
import { Ringer, verifyWebhook } from '../dist/index.js'

/** setup starts a server whose answers are a list of functions, one a request, and returns its client and the requests. */
async function setup(t, answers, options = {}) {
  const requests = []
  const server = createServer((request, response) => {
    requests.push(request)
    answers[requests.length - 1](response, request)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => { server.closeAllConnections(); server.close() })
  return { requests, ringer: new Ringer(`http://127.0.0.1:${server.address().port}/`, '', options) }
}

const json = (status, body, headers = {}) => response => response.writeHead(status, headers).end(JSON.stringify(body))
const refused = (status, code, retryable, headers) =>
  json(status, { code, detail: 'do this', retryable, status, errors: [], request_id: 'req_1' }, headers)
const frame = (seq, type = 'message.sent', data = { text: 'hi' }) =>
  `event: ${type}\ndata: ${JSON.stringify({ seq, type, data })}\nid: ${seq}\n\n`
const cut = response => response.destroy()
const ended = response => response.end(frame(9, 'session.ended'))
const opened = json(201, { id: 'ses_1' })

async function all(events) {
  const list = []
  for await (const e of events) list.push(e)
  return list
}

test('a request is tried again under one key when the answer is lost, or the server is busy', async t => {
  const waits = []
  const { ringer, requests } = await setup(t,
    [cut, refused(429, 'rate_limited', true, { 'Retry-After': '1' }), json(502, 'bad gateway'), opened],
    { onRetry: (problem, wait) => waits.push([problem.name, wait]) })
  assert.equal((await ringer.open({ game: { players: ['Red'] }, bot: { seat: 'Red' } })).id, 'ses_1')
  assert.equal(requests.length, 4)
  assert.equal(new Set(requests.map(r => r.headers['idempotency-key'])).size, 1)
  assert.deepEqual(waits.map(([name]) => name), ['Unreachable', 'Problem', 'Problem'])
  assert.ok(waits[1][1] >= 1000)
})

test('a refusal is thrown at once, with all that the server says', async t => {
  const answers = [refused(422, 'unknown_player', false), refused(429, 'quota_reached', false), json(404, 'nginx')]
  const { ringer, requests } = await setup(t, answers)
  const post = () => ringer.session('ses_1').post('Bob', 'hi')
  await assert.rejects(post, { name: 'Problem', code: 'unknown_player', detail: 'do this', status: 422, request_id: 'req_1' })
  await assert.rejects(post, { code: 'quota_reached' })
  await assert.rejects(post, /check the address/)
  assert.equal(requests.length, 3)
})

test('warnings are heard', async t => {
  const heard = []
  const warnings = [{ code: 'unknown_echo', pointer: '/sender', detail: 'It is the bot.' }]
  const { ringer } = await setup(t, [json(202, { messages: [], warnings })],
    { onWarning: w => heard.push(w.code) })
  await ringer.session('ses_1').post('Red', 'hi')
  assert.deepEqual(heard, ['unknown_echo'])
})

test('the tries end: after a time, or with the signal', async t => {
  const { ringer } = await setup(t, Array(20).fill(cut), { retryFor: 50 })
  await assert.rejects(ringer.request('GET', '/v1/usage'), { name: 'Unreachable', message: /is a Ringer server running there/ })
  const stop = new AbortController()
  const patient = await setup(t, [() => stop.abort(new Error('enough'))])
  await assert.rejects(patient.ringer.session('ses_1').vote({ kind: 'yes_no', question: 'so?' }, { signal: stop.signal }), /enough/)
})

test('a stream comes back: cut, ended early, silent; and passes unknown types on', async t => {
  const options = {} // only the stream that falls silent is given up soon: a busy machine is silent, too
  const { ringer, requests } = await setup(t, [
    response => response.write(frame(1) + frame(2, 'new.thing') + 'event: message.sent\ndata: {"se', () => cut(response)),
    response => { options.silence = 1_000; response.end(': still here\n' + frame(3)) },
    response => { delete options.silence; response.write(': still here\n' + frame(4)) }, // and then nothing
    cut, refused(503, 'storage', true),
    ended,
  ], options)
  assert.deepEqual((await all(ringer.session('ses_1').events())).map(e => e.seq), [1, 2, 3, 4, 9])
  assert.deepEqual(requests.map(r => r.headers['last-event-id']), [undefined, '2', '3', '4', '4', '4'])
})

test('events end at 204, and throw a refusal', async t => {
  const { ringer } = await setup(t, [response => response.writeHead(204).end(), refused(404, 'not_found', false)])
  assert.deepEqual(await all(ringer.session('ses_1').events()), [])
  await assert.rejects(all(ringer.session('ses_2').events()), { code: 'not_found' })
})

test('an event may come in any parts, and be large', async t => {
  const text = 'é🙂'.repeat(1e6)
  const data = [`{"seq":1,"type":"message.sent",`, `"data":{"text":${JSON.stringify(text)}}}`]
  const bytes = Buffer.from(`event: message.sent\r\ndata: ${data.join('\r\ndata: ')}\r\nid: 1\r\n\r\n`)
  const { ringer } = await setup(t, [async response => {
    for (let at = 0; at < bytes.length; at += 99_999) if (!response.write(bytes.subarray(at, at + 99_999))) await once(response, 'drain')
    ended(response)
  }])
  const [e] = await all(ringer.session('ses_1').events())
  assert.equal(e.data.text, text)
})

test('close and break close the connection at once, also while the loop waits', async t => {
  const closed = []
  const wait = response => { closed.push(once(response, 'close')); response.write(frame(1)) }
  const { ringer } = await setup(t, [wait, wait, wait])
  const events = ringer.session('ses_1').events()
  await events.next()
  const pending = events.next()
  events.close()
  assert.deepEqual(await pending, { done: true, value: undefined })
  for await (const e of ringer.session('ses_1').events()) if (e.seq === 1) break
  const stop = new AbortController()
  const last = ringer.session('ses_1').events({ signal: stop.signal })
  await last.next()
  const waits = assert.rejects(last.next(), /enough/)
  stop.abort(new Error('enough'))
  await waits
  await Promise.all(closed)
})

test('long polls go on after the page, and the feed after its cursor', async t => {
  const { ringer, requests } = await setup(t, [
    json(200, { events: [], next_after: 5, ended: false }),
    json(200, { events: [{ seq: 9, type: 'session.ended' }], next_after: 9, ended: true }),
    json(200, { events: [], cursor: 'a', more: false }), cut, json(200, { events: [{ seq: 1 }], cursor: 'b', more: false }),
  ])
  assert.equal((await all(ringer.session('ses_1').events({ poll: true, after: 3, types: ['session.ended'] }))).length, 1)
  for await (const page of ringer.feed({ after: 'earliest' })) { assert.equal(page.cursor, 'b'); break }
  const places = requests.map(r => /(?:after|cursor)=(\w+)/.exec(r.url)[1])
  assert.deepEqual(places, ['3', '5', 'earliest', 'a', 'a'])
})

test('a webhook is refused unless its signature is right and fresh', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`, body = '{"type":"message.sent","data":{"seq":7,"text":"é"}}'
  const mac = text => createHmac('sha256', Buffer.alloc(32, 7)).update(text).digest('base64')
  const sign = (at, text = body) => ({
    'webhook-id': 'evt_1', 'webhook-timestamp': String(at),
    'Webhook-Signature': `v1a,no v1,${Buffer.alloc(32).toString('base64')} v1,${mac(`evt_1.${at}.${text}`)}`,
  })
  const now = Math.floor(Date.now() / 1000)
  assert.deepEqual(await verifyWebhook(secret, sign(now), Buffer.from(body)), { seq: 7, text: 'é' })
  assert.deepEqual(await verifyWebhook(secret, new Headers(sign(now - 200)), body), { seq: 7, text: 'é' })
  await assert.rejects(verifyWebhook(secret, sign(now - 400), body), /clocks/)
  await assert.rejects(verifyWebhook(secret, sign(now, 'other'), body), /no signature/)
  await assert.rejects(verifyWebhook(secret, { ...sign(now), 'webhook-timestamp': 'x' }, body), /clocks/)
  await assert.rejects(verifyWebhook(secret, {}, body), /no header webhook-id/)
  await assert.rejects(verifyWebhook('%', sign(now), body), /base64/)
})

test('an address or key that cannot be is refused at once', () => {
  assert.throws(() => new Ringer('localhost:8080'), /write it like http/)
})
