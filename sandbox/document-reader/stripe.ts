/**
 * The stripe of cells at the foot of a sample paper, in which the local reader finds what the paper says. It survives that a picture is encoded
 * again and made smaller, because a cell is many pixels wide. Real papers have none, so the local reader can read no real one.
 */

/** Cells of the stripe. A cell is twice as wide as it is high, so the stripe is 5/16 as high as it is wide. */
const COLUMNS = 64
const ROWS = 40
const BYTES_MAX = (COLUMNS * ROWS) / 8
const MAGIC = [0xa7, 0x5c]
const HEAD = MAGIC.length + 2
const TAIL = 2

/** The height of the stripe of a paper of some width, in the same unit. */
export const computeStripeHeight = (width: number): number => (width / COLUMNS / 2) * ROWS

const checksum = (bytes: Uint8Array): number => bytes.reduce((sum, byte, at) => (sum + byte * (at + 1)) % 65_521, 0)

/** Draws the stripe for a text of at most 314 bytes as shapes of an SVG, with its upper edge at `y`. Throws if the text is longer. */
export function drawStripe(text: string, width: number, y: number): string {
  const content = new TextEncoder().encode(text)
  if (content.length + HEAD + TAIL > BYTES_MAX) throw new Error('a text that is too long for a paper')
  const sum = checksum(content)
  const bytes = [...MAGIC, content.length >> 8, content.length & 255, ...content, sum >> 8, sum & 255]
  const cell = width / COLUMNS
  const shapes = bytes.flatMap((byte, at) =>
    Array.from({ length: 8 }, (_, bit) => at * 8 + bit)
      .filter((_, bit) => (byte >> (7 - bit)) & 1)
      .map((index) => {
        const [column, row] = [index % COLUMNS, Math.floor(index / COLUMNS)]
        return `<rect x="${column * cell}" y="${y + (row * cell) / 2}" width="${cell}" height="${cell / 2}"/>`
      }),
  )
  return `<rect x="0" y="${y}" width="${width}" height="${computeStripeHeight(width)}" fill="#fff"/><g fill="#000">${shapes.join('')}</g>`
}

/** Reads the stripe of a picture from its grey values, row by row. undefined: there is none. */
export function readStripe(grey: Uint8Array, width: number, height: number): string | undefined {
  const top = height - computeStripeHeight(width)
  if (top < 0) return undefined
  const cell = width / COLUMNS
  const isDark = (index: number): boolean => {
    const [column, row] = [index % COLUMNS, Math.floor(index / COLUMNS)]
    const [x, y] = [Math.floor((column + 0.5) * cell), Math.floor(top + (row + 0.5) * (cell / 2))]
    return (grey[y * width + x] ?? 255) < 128
  }
  const byteAt = (at: number): number =>
    Array.from({ length: 8 }, (_, bit) => (isDark(at * 8 + bit) ? 1 << (7 - bit) : 0)).reduce((a, b) => a | b)
  if (MAGIC.some((byte, at) => byteAt(at) !== byte)) return undefined
  const length = (byteAt(2) << 8) | byteAt(3)
  if (length + HEAD + TAIL > BYTES_MAX) return undefined
  const content = Uint8Array.from({ length }, (_, at) => byteAt(HEAD + at))
  const sum = (byteAt(HEAD + length) << 8) | byteAt(HEAD + length + 1)
  return sum === checksum(content) ? new TextDecoder().decode(content) : undefined
}
