/**
 * An archive taken apart and put together again without compression, by means that browsers and the server have alike. Only what a sheet is read
 * from is kept, and only so much of it, so that whoever reads it finds exactly what was measured here: a small file can hold a very large one. And
 * readers of spreadsheets unpack larger parts in a worker of their own making, which the content policy of our pages forbids.
 */

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const DEFLATED = 8
/** More parts than any workbook has. */
const ENTRIES_MAX = 500

interface Entry {
  name: Uint8Array<ArrayBuffer>
  method: number
  crc: number
  packed: Uint8Array<ArrayBuffer>
}

/** The archive cannot be read: it is none, it is broken, or it holds more than anybody would bring. */
export class ZipError extends Error {}

/** Where the list of the archive's parts begins, and how many there are. */
function findCentral(view: DataView): { at: number; entries: number } {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--) {
    if (view.getUint32(at, true) === END) return { at: view.getUint32(at + 16, true), entries: view.getUint16(at + 10, true) }
  }
  throw new ZipError('no end of an archive')
}

function readEntries(bytes: Uint8Array<ArrayBuffer>): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let { at, entries } = findCentral(view)
  if (entries > ENTRIES_MAX) throw new ZipError('too many parts')
  const found: Entry[] = []
  for (; entries > 0; entries--) {
    if (view.getUint32(at, true) !== CENTRAL) throw new ZipError('a broken list of parts')
    const size = view.getUint32(at + 20, true)
    const nameSize = view.getUint16(at + 28, true)
    const local = view.getUint32(at + 42, true)
    if (view.getUint32(local, true) !== LOCAL) throw new ZipError('a part that is not where it should be')
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    found.push({
      name: bytes.slice(at + 46, at + 46 + nameSize),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: bytes.subarray(begin, begin + size),
    })
    at += 46 + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return found
}

/** Unpacks a part, but no more of it than allowed: a small file may claim to be a very large one. */
async function inflate({ method, packed }: Entry, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (method !== DEFLATED) return packed
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    size += piece.value.length
    if (size > most) {
      await reader.cancel()
      throw new ZipError('too large')
    }
    pieces.push(piece.value)
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

function header(signature: number, { crc, name }: Entry, size: number): number[] {
  const short = (value: number) => [value & 255, (value >> 8) & 255]
  const long = (value: number) => [...short(value & 0xffff), ...short(value >>> 16)]
  const made = signature === CENTRAL ? short(20) : []
  return [
    ...long(signature),
    ...made,
    ...short(20),
    ...short(0x0800),
    ...short(0),
    ...long(0),
    ...long(crc),
    ...long(size),
    ...long(size),
    ...short(name.length),
    ...short(0),
  ]
}

function pack(entries: readonly { entry: Entry; plain: Uint8Array<ArrayBuffer> }[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const list: number[] = []
  const long = (value: number) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24]
  let at = 0
  for (const { entry, plain } of entries) {
    const head = new Uint8Array([...header(LOCAL, entry, plain.length), ...entry.name])
    parts.push(head, plain)
    list.push(...header(CENTRAL, entry, plain.length), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...long(at), ...entry.name)
    at += head.length + plain.length
  }
  const count = [entries.length & 255, entries.length >> 8]
  const end = new Uint8Array([...list, ...long(END), 0, 0, 0, 0, ...count, ...count, ...long(list.length), ...long(at), 0, 0])
  const whole = new Uint8Array(at + end.length)
  let place = 0
  for (const part of [...parts, end]) {
    whole.set(part, place)
    place += part.length
  }
  return whole
}

/** The same archive with its XML parts stored plain; refuses with a `ZipError` what is broken, or holds more than `most` bytes. */
export async function storedZip(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const read = new TextDecoder()
  const entries = readEntries(bytes).filter(({ name }) => /\.(xml|rels)$/.test(read.decode(name)))
  const plain: { entry: Entry; plain: Uint8Array<ArrayBuffer> }[] = []
  let left = most
  for (const entry of entries) {
    const unpacked = await inflate(entry, left)
    left -= unpacked.length
    plain.push({ entry, plain: unpacked })
  }
  return pack(plain)
}
