// A room where people and bots talk. In the end everybody votes who is a bot, and is told.
// Each browser holds the token of its seat, which Ringer made: with it nobody can speak for somebody else. This server
// keeps only who waits for the next game. After a restart browsers and games go on.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { Problem, Ringer } from 'ringer-client'

const { HOST = '127.0.0.1', PORT = '3000', ROOM_BOTS = '2', ROOM_SECONDS = '180', RINGER_URL } = process.env
const ringer = new Ringer(undefined, undefined, { retryFor: 600_000, onRetry: problem => console.error(problem.message) })
const page = new URL('page.html', import.meta.url)
const botNames = ['Robin', 'Sam', 'Kim', 'Alex', 'Jo', 'Max', 'Charlie', 'Toni']

const lobby = new Map() // the responses of people who wait for the next game, by name
const voteNow = new Map() // functions that begin the vote of a game, by its id
const shuffled = list => list.map(x => [Math.random(), x]).sort(([a], [b]) => a - b).map(([, x]) => x)
const send = (response, value, id) => response.write(`${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(value)}\n\n`)
const stream = response => response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
const refuse = (status, detail) => Object.assign(new Error(detail), { status, detail })
const tellLobby = () => lobby.forEach(response => send(response, { waiting: [...lobby.keys()] }))

/** player returns the server as the holder of a token may use it. */
const player = token => new Ringer(RINGER_URL, token, { retryFor: 5_000 })

/** play opens a game for everybody who waits, and gives each the token of a seat. */
async function play() {
  const people = [...lobby]
  if (lobby.size === 0) throw refuse(409, 'nobody waits for a game; join first')
  const bots = botNames.filter(name => !lobby.has(name)).slice(0, Number(ROOM_BOTS))
  const game = await ringer.openGame({
    game: { rules: 'turing', players: shuffled([...people.map(([name]) => name), ...bots]) },
    bots: bots.map(seat => ({ seat })),
    external_id: `room-${randomUUID()}`,
    metadata: { ends_at: new Date(Date.now() + Number(ROOM_SECONDS) * 1000).toISOString() },
  })
  for (const [name, response] of people) {
    const { token } = await ringer.request('POST', `${game.path}/tokens`, { role: 'seat', seat: name })
    send(response, { game: game.id, token, seat: name, bots: bots.length })
    lobby.delete(name)
    response.end()
  }
  finish(game).catch(console.error)
}

/** finish waits for the end of the talk, lets everybody vote, and reveals who was what. Each step can be repeated. */
async function finish(game) {
  const { players, bots, config } = await game.show(), seats = players.map(p => p.id)
  await new Promise(over => voteNow.set(game.id, over) && setTimeout(over, Date.parse(config.metadata.ends_at) - Date.now()))
  await game.observe({ id: 'quiet', kind: 'muted' })
  const vote = await game.vote({ id: 'who', kind: 'choose_one', question: 'Who is a bot?', seats, within_ms: 60_000 })
  await game.end({
    outcome: seats.map(s => `${s} got ${vote.tally[s] ?? 0}`).join(', '),
    reveal: Object.fromEntries(seats.map(s => [s, bots.some(b => b.seat === s) ? 'bot' : 'person'])),
  })
  voteNow.delete(game.id)
}

const routes = {
  'GET /': async (_, response) => response.setHeader('Content-Type', 'text/html').end(await readFile(page)),
  'GET /lobby'({ name }, response) {
    if (!name || lobby.has(name)) throw refuse(409, 'this name is taken; choose another one')
    lobby.set(name, stream(response).on('close', () => lobby.delete(name) && tellLobby()))
    tellLobby()
  },
  'POST /start': play,
  async 'GET /events'({ game, token }, response, request) {
    const events = player(token).game(game).events({ after: Number(request.headers['last-event-id'] ?? 0) })
    response.on('close', () => events.close())
    for await (const e of events) send(response.headersSent ? response : stream(response), e, e.seq)
    response.end()
  },
  'POST /say': ({ game, token, seat, text }) => player(token).game(game).post(seat, text),
  'POST /vote': ({ game, token, seat, answer }) => player(token).game(game).cast('who', { seat, answer }),
  async 'POST /vote-now'({ game, token }) {
    await player(token).request('GET', `${ringer.game(game).path}/tokens`) // refuses who has no seat
    voteNow.get(game)?.()
  },
}

/** bodyOf returns the fields of a request: of its address, or of its body. */
async function bodyOf(request, url) {
  let body = ''
  for await (const part of request.setEncoding('utf8')) if ((body += part).length > 10_000) throw refuse(413, 'the message is too long')
  return body === '' ? Object.fromEntries(url.searchParams) : JSON.parse(body)
}

createServer(async (request, response) => {
  try {
    const url = new URL(request.url, 'http://room'), route = routes[`${request.method} ${url.pathname}`]
    if (!route) throw refuse(404, 'there is nothing here')
    await route(await bodyOf(request, url), response, request)
    if (request.method === 'POST') response.writeHead(204).end()
  } catch (e) {
    if (!(e instanceof Problem) && !e.status) console.error(e)
    if (response.headersSent) return response.destroy() // the browser comes back
    response.writeHead(e.status ?? 500).end(e.detail ?? 'the room has a problem; try again')
  }
}).listen(Number(PORT), HOST, function () {
  console.log(`the room is open: http://${HOST}:${this.address().port}`)
})

const { games } = await ringer.request('GET', '/v1/games?status=open')
for (const { id, external_id } of games) if (external_id?.startsWith('room-')) finish(ringer.game(id)).catch(console.error)
