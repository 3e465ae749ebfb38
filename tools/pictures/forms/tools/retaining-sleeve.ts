import { type Dimensions, requireChoiceDimension, requirePositiveDimension } from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import type { Part, Point3D, ProductModel } from '#tools/pictures/forms/solids.ts'
import {
  buildRingSheet,
  buildSleeveSheet,
  buildTubeProfile,
  buildWasherProfile,
  buildWasherSheet,
  type SleeveSizes,
} from './sleeve-sheet.ts'

/** The slit opens a sleeve by about a tenth of its round. */
const sleeve = (sizes: SleeveSizes): Part => ({ kind: 'turned', profile: buildTubeProfile(sizes), finish: 'spring', sweep: 322, from: 19 })

/** A C of spring wire, its ends rounded, lying on the ground. */
const ring = ({ bore, thickness }: SleeveSizes): Part => {
  const r = bore / 2 + thickness / 2
  const path = Array.from({ length: 65 }, (_, i): Point3D => {
    const angle = ((28 + (i * 304) / 64) * Math.PI) / 180
    return [Math.cos(angle) * r, thickness / 2, Math.sin(angle) * r]
  })
  return { kind: 'wire', path, radius: thickness / 2, finish: 'spring' }
}

const washer = (sizes: SleeveSizes): Part => ({ kind: 'turned', profile: buildWasherProfile(sizes), finish: 'bronze' })

/** A tube lying on its side, its slit turned towards the light. */
const rolled = (part: Part, outer: number, at: Point3D, heading: number, roll: number): Part => ({
  kind: 'group',
  parts: [{ kind: 'group', parts: [groupPartAtPlacement(part, { turn: [0, roll, 0] })], turn: [0, 0, -90] }],
  at: [at[0], outer, at[2]],
  turn: [0, heading, 0],
})

const sleeveViews = (sizes: SleeveSizes): ProductModel['views'] => {
  const { bore, length, thickness } = sizes
  const outer = bore / 2 + thickness
  const one = sleeve(sizes)
  const upright = groupPartAtPlacement(one, { turn: [0, -62, 0], at: [-outer * 0.9, 0, -outer * 1.1] })
  return [
    { parts: [upright, rolled(one, outer, [-outer * 0.4, 0, outer * 1.3], 20, 232)], from: [0.2, 0.52, 1] },
    { parts: [groupPartAtPlacement(one, { turn: [0, -100, 0] })], from: [0.2, 0.62, 1], fill: 0.7 },
    {
      parts: [groupPartAtPlacement(one, { turn: [0, -75, 0] })],
      from: [0.15, 0.9, 1],
      focus: { at: [0, length * 0.92, 0], radius: outer * 1.25 },
    },
  ]
}

const ringViews = (sizes: SleeveSizes): ProductModel['views'] => {
  const outer = sizes.bore / 2 + sizes.thickness
  const one = ring(sizes)
  const flat = (x: number, z: number, turn: number): Part =>
    groupPartAtPlacement(one, { at: [x * outer, 0, z * outer], turn: [0, turn, 0] })
  const lean = 24
  const slope = (lean * Math.PI) / 180
  // One leans on another: its low side is on the ground, its high side on the wire of the neighbour.
  const leaning = groupPartAtPlacement(
    { kind: 'group', parts: [groupPartAtPlacement(one, { turn: [0, 200, 0], at: [outer, 0, 0] })], turn: [0, 0, lean] },
    { at: [-outer * 0.34 - outer * Math.cos(slope) * 0.2, 0.2, outer * 0.62], turn: [0, 30, 0] },
  )
  return [
    {
      parts: [flat(-1.05, -0.75, -60), flat(1.1, -0.85, -100), flat(1.3, 1.3, 160), flat(-1.1, 1.25, -30)],
      from: [0.12, 0.86, 1],
      fill: 0.84,
    },
    { parts: [flat(0, 0, -64)], from: [0.1, 0.7, 1], fill: 0.72 },
    {
      parts: [flat(0, 0, -80), leaning].slice(0, 1),
      from: [0.1, 0.6, 1],
      focus: { at: [0, sizes.thickness / 2, outer * 0.72], radius: outer * 0.62 },
    },
  ]
}

const washerViews = (sizes: SleeveSizes): ProductModel['views'] => {
  const outer = sizes.bore / 2 + sizes.thickness
  const { length } = sizes
  const one = washer(sizes)
  const pile = [0, 1, 2, 3].map(
    (i): Part => groupPartAtPlacement(one, { at: [(i % 2) * outer * 0.05, i * length, -(i % 3) * outer * 0.04], turn: [0, i * 40, 0] }),
  )
  const tilt = 62
  const slope = (tilt * Math.PI) / 180
  // It leans on the pile: its rim on the ground, its face on the pile's upper edge.
  const leaning: Part = {
    kind: 'group',
    parts: [{ kind: 'group', parts: [one], turn: [0, 0, 180 - tilt], at: [0, outer * Math.sin(slope) + length * 0.3, 0] }],
    at: [outer * 1.72, 0, 0],
    turn: [0, 0, 0],
  }
  return [
    {
      parts: [
        { kind: 'group', parts: [...pile, leaning], turn: [0, -36, 0] },
        groupPartAtPlacement(one, { at: [-outer * 1.2, 0, outer * 1.75] }),
      ],
      from: [0.1, 0.62, 1],
    },
    {
      parts: [
        groupPartAtPlacement({ kind: 'group', parts: [one], turn: [180, 0, 0], at: [0, length, 0] }, {}),
        groupPartAtPlacement(one, { at: [outer * 1.6, 0, -outer * 1.7] }),
      ],
      from: [0.1, 0.7, 1],
    },
    {
      parts: [groupPartAtPlacement({ kind: 'group', parts: [one], turn: [180, 0, 0], at: [0, length, 0] }, {})],
      from: [0.2, 0.6, 1],
      focus: { at: [0, length * 0.5, outer * 0.2], radius: outer * 0.82 },
    },
  ]
}

/** The parts that hold a pick in its seat: a slit sleeve, a wire ring, or the washer below a milling tooth. */
export const buildRetainingSleeveModel = (numbers: Dimensions): ProductModel => {
  const sizes: SleeveSizes = {
    bore: requirePositiveDimension(numbers, 'bore'),
    length: requirePositiveDimension(numbers, 'length'),
    thickness: requirePositiveDimension(numbers, 'thickness'),
  }
  const kind = requireChoiceDimension(numbers, 'kind', ['sleeve', 'ring', 'washer'])
  if (kind === 'sleeve') return { views: sleeveViews(sizes), sheet: buildSleeveSheet(sizes) }
  if (kind === 'ring') return { views: ringViews(sizes), sheet: buildRingSheet(sizes) }
  return { views: washerViews(sizes), sheet: buildWasherSheet(sizes) }
}
