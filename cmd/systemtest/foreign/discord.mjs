// The part of Discord that examples/discord uses: its REST API and its gateway, with one channel. A test acts as the
// people of the channel with requests below /test/, and makes the server misbehave. Like Discord, it refuses a wrong
// token with 401 and 4004, does not tell a program of its own edits, and passes events on after a resume.
//
// Usage: node discord.mjs PORT TOKEN
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const [port, token] = process.argv.slice(2)
let last = BigInt(Date.now() - 1420070400000) << 22n // ids hold their time, as Discord's do
const newID = () => String(++last)
const guild = '100', channel = '200', app = '300'
const self = { id: app, username: 'Ringer', discriminator: '0', global_name: null, avatar: null, bot: true }
const nobody = { discriminator: '0', avatar: null }
const messages = [], hooks = [], people = new Map(), faults = []
const shownChannel = {
  id: channel, type: 0, guild_id: guild, name: 'games', position: 0, permission_overwrites: [], parent_id: null, nsfw: false,
}

function person(name) {
  if (!people.has(name)) people.set(name, { id: newID(), username: name.toLowerCase(), global_name: name, ...nobody })
  return people.get(name)
}
const member = user => ({
  user, nick: null, roles: [], joined_at: '2026-01-01T00:00:00Z', deaf: false, mute: false, flags: 0, permissions: '2147483647',
})

function say(author, content, more = {}) {
  const message = {
    id: newID(), channel_id: channel, guild_id: guild, type: 0, author, content, timestamp: new Date().toISOString(),
    edited_timestamp: null, tts: false, mention_everyone: false, mentions: [], mention_roles: [], attachments: [], embeds: [],
    components: [], pinned: false, ...more,
  }
  messages.push(message)
  dispatch('MESSAGE_CREATE', author.bot ? message : { ...message, member: member(author) })
  return message
}

// The gateway. A session has all events that were dispatched since it was opened.
const sessions = new Map(), sockets = new Map()

function dispatch(t, d) {
  for (const [id, events] of sessions) {
    const event = { op: 0, s: events.length + 1, t, d }
    events.push(event)
    if (!sockets.get(id)?.silent) sockets.get(id)?.send(JSON.stringify(event))
  }
}

function connected(socket) {
  const send = value => socket.send(JSON.stringify(value))
  send({ op: 10, d: { heartbeat_interval: 2000 } })
  socket.on('message', data => {
    const { op, d } = JSON.parse(data)
    if (op === 1 && !socket.silent) send({ op: 11 })
    if (op === 2 && d.token !== token) socket.close(4004, 'Authentication failed.')
    else if (op === 2) {
      const id = newID()
      sessions.set(id, [])
      sockets.set(id, socket)
      dispatch('READY', {
        v: 10, user: self, guilds: [{ id: guild, unavailable: true }], session_id: id,
        resume_gateway_url: `ws://127.0.0.1:${port}`, application: { id: app, flags: 0 },
      })
      dispatch('GUILD_CREATE', {
        id: guild, name: 'Friends', owner_id: '1', member_count: 3, channels: [shownChannel], members: [member(self)], threads: [],
        emojis: [], features: [], stickers: [], presences: [], voice_states: [], stage_instances: [],
        guild_scheduled_events: [], soundboard_sounds: [],
        roles: [{
          id: guild, name: '@everyone', permissions: '2147483647', position: 0, color: 0, hoist: false,
          managed: false, mentionable: false, flags: 0,
        }],
      })
    }
    if (op === 6 && sessions.has(d.session_id)) {
      sockets.set(d.session_id, socket)
      sessions.get(d.session_id).slice(d.seq).forEach(send)
      send({ op: 0, s: sessions.get(d.session_id).length, t: 'RESUMED', d: {} })
    } else if (op === 6) send({ op: 9, d: false })
  })
}

/** interact sends a command or a click of a person to the program. */
function interact(type, data, name, message) {
  dispatch('INTERACTION_CREATE', {
    id: newID(), application_id: app, type, data, guild_id: guild, channel_id: channel, channel: shownChannel,
    member: member(person(name)), token: `i${newID()}`, version: 1, locale: 'en-US', guild_locale: 'en-US',
    app_permissions: '2147483647', entitlements: [], authorizing_integration_owners: {}, context: 0, message,
  })
}

