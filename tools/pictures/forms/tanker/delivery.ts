import { type Numbers, words } from '#tools/pictures/forms/numbers.ts'
import { heightMeasure, lengthMeasure } from '#tools/pictures/forms/paper.ts'
import { placed } from '#tools/pictures/forms/rest.ts'
import type { Drawn, Part, Sheet, V2, V3 } from '#tools/pictures/forms/solids.ts'
import { cab } from './cab.ts'
import { cabinet } from './cabinet.ts'
import { chassis } from './chassis.ts'
import { tank } from './tank.ts'
import { truck } from './truck.ts'
import { wheel } from './wheel.ts'

const whole = (title: string): Part => {
  const { axles, width, tyre } = truck
  const places = [
    { at: [axles[0], tyre, width / 2 - 150] as V3 },
    { at: [axles[0], tyre, -width / 2 + 150] as V3, turn: [0, 180, 0] as V3 },
    { at: [axles[1], tyre, width / 2 - 130] as V3 },
    { at: [axles[1], tyre, width / 2 - 400] as V3, turn: [0, 180, 0] as V3 },
    { at: [axles[1], tyre, -width / 2 + 130] as V3, turn: [0, 180, 0] as V3 },
    { at: [axles[1], tyre, -width / 2 + 400] as V3 },
  ]
  return {
    kind: 'group',
    at: [-truck.length / 2, 0, 0],
    parts: [...cab(), ...chassis(), ...tank(title), ...cabinet(), { kind: 'copies', part: wheel(tyre), places }],
  }
}

const sheet = (): Sheet => {
  const { length, axles, tyre, tank: body, cabinet: rear, frame } = truck
  const circle = (at: V2, radius: number) => ({ kind: 'circle' as const, at, radius, style: 'outline' as const, fill: true })
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
    ] as V2[],
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
      lengthMeasure(40, length, 480, -420, `${length - 40}`),
      lengthMeasure(axles[0], axles[1], tyre, -170, `${axles[1] - axles[0]}`),
      heightMeasure(length - 100, 0, top + 240, length + 330, `${top + 240}`),
    ],
    notes: [{ at: [3600, top - 200], elbow: [2700, top + 560], text: '油罐 5 m³' }],
  }
}

/** Fuel delivery by truck: from the front, from the rear with its meter cabinet, and a close-up of the cabinet. */
export const tankerDelivery = (numbers: Numbers): Drawn => {
  const one = whole(words(numbers, 'label'))
  const turned = (angle: number): Part => placed(one, { turn: [0, angle, 0] })
  const out = truck.length * 0.5
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
