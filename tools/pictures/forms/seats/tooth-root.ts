import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import type { Part, Point3D, ProductView, ProfileCorner, Shape } from '#tools/pictures/forms/solids.ts'
import type { SeatDimensions } from './body.ts'

/** The root that a bucket tooth is slipped on: two legs that straddle the lip of the bucket, and a tapered nose with its pin hole. */
const rootShape = ({ width, height, length, bore }: SeatDimensions): Shape => {
  const half = length / 2
  const neck = length * 0.1
  const side: ProfileCorner[] = [
    [-half, height * 0.06],
    [-half + height * 0.07, 0],
    [neck, 0, 4],
    [neck, height * 0.13, 2],
    [half, height * 0.3, 7],
    [half, height * 0.62, 7],
    [neck, height * 0.86, 2],
    [neck, height, 6],
    [-half + height * 0.3, height, 10],
    [-half, height * 0.84, 6],
  ]
  const plan: ProfileCorner[] = [
    [-half - 9, -width / 2],
    [neck, -width / 2, 6],
    [neck, -width * 0.4, 2],
    [half + 9, -width * 0.24],
    [half + 9, width * 0.24],
    [neck, width * 0.4, 2],
    [neck, width / 2, 6],
    [-half - 9, width / 2],
  ]
  const lip: ProfileCorner[] = [
    [-half - 20, height * 0.24],
    [-length * 0.13, height * 0.38, 8],
    [-length * 0.13, height * 0.58, 8],
    [-half - 20, height * 0.68],
  ]
  const pin: Shape = { op: 'put', shape: { op: 'rod', radius: bore / 2, length: height * 3, round: 0 }, at: [half * 0.5, height / 2, 0] }
  return {
    op: 'cut',
    blend: 1.2,
    from: {
      op: 'meet',
      blend: 3,
      parts: [
        { op: 'prism', outline: side, depth: width * 2, round: 0 },
        { op: 'put', shape: { op: 'prism', outline: plan, depth: height * 6, round: 0 }, turn: [90, 0, 0] },
      ],
    },
    tools: [{ op: 'prism', outline: lip, depth: width * 2, round: 0 }, pin],
  }
}

/** The pin with its head, standing on its foot. */
const pinProfile = (bore: number, length: number): ProfileCorner[] => {
  const r = bore / 2 - 0.5
  return [
    [0, 0],
    [r * 0.7, 0, 0.5],
    [r, r * 0.5, 0.8],
    [r, length - r * 0.7],
    [r * 1.4, length - r * 0.7, 0.6],
    [r * 1.4, length - r * 0.1, 1],
    [r * 1.2, length, 1],
    [0, length],
  ]
}

export const buildToothRootViews = (seat: SeatDimensions): readonly [ProductView, ProductView, ProductView] => {
  const { length, height, width, bore } = seat
  const long = height * 0.98
  const body: Part = { kind: 'carved', shape: rootShape(seat), cell: length / 105, finish: 'cast' }
  const mark: Part = {
    kind: 'label',
    art: { style: 'stamp', text: seat.stamp || 'V20', finish: 'cast' },
    width: height * 0.62,
    height: height * 0.2,
    at: [-length * 0.01, height * 0.8, width / 2 + 0.05],
  }
  const pin: Part = { kind: 'turned', profile: pinProfile(bore, long), finish: 'black' }
  const driven = groupPartAtPlacement(pin, { at: [length * 0.25, height * 0.16, 0] })
  const lain = groupPartAtPlacement(pin, { at: [-length * 0.1, bore * 0.64, width * 1.05], turn: [0, 18, 90] })
  const whole = [body, mark, driven]
  const at: Point3D = [length * 0.22, height * 0.6, 0]
  return [
    { parts: [groupPartAtPlacement({ kind: 'group', parts: whole }, { turn: [0, -38, 0] })], from: [0.24, 0.56, 1] },
    { parts: [groupPartAtPlacement({ kind: 'group', parts: [body, mark] }, { turn: [0, 24, 0] }), lain], from: [0.1, 0.5, 1] },
    { parts: whole, from: [0.55, 0.85, 1], focus: { at, radius: length * 0.34 } },
  ]
}
