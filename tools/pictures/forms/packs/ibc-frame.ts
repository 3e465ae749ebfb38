import type { Part, Point3D } from '#tools/pictures/forms/solids.ts'

/** An intermediate container of 1000 litres: pallet, cage, bottle. */
export const IBC_DIMENSIONS = { length: 1200, width: 1000, height: 1160, pallet: 150, cage: 1010 }

/** A ring of the cage with rounded corners at one height. */
const hoop = (y: number, grow = 0): Point3D[] => {
  const [x, z, r] = [IBC_DIMENSIONS.length / 2 - 14 + grow, IBC_DIMENSIONS.width / 2 - 14 + grow, 70]
  const corner = (cx: number, cz: number, from: number): Point3D[] =>
    Array.from({ length: 7 }, (_, i): Point3D => {
      const angle = from + (i * Math.PI) / 12
      return [cx + r * Math.cos(angle), y, cz + r * Math.sin(angle)]
    })
  return [
    ...corner(x - r, z - r, 0),
    ...corner(-x + r, z - r, Math.PI / 2),
    ...corner(-x + r, -z + r, Math.PI),
    ...corner(x - r, -z + r, Math.PI * 1.5),
  ]
}

/** The cage of tubes. */
export const buildIbcCage = (): Part[] => {
  const { pallet, cage: tall } = IBC_DIMENSIONS
  const heights = [14, 170, 340, 510, 680, 850, tall - 14].map((y) => pallet + y)
  const rings = heights.map(
    (y, i): Part => ({
      kind: 'wire',
      path: hoop(y, i === 0 || i === heights.length - 1 ? 2 : 0),
      radius: i === 0 || i === heights.length - 1 ? 15 : 9,
      finish: 'bare',
      closed: true,
    }),
  )
  const post: Part = {
    kind: 'wire',
    path: [
      [0, pallet + 4, 0],
      [0, pallet + tall - 16, 0],
    ],
    radius: 9,
    finish: 'bare',
  }
  const [x, z] = [IBC_DIMENSIONS.length / 2 + 2, IBC_DIMENSIONS.width / 2 + 2]
  const along = (many: number, span: number) => Array.from({ length: many }, (_, i) => -span + (2 * span * i) / (many - 1))
  const places = [
    ...along(8, x - 100).flatMap((at): Point3D[] => [
      [at, 0, z],
      [at, 0, -z],
    ]),
    ...along(7, z - 100).flatMap((at): Point3D[] => [
      [x, 0, at],
      [-x, 0, at],
    ]),
  ]
  const bar = (at: number): Part => ({
    kind: 'wire',
    path: [
      [at, pallet + tall, -z + 16],
      [at, pallet + tall, z - 16],
    ],
    radius: 12,
    finish: 'bare',
  })
  return [...rings, { kind: 'copies', part: post, places: places.map((at) => ({ at })) }, bar(-260), bar(260)]
}

/** A pallet of steel: three skids, cross beams, deck. */
export const buildIbcPallet = (): Part[] => {
  const { length, width } = IBC_DIMENSIONS
  const skid = (z: number): Part => ({ kind: 'box', size: [length, 26, 90], round: 6, finish: 'paint-black', at: [0, 13, z] })
  const foot = (x: number, z: number): Part => ({ kind: 'box', size: [130, 96, 100], round: 10, finish: 'paint-black', at: [x, 72, z] })
  const xs = [-length / 2 + 70, 0, length / 2 - 70]
  const zs = [-width / 2 + 55, 0, width / 2 - 55]
  return [
    ...zs.map(skid),
    ...xs.flatMap((x) => zs.map((z) => foot(x, z))),
    { kind: 'box', size: [length, 30, width], round: 8, finish: 'paint-black', at: [0, 133, 0] },
  ]
}
