// The former captcha: letters in four columns, thin noise. It calibrates the solver.
import sharp from 'sharp'
import type { CaptchaPictureAndFontSize } from '#server/people/identity/captcha-picture/captcha-picture.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { strokeFont } from '#server/platform/core/stroke-font.ts'

const LETTERS_IN_PICTURE = 4

type Between = (low: number, high: number) => number

/** One letter's strokes: each corner is moved a little, and the whole is rotated, scaled and bent along a wave. */
function letterPaths(letter: string, place: { x: number; y: number; scale: number; wave: number }, between: Between): string[] {
  const turn = between(-0.32, 0.32)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const stretch = between(0.85, 1.12)
  return (strokeFont[letter] ?? '').split('|').map((stroke) => {
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

function noiseLine({ width, height }: CaptchaPictureAndFontSize, between: Between): string {
  const at = (low: number, high: number) => Math.round(between(low, high))
  const curve = `M0 ${at(8, height - 8)}C${at(0, width)} ${at(0, height)} ${at(0, width)} ${at(0, height)} ${width} ${at(8, height - 8)}`
  return `<path d="${curve}" stroke-width="${at(1, 2)}" opacity=".7"/>`
}

/** A picture of four letters, as PNG of a few kilobytes. */
export async function drawPlainCaptcha(moment: Pick<Moment, 'bytes'>, text: string, size: CaptchaPictureAndFontSize): Promise<Buffer> {
  const next = () => moment.bytes(4).readUInt32BE() / 0x1_0000_0000
  const between: Between = (low, high) => low + (high - low) * next()
  const scale = Math.min((size.fontSize / 10) * 1.15, size.height / 15, size.width / 34)
  const wave = between(0, 6)
  const letters = [...text].flatMap((letter, at) => {
    const x = (size.width * (at + 0.5)) / LETTERS_IN_PICTURE + between(-5, 5)
    return letterPaths(letter, { x, y: size.height / 2 + between(-5, 5), scale, wave }, between)
  })
  const noise = Array.from({ length: 3 }, () => noiseLine(size, between))
  const ink = `hsl(${Math.round(between(150, 210))} 45% 32%)`
  const strokes = `<g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">${letters.join('')}${noise.join('')}</g>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" fill="#f5f3ee"/>${strokes}</svg>`
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 8, effort: 4 }).toBuffer()
}
