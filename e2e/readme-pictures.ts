import sharp from 'sharp'
import type { AppName, ScreenSize } from './test-mall.ts'

/** A picture in the README: its screen, and the height of its visible part from the top, in pixels. */
export interface ReadmePicture {
  name: string
  app: AppName
  size: ScreenSize
  screen: string
  shown: number
}

/** In docs/screens/, together below 300 kB. */
export const readmePictures: readonly ReadmePicture[] = [
  { name: 'home', app: 'mall', size: 'desk', screen: '/', shown: 1_210 },
  { name: 'home-phone', app: 'mall', size: 'phone', screen: '/', shown: 1_210 },
  { name: 'review', app: 'console', size: 'desk', screen: '/review', shown: 960 },
]

const WIDTH = 1_080

/** Takes a screen for the README. It is small, because every version of it stays in the repository. */
export async function toReadmePicture(screen: Buffer, { shown }: Pick<ReadmePicture, 'shown'>): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(screen).metadata()
  return sharp(screen)
    .extract({ left: 0, top: 0, width, height: Math.min(height, shown) })
    .resize({ width: WIDTH, withoutEnlargement: true })
    .webp({ quality: 70, effort: 6 })
    .toBuffer()
}
