import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file in the archive, as a stream of pieces. */
export interface ZipEntry {
  name: string
  pieces: AsyncIterable<string> | Iterable<string>
}

/** Fast compression, because a file is downloaded once and somebody waits for it. */
const LEVEL = 3
/** Sizes and checksum follow after the content, because they are not known before it. Names are UTF-8. */
const FLAGS = 0x0808
const [LOCAL, DESCRIPTOR, CENTRAL, END] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50]
const [VERSION, DEFLATED] = [20, 8]

/** Encodes little-endian numbers, each with its length in bytes. */
function numbers(...given: [value: number, bytes: 2 | 4][]): Buffer {
  const buffer = Buffer.alloc(given.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of given) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

interface Packed {
  name: Buffer
  at: number
  crc: number
  size: number
  plain: number
}

const fieldsOf = ({ name, crc, size, plain }: Packed): [number, 2 | 4][] => [
  [VERSION, 2],
  [FLAGS, 2],
  [DEFLATED, 2],
  // No modification time, so that the same list gives the same file.
  [0, 4],
  [crc, 4],
  [size, 4],
  [plain, 4],
  [name.length, 2],
  [0, 2],
]

/** Compresses the content of a part, and adds up its sizes and checksum in `packed`. */
async function* pack(pieces: ZipEntry['pieces'], packed: Packed): AsyncGenerator<Buffer> {
  async function* measured() {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece, 'utf8')
      packed.crc = crc32(bytes, packed.crc)
      packed.plain += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: LEVEL })
  const feeding = pipeline(Readable.from(measured()), deflate)
  // The reader below receives the error.
  feeding.catch(() => undefined)
  for await (const bytes of deflate as AsyncIterable<Buffer>) {
    packed.size += bytes.length
    yield bytes
  }
  await feeding
}

/** Writes a zip as a stream. Only the bytes in transit are in memory. No part may have 4 GB. */
export async function* writeZip(parts: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const written: Packed[] = []
  let at = 0
  const sent = (bytes: Buffer) => {
    at += bytes.length
    return bytes
  }
  for (const { name, pieces } of parts) {
    const packed: Packed = { name: Buffer.from(name, 'utf8'), at, crc: 0, size: 0, plain: 0 }
    yield sent(Buffer.concat([numbers([LOCAL, 4], ...fieldsOf(packed)), packed.name]))
    for await (const bytes of pack(pieces, packed)) yield sent(bytes)
    yield sent(numbers([DESCRIPTOR, 4], [packed.crc, 4], [packed.size, 4], [packed.plain, 4]))
    written.push(packed)
  }
  const list = Buffer.concat(
    written.map((packed) =>
      Buffer.concat([
        numbers([CENTRAL, 4], [VERSION, 2], ...fieldsOf(packed), [0, 2], [0, 2], [0, 2], [0, 4], [packed.at, 4]),
        packed.name,
      ]),
    ),
  )
  const count = written.length
  yield Buffer.concat([list, numbers([END, 4], [0, 4], [count, 2], [count, 2], [list.length, 4], [at, 4], [0, 2])])
}
