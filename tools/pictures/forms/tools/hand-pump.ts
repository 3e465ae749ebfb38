import type { Part, Point3D, ProfileCorner } from '#tools/pictures/forms/solids.ts'

/** The hand pump: tank and base lie on the ground, the lever above. */
export const buildHydraulicPullerHandPump = (): Part => {
  const tank: ProfileCorner[] = [
    [0, 0],
    [34, 0, 4],
    [38, 5, 3],
    [38, 250, 3],
    [34, 255, 4],
    [0, 255],
  ]
  return {
    kind: 'group',
    parts: [
      { kind: 'box', size: [96, 14, 90], round: 4, finish: 'black', at: [-140, 7, 0] },
      { kind: 'box', size: [40, 14, 90], round: 4, finish: 'black', at: [120, 7, 0] },
      { kind: 'turned', profile: tank, finish: 'paint-yellow', at: [-110, 50, 0], turn: [0, 0, -90] },
      { kind: 'box', size: [70, 74, 70], round: 7, finish: 'black', at: [-140, 50, 0] },
      {
        kind: 'turned',
        profile: [
          [0, 0],
          [14, 0],
          [14, 52, 2],
          [0, 52],
        ],
        finish: 'chrome',
        at: [-140, 86, 0],
      },
      {
        kind: 'turned',
        profile: [
          [0, 0],
          [11, 0],
          [11, 330],
          [15, 332, 2],
          [15, 430, 5],
          [0, 432],
        ],
        finish: 'black',
        at: [-168, 118, 0],
        turn: [0, 0, -80],
      },
      { kind: 'box', size: [40, 30, 34], round: 5, finish: 'black', at: [-160, 124, 0] },
      {
        kind: 'turned',
        profile: [
          [0, 0],
          [9, 0],
          [9, 34],
          [0, 34],
        ],
        finish: 'chrome',
        at: [-176, 56, 0],
        turn: [0, 0, 90],
      },
    ],
  }
}

/** A hose hanging in a smooth curve through its points. */
export const buildHose = (through: readonly Point3D[]): Part => {
  const path = through.slice(0, -1).flatMap((b, i): Point3D[] => {
    const a = through[i - 1] ?? b
    const c = through[i + 1] ?? b
    const d = through[i + 2] ?? c
    return Array.from({ length: 14 }, (_, k): Point3D => {
      const t = k / 14
      const mix = (n: 0 | 1 | 2) =>
        0.5 *
        (2 * b[n] + (c[n] - a[n]) * t + (2 * a[n] - 5 * b[n] + 4 * c[n] - d[n]) * t * t + (3 * b[n] - a[n] - 3 * c[n] + d[n]) * t ** 3)
      return [mix(0), mix(1), mix(2)]
    })
  })
  return { kind: 'wire', path, radius: 8, finish: 'rubber' }
}
