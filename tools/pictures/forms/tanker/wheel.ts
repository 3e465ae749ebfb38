import type { Part, PartPlacement, ProfileCorner } from '#tools/pictures/forms/solids.ts'

const half = 118

const tyreProfile = (radius: number, rim: number): ProfileCorner[] => {
  const tread = (y: number): ProfileCorner[] => [
    [radius, y - 13, 2],
    [radius * 0.965, y - 9, 2],
    [radius * 0.965, y + 9, 2],
    [radius, y + 13, 2],
  ]
  return [
    [rim * 0.96, -half],
    [rim * 1.1, -half, 12],
    [radius * 0.9, -half * 1.02, 30],
    [radius, -half * 0.78, 22],
    ...tread(-52),
    ...tread(0),
    ...tread(52),
    [radius, half * 0.78, 22],
    [radius * 0.9, half * 1.02, 30],
    [rim * 1.1, half, 12],
    [rim * 0.96, half],
    [rim * 0.96, -half],
  ]
}

/** Eight copies round the hub, `out` mm from the axis. */
const eight = (out: number, turn: number): PartPlacement[] =>
  Array.from({ length: 8 }, (_, i): PartPlacement => {
    const angle = ((i + turn) / 8) * Math.PI * 2
    return { at: [Math.cos(angle) * out, 0, Math.sin(angle) * out] }
  })

const nut: Part = {
  kind: 'turned',
  profile: [
    [0, 88],
    [17, 88],
    [17, 112, 3],
    [10, 122, 2],
    [0, 122],
  ],
  finish: 'bare',
  facets: 10,
}

const hole: Part = {
  kind: 'turned',
  profile: [
    [0, 62],
    [34, 62],
    [34, 80, 2],
    [0, 80],
  ],
  finish: 'plastic-black',
  facets: 16,
}

/** A wheel standing in the plane of x and y, its outer side towards +z: tyre with tread, rim with its holes, hub with nuts. */
export const buildWheel = (radius: number): Part => {
  const rim = radius * 0.58
  // Only the outer face of the rim is visible.
  const dish: ProfileCorner[] = [
    [rim * 1.06, half + 8, 6],
    [rim * 0.94, half + 8, 6],
    [rim * 0.9, half - 20, 8],
    [rim * 0.84, 60, 16],
    [rim * 0.6, 90, 20],
    [rim * 0.46, 92, 8],
    [rim * 0.4, 84],
    [0, 84],
  ]
  const hub: ProfileCorner[] = [
    [0, 60],
    [rim * 0.32, 60],
    [rim * 0.3, 128, 12],
    [rim * 0.18, 140, 10],
    [0, 140],
  ]
  return {
    kind: 'group',
    turn: [90, 0, 0],
    parts: [
      { kind: 'turned', profile: tyreProfile(radius, rim), finish: 'rubber', facets: 80 },
      { kind: 'turned', profile: dish, finish: 'grey', facets: 64 },
      { kind: 'turned', profile: hub, finish: 'grey', facets: 32 },
      { kind: 'copies', part: nut, places: eight(rim * 0.5, 0) },
      { kind: 'copies', part: hole, places: eight(rim * 0.72, 0.5) },
    ],
  }
}
