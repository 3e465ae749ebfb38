import sharp from 'sharp'
import { computeStripeHeight, drawStripe, readStripe } from './stripe.ts'

/** What a sample paper says, with the names of the protocol. */
export type SampleDocument =
  | { kind: 'licence'; Name: string; RegNum: string; Capital: string; SetDate: string; Person: string; Address: string }
  | { kind: 'idFront'; Name: string; IdNum: string }
  | { kind: 'idBack'; ValidDate: string; Authority: string }

const WIDTH = 1_024
const heights = { licence: 1_180, idFront: 640, idBack: 640 } as const

const bars = (x: number, y: number, widths: readonly number[]): string =>
  widths.map((width, at) => `<rect x="${x}" y="${y + at * 70}" width="${width}" height="20" rx="10" fill="#9aa7a0"/>`).join('')

/** Shapes instead of print, so that no font is needed. */
const insides = {
  licence: `<circle cx="512" cy="170" r="80" fill="#d8b4a0"/>${bars(120, 340, [780, 660, 720, 560, 700, 620])}<circle cx="760" cy="940" r="110" fill="none" stroke="#c9a08a" stroke-width="12"/>`,
  idFront: `${bars(90, 110, [240, 360, 420, 480, 380])}<circle cx="810" cy="240" r="86" fill="#c3ccc6"/><path d="M670 480a140 130 0 0 1 280 0z" fill="#c3ccc6"/>${bars(90, 540, [680])}`,
  idBack: `<circle cx="220" cy="210" r="100" fill="#d8b4a0"/>${bars(400, 150, [480, 380])}${bars(190, 460, [640, 540])}`,
} as const

/** Draws a sample paper that the local reader can read. PNG. */
export function drawReadableDocument(content: SampleDocument): Promise<Buffer> {
  const { kind } = content
  const [body, stripe] = [heights[kind], computeStripeHeight(WIDTH)]
  const sheet = `<rect width="100%" height="100%" fill="#eef2ee"/><rect x="20" y="20" width="${WIDTH - 40}" height="${body - 40}" rx="28" fill="none" stroke="#b9c6bd" stroke-width="6"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${body + stripe}">${sheet}${insides[kind]}${drawStripe(JSON.stringify(content), WIDTH, body)}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** Reads a sample paper; undefined: the picture is none, or cannot be decoded. */
export async function readSampleDocument(picture: Buffer): Promise<SampleDocument | undefined> {
  try {
    const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
    const text = readStripe(new Uint8Array(data), info.width, info.height)
    return text === undefined ? undefined : (JSON.parse(text) as SampleDocument)
  } catch {
    return undefined
  }
}
