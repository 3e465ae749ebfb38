import { constants, deflateRawSync } from 'node:zlib'

/** Bytes that are already compressed. */
interface Deflated {
  deflated: Uint8Array
}

/** Some megabytes that unpack to many pieces of 16 MB of the same letter. The unpacked bytes are never in memory. */
export function createDeflateBomb(pieces: number, letter = 'a'): Deflated {
  const piece = deflateRawSync(Buffer.alloc(16 * 1024 * 1024, letter), { finishFlush: constants.Z_FULL_FLUSH })
  const end = deflateRawSync('')
  return { deflated: Buffer.concat([...Array.from({ length: pieces }, () => piece), end]) }
}

/** Builds a minimal zip. A name as bytes keeps its encoding. */
export function createZip(parts: readonly (readonly [name: string | Uint8Array, content: string | Uint8Array | Deflated])[]): Buffer {
  const pieces: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const [given, content] of parts) {
    const name = Buffer.from(given as string)
    const packed = Buffer.from(typeof content === 'object' && 'deflated' in content ? content.deflated : deflateRawSync(content))
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(8, 8)
    head.writeUInt16LE(name.length, 26)
    pieces.push(head, name, packed)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    list.push(entry, name)
    at += 30 + name.length + packed.length
  }
  const size = list.reduce((sum, piece) => sum + piece.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...pieces, ...list, end])
}
