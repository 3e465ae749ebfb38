import { buildHeightDimensionLine, buildLengthDimensionLine, buildNote, buildRectangle } from '#tools/pictures/forms/drawing-elements.ts'
import {
  computeEvenlySpreadNumber,
  requireCountDimensionOrZero as countOf,
  type Dimensions,
  requireChoiceDimension,
  requirePositiveDimension,
} from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import type { DrawingSheet, Part, PartPlacement, ProductModel, ProfileCorner } from '#tools/pictures/forms/solids.ts'

interface Rod {
  diameter: number
  length: number
  count: number
  coat: 'grey' | 'brown' | 'copper'
}

/** A coated electrode is thicker than its core and bare at the grip; a brazing rod is bare, a composite rod rough all along. */
const kindOf = ({ coat, diameter }: Rod): 'coated' | 'wire' | 'composite' =>
  coat !== 'copper' ? 'coated' : diameter > 5 ? 'composite' : 'wire'

const radiusOf = (rod: Rod): number => (kindOf(rod) === 'coated' ? rod.diameter * 0.8 : rod.diameter / 2)

/** Grains of carbide in the matrix of a composite rod, the same ones on every rod. */
const grains = ({ diameter, length }: Rod): Part => {
  const r = diameter / 2
  const many = Math.round(length / 1.2)
  const places = Array.from({ length: many }, (_, i): PartPlacement => {
    const angle = i * 2.399963
    const out = r * (0.62 + 0.26 * computeEvenlySpreadNumber(i, 0.3))
    return {
      at: [Math.cos(angle) * out, 5 + ((length - 40) * (i + computeEvenlySpreadNumber(i, 0.6))) / many, Math.sin(angle) * out],
      turn: [computeEvenlySpreadNumber(i) * 360, computeEvenlySpreadNumber(i, 0.4) * 360, computeEvenlySpreadNumber(i, 0.8) * 360],
    }
  })
  return { kind: 'copies', part: { kind: 'box', size: [r * 0.8, r * 0.62, r * 0.54], round: 0, finish: 'carbide' }, places }
}

/** One rod, its tip at 0 and its grip above. */
const oneRod = (rod: Rod): Part => {
  const { diameter, length, coat } = rod
  const [core, r] = [diameter / 2, radiusOf(rod)]
  const kind = kindOf(rod)
  const bare = (from: number): ProfileCorner[] => [
    [0, from],
    [core, from, 0.1],
    [core, length, 0.25],
    [0, length],
  ]
  if (kind === 'wire') return { kind: 'turned', profile: bare(0), finish: 'brass', facets: 24 }
  const grip = kind === 'coated' ? 26 : 34
  const skin: ProfileCorner[] = [
    [0, 0.6],
    [core * 0.96, 0.4],
    [r * 0.9, 1.6, 0.5],
    [r, 4, 1],
    [r, length - grip - 3, 1],
    [core * 1.02, length - grip, 0.4],
    [0, length - grip],
  ]
  const finish = kind === 'composite' ? 'copper' : coat === 'grey' ? 'flux-grey' : 'flux-brown'
  const parts: Part[] = [
    { kind: 'turned', profile: skin, finish },
    { kind: 'turned', profile: bare(length - grip - 1), finish: kind === 'composite' ? 'copper' : 'bare' },
  ]
  if (kind === 'composite') parts.push(grains(rod))
  else
    parts.push({
      kind: 'turned',
      profile: [
        [core * 0.4, 0],
        [core * 0.98, 0],
        [core * 0.98, 0.7],
        [core * 0.4, 0.7],
        [core * 0.4, 0],
      ],
      finish: 'bare',
    })
  return { kind: 'group', parts }
}

