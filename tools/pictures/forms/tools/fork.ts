import type { Part, Point3D, ProfileCorner, Shape } from '#tools/pictures/forms/solids.ts'

/** A puller: whole length and opening of its jaw. */
export interface PullerDimensions {
  length: number
  jaw: number
}

/** A fork seen from above, its mouth at x = 0: two prongs round the jaw, run together into the neck at `end`. */
export const buildForkOutline = (jaw: number, end: number, neck: number): ProfileCorner[] => {
  const prong = jaw * 0.36
  const [inner, outer] = [jaw / 2, jaw / 2 + prong]
  const throat = Array.from({ length: 13 }, (_, i): ProfileCorner => {
    const angle = (-Math.PI / 2) * (1 - i / 6)
    return [jaw * 0.86 + inner * Math.cos(angle), inner * Math.sin(angle)]
  })
  return [
    [0, -inner - prong * 0.3, prong * 0.12],
    [prong * 0.5, -outer, prong * 0.4],
    [jaw * 1.1, -outer, jaw * 0.4],
    [end, -neck, jaw * 0.4],
    [end, neck, jaw * 0.4],
    [jaw * 1.1, outer, jaw * 0.4],
    [prong * 0.5, outer, prong * 0.4],
    [0, inner + prong * 0.3, prong * 0.12],
    [jaw * 0.04, inner, prong * 0.2],
    ...throat.toReversed(),
    [jaw * 0.04, -inner, prong * 0.2],
  ]
}

/** Lays a shape of the plane of x and y flat on the ground. */
export const placeShapeLying = (shape: Shape, at: Point3D = [0, 0, 0], lean = 0): Shape => ({
  op: 'put',
  shape: { op: 'put', shape, turn: [-90, 0, 0] },
  at,
  turn: [0, 0, lean],
})

/** A hand grip of rubber with rings, its axis along x from `from`. */
export const buildGrip = (from: number, length: number, radius: number): Part => {
  const rings = Array.from({ length: 7 }, (_, i) => length * (0.2 + i * 0.1)).flatMap((y): ProfileCorner[] => [
    [radius, y - length * 0.028, 1],
    [radius * 0.9, y - length * 0.014, 1],
    [radius * 0.9, y + length * 0.014, 1],
    [radius, y + length * 0.028, 1],
  ])
  const profile: ProfileCorner[] = [
    [0, 0],
    [radius * 1.16, 0, 3],
    [radius * 1.16, length * 0.05, 3],
    [radius, length * 0.09, 2],
    ...rings,
    [radius, length * 0.94, 3],
    [radius * 1.08, length, 4],
    [0, length],
  ]
  return { kind: 'turned', profile, finish: 'rubber', at: [from, 0, 0], turn: [0, 0, -90] }
}
