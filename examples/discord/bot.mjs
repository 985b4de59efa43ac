// A Discord channel becomes a game: people write as they do, bots speak through a webhook under their own names.
// This program keeps nothing that it could lose. Ringer has the game, under an external_id that names the channel and
// the command that began it. Discord has the lines. After a restart, or when an answer was lost, both are read again:
// lines of people are posted with their Discord ids, so each is stored once; lines of bots that the channel has are not
// sent again.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DiscordAPIError, Events, GatewayIntentBits, MessageFlags } from 'discord.js'
import { Problem, Ringer } from 'ringer-client'

const { DISCORD_TOKEN, DISCORD_API } = process.env
const log = (...words) => console.error(...words)
const pause = tries => sleep(Math.random() * Math.min(30_000, 500 * 2 ** tries))
const ringer = new Ringer(undefined, undefined, { retryFor: Infinity, onRetry: problem => log(`Ringer: ${problem.message}`) })
const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent],
  allowedMentions: { parse: [] }, // what a bot says must call nobody
  rest: { retries: 0, ...(DISCORD_API && { api: DISCORD_API }) }, // discord.js would send a line again that may have arrived
})
client.rest.on('rateLimited', ({ route, timeToReset }) => log(`Discord: slow down; ${route} waits ${timeToReset} ms`))
client.on(Events.Error, e => log(`Discord: ${e.message}`))

const botNames = ['Robin', 'Sam', 'Kim', 'Alex', 'Jo']
const commands = [
  { name: 'start', description: 'Start a game with bots in this channel', contexts: [0], options: [
    { type: 4, name: 'bots', description: 'How many bots take part (2)', min_value: 1, max_value: botNames.length },
    { type: 3, name: 'topic', description: 'What the game is about', max_length: 300 },
  ] },
  { name: 'vote', description: 'Let everybody vote for a player', contexts: [0], options: [
    { type: 3, name: 'question', description: 'Such as: Who is lying?', required: true, max_length: 200 },
  ] },
  { name: 'end', description: 'End the game in this channel', contexts: [0] },
]

/** The games by channel, each with its players, and a promise that ends when all lines so far are posted. Nothing while one is opened. */
const tables = new Map()
let adopted // a promise that ends when the games of an earlier run go on

/** hear posts what a person has said, after the lines before. Who writes for the first time joins. An edited line stays as it was. */
function hear(table, message) {
  if (message.author.bot || !message.cleanContent.trim()) return
  const { id, author, cleanContent: text } = message
  table.posted = table.posted.then(async () => {
    if (!table.players.has(author.id)) await join(table, author, message.member?.displayName ?? author.displayName)
    await table.game.post({ id, sender: author.id, text })
  }).catch(e => {
    if (e.code !== 'id_reused') log(`Ringer: a line of ${author.username} was not posted: ${e.message}`)
  })
}

async function join(table, { id }, name) {
  const observe = name => table.game.observe({ id: `join-${id}`, kind: 'joined', player: { id, name } })
  await observe(name).catch(() => observe(`Player ${id.slice(-4)}`)) // another player may have the name
  table.players.set(id, name)
}

/** take follows a game in its channel, until it has ended. */
async function take(channelID, game, since, players) {
  if (tables.get(channelID)) return
  const table = { game, since, players: new Map(players), posted: Promise.resolve() }
  tables.set(channelID, table)
  for (let tries = 0; ; tries++) {
    try {
      await follow(table, await client.channels.fetch(channelID))
      break
    } catch (e) {
      log(`the game in channel ${channelID}: ${e.message}`)
      if (e instanceof DiscordAPIError) log('let the app View Channel, Send Messages and Manage Webhooks there, and run it again')
      if (e instanceof DiscordAPIError || e instanceof Problem) break
      await pause(tries)
    }
  }
  tables.delete(channelID)
}

async function follow(table, channel) {
  const { game } = table
  const hooks = await channel.fetchWebhooks()
  const hook = hooks.find(h => h.owner?.id === client.user.id) ?? await channel.createWebhook({ name: 'Ringer' })
  const shown = await readBack(table, channel)
  const tell = async (name, line) => {
    const before = shown.get(`${name}\n${line.content}`) ?? 0
    shown.set(`${name}\n${line.content}`, before - 1)
    if (before <= 0) await (name ? hook.send({ username: name, ...line }) : channel.send(line))
  }
  const events = game.events(), votes = []
  let failure
  for await (const e of events) {
    if (e.type === 'message.sent') await tell(e.data.sender, { content: e.data.text.trim() })
    if (e.type === 'vote.requested') votes.push(result(table, e.data, tell).catch(e => { failure = e, events.close() }))
    if (e.type === 'game.ended') {
      await Promise.all(votes)
      await tell('', { content: `The game is over. ${e.data.outcome}` })
    }
  }
  if (failure) throw failure
}

