import type { Part, ProfileCorner } from '#tools/pictures/forms/solids.ts'
import { TRUCK_DIMENSIONS } from './truck.ts'

/** Frame, mudguards, side guards and the tool boxes between the axles. */
export const buildTruckChassis = (): Part[] => {
  const { length, width, frame, axles, tyre } = TRUCK_DIMENSIONS
  const rail = (z: number): Part => ({
    kind: 'box',
    size: [length - 500, 190, 80],
    round: 10,
    finish: 'paint-black',
    at: [length / 2 + 60, frame, z],
  })
  const guard = (x: number, z: number): Part => {
    const arc = (r: number, flip: boolean): ProfileCorner[] => {
      const points = Array.from({ length: 25 }, (_, i): ProfileCorner => {
        const angle = ((12 + (i * 156) / 24) * Math.PI) / 180
        return [Math.cos(angle) * r, Math.sin(angle) * r]
      })
      return flip ? points.toReversed() : points
    }
    return {
      kind: 'prism',
      outline: [...arc(tyre + 96, false), ...arc(tyre + 78, true)],
      depth: 560,
      round: 5,
      finish: 'plastic-black',
      at: [x, tyre, z],
    }
  }
  const side = (z: number): Part[] => [
    { kind: 'box', size: [980, 470, 420], round: 26, finish: 'paint-pine', at: [2860, 690, z * 0.8] },
    { kind: 'box', size: [900, 400, 8], round: 3, finish: 'paint-pine', at: [2860, 690, z * 0.8 + Math.sign(z) * 210] },
    { kind: 'box', size: [80, 40, 30], round: 8, finish: 'chrome', at: [2860, 850, z * 0.8 + Math.sign(z) * 216] },
    { kind: 'box', size: [800, 70, 34], round: 10, finish: 'bare', at: [3860, 560, z * 0.94] },
    { kind: 'box', size: [800, 70, 34], round: 10, finish: 'bare', at: [3860, 760, z * 0.94] },
  ]
  const saddle = (x: number): Part => ({ kind: 'box', size: [120, 260, 1400], round: 12, finish: 'paint-black', at: [x, frame + 160, 0] })
  return [
    rail(-420),
    rail(420),
    guard(axles[1], width / 2 - 270),
    guard(axles[1], -width / 2 + 270),
    ...side(width / 2),
    ...side(-width / 2),
    ...[2500, 3300, 4100, 4900, 5500].map(saddle),
    {
      kind: 'turned',
      profile: [
        [0, -900],
        [70, -900],
        [70, 900],
        [0, 900],
      ],
      finish: 'paint-black',
      at: [axles[1], tyre, 0],
      turn: [90, 0, 0],
    },
  ]
}
