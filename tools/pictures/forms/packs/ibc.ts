import {
  buildFilledOutline,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildLine,
  buildNote,
  buildRectangle,
} from '#tools/pictures/forms/drawing-elements.ts'
import { type Dimensions, requirePositiveDimension, requireTextDimension } from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import type { DrawingSheet, Part, Point2D, Point3D, ProductModel, ProfileCorner, Shape, Stroke } from '#tools/pictures/forms/solids.ts'

import { buildIbcCage, buildIbcPallet, IBC_DIMENSIONS } from './ibc-frame.ts'

const bottleShape = (): Shape => {
  const { length, width } = IBC_DIMENSIONS
  const tall = 940
  const body: Shape = { op: 'put', shape: { op: 'box', size: [length - 56, tall, width - 56], round: 70 }, at: [0, tall / 2, 0] }
  const neck: Shape = { op: 'put', shape: { op: 'rod', radius: 92, length: 90, round: 10 }, at: [0, tall, 0] }
  const sump: Shape = { op: 'put', shape: { op: 'box', size: [220, 150, 200], round: 24 }, at: [0, 60, width / 2 - 90] }
  const groove = (y: number): Shape => ({
    op: 'cut',
    blend: 0,
    from: { op: 'put', shape: { op: 'box', size: [length, 26, width], round: 12 }, at: [0, y, 0] },
    tools: [{ op: 'put', shape: { op: 'box', size: [length - 72, 60, width - 72], round: 60 }, at: [0, y, 0] }],
  })
  const niche: Shape = { op: 'put', shape: { op: 'box', size: [260, 190, 150], round: 30 }, at: [0, 70, width / 2] }
  return {
    op: 'join',
    blend: 6,
    parts: [
      { op: 'cut', blend: 20, from: { op: 'join', blend: 30, parts: [body, neck] }, tools: [groove(330), groove(620), niche] },
      { op: 'meet', blend: 4, parts: [sump, body] },
    ],
  }
}

/** The outlet: body of the butterfly valve, its lever, and the red cap. */
const valve = (): Part => {
  const barrel: ProfileCorner[] = [
    [0, -40],
    [52, -40, 4],
    [52, 20, 6],
    [40, 30, 6],
    [40, 74, 4],
    [0, 74],
  ]
  const cap: ProfileCorner[] = [
    [0, 70],
    [50, 70, 4],
    [50, 104, 6],
    [38, 112, 5],
    [0, 112],
  ]
  const ribs = Array.from({ length: 18 }, (_, i) => ({ turn: [0, i * 20, 0] as Point3D }))
  return {
    kind: 'group',
    at: [0, IBC_DIMENSIONS.pallet + 74, IBC_DIMENSIONS.width / 2 - 70],
    turn: [90, 0, 0],
    parts: [
      { kind: 'turned', profile: barrel, finish: 'plastic-black' },
      { kind: 'turned', profile: cap, finish: 'plastic-red' },
      { kind: 'copies', part: { kind: 'box', size: [8, 26, 7], round: 2, finish: 'plastic-red', at: [50, 87, 0] }, places: ribs },
      { kind: 'box', size: [130, 16, 26], round: 6, finish: 'plastic-red', at: [40, 34, -66] },
      {
        kind: 'turned',
        profile: [
          [0, 0],
          [16, 0],
          [16, 50, 3],
          [0, 50],
        ],
        finish: 'plastic-black',
        at: [0, 34, -24],
        turn: [-90, 0, 0],
      },
    ],
  }
}

const lid = (): Part => {
  const profile: ProfileCorner[] = [
    [0, 0],
    [112, 0, 4],
    [112, 44, 10],
    [96, 54, 6],
    [40, 54, 3],
    [34, 46, 3],
    [0, 46],
  ]
  const grips = Array.from({ length: 12 }, (_, i) => ({ turn: [0, i * 30, 0] as Point3D }))
  return {
    kind: 'group',
    at: [0, IBC_DIMENSIONS.pallet + 955, 0],
    parts: [
      { kind: 'turned', profile, finish: 'plastic-red' },
      { kind: 'copies', part: { kind: 'box', size: [14, 40, 22], round: 5, finish: 'plastic-red', at: [112, 22, 0] }, places: grips },
    ],
  }
}

