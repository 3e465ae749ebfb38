import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { createConcurrencyLimiter } from '#server/platform/core/concurrency-limiter.ts'
import { loadSharp } from '#server/platform/core/picture-library.ts'
import { strokeFont } from '#server/platform/core/stroke-font.ts'

/** Staff look at one document at a time. Their limiter is separate from the members'. */
const lane = createConcurrencyLimiter({ concurrency: 2, queueMax: 20, queueMaxPerOwner: 10 })

export interface WatermarkDetails {
  /** The viewer's e-mail address or id, because it can be drawn without a font. */
  viewer: string
  purpose: string
  at: Date
}

const LETTER_WIDTH = 9
const LETTER_HEIGHT = 10
/** A line of text is two thirds of the picture's width, with a minimum size. */
const LINE_PART = 2 / 3
const SCALE_MIN = 0.9
const TURN = -24

/** Converts a line of text to SVG paths. Unknown characters become gaps. */
const linePath = (text: string): string =>
  [...text.toUpperCase()]
    .flatMap((letter, at) => {
      const corners = (stroke: string) =>
        stroke.split(' ').map((corner) => {
          const [x = 0, y = 0] = corner.split(',').map(Number)
          return `${x + at * LETTER_WIDTH} ${y}`
        })
      return (strokeFont[letter] ?? '')
        .split('|')
        .filter(Boolean)
        .map((stroke) => `M${corners(stroke).join('L')}`)
    })
    .join('')

/** −n … n */
const spread = (n: number): number[] => Array.from({ length: 2 * n + 1 }, (_, at) => at - n)

/** Draws lines of text over the whole picture, in light and dark, so that they are visible on any background and cannot be cropped. */
function overlay(text: string, { width, height }: { width: number; height: number }): Buffer {
  const length = text.length * LETTER_WIDTH
  const scale = Math.max(SCALE_MIN, (width * LINE_PART) / length)
  const reach = Math.ceil(Math.hypot(width, height) / scale)
  const [across, down] = [length + LETTER_WIDTH * 4, LETTER_HEIGHT * 6]
  const rows = Math.ceil(reach / down)
  const columns = Math.ceil(reach / across) + 1
  const places = spread(rows).flatMap((row) =>
    spread(columns).map((column) => `<use href="#line" x="${(column + (row % 2) / 2) * across}" y="${row * down}"/>`),
  )
  const drawn = (colour: string, thick: number) => `<g stroke="${colour}" stroke-width="${thick}">${places.join('')}</g>`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><path id="line" d="${linePath(text)}"/></defs>
<g transform="translate(${width / 2} ${height / 2}) rotate(${TURN}) scale(${scale})" fill="none" stroke-linecap="round" stroke-linejoin="round">
${drawn('rgb(255 255 255 / .4)', 2.4)}${drawn('rgb(20 40 40 / .45)', 1)}</g></svg>`)
}

/** Draws viewer, time in Asia/Shanghai and purpose over a picture, and returns it as JPEG. */
export const renderPictureWithWatermark = ({ bytes, name }: BinaryFile, { viewer, purpose, at }: WatermarkDetails): Promise<BinaryFile> =>
  lane.run(async () => {
    const image = loadSharp()(bytes)
    const { width, height } = await image.metadata()
    const text = `${viewer} ${formatShanghaiTime(at).slice(0, 16)} ${purpose}`
    const marked = await image
      .composite([{ input: overlay(text, { width, height }) }])
      .jpeg({ quality: 85 })
      .toBuffer()
    return { type: 'image/jpeg', bytes: new Uint8Array(marked), name: name.replace(/\.\w+$/, '.jpg') }
  })
