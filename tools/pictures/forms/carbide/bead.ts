import { buildCentreCross, buildLengthDimensionLine, buildNote } from '#tools/pictures/forms/drawing-elements.ts'
import {
  computeEvenlySpreadNumber,
  type Dimensions,
  requireChoiceDimension,
  requirePositiveDimension,
} from '#tools/pictures/forms/numbers.ts'
import type { DrawingSheet, Part, PartPlacement, ProductModel, ProfileCorner } from '#tools/pictures/forms/solids.ts'

/** The dish: the inner radius of its floor, where its wall begins, and the slope of the wall. */
const dishOf = (diameter: number) => {
  // Small beads are many, large ones few.
  const times = Math.max(4.4, Math.min(9.6, 3.7 + 7 / diameter))
  const radius = diameter * times
  return { radius, floor: radius * 0.06, wall: radius * 0.34 }
}

const dishProfile = (diameter: number): ProfileCorner[] => {
  const { radius, floor, wall } = dishOf(diameter)
  const sheet = radius * 0.035
  return [
    [0, 0],
    [radius * 0.7, 0, radius * 0.08],
    [radius * 1.16, wall, radius * 0.06],
    [radius * 1.25, wall + sheet * 0.2, sheet * 0.5],
    [radius * 1.25, wall + sheet * 1.2, sheet * 0.5],
    [radius * 1.13, wall + sheet, radius * 0.06],
    [radius * 0.68, floor, radius * 0.1],
    [0, floor],
  ]
}

interface Bead {
  x: number
  y: number
  z: number
}

/** Moves two overlapping beads apart. */
const part = (a: Bead, b: Bead, diameter: number): void => {
  const [dx, dy, dz] = [b.x - a.x, b.y - a.y, b.z - a.z]
  const apart = dx * dx + dy * dy + dz * dz
  if (apart >= diameter * diameter || apart === 0) return
  const gap = Math.sqrt(apart)
  const push = ((diameter - gap) / gap) * 0.5
  a.x -= dx * push
  a.y -= dy * push
  a.z -= dz * push
  b.x += dx * push
  b.y += dy * push
  b.z += dz * push
}

/** Keeps a bead above the floor and inside the sloping wall of the dish. */
const contain = (bead: Bead, diameter: number): void => {
  const r = diameter / 2
  const { radius, floor, wall } = dishOf(diameter)
  bead.y = Math.max(bead.y, floor + r)
  const out = Math.hypot(bead.x, bead.z) || 1e-6
  const [run, rise] = [radius * 0.45, wall - floor]
  const length = Math.hypot(run, rise)
  // The wall's inward normal is (-rise, run).
  const off = (-(out - radius * 0.68) * rise + (bead.y - floor) * run) / length
  if (off >= r) return
  const [nx, ny] = [-rise / length, run / length]
  const moved = out + nx * (r - off)
  bead.x *= moved / out
  bead.z *= moved / out
  bead.y += ny * (r - off)
}

/** Simulates beads that are poured into a dish and settle: weight, pressure and walls. The result is deterministic. */
const poured = (diameter: number, count: number): Bead[] => {
  const { radius, floor } = dishOf(diameter)
  const beads = Array.from({ length: count }, (_, i): Bead => {
    const out = radius * 0.72 * Math.sqrt(computeEvenlySpreadNumber(i, 0.13))
    const angle = i * 2.399963
    return { x: Math.cos(angle) * out, y: floor + diameter * (0.6 + (i / count) * 6 * (1.3 - out / radius)), z: Math.sin(angle) * out }
  })
  for (let step = 0; step < 160; step++) {
    for (const bead of beads) bead.y -= diameter * (step < 110 ? 0.06 : 0.012)
    const order = beads.toSorted((a, b) => a.x - b.x)
    for (let pass = 0; pass < 4; pass++) {
      order.forEach((a, i) => {
        for (let k = i + 1; k < order.length; k++) {
          const b = order[k]
          if (b === undefined || b.x - a.x > diameter * 1.2) break
          part(a, b, diameter)
        }
      })
      for (const bead of beads) contain(bead, diameter)
    }
  }
  return beads
}

/** Some beads that rolled off, on the ground in front. */
const strays = (diameter: number): PartPlacement[] => {
  const { radius } = dishOf(diameter)
  return [
    [1.02, 1.18],
    [1.24, 1.06],
    [0.62, 1.42],
    [-0.95, 1.2],
    [-0.72, 1.36],
    [1.46, 0.7],
    [0.1, 1.5],
  ].map(([x = 0, z = 0]): PartPlacement => ({ at: [x * radius, diameter / 2, z * radius] }))
}

const sheet = (diameter: number, finish: string): DrawingSheet => {
  const r = diameter / 2
  return {
    title: '主视图',
    strokes: [{ kind: 'circle', at: [0, 0], radius: r, style: 'outline', fill: true }, ...buildCentreCross([0, 0], r * 1.25)],
    measures: [buildLengthDimensionLine(-r, r, 0, -r * 1.6, `SΦ${diameter}`)],
    notes: [buildNote([r * 0.7, r * 0.72], [r * 1.3, r * 1.3], finish === 'polished' ? '精磨 · 圆度 ≤ 0.005' : '毛坯 · 圆度 ≤ 0.10')],
  }
}

/** Carbide beads in a shallow steel dish, some next to it, and a close-up. */
export const buildAlloyBeadModel = (numbers: Dimensions): ProductModel => {
  const diameter = requirePositiveDimension(numbers, 'diameter')
  const finish = requireChoiceDimension(numbers, 'finish', ['blank', 'polished'])
  const { radius } = dishOf(diameter)
  const times = radius / diameter
  const count = Math.round(times * times * 3.4)
  const bead: Part = { kind: 'ball', radius: diameter / 2, finish: finish === 'polished' ? 'polished' : 'carbide' }
  const heap: Part = { kind: 'copies', part: bead, places: poured(diameter, count).map(({ x, y, z }) => ({ at: [x, y, z] })) }
  const dish: Part = { kind: 'turned', profile: dishProfile(diameter), finish: 'chrome' }
  const loose: Part = { kind: 'copies', part: bead, places: strays(diameter) }
  const few: Part = {
    kind: 'copies',
    part: bead,
    places: [
      [-1.25, -0.5],
      [0, -0.9],
      [1.2, -0.4],
      [-0.62, 0.55],
      [0.62, 0.45],
      [-1.9, 0.75],
      [1.95, 0.8],
      [0, 1.45],
    ].map(([x = 0, z = 0]) => ({ at: [x * diameter * 1.06, diameter / 2, z * diameter * 1.06] })),
  }

  return {
    views: [
      { parts: [dish, heap, loose], from: [0.12, 0.7, 1], fill: 0.84 },
      { parts: [few], from: [0.1, 0.55, 1], fill: 0.7 },
      { parts: [dish, heap], from: [0.1, 0.62, 1], focus: { at: [0, radius * 0.2, radius * 0.1], radius: diameter * 3.2 } },
    ],
    sheet: sheet(diameter, finish),
  }
}
