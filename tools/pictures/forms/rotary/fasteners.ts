import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import type { Part, Point3D, ProfileCorner } from '#tools/pictures/forms/solids.ts'
import type { BlockTooth } from './block-carbide.ts'

const hexagon = (across: number): ProfileCorner[] =>
  Array.from(
    { length: 6 },
    (_, i): ProfileCorner => [Math.cos((i * Math.PI) / 3) * across * 0.577, Math.sin((i * Math.PI) / 3) * across * 0.577],
  )

/** A hexagon bolt with its head below, standing on it. */
const bolt = (length: number): Part => ({
  kind: 'group',
  parts: [
    { kind: 'prism', outline: hexagon(24), depth: 10, round: 0.9, finish: 'black', turn: [90, 0, 0], at: [0, 5, 0] },
    {
      kind: 'turned',
      profile: [
        [0, 9],
        [8, 9],
        [8, length * 0.55],
        [7.4, length * 0.56],
        [7.4, length, 1],
        [6.6, length + 1, 0.6],
        [0, length + 1],
      ],
      finish: 'black',
    },
    {
      kind: 'copies',
      part: {
        kind: 'turned',
        profile: [
          [7, -0.7],
          [8, 0, 0.1],
          [7, 0.7],
        ],
        finish: 'black',
      },
      places: Array.from({ length: Math.floor((length * 0.42) / 2) }, (_, i) => ({ at: [0, length * 0.58 + i * 2, 0] as Point3D })),
    },
  ],
})

const pin = (length: number): Part => ({
  kind: 'turned',
  finish: 'steel',
  profile: [
    [0, 0],
    [6.6, 0, 0.5],
    [7.8, 1.6, 0.6],
    [7.8, length * 0.12],
    [6.6, length * 0.13],
    [6.6, length * 0.17],
    [7.8, length * 0.18],
    [7.8, length - 1.6, 0.6],
    [6.6, length, 0.5],
    [0, length],
  ],
})

/** The fasteners of the tooth, lying next to it. */
export const buildFastener = (tooth: BlockTooth, at: Point3D): Part[] => {
  if (tooth.mount === 'weld') return []
  const part = tooth.mount === 'bolt' ? bolt(tooth.width + 26) : pin(tooth.width + 18)
  const lift = tooth.mount === 'bolt' ? 12 : 7.8
  return [groupPartAtPlacement(part, { at: [at[0], lift, at[2]], turn: [0, 24, -90] })]
}
