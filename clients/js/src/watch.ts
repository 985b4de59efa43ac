/** Watch aborts a request that is silent for too long, and with the caller's signal. */
export class Watch {
  readonly #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly outer: AbortSignal | undefined, readonly silence: number) {
    if (outer?.aborted) this.#abort()
    outer?.addEventListener('abort', this.#abort)
  }

  /** signal belongs to the request. */
  get signal() { return this.#controller.signal }

  /** start begins to wait for the server. */
  start() {
    this.stop()
    this.#timer = setTimeout(() => this.#controller.abort(new Error(`silent for ${this.silence / 1000} s`)), this.silence)
  }

  /** stop ends the wait: something has come. */
  stop() { clearTimeout(this.#timer) }

  /** end closes the connection, unless the answer was read to its end. */
  end() {
    this.stop()
    this.outer?.removeEventListener('abort', this.#abort)
    this.#controller.abort()
  }

  readonly #abort = () => this.#controller.abort(this.outer?.reason)
}
