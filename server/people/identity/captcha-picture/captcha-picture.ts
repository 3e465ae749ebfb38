import type { Moment } from '#server/platform/core/moment.ts'
import { loadSharp } from '#server/platform/core/picture-library.ts'
import { strokeFont } from '#server/platform/core/stroke-font.ts'

/** The limits of a picture's size in pixels; requested sizes are clamped. */
export interface CaptchaPictureAndFontSize {
  width: number
  height: number
  fontSize: number
}

const CAPTCHA_LENGTH = 4

/** Characters that are easily confused (0 O, 1 I, 2 Z, 5 S, 8 B …) are left out. */
export const CAPTCHA_LETTERS = [...'34679ACEFHJKLMNPRTUVWXY']

/** Returns a function that generates fractions in [0, 1) from random bytes. */
const fractions = (moment: Pick<Moment, 'bytes'>) => () => moment.bytes(4).readUInt32BE() / 0x1_0000_0000

/** Generates four random characters. Bytes that would make some characters more likely are discarded. */
export function generateCaptchaText(moment: Pick<Moment, 'bytes'>): string {
  let text = ''
  const fair = 256 - (256 % CAPTCHA_LETTERS.length)
  while (text.length < CAPTCHA_LENGTH) {
    const byte = moment.bytes(1)[0] ?? 0
    if (byte < fair) text += CAPTCHA_LETTERS[byte % CAPTCHA_LETTERS.length]
  }
  return text
}

type Between = (low: number, high: number) => number
type Point = readonly [x: number, y: number]
type Line = readonly Point[]

/** The grid of a character is 6 wide and 10 high. */
const GRID = { width: 6, height: 10 }
/** Into how many pieces a line is cut before the picture is bent. */
const PIECES = 6

/** Adds points between the corners of a line, so that bending the picture bends the line, too. */
const refined = (line: Line): Point[] =>
  line.flatMap(([x, y], at) => {
    const [nextX, nextY] = line[at + 1] ?? [x, y]
    const pieces = at === line.length - 1 ? 1 : PIECES
    return Array.from({ length: pieces }, (_, piece): Point => {
      const part = piece / pieces
      return [x + (nextX - x) * part, y + (nextY - y) * part]
    })
  })

interface Placed {
  lines: Point[][]
  left: number
  right: number
}

/** The lines of a character around the origin, randomly shifted, slanted, stretched and rotated. */
function shapeOf(letter: string, unit: number, between: Between): Placed {
  const [size, stretch, slant, turn] = [unit * between(0.88, 1.16), between(1, 1.3), between(-0.24, 0.24), between(-0.28, 0.28)]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const lines = (strokeFont[letter] ?? '').split('|').map((stroke) => {
    const corners = stroke.split(' ').map((corner): Point => {
      const [x = 0, y = 0] = corner.split(',').map(Number)
      const down = (y - GRID.height / 2) * size + between(-0.12, 0.12) * unit
      const across = (x - GRID.width / 2) * size * stretch + between(-0.12, 0.12) * unit - down * slant
      return [across * cos - down * sin, across * sin + down * cos]
    })
    return refined(corners)
  })
  const xs = lines.flat().map(([x]) => x)
  return { lines, left: Math.min(...xs), right: Math.max(...xs) }
}

/** Places the characters next to each other with an overlap, at a random place in the picture. */
function wordLines(text: string, { width, height }: CaptchaPictureAndFontSize, unit: number, between: Between): Point[][] {
  const letters = [...text].map((letter) => shapeOf(letter, unit, between))
  const overlaps = letters.map(() => unit * between(-0.4, 0.7))
  const offsets: number[] = []
  let end = 0
  letters.forEach(({ left, right }, at) => {
    const begin = at === 0 ? 0 : end - (overlaps[at] ?? 0)
    offsets.push(begin - left)
    end = begin + right - left
  })
  const room = Math.max(0, width - end - 2 * unit)
  const start = (width - end) / 2 + between(-room / 2, room / 2)
  return letters.flatMap(({ lines }, at) => {
    const down = height / 2 + unit * between(-0.9, 0.9)
    return lines.map((line) => line.map(([x, y]): Point => [x + start + (offsets[at] ?? 0), y + down]))
  })
}

