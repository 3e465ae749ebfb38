import type { Part, Point3D, ProfileCorner } from '#tools/pictures/forms/solids.ts'
import { TRUCK_DIMENSIONS } from './truck.ts'

const ellipse = (wide: number, high: number): ProfileCorner[] =>
  Array.from({ length: 180 }, (_, i): ProfileCorner => {
    const angle = (i / 180) * Math.PI * 2
    // A little squarer than an ellipse, as such tanks are.
    const square = (value: number) => Math.sign(value) * Math.abs(value) ** 0.84
    return [(wide / 2) * square(Math.cos(angle)), (high / 2) * square(Math.sin(angle))]
  })

const middle: Point3D = [
  (TRUCK_DIMENSIONS.tank.from + TRUCK_DIMENSIONS.tank.to) / 2,
  TRUCK_DIMENSIONS.tank.bottom + TRUCK_DIMENSIONS.tank.high / 2,
  0,
]

/** The text on one side. */
const words = (title: string, side: 1 | -1): Part[] => [
  {
    kind: 'label',
    art: { style: 'print', lines: [title], ink: '#0d3b35' },
    width: 1240,
    height: 330,
    at: [middle[0] + side * 250, middle[1] + 120, side * (TRUCK_DIMENSIONS.tank.wide / 2 + 5)],
    turn: [0, side > 0 ? 0 : 180, 0],
  },
  {
    kind: 'label',
    art: { style: 'print', lines: ['岩锋工品 · 送油上门'], ink: '#a3430b' },
    width: 1500,
    height: 165,
    at: [middle[0] + side * 180, middle[1] - 160, side * (TRUCK_DIMENSIONS.tank.wide / 2 + 5)],
    turn: [0, side > 0 ? 0 : 180, 0],
  },
]

/** The tank with its bands, walkway, rails and the text on its sides. */
export const buildTruckTank = (title: string): Part[] => {
  const { from, to, wide, high, bottom } = TRUCK_DIMENSIONS.tank
  const long = to - from
  const shell: Part = {
    kind: 'prism',
    outline: ellipse(wide, high),
    depth: long,
    round: 90,
    finish: 'paint-white',
    at: middle,
    turn: [0, 90, 0],
  }
  const band = (x: number, finish: 'paint-orange' | 'bare', deep: number): Part => ({
    kind: 'prism',
    outline: ellipse(wide + 12, high + 12),
    depth: deep,
    round: 4,
    finish,
    at: [x, middle[1], 0],
    turn: [0, 90, 0],
  })
  const manhole: ProfileCorner[] = [
    [0, 0],
    [250, 0],
    [250, 90, 8],
    [285, 92, 4],
    [285, 120, 8],
    [0, 128],
  ]
  const top = bottom + high
  const rail = (z: number): Part => ({
    kind: 'wire',
    path: [
      [from + 300, top - 20, z],
      [from + 300, top + 240, z],
      [to - 200, top + 240, z],
      [to - 200, top - 20, z],
    ],
    radius: 17,
    finish: 'bare',
  })
  const walk: Part = { kind: 'box', size: [long - 700, 24, 520], round: 6, finish: 'bare', at: [middle[0], top + 4, 0] }
  return [
    shell,
    band(from + 420, 'paint-orange', 130),
    band(to - 420, 'paint-orange', 130),
    band(middle[0] + 60, 'bare', 50),
    walk,
    { kind: 'turned', profile: manhole, finish: 'paint-white', at: [middle[0] - 500, top - 10, 0] },
    rail(300),
    rail(-300),
    ...words(title, 1),
    ...words(title, -1),
  ]
}
