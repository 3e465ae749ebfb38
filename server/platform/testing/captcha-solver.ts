import sharp from 'sharp'
import { CAPTCHA_LETTERS } from '#server/people/identity/captcha-picture/captcha-picture.ts'
import { strokeFont } from '#server/platform/core/stroke-font.ts'

// A program that reads captchas, of the kind that an attacker writes in an afternoon: it removes thin lines, cuts the picture into columns,
// and compares each column with rotated and slanted drawings of the letters.

/** The ink of each pixel, 0 or 1. */
interface Mask {
  width: number
  height: number
  ink: Uint8Array
}

const CELLS = { across: 14, down: 18 }
const LETTERS_IN_PICTURE = 4
const DARK = 165

const at = ({ width, height, ink }: Mask, x: number, y: number): number =>
  x < 0 || y < 0 || x >= width || y >= height ? 0 : (ink[y * width + x] ?? 0)

/** Computes every pixel from its neighbourhood. */
function filterPixels(mask: Mask, pick: (sum: number) => boolean): Mask {
  const ink = new Uint8Array(mask.ink.length)
  for (let y = 0; y < mask.height; y++)
    for (let x = 0; x < mask.width; x++) {
      let sum = 0
      for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) sum += at(mask, x + dx, y + dy)
      ink[y * mask.width + x] = pick(sum) ? 1 : 0
    }
  return { ...mask, ink }
}

/** Removes everything thinner than three pixels. */
const withoutThinLines = (mask: Mask): Mask =>
  filterPixels(
    filterPixels(mask, (sum) => sum === 9),
    (sum) => sum > 0,
  )

async function maskOf(png: Buffer): Promise<Mask> {
  const { data, info } = await sharp(png).flatten({ background: '#fff' }).greyscale().raw().toBuffer({ resolveWithObject: true })
  const ink = new Uint8Array(info.width * info.height)
  for (let n = 0; n < ink.length; n++) ink[n] = (data[n * info.channels] ?? 255) < DARK ? 1 : 0
  return { width: info.width, height: info.height, ink }
}

/** The content between two columns, scaled to a few cells, with mean 0 and length 1; undefined if there is no ink. */
function cellsBetween(mask: Mask, from: number, to: number): Float32Array | undefined {
  let [left, right, top, bottom, count] = [to, from, mask.height, -1, 0]
  for (let y = 0; y < mask.height; y++)
    for (let x = from; x < to; x++)
      if (at(mask, x, y)) {
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
        count++
      }
  if (count < 40 || bottom - top < 14) return undefined
  const cells = new Float32Array(CELLS.across * CELLS.down)
  const [wide, high] = [right - left + 1, bottom - top + 1]
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++)
      if (at(mask, x, y)) {
        const cell = Math.floor(((y - top) / high) * CELLS.down) * CELLS.across + Math.floor(((x - left) / wide) * CELLS.across)
        cells[cell] = (cells[cell] ?? 0) + 1
      }
  return normal(cells)
}

function normal(cells: Float32Array): Float32Array {
  const mean = cells.reduce((sum, value) => sum + value, 0) / cells.length
  const centred = cells.map((value) => value - mean)
  const length = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0)) || 1
  return centred.map((value) => value / length)
}

interface Template {
  letter: string
  cells: Float32Array
}

/** Draws a letter, rotated and slanted. */
async function render(letter: string, turn: number, slant: number): Promise<Template[]> {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const paths = (strokeFont[letter] ?? '').split('|').map((stroke) => {
    const corners = stroke.split(' ').map((corner) => {
      const [x = 0, y = 0] = corner.split(',').map(Number)
      const [across, down] = [(x - 3) * 5.5 - (y - 5) * 5.5 * slant, (y - 5) * 5.5]
      return `${48 + across * cos - down * sin} ${48 + across * sin + down * cos}`
    })
    return `<path d="M${corners.join('L')}"/>`
  })
  const pen = 'fill="none" stroke="#000" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="#fff"/><g ${pen}>${paths.join('')}</g></svg>`
  const cells = cellsBetween(await maskOf(await sharp(Buffer.from(svg)).png().toBuffer()), 0, 96)
  return cells ? [{ letter, cells }] : []
}

const steps = (low: number, high: number, count: number) => Array.from({ length: count }, (_, n) => low + ((high - low) * n) / (count - 1))

const templates = (
  await Promise.all(
    CAPTCHA_LETTERS.flatMap((letter) =>
      steps(-0.36, 0.36, 7).flatMap((turn) => [-0.18, 0, 0.18].map((slant) => render(letter, turn, slant))),
    ),
  )
).flat()

/** The letter that is most similar to the cells, with the similarity. */
function closest(cells: Float32Array | undefined): { letter: string; likeness: number } {
  let best = { letter: '?', likeness: 0 }
  if (!cells) return best
  for (const template of templates) {
    let likeness = 0
    for (let n = 0; n < cells.length; n++) likeness += (cells[n] ?? 0) * (template.cells[n] ?? 0)
    if (likeness > best.likeness) best = { letter: template.letter, likeness }
  }
  return best
}

const STEP = 4
const WIDTHS = [24, 32, 40, 48, 56, 64]

interface Reading {
  text: string
  likeness: number
}

/**
 * Among all ways to cut a picture into four columns, with gaps or a small overlap, chooses the one whose columns are most similar to
 * letters.
 */
export async function solveCaptcha(png: Buffer): Promise<string> {
  const mask = withoutThinLines(await maskOf(png))
  const positions = Math.ceil(mask.width / STEP)
  const read = (from: number, width: number) => closest(cellsBetween(mask, from, Math.min(mask.width, from + width)))
  const none: Reading = { text: '', likeness: Number.NEGATIVE_INFINITY }
  /** The best reading of this many letters that ends at or before a column. */
  let before: Reading[] = Array.from({ length: positions + 20 }, () => ({ text: '', likeness: 0 }))
  const columns = Array.from({ length: positions }, (_, position) => WIDTHS.map((width) => ({ width, ...read(position * STEP, width) })))
  for (let count = 0; count < LETTERS_IN_PICTURE; count++) {
    const after = before.map(() => none)
    columns.forEach((column, position) => {
      for (const { width, letter, likeness } of column) {
        // A letter may begin one step before the previous one ends.
        const earlier = before[position + 1] ?? none
        const end = Math.min(after.length - 1, position + width / STEP)
        const sum = earlier.likeness + likeness
        if (letter !== '?' && sum > (after[end]?.likeness ?? 0)) after[end] = { text: earlier.text + letter, likeness: sum }
      }
    })
    let best = none
    before = after.map((reading) => {
      if (reading.likeness > best.likeness) best = reading
      return best
    })
  }
  return before.at(-1)?.text ?? ''
}
