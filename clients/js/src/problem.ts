import type { Problem as Document } from './api.js'

/** What the server has refused. Its message says what is wrong, and what to do next. */
export class Problem extends Error {
  override readonly name = 'Problem'
  /** Why, as `docs/errors.md` lists it. Empty if the answer came from something else, such as a proxy. */
  readonly code: Document['code'] | ''
  /** What is wrong, and what to do next. */
  readonly detail: string
  /** The status of the answer. */
  readonly status: number
  /** Whether the same request may succeed later. The client has tried again before it threw this. */
  readonly retryable: boolean
  /** Each invalid value. */
  readonly errors: NonNullable<Document['errors']>
  /** The id of the request. The server's log has it, too. */
  readonly request_id: string
  /** How many milliseconds the server wants the client to wait; 0 if it does not say. */
  readonly wait: number

  constructor(response: Response, body: string) {
    const p = document(body)
    const detail = p?.detail ?? `${response.url} answers ${response.status}, and not as a Ringer server does; check the address`
    super(p ? `${p.code}: ${detail}` : detail)
    this.code = p?.code ?? ''
    this.detail = detail
    this.status = response.status
    this.retryable = p?.retryable ?? [429, 502, 503, 504].includes(response.status)
    this.errors = p?.errors ?? []
    this.request_id = p?.request_id ?? ''
    this.wait = retryAfter(response.headers.get('retry-after'))
  }
}

/** The server could not be reached, or the connection broke. The client has tried again before it threw this. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'

  constructor(url: string, cause: unknown) {
    const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
    super(`no answer from ${url}: ${inner instanceof Error ? inner.message : inner}; is a Ringer server running there?`, { cause })
  }
}

/** document returns the problem document of an answer, or undefined if it has none. */
function document(body: string): Document | undefined {
  try {
    const p = JSON.parse(body)
    return typeof p?.code === 'string' && typeof p.detail === 'string' ? p : undefined
  } catch {
    return undefined
  }
}

/** retryAfter returns the milliseconds of a header Retry-After: seconds, or a date. */
function retryAfter(value: string | null): number {
  if (value === null) return 0
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Math.max(0, ms) || 0
}
