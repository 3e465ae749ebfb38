import { inflate } from 'node:zlib'
import { refuse } from '#contract/platform/core/refusals.ts'

/** The end marker of a PDF is within its last kilobyte; programs add line breaks after it. */
const TAIL = 1_024
/** Bounds what a small file can unfold to. */
const UNPACKED_BYTES_MAX = 8 * 1024 * 1024

/** Whether the bytes begin as a PDF does. The file name and the content type of the form are not trusted. */
export const beginsAsPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-'

/** Whether the bytes are those of a whole PDF. */
export const isWholePdf = (bytes: Buffer): boolean => beginsAsPdf(bytes) && bytes.subarray(-TAIL).toString('latin1').includes('%%EOF')

/** Names of what acts or carries other files, and of encryption, which hides them. */
const NOT_PLAIN = /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|Encrypt)(?![A-Za-z0-9])/
const OBJECT_STREAM = /\/ObjStm(?![A-Za-z0-9])/

const HASH = 0x23
/** What a byte is as a hexadecimal digit; -1: it is none. */
const digitOfByte = Int8Array.from({ length: 256 }, (_, byte) => '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()))
const digitAt = (bytes: Buffer, at: number): number => digitOfByte[bytes[at] ?? 0] ?? -1

/** A character of a name can be written as its code: /J#53. It goes byte by byte, because a small file can unfold to millions of codes. */
function decodeNames(bytes: Buffer): string {
  const decoded = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const [high, low] = bytes[at] === HASH ? [digitAt(bytes, at + 1), digitAt(bytes, at + 2)] : [-1, -1]
    const isCode = high >= 0 && low >= 0
    decoded[length++] = isCode ? high * 16 + low : (bytes[at] ?? 0)
    if (isCode) at += 2
  }
  return decoded.toString('latin1', 0, length)
}

const STREAM_END = 'endstream'

/** Whether a place is within a comment, where the word of a stream would hide what follows it. */
function isInComment(all: string, at: number): boolean {
  const line = Math.max(all.lastIndexOf('\n', at), all.lastIndexOf('\r', at)) + 1
  return all.slice(line, at).includes('%')
}

/** Separates the objects of a PDF from its streams, whose bytes could have any name by chance. `packed`: streams that have objects. */
function splitPdf(bytes: Buffer): { text: string; packed: Buffer[] } {
  const all = bytes.toString('latin1')
  const begin = />>\s{0,20}stream\r?\n/g
  const packed: Buffer[] = []
  let text = ''
  let at = 0
  for (let found = begin.exec(all); found; found = begin.exec(all)) {
    if (isInComment(all, found.index)) continue
    const from = found.index + found[0].length
    const to = all.indexOf(STREAM_END, from)
    if (to < 0) break
    const before = decodeNames(bytes.subarray(at, found.index))
    text += before
    const isPacked = OBJECT_STREAM.test(before.slice(before.lastIndexOf(' obj')))
    if (isPacked && before.includes('/Filter')) packed.push(bytes.subarray(from, to))
    else if (isPacked) text += decodeNames(bytes.subarray(from, to))
    at = to
    begin.lastIndex = to + STREAM_END.length
  }
  return { text: text + decodeNames(bytes.subarray(at)), packed }
}

const unpack = (packed: Buffer, bytesMax: number): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    inflate(packed, { maxOutputLength: bytesMax }, (error, unpacked) => (error ? reject(error) : resolve(unpacked))),
  )

/**
 * Refuses a PDF that is not whole (NOT_A_DRAWING), and one with scripts, programs or files in it or that is encrypted (PDF_NOT_PLAIN). It
 * reads names and not the format, so what hides them well passes: PDF files are only handed out to be saved.
 */
export async function requirePlainPdf(bytes: Buffer): Promise<void> {
  if (!isWholePdf(bytes)) refuse('NOT_A_DRAWING')
  const { text, packed } = splitPdf(bytes)
  if (NOT_PLAIN.test(text)) refuse('PDF_NOT_PLAIN')
  let left = UNPACKED_BYTES_MAX
  for (const stream of packed) {
    const unpacked = left > 0 ? await unpack(stream, left).catch(() => undefined) : undefined
    if (!unpacked || NOT_PLAIN.test(decodeNames(unpacked))) return refuse('PDF_NOT_PLAIN')
    left -= unpacked.length
  }
}
