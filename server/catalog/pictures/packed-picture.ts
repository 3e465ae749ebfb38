import { cutOutSizes, pictureFormats, pictureSizes } from '#contract/catalog/pictures/picture-urls.ts'

/** The position of a part in the bytes of its picture. */
type Place = readonly [begin: number, length: number]
export type PicturePartPositions = Readonly<Record<string, Place>>

/** All parts of a picture as one file: it is stored, read and deleted as a whole. */
export interface PackedPicture {
  bytes: Buffer
  places: PicturePartPositions
}

/** The part names that every picture has. */
const NAMES = [
  ...pictureSizes.flatMap((size) => pictureFormats.map((format) => `${size}.${format}`)),
  ...cutOutSizes.map((size) => `cut-${size}.webp`),
]

/** The part that is sent for a name: a picture without a cut-out is sent instead of it. */
const partFor = (name: string, parts: ReadonlyMap<string, unknown>): string => (parts.has(name) ? name : name.replace('cut-', ''))

/** Throws if a part is missing. */
export function packPictureParts(parts: ReadonlyMap<string, Buffer>): PackedPicture {
  const found = new Map<string, Place>()
  let begin = 0
  for (const [name, { length }] of parts) {
    found.set(name, [begin, length])
    begin += length
  }
  const places = NAMES.map((name) => {
    const place = found.get(partFor(name, parts))
    if (!place) throw new Error(`the picture has no ${name}`)
    return [name, place] as const
  })
  return { bytes: Buffer.concat([...parts.values()]), places: Object.fromEntries(places) }
}

/** The bytes of a part; undefined: there is no such part. */
export function getPicturePart({ bytes, places }: PackedPicture, name: string): Buffer | undefined {
  const [begin, length] = (Object.hasOwn(places, name) && places[name]) || []
  return begin === undefined || length === undefined ? undefined : bytes.subarray(begin, begin + length)
}
