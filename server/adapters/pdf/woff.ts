import { inflateSync } from 'node:zlib'

const HEAD = 44
const ENTRY = 20

/** Reads the directory entry of one table in a WOFF file: its offset, and its lengths compressed and uncompressed. */
const entryAt = (woff: Buffer, at: number) => ({
  from: woff.readUInt32BE(at + 4),
  packed: woff.readUInt32BE(at + 8),
  length: woff.readUInt32BE(at + 12),
})

/**
 * Unpacks WOFF 1.0 into its TrueType font: the format compresses every table separately. This is done once per font, because the PDF
 * library would unpack the outlines of all glyphs again for each glyph that it draws.
 */
export function unwrapWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const font = Buffer.alloc(woff.readUInt32BE(16))
  const power = Math.floor(Math.log2(count))
  woff.copy(font, 0, 4, 8)
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(2 ** power * 16, 6)
  font.writeUInt16BE(power, 8)
  font.writeUInt16BE((count - 2 ** power) * 16, 10)
  let at = 12 + count * 16
  for (let table = 0; table < count; table++) {
    const place = HEAD + table * ENTRY
    const { from, packed, length } = entryAt(woff, place)
    const bytes = woff.subarray(from, from + packed)
    ;(packed < length ? inflateSync(bytes) : bytes).copy(font, at)
    const row = 12 + table * 16
    woff.copy(font, row, place, place + 4)
    woff.copy(font, row + 4, place + 16, place + 20)
    font.writeUInt32BE(at, row + 8)
    font.writeUInt32BE(length, row + 12)
    at += (length + 3) & ~3
  }
  return font
}
