import {
  buildCentreCross,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  computePointAlongAndAcrossAxis,
} from '#tools/pictures/forms/drawing-elements.ts'
import type { Dimensions } from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import type { DrawingSheet, Part, Point2D, ProductModel, ProfileCorner, Shape } from '#tools/pictures/forms/solids.ts'
import {
  buildForgedBody,
  buildMachinedBore,
  buildSeatStamp,
  buildWeldFoot,
  computeBoreLiningThickness,
  computeMeshCellSize,
  computePickSeatBoss,
  parseSeatDimensions,
  placePartOnMouth,
  placeShapeOnMouth,
  type SeatDimensions,
} from './body.ts'
import { buildSeatSideViewDrawing } from './sheet.ts'
import { buildToothRootViews } from './tooth-root.ts'
import { buildSeatViews, turnSeatUpsideDown } from './weld.ts'

const pinDiameter = 12

/** A spring pin: a slit tube with chamfered ends, standing on 0. */
const springPin = (diameter: number, length: number): Part => {
  const [r, inner, ease] = [diameter / 2, diameter * 0.28, diameter * 0.09]
  const profile: ProfileCorner[] = [
    [inner, 0],
    [r - ease, 0, 0.2],
    [r, ease * 1.6, 0.3],
    [r, length - ease * 1.6, 0.3],
    [r - ease, length, 0.2],
    [inner, length],
    [inner, 0],
  ]
  return { kind: 'turned', profile, finish: 'spring', sweep: 326, from: 40 }
}

/** Where the pin crosses: half way down the bore, half in the groove of the shank. */
const crossing = (seat: SeatDimensions): { down: number; aside: number } => ({
  down: computePickSeatBoss(seat).depth * 0.62,
  aside: seat.bore / 2 + pinDiameter * 0.16,
})

const crossHole = (seat: SeatDimensions): Shape => {
  const { down, aside } = crossing(seat)
  const hole: Shape = {
    op: 'put',
    shape: { op: 'rod', radius: pinDiameter / 2 + 0.3, length: seat.width * 3, round: 0 },
    at: [aside, 0, 0],
    turn: [90, 0, 0],
  }
  return placeShapeOnMouth(seat, hole, -down)
}

const pinned = (seat: SeatDimensions): ProductModel => {
  const { down, aside } = crossing(seat)
  const long = seat.width * 1.06
  const body: Shape = {
    op: 'cut',
    blend: 0.8,
    from: buildForgedBody(seat, seat.bore / 2 + computeBoreLiningThickness(seat) * 0.7),
    tools: [crossHole(seat)],
  }
  const pin = springPin(pinDiameter, long)
  const driven = placePartOnMouth(seat, groupPartAtPlacement(pin, { at: [aside, 0, -seat.width * 0.28], turn: [90, 0, 0] }), -down)
  const parts: Part[] = [
    { kind: 'carved', shape: body, cell: computeMeshCellSize(seat), finish: 'cast' },
    buildWeldFoot(seat),
    buildMachinedBore(seat),
    ...buildSeatStamp(seat, 'cast'),
    driven,
  ]
  const spare = groupPartAtPlacement(pin, { at: [seat.length * 0.24, pinDiameter / 2, seat.length * 0.62], turn: [90, 0, 60] })
  const second = groupPartAtPlacement(pin, { at: [seat.length * 0.3, pinDiameter / 2, seat.length * 0.8], turn: [90, 0, 66] })
  const at: Point2D = computePointAlongAndAcrossAxis(computePickSeatBoss(seat).mouth, seat.angle, -down, -aside)
  const [first, , third] = buildSeatViews(seat, parts, parts)
  return {
    views: [first, { parts: [turnSeatUpsideDown(seat, parts), spare, second], from: [0.16, 0.5, 1] }, third],
    sheet: buildSeatSideViewDrawing(seat, `孔 Φ${seat.bore}`, [
      { kind: 'circle', at, radius: pinDiameter / 2, style: 'outline', fill: true },
      ...buildCentreCross(at, pinDiameter * 0.8),
    ]),
  }
}

const rootSheet = (seat: SeatDimensions): DrawingSheet => {
  const { length, height, bore } = seat
  const half = length / 2
  const at: Point2D = [half * 0.5, 0]
  return {
    title: '侧视图',
    strokes: [
      {
        kind: 'path',
        style: 'outline',
        closed: true,
        fill: true,
        points: [
          [-half, height],
          [-half, height * 0.66],
          [-length * 0.16, height * 0.58],
          [-length * 0.16, height * 0.4],
          [-half, height * 0.22],
          [-half, 0],
          [length * 0.1, 0],
          [length * 0.1, height * 0.14],
          [half, height * 0.3],
          [half, height * 0.6],
          [length * 0.1, height * 0.86],
          [length * 0.1, height],
        ],
      },
      {
        kind: 'path',
        style: 'hidden',
        points: [
          [at[0] - bore / 2, height * 0.2],
          [at[0] - bore / 2, height * 0.78],
        ],
      },
      {
        kind: 'path',
        style: 'hidden',
        points: [
          [at[0] + bore / 2, height * 0.26],
          [at[0] + bore / 2, height * 0.7],
        ],
      },
      {
        kind: 'path',
        style: 'centre',
        points: [
          [at[0], -height * 0.1],
          [at[0], height * 1.1],
        ],
      },
    ],
    measures: [
      buildLengthDimensionLine(-half, half, 0, -height * 0.32, `${length}`),
      buildHeightDimensionLine(-half, 0, height, -half - height * 0.3, `${height}`),
      buildLengthDimensionLine(at[0] - bore / 2, at[0] + bore / 2, height * 0.74, height * 1.24, `Φ${bore}`),
    ],
    notes: [{ at: [0, height * 0.5], elbow: [-length * 0.2, height * 1.24], text: `宽 ${seat.width}` }],
  }
}

/** A seat whose pick, or root whose tooth, is held by a driven pin. */
export const buildRetainingPinSeatModel = (numbers: Dimensions): ProductModel => {
  const seat = parseSeatDimensions(numbers)
  if (numbers.nose !== true) return pinned(seat)
  return { views: buildToothRootViews(seat), sheet: rootSheet(seat) }
}