/** A cubic curve as a line of points. */
function curve(points: readonly [Point, Point, Point, Point]): Point[] {
  const [a, b, c, d] = points
  return Array.from({ length: 25 }, (_, at): Point => {
    const t = at / 24
    const weigh = (axis: 0 | 1) =>
      a[axis] * (1 - t) ** 3 + 3 * b[axis] * t * (1 - t) ** 2 + 3 * c[axis] * t ** 2 * (1 - t) + d[axis] * t ** 3
    return [weigh(0), weigh(1)]
  })
}

/** Lines that look like parts of characters: one across the whole picture and some short ones. */
function strayLines({ width, height }: CaptchaPictureAndFontSize, unit: number, between: Between): Point[][] {
  const at = (x: number, low: number, high: number): Point => [x, between(height * low, height * high)]
  const through = curve([at(-unit, 0.2, 0.8), at(width * 0.3, -0.1, 1.1), at(width * 0.7, -0.1, 1.1), at(width + unit, 0.2, 0.8)])
  const short = Array.from({ length: 2 }, () => {
    const [x, y] = [between(0, width), between(0, height)]
    const near = (): Point => [x + unit * between(-2.6, 2.6), y + unit * between(-2.6, 2.6)]
    return curve([near(), near(), near(), near()])
  })
  return [through, ...short]
}

const round = (value: number) => Math.round(value * 10) / 10
const pathOf = (line: readonly Point[], width: number): string =>
  `<path d="M${line.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}" stroke-width="${round(width)}"/>`

/**
 * Renders four characters as a PNG of a few kilobytes. Characters overlap at random places and sizes, lines of the same width and colour
 * cross them, thin cuts split them, and everything is bent, so that they cannot be separated by columns, colour or width. Trained programs
 * can still read it, so no protection relies on it alone.
 */
export async function renderCaptcha(moment: Pick<Moment, 'bytes'>, text: string, size: CaptchaPictureAndFontSize): Promise<Buffer> {
  const next = fractions(moment)
  const between: Between = (low, high) => low + (high - low) * next()
  const { width, height } = size
  const unit = Math.min((size.fontSize / GRID.height) * 1.2, height / 16, width / 34) * between(0.94, 1.06)
  const [phase, tilt, wave] = [between(0, 7), between(0, 7), unit * between(0.6, 1)]
  const bend = ([x, y]: Point): Point => [x + wave * Math.sin(y / (unit * 3.1) + phase), y + wave * Math.sin(x / (unit * 4.3) + tilt)]
  const thick = unit * between(0.75, 0.95)
  const drawn = [...wordLines(text, size, unit, between), ...strayLines(size, unit, between)]
  const inked = drawn.map((line) => pathOf(line.map(bend), thick * between(0.85, 1.15)))
  const cuts = Array.from({ length: 2 }, () => {
    const [from, to] = [between(0, width), between(-0.6, 0.6) * height]
    return pathOf(
      [
        [from, 0],
        [from + to, height],
      ].map(([x = 0, y = 0]): Point => bend([x, y])),
      unit * between(0.25, 0.4),
    )
  })
  const ink = `hsl(${Math.round(between(150, 210))} 45% 32%)`
  const paper = '#f5f3ee'
  const group = (colour: string, paths: readonly string[]) =>
    `<g fill="none" stroke="${colour}" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${paper}"/>${group(ink, inked)}${group(paper, cuts)}</svg>`
  return loadSharp()(Buffer.from(svg)).png({ palette: true, colours: 8, effort: 4 }).toBuffer()
}
