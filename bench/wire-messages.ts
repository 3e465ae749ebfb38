const HEADER = 5

/**
 * Splits a stream of PostgreSQL's protocol into its messages, wherever the chunks end. `untypedFirst`: the stream is that of a client, whose
 * first message, the start of a session, has no type. `onMessage` gets the type as a letter and the bytes after the length.
 */
export function createWireMessageReader(
  onMessage: (type: string, payload: Buffer<ArrayBufferLike>) => void,
  { untypedFirst }: { untypedFirst: boolean },
): (chunk: Buffer) => void {
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  let started = !untypedFirst
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const typed = started ? 1 : 0
      if (rest.length < HEADER) return
      const length = rest.readUInt32BE(typed) + typed
      if (rest.length < length) return
      if (started) onMessage(String.fromCharCode(rest[0] ?? 0), rest.subarray(HEADER, length))
      started = true
      rest = rest.subarray(length)
    }
  }
}
