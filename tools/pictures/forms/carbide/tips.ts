import type { ProfileCorner } from '#tools/pictures/forms/solids.ts'

export type TipShape = 'cone' | 'cap' | 'ballistic' | 'wedge'

/** A dome over a cylinder of radius r from height `from` to `to`: power 2 is a ball, a higher power is blunter, a lower one sharper. */
export const buildDomeProfile = (r: number, from: number, to: number, power: number): ProfileCorner[] =>
  Array.from({ length: 26 }, (_, i): ProfileCorner => {
    const t = (i + 1) / 26
    const angle = (t * Math.PI) / 2
    const radius = r * Math.cos(angle) ** (2 / power)
    return [i === 25 ? 0 : radius, from + (to - from) * Math.sin(angle) ** (2 / power)]
  })

/** A rounded point: the arc of radius `blunt` at the end of a cone of half angle `half` (degrees) at height `top`. */
export const buildRoundedPointProfile = (blunt: number, half: number, top: number): ProfileCorner[] =>
  Array.from({ length: 13 }, (_, i): ProfileCorner => {
    const angle = ((half + ((90 - half) * i) / 12) * Math.PI) / 180
    return [i === 12 ? 0 : blunt * Math.cos(angle), top - blunt + blunt * Math.sin(angle)]
  })

/** The visible part of a tip above the steel, from the axis at height 0 to its point at `height`. */
export const buildTipProfile = (shape: TipShape, diameter: number, height: number): ProfileCorner[] => {
  const r = diameter / 2
  if (shape === 'ballistic')
    return [[0, -1], [r * 0.94, -1], [r, 0.4, 0.5], [r, height * 0.14, height * 0.16], ...buildDomeProfile(r, height * 0.16, height, 1.62)]
  if (shape === 'cap') {
    return [
      [0, -1],
      [r * 0.9, -1, 0.3],
      [r, 0.5, 0.6],
      [r, height * 0.2, height * 0.1],
      [r * 0.74, height * 0.36, height * 0.14],
      [r * 0.55, height * 0.52, height * 0.2],
      ...buildRoundedPointProfile(r * 0.24, 24, height),
    ]
  }
  return [[0, -1], [r * 0.96, -1], [r, 0.2, 0.5], [r, height * 0.1, height * 0.08], ...buildRoundedPointProfile(r * 0.2, 24, height)]
}

/** The line of solder that is visible round the foot of a tip. */
export const buildBrazeRingProfile = (radius: number, y: number): ProfileCorner[] => [
  [radius * 0.5, y - 0.5],
  [radius * 0.985, y - 0.5],
  [radius * 0.965, y + radius * 0.03, radius * 0.03],
  [radius * 0.86, y + radius * 0.06, radius * 0.03],
  [radius * 0.5, y + radius * 0.06],
]
