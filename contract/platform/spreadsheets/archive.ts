/**
 * Reads a zip archive with APIs that browsers and the server both have. A part is decompressed only when it is requested, piece by piece,
 * and all decompressed bytes count against one limit. A small file can contain a very large one, whatever size it declares: so what a part
 * becomes is also limited by what it was.
 */

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const DEFLATED = 8
/** More parts than any workbook has: its sheets, pictures and drawings. */
const ENTRIES_MAX = 5_000
/** A part may become so many times as large. Long tables of equal rows reach a few hundred; bombs go to the 1,032 of the format. */
const RATIO_MAX = 300
/** A part that becomes no larger than this is harmless, whatever it was. */
const RATIO_FREE_BYTES = 8 * 1024 * 1024

interface Entry {
  /** The name as it is in the archive. */
  path: string
  method: number
  packed: Uint8Array<ArrayBuffer>
}

/** The archive cannot be read: it is not a zip, it is damaged, or it contains too much. */
export class ZipArchiveError extends Error {}

export interface ZipArchive {
  /** The text of a part (UTF-8) in pieces; undefined if there is no such part. Names are compared without case. Throws `ZipArchiveError`. */
  read(name: string): AsyncIterable<string> | undefined
  /** The names of all parts, as they are in the archive. Folders end with a slash. */
  paths: readonly string[]
  /** The bytes of a part. Throws `ZipArchiveError` if there is none, or if it is larger than `bytesMax`. */
  readBytes(name: string, bytesMax: number): Promise<Uint8Array<ArrayBuffer>>
}

/** Finds the archive's directory and the number of its entries. */
function findCentral(view: DataView): { at: number; entries: number } {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--) {
    if (view.getUint32(at, true) === END) return { at: view.getUint32(at + 16, true), entries: view.getUint16(at + 10, true) }
  }
  throw new ZipArchiveError('no end of an archive')
}

/** Some programs write '\' instead of '/', or begin with a '/'. */
const plainName = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()

/** Programs that do not declare UTF-8 write names in the encoding of their system: in China GBK. */
function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

function readEntries(bytes: Uint8Array<ArrayBuffer>): Map<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let { at, entries } = findCentral(view)
  if (entries > ENTRIES_MAX) throw new ZipArchiveError('too many parts')
  const found = new Map<string, Entry>()
  for (; entries > 0; entries--) {
    if (view.getUint32(at, true) !== CENTRAL) throw new ZipArchiveError('a broken list of parts')
    const size = view.getUint32(at + 20, true)
    const nameSize = view.getUint16(at + 28, true)
    const local = view.getUint32(at + 42, true)
    if (view.getUint32(local, true) !== LOCAL) throw new ZipArchiveError('a part that is not where it should be')
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const path = decodeName(bytes.subarray(at + 46, at + 46 + nameSize))
    found.set(plainName(path), { path, method: view.getUint16(at + 10, true), packed: bytes.subarray(begin, begin + size) })
    at += 46 + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return found
}

function unpack({ method, packed }: Entry): ReadableStream<Uint8Array> {
  const stream = new Blob([packed]).stream()
  return method === DEFLATED ? stream.pipeThrough(new DecompressionStream('deflate-raw')) : stream
}

/**
 * Opens an archive. At most `most` bytes are decompressed in total. Throws `ZipArchiveError`, or a `RangeError` if an offset in its directory
 * is wrong.
 */
export function openZipArchive(bytes: Uint8Array<ArrayBuffer>, most: number): ZipArchive {
  const entries = readEntries(bytes)
  let left = most
  async function* unpacked(entry: Entry): AsyncGenerator<Uint8Array> {
    const reader = unpack(entry).getReader()
    let size = 0
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        left -= piece.value.length
        size += piece.value.length
        if (left < 0) throw new ZipArchiveError('too large')
        if (size > RATIO_FREE_BYTES && size > entry.packed.length * RATIO_MAX) throw new ZipArchiveError('too large for what it was')
        yield piece.value
      }
    } finally {
      // A reader may stop early. Then nothing more is decompressed.
      await reader.cancel().catch(() => {})
    }
  }
  async function* pieces(entry: Entry): AsyncGenerator<string> {
    const decoder = new TextDecoder()
    for await (const piece of unpacked(entry)) yield decoder.decode(piece, { stream: true })
  }
  return {
    read(name) {
      const entry = entries.get(plainName(name))
      return entry && pieces(entry)
    },
    paths: [...entries.values()].map(({ path }) => path),
    async readBytes(name, bytesMax) {
      const entry = entries.get(plainName(name))
      if (!entry) throw new ZipArchiveError('no such part')
      const found: Uint8Array[] = []
      let size = 0
      for await (const piece of unpacked(entry)) {
        size += piece.length
        if (size > bytesMax) throw new ZipArchiveError('a part that is too large')
        found.push(piece)
      }
      const whole = new Uint8Array(size)
      let at = 0
      for (const piece of found) {
        whole.set(piece, at)
        at += piece.length
      }
      return whole
    },
  }
}
