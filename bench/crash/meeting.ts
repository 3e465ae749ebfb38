const PATIENCE_MS = 600

/**
 * Where two members of a company meet, to do the same at the same moment: a lock that is missing shows only then. Who comes first waits for
 * the next one, but not for long.
 */
export class Meeting {
  #waiting: (() => void) | undefined

  async meet(): Promise<void> {
    const other = this.#waiting
    if (other) {
      this.#waiting = undefined
      other()
      return
    }
    await new Promise<void>((resolve) => {
      this.#waiting = resolve
      setTimeout(() => {
        if (this.#waiting === resolve) this.#waiting = undefined
        resolve()
      }, PATIENCE_MS)
    })
  }
}
