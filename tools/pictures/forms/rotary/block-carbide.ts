import type { Part, Point3D, ProfileCorner } from '#tools/pictures/forms/solids.ts'

/** A block tooth: width, thickness, length, pieces of carbide, and how it is held. */
export interface BlockTooth {
  width: number
  thickness: number
  length: number
  tips: number
  mount: 'bolt' | 'weld' | 'pin'
}

/** The height of the steel, the depth of the carbide, and the hole of the bolt or pin. */
export const computeBlockHeights = ({ length, thickness, mount }: BlockTooth) => ({
  steel: length - thickness * 0.2,
  bed: length - thickness * 0.66,
  hole: length * 0.27,
  bore: mount === 'bolt' ? 17 : 16,
})

/** Plates of carbide set on edge in the front, their tops ground to a roof; the heavy tooth has a second row behind. */
export const buildCarbidePlates = (tooth: BlockTooth): Part[] => {
  const { width, thickness, length, tips } = tooth
  const { bed, steel } = computeBlockHeights(tooth)
  const t = thickness / 2
  const plate = thickness * 0.3
  const rows = tips > 3 ? 2 : 1
  const inRow = tips / rows
  const wide = (width - 1.2) / inRow
  const tall = length - bed
  const section: ProfileCorner[] = [
    [0.4, 0.4],
    [plate, 0.4, 0.6],
    [plate + 0.9, tall - plate * 0.4, 0.8],
    [plate * 0.66, tall, 1],
    [0.4, tall - plate * 0.5, 0.8],
  ]
  const piece: Part = { kind: 'prism', outline: section, depth: wide - 1, round: 0.7, finish: 'carbide' }
  const bedding: Part = {
    kind: 'box',
    size: [plate * 0.92, tall * 0.7, width - 5],
    round: 0.3,
    finish: 'braze',
    at: [t - plate * 0.54, bed + tall * 0.35, 0],
  }
  const places = Array.from({ length: inRow }, (_, i) => ({ at: [t - plate, bed, (i - (inRow - 1) / 2) * wide] as Point3D }))
  const all: Part[] = [bedding, { kind: 'copies', part: piece, places }]
  if (rows === 2) {
    const stud: ProfileCorner[] = [
      [0, -12],
      [width * 0.13, -12],
      [width * 0.13, 2, 2],
      [width * 0.05, width * 0.13, 2],
      [0, width * 0.14],
    ]
    const studs = Array.from({ length: inRow }, (_, i) => ({
      at: [-t * 0.18, steel - thickness * 0.04, (i - (inRow - 1) / 2) * width * 0.46] as Point3D,
      turn: [0, 0, 24] as Point3D,
    }))
    all.push({ kind: 'copies', part: { kind: 'turned', profile: stud, finish: 'carbide' }, places: studs })
    const rim: ProfileCorner[] = [
      [width * 0.1, -2],
      [width * 0.15, -1.2, 0.4],
      [width * 0.14, 0.4, 0.4],
      [width * 0.1, 0.9],
    ]
    all.push({ kind: 'copies', part: { kind: 'turned', profile: rim, finish: 'braze' }, places: studs })
  }
  return all
}
