import type { Connection } from './connection.js'
import type { Watch } from './watch.js'

/** Block is an event as it stands in a stream. */
interface Block { id: string, data: string }

/**
 * blocks reads the events of a stream until the connection ends. A part of an event without its blank line is dropped:
 * the next connection brings it again.
 */
export async function* blocks(connection: Connection, body: ReadableStream<Uint8Array>, watch: Watch): AsyncGenerator<Block, void> {
  const reader = body.getReader(), decoder = new TextDecoder()
  let block: Block = { id: '', data: '' }
  let begun: string[] = [] // the parts of a line without its end
  for (;;) {
    watch.start()
    const { done, value } = await connection.read(reader)
    watch.stop() // while the loop is busy with events, nobody reads
    if (done) return
    const lines = decoder.decode(value, { stream: true }).split('\n')
    for (const [i, part] of lines.entries()) {
      begun.push(part)
      if (i === lines.length - 1) break
      const line = begun.join('').replace(/\r$/, '')
      begun = []
      if (line !== '') {
        add(block, line)
        continue
      }
      if (block.data !== '') yield block
      block = { id: '', data: '' }
    }
  }
}

/** add adds a line to a block. The type is in the data, too; comments and other fields need nothing. */
function add(block: Block, line: string) {
  const [, name, value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
  if (name === 'data') block.data += (block.data === '' ? '' : '\n') + value
  if (name === 'id') block.id = value
}
