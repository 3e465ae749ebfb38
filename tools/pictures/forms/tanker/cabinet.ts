import type { Part, Point3D, ProfileCorner } from '#tools/pictures/forms/solids.ts'
import { TRUCK_DIMENSIONS } from './truck.ts'

const { from, to } = TRUCK_DIMENSIONS.cabinet
const [wide, low, high] = [2020, 560, 2180]
const back = to + 1

/** The hose wound on its reel. */
const hoseReel = (): Part[] => {
  const coil = Array.from({ length: 5 * 40 }, (_, i): Point3D => {
    const angle = (i / 40) * Math.PI * 2
    return [Math.floor(i / 40) * 34 + ((i % 40) / 40) * 34, Math.sin(angle) * 300, Math.cos(angle) * 300]
  })
  const reel: ProfileCorner[] = [
    [0, 0],
    [360, 0, 4],
    [360, 16, 4],
    [150, 20],
    [150, 190],
    [250, 194, 4],
    [250, 210, 4],
    [0, 210],
  ]
  return [
    { kind: 'turned', profile: reel, finish: 'bare', at: [back - 40, low + 640, 260], turn: [0, 0, -90] },
    { kind: 'wire', path: coil, radius: 26, finish: 'rubber', at: [back + 6, low + 640, 260] },
  ]
}

const nozzle: Part = {
  kind: 'group',
  at: [back + 40, low + 860, -640],
  parts: [
    { kind: 'box', size: [90, 300, 70], round: 26, finish: 'plastic-green' },
    {
      kind: 'wire',
      path: [
        [10, 120, 0],
        [70, 200, 0],
        [120, 180, 0],
        [150, 60, 0],
      ],
      radius: 17,
      finish: 'chrome',
    },
    {
      kind: 'wire',
      path: [
        [10, -140, 0],
        [40, -330, 60],
        [60, -480, 260],
        [20, -420, 520],
      ],
      radius: 24,
      finish: 'rubber',
    },
  ],
}

/** The meter with its display. */
const meter: Part[] = [
  { kind: 'box', size: [60, 420, 560], round: 14, finish: 'paint-white', at: [back + 20, low + 1180, -480] },
  {
    kind: 'label',
    art: { style: 'print', lines: ['0200.00 L'], ink: '#b3261e' },
    width: 440,
    height: 120,
    at: [back + 51, low + 1270, -480],
    turn: [0, 90, 0],
  },
  {
    kind: 'label',
    art: { style: 'print', lines: ['车载计量'], ink: '#13201e' },
    width: 360,
    height: 100,
    at: [back + 51, low + 1110, -480],
    turn: [0, 90, 0],
  },
]

const bumper: Part[] = [
  { kind: 'box', size: [90, 160, 2080], round: 16, finish: 'paint-orange', at: [to - 20, 500, 0] },
  { kind: 'box', size: [26, 110, 260], round: 12, finish: 'plastic-red', at: [to + 32, 500, 860] },
  { kind: 'box', size: [26, 110, 260], round: 12, finish: 'plastic-red', at: [to + 32, 500, -860] },
]

const warning = (side: 1 | -1): Part => ({
  kind: 'label',
  art: { style: 'drum', title: '易燃', lines: ['柴油 3 类', '严禁烟火'], accent: '#b3261e', hazard: true },
  width: 620,
  height: 330,
  at: [(from + to) / 2 + 20, low + 1240, side * (wide / 2 + 2)],
  turn: [0, side > 0 ? 0 : 180, 0],
})

/** The cabinet at the rear: meter, hose reel and nozzle behind an open shutter. */
export const buildPumpCabinet = (): Part[] => [
  { kind: 'box', size: [to - from, high - low, wide], round: 34, finish: 'paint-pine', at: [(from + to) / 2, (low + high) / 2, 0] },
  { kind: 'box', size: [10, 1240, 1720], round: 4, finish: 'plastic-black', at: [back, low + 820, 0] },
  ...hoseReel(),
  ...meter,
  nozzle,
  ...bumper,
  warning(1),
  warning(-1),
]
