import type { Numbers } from '#tools/pictures/forms/numbers.ts'
import { beside, centreCross, heightMeasure, lengthMeasure } from '#tools/pictures/forms/paper.ts'
import { placed } from '#tools/pictures/forms/rest.ts'
import type { Corner, Drawn, Part, Shape, Sheet, V2 } from '#tools/pictures/forms/solids.ts'
import { bossOf, cellOf, forgedBody, machinedBore, onMouth, readSeat, type Seat, shapeOnMouth, stampOn, wallOf, weldFoot } from './body.ts'
import { seatSheet } from './sheet.ts'
import { toothRoot } from './tooth-root.ts'
import { overturned, seatViews } from './weld.ts'

const pinDiameter = 12

/** A spring pin: a slit tube with chamfered ends, standing on 0. */
const springPin = (diameter: number, length: number): Part => {
  const [r, inner, ease] = [diameter / 2, diameter * 0.28, diameter * 0.09]
  const profile: Corner[] = [
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
const crossing = (seat: Seat): { down: number; aside: number } => ({
  down: bossOf(seat).depth * 0.62,
  aside: seat.bore / 2 + pinDiameter * 0.16,
})

const crossHole = (seat: Seat): Shape => {
  const { down, aside } = crossing(seat)
  const hole: Shape = {
    op: 'put',
    shape: { op: 'rod', radius: pinDiameter / 2 + 0.3, length: seat.width * 3, round: 0 },
    at: [aside, 0, 0],
    turn: [90, 0, 0],
  }
  return shapeOnMouth(seat, hole, -down)
}

const pinned = (seat: Seat): Drawn => {
  const { down, aside } = crossing(seat)
  const long = seat.width * 1.06
  const body: Shape = { op: 'cut', blend: 0.8, from: forgedBody(seat, seat.bore / 2 + wallOf(seat) * 0.7), tools: [crossHole(seat)] }
  const pin = springPin(pinDiameter, long)
  const driven = onMouth(seat, placed(pin, { at: [aside, 0, -seat.width * 0.28], turn: [90, 0, 0] }), -down)
  const parts: Part[] = [
    { kind: 'carved', shape: body, cell: cellOf(seat), finish: 'cast' },
    weldFoot(seat),
    machinedBore(seat),
    ...stampOn(seat, 'cast'),
    driven,
  ]
  const spare = placed(pin, { at: [seat.length * 0.24, pinDiameter / 2, seat.length * 0.62], turn: [90, 0, 60] })
  const second = placed(pin, { at: [seat.length * 0.3, pinDiameter / 2, seat.length * 0.8], turn: [90, 0, 66] })
  const at: V2 = beside(bossOf(seat).mouth, seat.angle, -down, -aside)
  const [first, , third] = seatViews(seat, parts, parts)
  return {
    views: [first, { parts: [overturned(seat, parts), spare, second], from: [0.16, 0.5, 1] }, third],
    sheet: seatSheet(seat, `孔 Φ${seat.bore}`, [
      { kind: 'circle', at, radius: pinDiameter / 2, style: 'outline', fill: true },
      ...centreCross(at, pinDiameter * 0.8),
    ]),
  }
}

const rootSheet = (seat: Seat): Sheet => {
  const { length, height, bore } = seat
  const half = length / 2
  const at: V2 = [half * 0.5, 0]
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
      lengthMeasure(-half, half, 0, -height * 0.32, `${length}`),
      heightMeasure(-half, 0, height, -half - height * 0.3, `${height}`),
      lengthMeasure(at[0] - bore / 2, at[0] + bore / 2, height * 0.74, height * 1.24, `Φ${bore}`),
    ],
    notes: [{ at: [0, height * 0.5], elbow: [-length * 0.2, height * 1.24], text: `宽 ${seat.width}` }],
  }
}

/** A seat whose pick, or root whose tooth, is held by a driven pin. */
export const seatRetainingPin = (numbers: Numbers): Drawn => {
  const seat = readSeat(numbers)
  if (numbers.nose !== true) return pinned(seat)
  return { views: toothRoot(seat), sheet: rootSheet(seat) }
}
