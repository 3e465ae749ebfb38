import type { Part, ProfileCorner, Shape } from '#tools/pictures/forms/solids.ts'

const wide = 2020

/** The cab from the side: bumper line, raked screen, roof. */
const sideOutline: ProfileCorner[] = [
  [60, 560, 60],
  [1960, 560, 40],
  [1960, 2300, 130],
  [640, 2330, 170],
  [205, 1500, 60],
  [110, 1380, 110],
]

const cabShape = (): Shape => {
  const arch: Shape = { op: 'put', shape: { op: 'rod', radius: 520, length: wide * 2, round: 0 }, at: [1130, 410, 0], turn: [90, 0, 0] }
  const sides: Shape = { op: 'prism', outline: sideOutline, depth: wide, round: 80 }
  // The sides lean in above the belt line.
  const front: ProfileCorner[] = [
    [-wide * 0.5, 300],
    [wide * 0.5, 300],
    [wide * 0.5, 1480, 200],
    [wide * 0.44, 2600],
    [-wide * 0.44, 2600],
    [-wide * 0.5, 1480, 200],
  ]
  const leaning: Shape = { op: 'put', shape: { op: 'prism', outline: front, depth: 6000, round: 0 }, turn: [0, 90, 0] }
  return { op: 'cut', blend: 20, from: { op: 'meet', blend: 60, parts: [sides, leaning] }, tools: [arch] }
}

const sideWindow = (side: 1 | -1): Part => {
  const outline: ProfileCorner[] = [
    [520, 1530, 40],
    [1300, 1530, 40],
    [1300, 2130, 60],
    [810, 2150, 70],
  ]
  const lean = (Math.atan((wide * 0.06) / 1120) * 180) / Math.PI
  return {
    kind: 'group',
    at: [0, 1480, side * (wide / 2 - 3)],
    turn: [-side * lean, 0, 0],
    parts: [
      { kind: 'prism', outline: outline.map(([x, y, f = 0]): ProfileCorner => [x, y - 1480, f]), depth: 16, round: 4, finish: 'glass' },
      {
        kind: 'prism',
        outline: [
          [1345, 60, 30],
          [1780, 60, 40],
          [1780, 620, 60],
          [1345, 640, 50],
        ],
        depth: 12,
        round: 4,
        finish: 'glass',
      },
    ],
  }
}

/** Head lamp and indicator in their housing. */
const lamp = (z: number): Part[] => [
  { kind: 'box', size: [70, 210, 360], round: 34, finish: 'plastic-black', at: [98, 1010, z] },
  {
    kind: 'turned',
    profile: [
      [0, 0],
      [78, 0],
      [78, 20, 6],
      [60, 34, 8],
      [0, 38],
    ],
    finish: 'lamp',
    at: [68, 1010, z - Math.sign(z) * 66],
    turn: [0, 0, 90],
  },
  {
    kind: 'turned',
    profile: [
      [0, 0],
      [58, 0],
      [58, 16, 6],
      [0, 24],
    ],
    finish: 'plastic-orange',
    at: [68, 1010, z + Math.sign(z) * 100],
    turn: [0, 0, 90],
  },
]

const frontFace = (): Part[] => {
  const rake = (Math.atan2(640 - 205, 2330 - 1500) * 180) / Math.PI
  const screen: ProfileCorner[] = [
    [-850, 40, 60],
    [850, 40, 60],
    [770, 850, 110],
    [-770, 850, 110],
  ]
  const slat = (y: number): Part => ({ kind: 'box', size: [30, 40, 900], round: 12, finish: 'chrome', at: [70, y, 0] })
  const wiper = (z: number): Part => ({
    kind: 'wire',
    path: [
      [190, 1520, z],
      [300, 1740, z + 300],
    ],
    radius: 9,
    finish: 'plastic-black',
  })
  return [
    {
      kind: 'group',
      parts: [{ kind: 'prism', turn: [0, -90, 0], outline: screen, depth: 18, round: 5, finish: 'glass' }],
      at: [196, 1512, 0],
      turn: [0, 0, -rake],
    },
    { kind: 'box', size: [50, 330, 1000], round: 24, finish: 'plastic-black', at: [96, 1060, 0] },
    slat(960),
    slat(1040),
    slat(1120),
    ...lamp(770),
    ...lamp(-770),
    { kind: 'box', size: [190, 330, wide + 30], round: 60, finish: 'plastic-grey', at: [118, 600, 0] },
    { kind: 'box', size: [20, 130, 440], round: 6, finish: 'paint-blue', at: [18, 620, 0] },
    {
      kind: 'label',
      art: { style: 'print', lines: ['岩锋工品'], ink: '#f4f2eb' },
      width: 560,
      height: 130,
      at: [104, 1318, 0],
      turn: [0, -90, 0],
    },
    wiper(-560),
    wiper(120),
  ]
}

const mirror = (side: 1 | -1): Part[] => [
  {
    kind: 'wire',
    path: [
      [420, 1420, side * 990],
      [330, 1500, side * 1180],
      [330, 2080, side * 1180],
      [560, 2200, side * 930],
    ],
    radius: 15,
    finish: 'plastic-black',
  },
  { kind: 'box', size: [70, 430, 220], round: 30, finish: 'plastic-black', at: [320, 1800, side * 1190] },
]

const door = (side: 1 | -1): Part[] => {
  const z = side * (wide / 2 - 4)
  const seam = (size: [number, number, number], at: [number, number, number]): Part => ({
    kind: 'box',
    size,
    round: 2,
    finish: 'plastic-black',
    at,
  })
  return [
    seam([9, 700, 14], [470, 1180, z]),
    seam([9, 560, 14], [1330, 1240, z]),
    { kind: 'box', size: [150, 40, 34], round: 14, finish: 'chrome', at: [1200, 1380, z + side * 8] },
    { kind: 'box', size: [420, 44, 180], round: 14, finish: 'plastic-black', at: [1780, 520, side * 900] },
  ]
}

/** The cab of a light truck, x backwards from its bumper. */
export const buildTruckCab = (): Part[] => [
  { kind: 'carved', shape: cabShape(), cell: 26, finish: 'paint-pine' },
  ...frontFace(),
  sideWindow(1),
  sideWindow(-1),
  ...mirror(1),
  ...mirror(-1),
  ...door(1),
  ...door(-1),
  { kind: 'box', size: [1000, 60, 1500], round: 20, finish: 'plastic-black', at: [1300, 540, 0] },
]
