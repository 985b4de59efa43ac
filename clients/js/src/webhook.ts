import type { FeedEvent } from './api.js'

/** Headers of a request: of the fetch standard, of node:http, or of a framework. */
type Received = { get(name: string): string | null } | Record<string, string | readonly string[] | undefined>

/** How many seconds a delivery may be old, or ahead of this machine's clock. Standard Webhooks says five minutes. */
const TOLERANCE = 300

/**
 * verifyWebhook returns the event of a delivery that the server has signed, and throws otherwise: answer with 401 then.
 * `body` must be the body as it came, since JSON that was parsed and printed again differs. A delivery may come twice.
 * Its header `webhook-id` is the same then: skip those that you have done. For a day after a rotation a delivery has a
 * signature of both secrets, so either fits.
 */
export async function verifyWebhook(secret: string, headers: Received, body: string | Uint8Array): Promise<FeedEvent> {
  const id = header(headers, 'webhook-id'), timestamp = header(headers, 'webhook-timestamp')
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= TOLERANCE)) throw new Error(`the delivery of ${timestamp} is more than five minutes away; check the clocks of both machines`)
  const { subtle } = await webCrypto()
  const key = await subtle.importKey('raw', fromBase64(secret.replace(/^whsec_/, '')), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const signature of header(headers, 'webhook-signature').split(' ')) {
    const [version, value = ''] = signature.split(',')
    if (version === 'v1' && await subtle.verify('HMAC', key, fromBase64(value), signed)) return JSON.parse(text).data
  }
  throw new Error('no signature fits the secret; use the secret that POST /v1/webhooks has returned, and the body as it came')
}

function header(headers: Received, name: string): string {
  const found = typeof headers.get === 'function' ? headers.get(name)
    : Object.entries(headers).find(([n]) => n.toLowerCase() === name)?.[1]
  const value = Array.isArray(found) ? found[0] : found
  if (typeof value !== 'string') throw new Error(`the delivery has no header ${name}; it does not come from a Ringer server`)
  return value
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), c => c.charCodeAt(0))
  } catch {
    throw new Error('a secret or signature is not base64; copy the whole secret, with whsec_')
  }
}

/** webCrypto returns WebCrypto. Node.js 18 has it only in a module. */
async function webCrypto(): Promise<Crypto> {
  const name = 'node:crypto' // not a literal in the import, so that bundlers for browsers leave it alone
  return globalThis.crypto ?? (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)).webcrypto
}
