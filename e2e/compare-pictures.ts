import sharp from 'sharp'

/** How much a pixel may differ, of 255 levels, and how many pixels of a picture may differ by more. */
const LIMITS = [
  // A slightly different shade, as by other antialiasing: few pixels, anywhere.
  { levels: 6, pixels: 400 },
  // A different content, such as a digit or a line.
  { levels: 48, pixels: 12 },
] as const

/** The differences between two pictures. `marked` is the new picture, pale, with the differences in red. */
export interface Difference {
  text: string
  highlighted: Buffer
}

const pixelsOf = (picture: Buffer) => sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })

/** Compares two pictures. Undefined if they look the same: except for antialiasing, every pixel has the same colour. */
export async function comparePictures(before: Buffer, after: Buffer): Promise<Difference | undefined> {
  const [old, now] = [await pixelsOf(before), await pixelsOf(after)]
  const { width, height, channels } = now.info
  if (old.info.width !== width || old.info.height !== height) {
    return { text: `${width}×${height} px, and was ${old.info.width}×${old.info.height}`, highlighted: after }
  }
  const marked = Buffer.alloc(now.data.length)
  const counts = LIMITS.map(() => 0)
  for (let at = 0; at < now.data.length; at += channels) {
    let most = 0
    for (let channel = at; channel < at + channels; channel++) {
      most = Math.max(most, Math.abs((old.data[channel] ?? 0) - (now.data[channel] ?? 0)))
      marked[channel] = 200 + (now.data[channel] ?? 0) / 5
    }
    if (most > LIMITS[0].levels) marked.set([220, 0, 0], at)
    for (const [place, { levels }] of LIMITS.entries()) if (most > levels) counts[place] = (counts[place] ?? 0) + 1
  }
  const broken = LIMITS.flatMap(({ levels, pixels }, place) => {
    const count = counts[place] ?? 0
    return count > pixels ? [`${count} px differ by more than ${levels} levels, ${pixels} may`] : []
  })
  if (broken.length === 0) return undefined
  return { text: broken.join('; '), highlighted: await sharp(marked, { raw: { width, height, channels } }).png().toBuffer() }
}
