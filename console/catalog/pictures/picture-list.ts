import type { GoodsLibraryPicture } from '#contract/catalog/pictures/picture-api.ts'
import { GOODS_PICTURES_MAX, type GoodsPicture } from '#contract/catalog/pictures/picture-urls.ts'

/** The pictures of goods in their editor. */
export type ArrangedGoodsPictures = readonly GoodsPicture[]

export const toGoodsPicture = ({ id, alt }: Pick<GoodsLibraryPicture, 'id' | 'alt'>): GoodsPicture => ({ id, alt, drawing: false })

/** Adds a picture at the end. Duplicates, and pictures beyond the maximum, are not added. */
export const addGoodsPicture = (pictures: ArrangedGoodsPictures, picture: GoodsPicture): ArrangedGoodsPictures =>
  pictures.length >= GOODS_PICTURES_MAX || pictures.some(({ id }) => id === picture.id) ? pictures : [...pictures, picture]

/** Moves a picture to another position. Beyond an end it stays at that end. */
export function moveGoodsPicture(pictures: ArrangedGoodsPictures, id: string, to: number): ArrangedGoodsPictures {
  const moved = pictures.find((one) => one.id === id)
  if (!moved) return pictures
  const others = pictures.filter((one) => one !== moved)
  const place = Math.min(Math.max(to, 0), others.length)
  return [...others.slice(0, place), moved, ...others.slice(place)]
}

/** Changes a picture. At most one is the dimension drawing. */
export const changeGoodsPicture = (
  pictures: ArrangedGoodsPictures,
  id: string,
  part: Partial<Omit<GoodsPicture, 'id'>>,
): ArrangedGoodsPictures =>
  pictures.map((one) => {
    if (one.id === id) return { ...one, ...part }
    return part.drawing === true ? { ...one, drawing: false } : one
  })
