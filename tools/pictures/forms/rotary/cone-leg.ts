import type { ProfileCorner, Shape } from '#tools/pictures/forms/solids.ts'

/** The leg that carries the cone and is welded into the barrel: a stout arm, its shirt-tail over the back of the cone. */
export const buildConeLegShape = ({ diameter, width }: { diameter: number; width: number }): Shape => {
  const wide = diameter * 0.74
  const thick = width * 0.44
  const tall = diameter * 1.16
  const side: ProfileCorner[] = [
    [-thick, 0, 3],
    [thick * 0.12, 0, 3],
    [thick * 0.12, tall * 0.3, 20],
    [thick * 0.36, tall * 0.5, 24],
    [thick * 0.3, tall * 0.93, 10],
    [-thick * 0.1, tall * 1.04, 12],
    [-thick * 0.72, tall * 0.9, 24],
    [-thick, tall * 0.62, 24],
  ]
  const front: ProfileCorner[] = [
    [-wide * 0.5, -20],
    [wide * 0.5, -20],
    [wide * 0.5, tall * 0.46, 26],
    [wide * 0.4, tall * 0.8, 30],
    [wide * 0.24, tall * 1.1, 30],
    [-wide * 0.24, tall * 1.1, 30],
    [-wide * 0.4, tall * 0.8, 30],
    [-wide * 0.5, tall * 0.46, 26],
  ]
  return {
    op: 'meet',
    blend: 7,
    parts: [
      { op: 'prism', outline: side, depth: wide * 3, round: 0 },
      { op: 'put', shape: { op: 'prism', outline: front, depth: width * 6, round: 0 }, turn: [0, 90, 0] },
    ],
  }
}

/** The plug behind the ball race. */
export const buildBallRacePlugProfile = (radius: number): ProfileCorner[] => [
  [0, 0],
  [radius * 0.5, 0],
  [radius * 0.56, radius * 0.12, 0.5],
  [radius * 0.9, radius * 0.14, 1],
  [radius, 0],
]