const container = (title: string): Part => {
  const { width, pallet: deck } = IBC_DIMENSIONS
  return {
    kind: 'group',
    parts: [
      ...buildIbcPallet(),
      { kind: 'carved', shape: bottleShape(), cell: 15, finish: 'bottle', at: [0, deck, 0] },
      ...buildIbcCage(),
      valve(),
      lid(),
      // The plate is screwed to the cage.
      { kind: 'box', size: [520, 330, 3], round: 1.2, finish: 'bare', at: [-220, deck + 600, width / 2 + 14] },
      {
        kind: 'label',
        art: {
          style: 'drum',
          title,
          lines: ['国Ⅵ 车用柴油  净含量 1000 L', 'GB 19147 · 易燃液体 3 类 · 远离火源'],
          accent: '#b9500f',
          hazard: true,
        },
        width: 500,
        height: 310,
        at: [-220, deck + 600, width / 2 + 16.5],
      },
    ],
  }
}

const sheet = (): DrawingSheet => {
  const { length, height, pallet: deck, cage: tall } = IBC_DIMENSIONS
  const half = length / 2
  const gap = 150
  const posts = Array.from({ length: 8 }, (_, i): Stroke => {
    const x = -half + 100 + ((length - 200) * i) / 7
    return buildLine([
      [x, deck],
      [x, deck + tall],
    ])
  })
  const rails = [170, 340, 510, 680, 850].map(
    (y): Stroke =>
      buildLine([
        [-half, deck + y],
        [half, deck + y],
      ]),
  )
  const feet = [-half, -65, half - 130].map((x) => buildRectangle(x, 26, x + 130, 118))
  const at: Point2D = [0, deck + 74]
  return {
    title: '主视图',
    strokes: [
      ...feet,
      buildRectangle(-half, 0, half, 26),
      buildRectangle(-half, 118, half, deck),
      buildFilledOutline(
        [
          [-half + 30, deck],
          [half - 30, deck],
          [half - 30, deck + 940],
          [-half + 30, deck + 940],
        ],
        'edge',
      ),
      ...posts,
      ...rails,
      {
        kind: 'path',
        style: 'outline',
        closed: true,
        points: [
          [-half, deck],
          [half, deck],
          [half, deck + tall],
          [-half, deck + tall],
        ],
      },
      buildRectangle(-112, deck + 950, 112, height),
      { kind: 'circle', at, radius: 50, style: 'outline', fill: true },
    ],
    measures: [
      buildLengthDimensionLine(-half, half, 0, -gap, `${length}`),
      buildHeightDimensionLine(half, 0, height, half + gap, `${height}`),
    ],
    notes: [
      buildNote([40, deck + 44], [half * 0.5, -gap * 0.45], '底阀 DN50'),
      buildNote([-half * 0.6, deck + 760], [-half * 0.9, height + gap * 0.5], `纵深 ${IBC_DIMENSIONS.width}`),
    ],
  }
}

/** A container of 1000 litres in its cage: from the side of the valve, from the corner, and a close-up of the valve. */
export const buildIbcTankModel = (numbers: Dimensions): ProductModel => {
  requirePositiveDimension(numbers, 'litres')
  const one = container(requireTextDimension(numbers, 'label'))
  return {
    views: [
      { parts: [groupPartAtPlacement(one, { turn: [0, 26, 0] })], from: [0.1, 0.34, 1] },
      { parts: [groupPartAtPlacement(one, { turn: [0, -42, 0] })], from: [0.1, 0.52, 1] },
      { parts: [groupPartAtPlacement(one, { turn: [0, 24, 0] })], from: [0.1, 0.3, 1], focus: { at: [210, 290, 480], radius: 330 } },
    ],
    sheet: sheet(),
  }
}
