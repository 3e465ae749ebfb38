import sharp from 'sharp'
import type { Moment } from '../platform/moment.ts'

/** What a picture may measure, in pixels; requests are clamped to it. */
export interface CaptchaSize {
  width: number
  height: number
  fontSize: number
}

const CAPTCHA_LENGTH = 4

/**
 * The letters as strokes on a grid of 6 × 10: corners joined by lines, strokes parted by '|'. Letters and digits that are easily
 * mistaken for one another (0 O, 1 I, 2 Z, 5 S, 8 B …) are left out. Strokes need no font and are turned into pixels before they leave.
 */
const STROKES: Record<string, string> = {
  A: '0,10 3,0 6,10|1,7 5,7',
  C: '6,1.5 4,0 2,0 0,2.5 0,7.5 2,10 4,10 6,8.5',
  E: '6,0 0,0 0,10 6,10|0,5 4,5',
  F: '6,0 0,0 0,10|0,5 4,5',
  H: '0,0 0,10|6,0 6,10|0,5 6,5',
  J: '2,0 6,0 6,8 4,10 2,10 0,8',
  K: '0,0 0,10|6,0 0,6|2,4.5 6,10',
  L: '0,0 0,10 6,10',
  M: '0,10 0,0 3,6 6,0 6,10',
  N: '0,10 0,0 6,10 6,0',
  P: '0,10 0,0 4,0 6,2 6,3.5 4,5.5 0,5.5',
  R: '0,10 0,0 4,0 6,2 6,3.5 4,5.5 0,5.5|3,5.5 6,10',
  T: '0,0 6,0|3,0 3,10',
  U: '0,0 0,8 2,10 4,10 6,8 6,0',
  V: '0,0 3,10 6,0',
  W: '0,0 1.5,10 3,3 4.5,10 6,0',
  X: '0,0 6,10|6,0 0,10',
  Y: '0,0 3,5 6,0|3,5 3,10',
  3: '0,1 2,0 4,0 6,2 6,3 4,4.8 2,4.8|4,4.8 6,6.5 6,8 4,10 2,10 0,9',
  4: '4.5,10 4.5,0 0,7 6.5,7',
  6: '5.5,0.8 3.5,0 1.5,1.5 0,5 0,8 2,10 4,10 6,8 6,6.5 4,4.8 2,4.8 0,6.5',
  7: '0,0 6,0 2.5,10',
  9: '0.5,9.2 2.5,10 4.5,8.5 6,5 6,2 4,0 2,0 0,2 0,3.5 2,5.2 4,5.2 6,3.5',
}
export const LETTERS = Object.keys(STROKES)

/** A source of fractions in [0, 1) from the moment's bytes. */
const fractions = (moment: Moment) => () => moment.bytes(4).readUInt32BE() / 0x1_0000_0000

/** Four letters that nobody can foresee; a byte that would favour some letters is thrown away. */
export function drawLetters(moment: Moment): string {
  let text = ''
  const fair = 256 - (256 % LETTERS.length)
  while (text.length < CAPTCHA_LENGTH) {
    const byte = moment.bytes(1)[0] ?? 0
    if (byte < fair) text += LETTERS[byte % LETTERS.length]
  }
  return text
}

type Between = (low: number, high: number) => number

/** One letter's strokes, each corner pushed a little, the whole turned, scaled and bent along a wave. */
function letterPaths(letter: string, place: { x: number; y: number; scale: number; wave: number }, between: Between): string[] {
  const turn = between(-0.32, 0.32)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const stretch = between(0.85, 1.12)
  return (STROKES[letter] ?? '').split('|').map((stroke) => {
    const corners = stroke.split(' ').map((corner) => {
      const [x = 0, y = 0] = corner.split(',').map(Number)
      const left = (x - 3) * place.scale * stretch + between(-1, 1)
      const down = (y - 5) * place.scale + between(-1, 1)
      const across = place.x + left * cos - down * sin
      const height = place.y + left * sin + down * cos + Math.sin(across / 24 + place.wave) * 4
      return `${Math.round(across * 10) / 10} ${Math.round(height * 10) / 10}`
    })
    return `<path d="M${corners.join('L')}" stroke-width="${Math.round(between(40, 60)) / 10}"/>`
  })
}

function noiseLine({ width, height }: CaptchaSize, between: Between): string {
  const at = (low: number, high: number) => Math.round(between(low, high))
  const curve = `M0 ${at(8, height - 8)}C${at(0, width)} ${at(0, height)} ${at(0, width)} ${at(0, height)} ${width} ${at(8, height - 8)}`
  return `<path d="${curve}" stroke-width="${at(1, 2)}" opacity=".7"/>`
}

/** The picture of four letters, as PNG of a few kilobytes. */
export async function drawCaptcha(moment: Moment, text: string, size: CaptchaSize): Promise<Buffer> {
  const next = fractions(moment)
  const between: Between = (low, high) => low + (high - low) * next()
  const scale = Math.min((size.fontSize / 10) * 1.15, size.height / 15, size.width / 34)
  const wave = between(0, 6)
  const letters = [...text].flatMap((letter, at) => {
    const x = (size.width * (at + 0.5)) / CAPTCHA_LENGTH + between(-5, 5)
    return letterPaths(letter, { x, y: size.height / 2 + between(-5, 5), scale, wave }, between)
  })
  const noise = Array.from({ length: 3 }, () => noiseLine(size, between))
  const ink = `hsl(${Math.round(between(150, 210))} 45% 32%)`
  const strokes = `<g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">${letters.join('')}${noise.join('')}</g>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" fill="#f5f3ee"/>${strokes}</svg>`
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 8, effort: 4 }).toBuffer()
}
