// Follows a stream with a library that other people wrote, and prints a line of JSON for each event
// that it is given, until session.ended or game.ended. docs/clients.md shows the bodies of these
// functions.
//
// Usage: node readers.mjs LIBRARY URL
import { fetchEventSource } from '@microsoft/fetch-event-source'
import { EventSource } from 'eventsource'
import { createEventSource } from 'eventsource-client'

const [library, url] = process.argv.slice(2)
const headers = {}
const types = ['message.received', 'message.sent', 'session.ended', 'game.ended', 'message']

function heard(id, type, data) {
  console.log(JSON.stringify({ id, type, data }))
}

const follow = {
  'eventsource'() {
    const stream = new EventSource(url, { fetch: (to, init) => fetch(to, { ...init, headers: { ...init.headers, ...headers } }) })
    for (const type of types) stream.addEventListener(type, e => heard(e.lastEventId, e.type, e.data))
    for (const end of ['session.ended', 'game.ended']) stream.addEventListener(end, () => stream.close())
  },

  'eventsource-client'() {
    const stream = createEventSource({
      url, headers,
      onMessage: e => {
        heard(e.id, e.event, e.data)
        if (e.event.endsWith('.ended')) stream.close()
      },
    })
  },

  'fetch-event-source'() {
    const ended = new AbortController()
    fetchEventSource(url, {
      headers, signal: ended.signal, openWhenHidden: true,
      onmessage: e => {
        heard(e.id, e.event, e.data)
        if (e.event.endsWith('.ended')) ended.abort()
      },
    })
  },
}
if (library === 'fetch-event-source') { // it was written for pages
  globalThis.window = globalThis
  globalThis.document = { hidden: false, addEventListener() {}, removeEventListener() {} }
}
follow[library]()
