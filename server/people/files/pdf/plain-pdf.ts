import { inflate } from 'node:zlib'
import { refuse } from '#contract/platform/core/refusals.ts'

/** The end marker of a PDF is within its last kilobyte; programs add line breaks after it. */
const TAIL = 1_024
/** Bounds what a small file can unfold to. */
const UNPACKED_BYTES_MAX = 32 * 1024 * 1024

/** Whether the bytes begin as a PDF does. The file name and the content type of the form are not trusted. */
export const beginsAsPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-'

/** Whether the bytes are those of a whole PDF. */
export const isWholePdf = (bytes: Buffer): boolean => beginsAsPdf(bytes) && bytes.subarray(-TAIL).toString('latin1').includes('%%EOF')

/** Names of what acts or carries other files, and of encryption, which hides them. */
const NOT_PLAIN = /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|Encrypt)(?![A-Za-z0-9])/
const OBJECT_STREAM = /\/ObjStm(?![A-Za-z0-9])/

/** A character of a name can be written as its code: /J#53. */
const decodeNames = (text: string): string =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

const STREAM_END = 'endstream'

/** Separates the objects of a PDF from its streams, whose bytes could have any name by chance. `packed`: streams that have objects. */
function splitPdf(bytes: Buffer): { text: string; packed: Buffer[] } {
  const all = bytes.toString('latin1')
  const begin = /stream\r?\n/g
  const packed: Buffer[] = []
  let text = ''
  let at = 0
  for (let found = begin.exec(all); found; found = begin.exec(all)) {
    const from = found.index + found[0].length
    const to = all.indexOf(STREAM_END, from)
    if (to < 0) break
    const before = decodeNames(all.slice(at, found.index))
    text += before
    const isPacked = OBJECT_STREAM.test(before.slice(before.lastIndexOf(' obj')))
    if (isPacked && before.includes('/Filter')) packed.push(bytes.subarray(from, to))
    else if (isPacked) text += decodeNames(all.slice(from, to))
    at = to
    begin.lastIndex = to + STREAM_END.length
  }
  return { text: text + decodeNames(all.slice(at)), packed }
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
    if (!unpacked || NOT_PLAIN.test(decodeNames(unpacked.toString('latin1')))) return refuse('PDF_NOT_PLAIN')
    left -= unpacked.length
  }
}