/** readBack reads what was said since the game began. It posts what people said, and returns how often each other line was sent. */
async function readBack(table, channel) {
  const shown = new Map()
  for (let after = table.since; ;) {
    const page = [...(await channel.messages.fetch({ after, limit: 100, cache: false })).values()].reverse() // the oldest first
    for (const m of page) {
      const key = `${m.webhookId ? m.author.username : ''}\n${m.content}`
      if (m.author.bot) shown.set(key, (shown.get(key) ?? 0) + 1)
      hear(table, m)
    }
    if (page.length < 100) return shown
    after = page.at(-1).id
  }
}

/** result waits for a vote, beside the events, and tells how it ended. */
async function result({ game, players }, { id, question }, tell) {
  const { tally } = await game.awaitVote(id)
  const counts = Object.entries(tally).map(([seat, n]) => `${players.get(seat) ?? seat} ${n}`)
  await tell('', { content: `${question} ${counts.join(', ') || 'Nobody voted.'}` })
}

const answers = {
  async start(interaction) {
    const { user, member, options, channelId, id } = interaction, name = member?.displayName ?? user.displayName
    if (tables.has(channelId)) return interaction.reply('A game goes on here. /end ends it.')
    tables.set(channelId, undefined)
    const bots = botNames.filter(n => n !== name).slice(0, options.getInteger('bots') ?? 2)
    await interaction.reply(`A game begins. These players are bots: ${bots.join(', ')}. They read all that is said here. Who writes plays.`)
    const game = await ringer.openGame({
      external_id: `discord-${channelId}-${id}`,
      game: { players: [{ id: user.id, name }, ...bots], ...(options.getString('topic') && { rules_text: options.getString('topic') }) },
      bots: bots.map(seat => ({ seat })),
    })
    take(channelId, game, id, [[user.id, name], ...bots.map(seat => [seat, seat])])
  },
  async vote(interaction, { game, players }) {
    await interaction.deferReply()
    const question = interaction.options.getString('question')
    const vote = await game.ask({ id: interaction.id, kind: 'choose_one', question, seats: [...players.keys()], within_ms: 60_000 })
    const buttons = [...players].slice(0, 25).map(([id, label]) => ({ type: 2, style: 2, label, custom_id: `${vote.id} ${id}` }))
    const components = []
    while (buttons.length > 0) components.push({ type: 1, components: buttons.splice(0, 5) })
    await interaction.editReply({ content: `${question} You have a minute. The bots vote, too.`, components })
  },
  async end(interaction, { game, posted }) {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral })
    await posted
    const { bots } = await game.show()
    await game.end({ outcome: `${bots.map(b => b.seat).join(' and ')} played as bots.` })
    await interaction.editReply('You have ended the game.')
  },
  async button(interaction, { game, players }) {
    const [vote, answer] = interaction.customId.split(' ')
    await game.cast(vote, { seat: interaction.user.id, answer, replace: true })
    await interaction.reply({ content: `You voted for ${players.get(answer)}.`, flags: MessageFlags.Ephemeral })
  },
}

client.on(Events.InteractionCreate, async interaction => {
  const name = interaction.isButton() ? 'button' : interaction.commandName
  try {
    await adopted
    const table = tables.get(interaction.channelId)
    if (!table && name !== 'start') return await interaction.reply('No game goes on here. /start starts one.')
    await answers[name](interaction, table)
  } catch (e) {
    log(`/${name}: ${e.message}`)
    if (!tables.get(interaction.channelId)) tables.delete(interaction.channelId)
    const content = e instanceof Problem ? e.detail : 'That did not work. Try again.'
    const replied = interaction.deferred || interaction.replied
    await (replied ? interaction.editReply(content) : interaction.reply({ content })).catch(e => log(e.message))
  }
})
client.on(Events.MessageCreate, message => tables.get(message.channelId) && hear(tables.get(message.channelId), message))
// At each new connection, and not only at the first: Discord keeps nothing for one that was away for long.
client.on(Events.ShardReady, () => adopted = adopt().catch(log))

async function adopt() {
  const { games } = await ringer.request('GET', '/v1/games?status=open&limit=100')
  for (const { id, external_id = '', players } of games) {
    const [app, channelID, since] = external_id.split('-')
    if (app !== 'discord') continue
    if (tables.get(channelID)) readBack(tables.get(channelID), await client.channels.fetch(channelID)).catch(log)
    else take(channelID, ringer.game(id), since, players.map(p => [p.id, p.name]))
  }
}
client.once(Events.ClientReady, () => client.application.commands.set(commands).then(() => console.log('the app is ready'), log))
client.once(Events.Invalidated, () => refused('the token was taken back.'))

function refused(why) {
  log(`Discord does not let the app in: ${why} Set DISCORD_TOKEN to its token, and switch on its Message Content Intent:`,
    'https://discord.com/developers/applications')
  process.exit(1)
}

for (let tries = 0, entered; !entered; tries++) {
  entered = await client.login(DISCORD_TOKEN).catch(e => {
    if (/token|intent/i.test(e.message)) refused(e.message)
    log(`Discord: ${e.message}; trying again`)
    return pause(tries)
  })
}
