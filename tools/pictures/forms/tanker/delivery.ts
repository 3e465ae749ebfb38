import { buildHeightDimensionLine, buildLengthDimensionLine } from '#tools/pictures/forms/drawing-elements.ts'
import { type Dimensions, requireTextDimension } from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import type { DrawingSheet, Part, Point2D, Point3D, ProductModel } from '#tools/pictures/forms/solids.ts'
import { buildTruckCab } from './cab.ts'
import { buildPumpCabinet } from './cabinet.ts'
import { buildTruckChassis } from './chassis.ts'
import { buildTruckTank } from './tank.ts'
import { TRUCK_DIMENSIONS } from './truck.ts'
import { buildWheel } from './wheel.ts'

const whole = (title: string): Part => {
  const { axles, width, tyre } = TRUCK_DIMENSIONS
  const places = [
    { at: [axles[0], tyre, width / 2 - 150] as Point3D },
    { at: [axles[0], tyre, -width / 2 + 150] as Point3D, turn: [0, 180, 0] as Point3D },
    { at: [axles[1], tyre, width / 2 - 130] as Point3D },
    { at: [axles[1], tyre, width / 2 - 400] as Point3D, turn: [0, 180, 0] as Point3D },
    { at: [axles[1], tyre, -width / 2 + 130] as Point3D, turn: [0, 180, 0] as Point3D },
    { at: [axles[1], tyre, -width / 2 + 400] as Point3D },
  ]
  return {
    kind: 'group',
    at: [-TRUCK_DIMENSIONS.length / 2, 0, 0],
    parts: [
      ...buildTruckCab(),
      ...buildTruckChassis(),
      ...buildTruckTank(title),
      ...buildPumpCabinet(),
      { kind: 'copies', part: buildWheel(tyre), places },
    ],
  }
}

const sheet = (): DrawingSheet => {
  const { length, axles, tyre, tank: body, cabinet: rear, frame } = TRUCK_DIMENSIONS
  const circle = (at: Point2D, radius: number) => ({ kind: 'circle' as const, at, radius, style: 'outline' as const, fill: true })
  const box = (a: number, b: number, c: number, d: number) => ({
    kind: 'path' as const,
    style: 'outline' as const,
    closed: true,
    fill: true,
    points: [
      [a, b],
      [c, b],
      [c, d],
      [a, d],
    ] as Point2D[],
  })
  const top = body.bottom + body.high
  return {
    title: '侧视图',
    strokes: [
      box(600, frame - 95, length - 100, frame + 95),
      {
        kind: 'path',
        style: 'outline',
        closed: true,
        fill: true,
        points: [
          [40, 480],
          [1960, 480],
          [1960, 2330],
          [560, 2330],
          [150, 1480],
          [40, 1380],
        ],
      },
      {
        kind: 'path',
        style: 'edge',
        closed: true,
        points: [
          [700, 2180],
          [1500, 2180],
          [1500, 1500],
          [380, 1500],
        ],
      },
      box(body.from, body.bottom, body.to, top),
      box(rear.from, 560, rear.to, 2180),
      ...axles.flatMap((x) => [circle([x, tyre], tyre), circle([x, tyre], tyre * 0.56)]),
    ],
    measures: [
      buildLengthDimensionLine(40, length, 480, -420, `${length - 40}`),
      buildLengthDimensionLine(axles[0], axles[1], tyre, -170, `${axles[1] - axles[0]}`),
      buildHeightDimensionLine(length - 100, 0, top + 240, length + 330, `${top + 240}`),
    ],
    notes: [{ at: [3600, top - 200], elbow: [2700, top + 560], text: '油罐 5 m³' }],
  }
}

/** Fuel delivery by truck: from the front, from the rear with its meter cabinet, and a close-up of the cabinet. */
export const buildTankerDeliveryModel = (numbers: Dimensions): ProductModel => {
  const one = whole(requireTextDimension(numbers, 'label'))
  const turned = (angle: number): Part => groupPartAtPlacement(one, { turn: [0, angle, 0] })
  const out = TRUCK_DIMENSIONS.length * 0.5
  return {
    views: [
      { parts: [turned(48)], from: [0.06, 0.26, 1], fill: 0.88 },
      { parts: [turned(-46)], from: [0.06, 0.3, 1], fill: 0.88 },
      {
        parts: [turned(-52)],
        from: [0.1, 0.2, 1],
        focus: { at: [out * Math.cos((-52 * Math.PI) / 180), 1280, -out * Math.sin((-52 * Math.PI) / 180)], radius: 1150 },
      },
    ],
    sheet: sheet(),
  }
}
