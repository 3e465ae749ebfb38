import { GOODS_PICTURES_MAX, type GoodsPicture } from '#contract/catalog/pictures/addresses.ts'
import type { LibraryPicture } from '#contract/catalog/pictures/picture-api.ts'

/** The pictures of goods while somebody arranges them. */
export type Pictures = readonly GoodsPicture[]

export const toGoodsPicture = ({ id, alt }: Pick<LibraryPicture, 'id' | 'alt'>): GoodsPicture => ({ id, alt, drawing: false })

/** Adds a picture at the end. One that is there already is not added again, and none beyond the largest number. */
export const addPicture = (pictures: Pictures, picture: GoodsPicture): Pictures =>
  pictures.length >= GOODS_PICTURES_MAX || pictures.some(({ id }) => id === picture.id) ? pictures : [...pictures, picture]

/** Moves a picture to another place. Beyond an end it stays at that end. */
export function movePicture(pictures: Pictures, id: string, to: number): Pictures {
  const moved = pictures.find((one) => one.id === id)
  if (!moved) return pictures
  const others = pictures.filter((one) => one !== moved)
  const place = Math.min(Math.max(to, 0), others.length)
  return [...others.slice(0, place), moved, ...others.slice(place)]
}

/** Changes a picture. There is one dimension drawing at most. */
export const changePicture = (pictures: Pictures, id: string, part: Partial<Omit<GoodsPicture, 'id'>>): Pictures =>
  pictures.map((one) => {
    if (one.id === id) return { ...one, ...part }
    return part.drawing === true ? { ...one, drawing: false } : one
  })