/** Rods in two layers, slightly fanned, as they are spread on a bench. */
const fanned = (rod: Rod, shown: number): Part => {
  const r = radiusOf(rod)
  const below = Math.ceil(shown * 0.62)
  const places = Array.from({ length: shown }, (_, i): PartPlacement => {
    const upper = i >= below
    const k = upper ? i - below : i
    const many = upper ? shown - below : below
    const offset = k - (many - 1) / 2
    // Spread like a fan from the tips, where they lie side by side.
    const fan = -offset * (upper ? 1.1 : 0.6) + (computeEvenlySpreadNumber(i, 0.2) - 0.5) * 0.14
    const slid = (computeEvenlySpreadNumber(i, 0.5) - 0.5) * rod.length * 0.05
    return { at: [slid - rod.length / 2, upper ? r * 3 : r, offset * r * 2.16], turn: [0, fan, -90] }
  })
  return { kind: 'copies', part: oneRod(rod), places }
}

const sheet = (rod: Rod): DrawingSheet => {
  const { diameter, length } = rod
  const r = radiusOf(rod)
  const kind = kindOf(rod)
  // A rod is too slender for its drawing. It is shown at a twelfth of its length, broken.
  const shown = r * 26
  const grip = kind === 'wire' ? 0 : shown * 0.2
  const core = diameter / 2
  const gap = r * 2.6
  const words = { coated: '药皮', wire: '光丝', composite: '合金颗粒' }
  return {
    title: '主视图',
    strokes: [
      ...(grip > 0 ? [buildRectangle(shown - grip - r, -core, shown, core)] : []),
      buildRectangle(0, -r, shown - grip, r),
      {
        kind: 'path',
        style: 'edge',
        fill: true,
        points: [
          [shown * 0.44, -r * 1.5],
          [shown * 0.47, 0],
          [shown * 0.44, r * 1.5],
        ],
      },
      {
        kind: 'path',
        style: 'edge',
        points: [
          [shown * 0.48, -r * 1.5],
          [shown * 0.51, 0],
          [shown * 0.48, r * 1.5],
        ],
      },
      {
        kind: 'path',
        style: 'centre',
        points: [
          [-r * 2, 0],
          [shown + r * 2, 0],
        ],
      },
    ],
    measures: [
      buildLengthDimensionLine(0, shown, 0, -r - gap * 1.2, `${length}`),
      buildHeightDimensionLine(grip > 0 ? shown : 0, -core, core, grip > 0 ? shown + gap : -gap, `Φ${diameter}`),
    ],
    notes: [buildNote([shown * 0.2, r], [shown * 0.24, r + gap], words[kind])],
  }
}

/** Welding electrodes and brazing rods: spread on a bench, some alone, and a close-up of their tips. */
export const buildWeldingRodModel = (numbers: Dimensions): ProductModel => {
  const rod: Rod = {
    diameter: requirePositiveDimension(numbers, 'diameter'),
    length: requirePositiveDimension(numbers, 'length'),
    count: countOf(numbers, 'count'),
    coat: requireChoiceDimension(numbers, 'coat', ['grey', 'brown', 'copper']),
  }
  // Only the last part of a very long rod would be visible, so it is shown shorter.
  const cut: Rod = { ...rod, length: Math.min(rod.length, rod.diameter * 90) }
  const r = radiusOf(rod)
  const turn = 128
  const spin = (turn * Math.PI) / 180
  const reach = (cut.length / 2) * 0.93
  return {
    views: [
      { parts: [groupPartAtPlacement(fanned(cut, rod.count), { turn: [0, 58, 0] })], from: [0.1, 0.8, 1], fill: 0.84 },
      { parts: [groupPartAtPlacement(fanned(cut, Math.min(5, rod.count)), { turn: [0, -54, 0] })], from: [0.1, 0.8, 1], fill: 0.84 },
      {
        parts: [groupPartAtPlacement(fanned(cut, rod.count), { turn: [0, turn, 0] })],
        from: [0.2, 0.75, 1],
        focus: { at: [-reach * Math.cos(spin), r * 2, reach * Math.sin(spin)], radius: r * 14 },
      },
    ],
    sheet: sheet(rod),
  }
}
