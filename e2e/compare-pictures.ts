import sharp from 'sharp'

/** Levels of 255 by which a pixel may differ, and how many pixels of a picture may differ by more. */
const LIMITS = [
  // Another shade, as edges are smoothed otherwise: few pixels, wherever they are.
  { levels: 6, pixels: 400 },
  // Another thing altogether: a digit, a line.
  { levels: 48, pixels: 12 },
] as const

/** How a picture differs from how it was; `marked` shows where, in red over the new one grown pale. */
export interface Difference {
  said: string
  marked: Buffer
}

const pixelsOf = (picture: Buffer) => sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })

/** Undefined when two pictures look the same: smoothing of edges aside, every pixel in its place has its colour. */
export async function compare(before: Buffer, after: Buffer): Promise<Difference | undefined> {
  const [old, now] = [await pixelsOf(before), await pixelsOf(after)]
  const { width, height, channels } = now.info
  if (old.info.width !== width || old.info.height !== height) {
    return { said: `${width}×${height} px, and was ${old.info.width}×${old.info.height}`, marked: after }
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
  return { said: broken.join('; '), marked: await sharp(marked, { raw: { width, height, channels } }).png().toBuffer() }
}
