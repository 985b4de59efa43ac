// Plays a game with a client that is typed by openapi-typescript: the games of the README and of
// docs/api.md. It prints what the bot says and how it votes. A test generates ringer.ts from
// openapi.yaml, and compiles this file strictly.
//
// Usage: node typed.js URL
import createClient from 'openapi-fetch'
import type { components, paths } from './ringer.js'

type Schemas = components['schemas']
type Event = Schemas['Event']

const { GET, POST, PATCH } = createClient<paths>({ baseUrl: process.argv[2] ?? '' })

function must<T>({ data, error }: { data?: T, error?: Schemas['Problem'] }): T {
  if (error) throw new Error(`${error.code}: ${error.detail}`)
  if (data === undefined) throw new Error('the answer has no body')
  return data
}

async function open(body: Schemas['NewSession']) {
  return { path: { id: must(await POST('/v1/sessions', { body })).id } }
}
type Params = Awaited<ReturnType<typeof open>>

async function say(path: Params, body: Schemas['NewMessages']) {
  must(await POST('/v1/sessions/{id}/messages', { params: path, body }))
}

async function observe(path: Params, body: Schemas['NewObservation']) {
  must(await POST('/v1/sessions/{id}/observations', { params: path, body }))
}

// show narrows an event by its type.
function show(e: Event): string | undefined {
  switch (e.type) {
    case 'typing.started':
      console.log('typing', e.data.plan_id)
      return
    case 'message.sent':
      console.log('said', e.data.sender, e.data.text)
      return e.message_id
  }
}

// answer waits until the bot has said something, and confirms it.
async function answer({ path }: Params) {
  for (let after = 0; ;) {
    const page = must(await GET('/v1/sessions/{id}/events', { params: { path, query: { after, wait: '20s', types: 'message.sent,typing.started' } } }))
    after = page.next_after
    for (const mid of page.events.map(show)) {
      if (mid === undefined) continue
      must(await POST('/v1/sessions/{id}/messages/{mid}/receipt', { params: { path: { ...path, mid } }, body: { status: 'posted' } }))
      return
    }
  }
}

// The first game of the README.
async function turing() {
  const params = await open({
    game: { rules: 'turing', players: ['Red', { id: 'b', name: 'Blue' }, 'Green'] },
    bot: { seat: 'Red' },
    strategy: 'tom', options: { cycle: 'fused' },
    seed: 2, limits: { max_calls: 100 }, biography: { age: 34, town: 'Leeds' },
  })
  await say(params, { sender: 'b', text: 'hi all, how is everybody?' })
  await say(params, { messages: [{ sender: 'Green', text: 'red where are you from' }] })
  await answer(params)
  const { path } = params
  const vote = must(await POST('/v1/sessions/{id}/votes', {
    params: { path, query: { wait: '20s' } }, body: { kind: 'choose_one', question: 'Who is the machine?', within_ms: 10_000 },
  }))
  console.log('voted', vote.cast?.answer.option)
  for (const line of must(await GET('/v1/sessions/{id}/mind', { params })).brief) console.log('mind', line)
  must(await PATCH('/v1/sessions/{id}', { params, body: { limits: { max_calls: 50 } } }))
  must(await POST('/v1/sessions/{id}/end', { params, body: { outcome: 'people won', reveal: { Red: 'bot' } } }))
}

// The night of Mafia of docs/api.md. Then a message that is refused.
async function night() {
  const params = await open({
    external_id: 'table-7', seed: 2,
    game: {
      rules_text: 'Red and Blue are mafia. By day all talk; at night the two agree in their den whom to take.',
      aims: [{ role: 'mafia', text: 'You win when Green is out.', quarry: 'a player who suspects you' }],
      players: ['Red', 'Blue', 'Green'],
      channels: [{ id: 'den', members: ['Red', 'Blue'] }],
      phases: ['day', { id: 'night', speakers: ['Red', 'Blue'], channel: 'den' }],
    },
    bot: { seat: 'Red', role: 'mafia', private_info: 'Blue is your partner.', secrets: ['mafia'] },
  })
  await observe(params, { id: 'o-1', kind: 'phase', phase: 'night', ends_in_ms: 60_000 })
  await say(params, { id: 'm-1', sender: 'Blue', channel: 'den', text: 'red, shall we take green?' })
  await answer(params)
  await observe(params, { id: 'o-2', kind: 'eliminated', player: 'Green' })
  must(await POST('/v1/sessions/{id}/end', { params, body: {} }))
  const { error } = await POST('/v1/sessions/{id}/observations', { params, body: { kind: 'muted' } })
  console.log('refused', error?.code)
}

await turing()
await night()