const reply = ({ content, flags = 0, components = [] }) => say(self, content, { flags, components })
const replies = new Map() // messages that answer an interaction, by its token
const routes = [
  ['GET /gateway/bot', () => ({
    url: `ws://127.0.0.1:${port}`, shards: 1, session_start_limit: { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 },
  })],
  ['PUT /applications/(\\d+)/commands', (_, body) => body.map(c => ({ id: newID(), application_id: app, version: '1', type: 1, ...c }))],
  ['GET /channels/200', () => shownChannel],
  ['GET /channels/200/webhooks', () => hooks],
  ['POST /channels/200/webhooks', (_, body) => {
    const hook = { id: newID(), type: 1, token: 'hook', channel_id: channel, guild_id: guild, application_id: app, user: self, ...body }
    hooks.push(hook)
    return hook
  }],
  ['GET /channels/200/messages', (_, __, query) => messages.filter(m => BigInt(m.id) > BigInt(query.get('after') ?? 0) && !(m.flags & 64))
    .slice(0, Number(query.get('limit'))).reverse()],
  ['POST /channels/200/messages', (_, body) => say(self, body.content)],
  ['POST /webhooks/(\\d+)/hook', ([id], body) =>
    say({ id, username: body.username, bot: true, ...nobody }, body.content, { webhook_id: id })],
  ['POST /interactions/\\d+/(\\w+)/callback', ([token], { type, data = {} }) => void replies.set(token, type === 5 ? data : reply(data))],
  ['PATCH /webhooks/300/(\\w+)/messages/@original', ([token], body) => {
    if (replies.get(token).id === undefined) replies.set(token, reply({ ...body, flags: replies.get(token).flags }))
    return Object.assign(replies.get(token), body)
  }],
  ['POST /test/say', (_, { name, texts }) => texts.map(text => say(person(name), text).id)],
  ['POST /test/command', (_, { user, name, options = [] }) => interact(2, { id: newID(), type: 1, name, options }, user)],
  ['POST /test/click', (_, { user, label }) => {
    const message = messages.findLast(m => m.components.length > 0)
    const button = message.components.flatMap(row => row.components).find(b => b.label === label)
    interact(3, { component_type: 2, custom_id: button.custom_id }, user, message)
  }],
  ['GET /test/messages', () => messages],
  ['POST /test/fault', (_, fault) => void faults.push(fault)],
  ['POST /test/cut', (_, { forget, silent }) => {
    if (forget) sessions.clear()
    sockets.forEach(s => silent ? s.silent = true : s.terminate())
  }],
]

const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  const url = new URL(request.url, 'http://discord'), line = `${request.method} ${decodeURIComponent(url.pathname.replace('/api/v10', ''))}`
  const answer = (status, value, headers) => response
    .writeHead(status, value && { 'Content-Type': 'application/json', ...headers }).end(value && JSON.stringify(value))
  const needsToken = /^\w+ \/(gateway|applications|channels)/.test(line)
  if (needsToken && request.headers.authorization !== `Bot ${token}`) return answer(401, { message: '401: Unauthorized', code: 0 })
  const fault = line.endsWith('/hook') && faults.shift()
  if (fault?.kind === 'limit') {
    return answer(429, { message: 'You are being rate limited.', retry_after: 0.3, global: false }, {
      'Retry-After': '1', 'X-RateLimit-Limit': '5', 'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset-After': '0.3', 'X-RateLimit-Bucket': 'b',
    })
  }
  for (const [route, act] of routes) {
    const found = new RegExp(`^${route}$`).exec(line)
    if (!found) continue
    const value = act(found.slice(1), body && JSON.parse(body), url.searchParams)
    if (fault?.kind === 'lose') return response.destroy()
    return answer(value === undefined ? 204 : 200, value)
  }
  answer(404, { message: `404: ${line}`, code: 0 })
})
new WebSocketServer({ server }).on('connection', connected)
server.listen(Number(port), '127.0.0.1', () => console.log('Discord listens'))
