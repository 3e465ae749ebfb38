const HEADER = 5
const NULL_LENGTH = -1
const [TEXT, BINARY] = [0, 1]

/** Messages of a client in PostgreSQL's protocol, one after another in one buffer, so that a packet is one write. */
export class MessageWriter {
  #buffer = Buffer.allocUnsafe(4_096)
  #at = 0

  #ensure(size: number): void {
    if (this.#at + size <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#at + size))
    this.#buffer.copy(larger, 0, 0, this.#at)
    this.#buffer = larger
  }

  /** Begins a message. Its length is written by `#end`. */
  #begin(type: string): number {
    this.#ensure(HEADER)
    this.#buffer[this.#at] = type.charCodeAt(0)
    this.#at += HEADER
    return this.#at - HEADER
  }

  #end(begun: number): void {
    this.#buffer.writeUInt32BE(this.#at - begun - 1, begun + 1)
  }

  #int16(value: number): void {
    this.#ensure(2)
    this.#at = this.#buffer.writeUInt16BE(value, this.#at)
  }

  #int32(value: number): void {
    this.#ensure(4)
    this.#at = this.#buffer.writeInt32BE(value, this.#at)
  }

  #text(text: string): void {
    // A UTF-16 unit is at most three bytes.
    this.#ensure(3 * text.length + 1)
    this.#at += this.#buffer.write(text, this.#at, 'utf8')
  }

  #cString(text: string): void {
    this.#text(text)
    this.#ensure(1)
    this.#buffer[this.#at++] = 0
  }

  parse(name: string, text: string): void {
    const begun = this.#begin('P')
    this.#cString(name)
    this.#cString(text)
    this.#int16(0)
    this.#end(begun)
  }

  /** Binds a statement to the unnamed portal. Bytes are sent as they are, everything else as text; all results are text. */
  bind(name: string, values: readonly (string | Buffer | null)[]): void {
    const begun = this.#begin('B')
    this.#cString('')
    this.#cString(name)
    this.#int16(values.length)
    for (const value of values) this.#int16(typeof value === 'string' || value === null ? TEXT : BINARY)
    this.#int16(values.length)
    for (const value of values) this.#value(value)
    this.#int16(1)
    this.#int16(TEXT)
    this.#end(begun)
  }

  #value(value: string | Buffer | null): void {
    if (value === null) {
      this.#int32(NULL_LENGTH)
      return
    }
    if (typeof value === 'string') {
      const begun = this.#at
      this.#int32(0)
      this.#text(value)
      this.#buffer.writeInt32BE(this.#at - begun - 4, begun)
      return
    }
    this.#int32(value.length)
    this.#ensure(value.length)
    this.#at += value.copy(this.#buffer, this.#at)
  }

  /** Describes the unnamed portal. */
  describe(): void {
    const begun = this.#begin('D')
    this.#cString('P')
    this.#end(begun)
  }

  /** Executes the unnamed portal to its end. */
  execute(): void {
    const begun = this.#begin('E')
    this.#cString('')
    this.#int32(0)
    this.#end(begun)
  }

  close(name: string): void {
    const begun = this.#begin('C')
    this.#cString(`S${name}`)
    this.#end(begun)
  }

  sync(): void {
    this.#end(this.#begin('S'))
  }

  /** The bytes of all messages. Nothing may be written after it. */
  take(): Buffer {
    return this.#buffer.subarray(0, this.#at)
  }
}
