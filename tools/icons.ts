/** Draws the icons of the installed mall from its logo, for systems without SVG. Run it after the logo has changed: node tools/icons.ts */
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

const PUBLIC = path.join(import.meta.dirname, '..', 'storefront', 'public')
const GROUND = '#f5f3ee'

const mark = readFileSync(path.join(PUBLIC, 'icon.svg'))

/** The logo on a square of a size; `share` is its width. Systems round the corners, which must not touch the logo. */
async function draw(name: string, size: number, { share, ground }: { share: number; ground: string | undefined }): Promise<void> {
  const width = Math.round(size * share)
  const drawn = await sharp(mark, { density: 1_200 }).resize(width, width).png().toBuffer()
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 }
  await sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(path.join(PUBLIC, 'icons', name))
}

mkdirSync(path.join(PUBLIC, 'icons'), { recursive: true })
await draw('192.png', 192, { share: 0.92, ground: undefined })
await draw('512.png', 512, { share: 0.92, ground: undefined })
await draw('maskable-512.png', 512, { share: 0.62, ground: GROUND })
await draw('apple-touch-180.png', 180, { share: 0.74, ground: GROUND })
