import {
  buildDrawingCentreLine,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildRectangle,
  drawProfileUpright,
} from '#tools/pictures/forms/drawing-elements.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import type { Colour, DrawingSheet, Part, Point3D, ProfileCorner, SurfaceFinish } from '#tools/pictures/forms/solids.ts'
import { getLabelAccentColour } from './drum.ts'

interface Pail {
  top: number
  bottom: number
  height: number
}

/** The sizes of a steel pail of a volume in litres. */
export const computePailSize = (litres: number): Pail => {
  const scale = Math.cbrt(litres / 18)
  return { top: Math.round(290 * scale), bottom: Math.round(268 * scale), height: Math.round(330 * scale) }
}

const bodyProfile = ({ top, bottom, height }: Pail): ProfileCorner[] => {
  const [r, R] = [bottom / 2, top / 2]
  const at = (t: number) => r + (R - r) * t
  const bead = (t: number, out: number): ProfileCorner[] => [
    [at(t - 0.02), height * (t - 0.02), 3],
    [at(t) + out, height * t, 5],
    [at(t + 0.02), height * (t + 0.02), 3],
  ]
  return [
    [0, 6],
    [r - 5, 6],
    [r - 3, 0, 2],
    [r + 2, 0, 2],
    [r + 2, 7, 2],
    [at(0.03), 9, 2],
    ...bead(0.1, 3.4),
    ...bead(0.8, 4),
    ...bead(0.86, 4),
    [at(0.95), height * 0.95],
    [R + 3, height * 0.955, 2],
    [R + 4, height * 0.985, 2],
    [0, height * 0.985],
  ]
}

/** The lid with its skirt of lugs bent under the rim. */
const lidProfile = ({ top, height }: Pail): ProfileCorner[] => {
  const R = top / 2
  return [
    [R + 3.4, height * 0.955],
    [R + 7.5, height * 0.957, 1],
    [R + 8, height * 0.985, 3],
    [R + 5, height, 4],
    [R - 3, height, 4],
    [R - 7, height * 0.972, 4],
    [R * 0.72, height * 0.972, 6],
    [R * 0.68, height * 0.985, 6],
    [0, height * 0.985],
  ]
}

/** The wire handle hanging down in front, a plastic grip in its middle, its ends in ears. */
const handle = ({ top, bottom, height }: Pail): Part[] => {
  const y = height * 0.83
  const R = bottom / 2 + (top / 2 - bottom / 2) * 0.83 + 6
  const drop = height * 0.42
  const path = Array.from({ length: 41 }, (_, i): Point3D => {
    const t = (i / 40) * Math.PI
    return [Math.cos(t) * (R + 3 * Math.sin(t)), y - Math.sin(t) * drop, Math.sin(t) * (R + 12) * 0.985]
  })
  const ear: ProfileCorner[] = [
    [0, 0],
    [13, 0],
    [13, 5, 2],
    [6, 10, 2],
    [0, 10],
  ]
  return [
    { kind: 'wire', path, radius: 2.4, finish: 'bare' },
    { kind: 'wire', path: path.slice(16, 25), radius: 8, finish: 'plastic-black' },
    { kind: 'turned', profile: ear, finish: 'bare', at: [R - 5, y, 0], turn: [0, 0, -90] },
    { kind: 'turned', profile: ear, finish: 'bare', at: [-R + 5, y, 0], turn: [0, 0, 90] },
  ]
}

/** A steel pail; with `spout` its lid has a pouring spout for oil. */
export const buildPail = (sizes: Pail, colour: Colour, title: string, lines: readonly string[], spout: boolean): Part => {
  const finish: SurfaceFinish = `paint-${colour}`
  const { top, bottom, height } = sizes
  const middle = (top + bottom) / 4
  const lugs = Array.from({ length: 20 }, (_, i) => ({ turn: [0, i * 18, 0] as Point3D }))
  const lean = (Math.atan((top - bottom) / 2 / height) * 180) / Math.PI
  const parts: Part[] = [
    { kind: 'turned', profile: bodyProfile(sizes), finish },
    { kind: 'turned', profile: lidProfile(sizes), finish: colour === 'white' ? 'paint-pine' : finish },
    {
      kind: 'copies',
      part: {
        kind: 'box',
        size: [2.4, height * 0.06, 26],
        round: 1,
        finish: colour === 'white' ? 'paint-pine' : finish,
        at: [top / 2 + 7, height * 0.932, 0],
      },
      places: lugs,
    },
    // The wall leans outwards a little, so the label is offset by the difference over its height.
    {
      kind: 'label',
      art: { style: 'plate', title, lines, accent: getLabelAccentColour(colour) },
      width: middle * 1.7,
      height: height * 0.42,
      bend: middle + 2.2 + Math.tan((lean * Math.PI) / 180) * height * 0.21,
      at: [0, height * 0.46, 0],
    },
  ]
  if (spout) {
    const cap: ProfileCorner[] = [
      [0, 0],
      [30, 0],
      [30, 6, 2],
      [24, 9, 2],
      [24, 26, 3],
      [0, 26],
    ]
    parts.push({ kind: 'turned', profile: cap, finish: 'plastic-red', at: [-top * 0.2, height * 0.975, top * 0.12] })
  }
  return { kind: 'group', parts: [...parts, groupPartAtPlacement({ kind: 'group', parts: handle(sizes) }, { turn: [0, 180, 0] })] }
}

export const buildPailSheet = (sizes: Pail): DrawingSheet => {
  const { top, bottom, height } = sizes
  const gap = top * 0.22
  return {
    title: '主视图',
    strokes: [
      drawProfileUpright(bodyProfile(sizes)),
      drawProfileUpright(lidProfile(sizes)),
      buildRectangle(-top * 0.36, height * 0.25, top * 0.36, height * 0.67, 'edge'),
      buildDrawingCentreLine([0, -gap * 0.4], [0, height + gap * 0.4]),
    ],
    measures: [
      buildLengthDimensionLine(-bottom / 2, bottom / 2, 0, -gap, `Φ${bottom}`),
      buildLengthDimensionLine(-top / 2, top / 2, height, height + gap * 0.8, `Φ${top}`),
      buildHeightDimensionLine(top / 2, 0, height, top / 2 + gap, `${height}`),
    ],
  }
}
