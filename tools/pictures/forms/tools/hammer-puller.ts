import {
  buildDrawingCentreLine,
  buildFilledOutline,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildNote,
  buildRectangle,
} from '#tools/pictures/forms/drawing-elements.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import { computeClosedProfileLine } from '#tools/pictures/forms/profile.ts'
import type { DrawingSheet, Part, ProfileCorner, Shape } from '#tools/pictures/forms/solids.ts'
import { buildForkOutline, buildGrip, type PullerDimensions, placeShapeLying } from './fork.ts'

/** The sliding weight, with a waist for the hand. */
const weight: ProfileCorner[] = [
  [9.6, 0],
  [30, 0, 4],
  [35, 6, 4],
  [35, 38, 3],
  [31, 44, 4],
  [31, 66, 4],
  [35, 72, 3],
  [35, 104, 4],
  [30, 110, 4],
  [9.6, 110],
  [9.6, 0],
]

/** A rod with a claw in front, a sliding weight, a stop and a grip behind. */
export const buildHammerPuller = ({ length, jaw }: PullerDimensions): Part[] => {
  const lift = 38
  const end = jaw * 3
  const claw: Shape = {
    op: 'join',
    blend: 8,
    parts: [
      placeShapeLying({ op: 'prism', outline: buildForkOutline(jaw, end, 13), depth: 20, round: 3 }, [0, 0, 0]),
      { op: 'put', shape: { op: 'rod', radius: 15, length: 46, round: 3 }, at: [end + 6, 0, 0], turn: [0, 0, 90] },
    ],
  }
  const lip: Shape = { op: 'put', shape: { op: 'box', size: [14, 30, jaw * 2.2], round: 3 }, at: [8, 6, 0] }
  const slot: Shape = { op: 'put', shape: { op: 'box', size: [60, 80, jaw], round: 1 }, at: [8, 0, 0] }
  const nut: ProfileCorner[] = Array.from(
    { length: 6 },
    (_, i): ProfileCorner => [Math.cos((i * Math.PI) / 3) * 19, Math.sin((i * Math.PI) / 3) * 19],
  )
  const along = (part: Part, x: number): Part => groupPartAtPlacement(part, { at: [x, 0, 0], turn: [0, 0, -90] })
  const rod: Part = {
    kind: 'turned',
    profile: [
      [0, 0],
      [9, 0],
      [9, length - end - 10, 1],
      [0, length - end - 10],
    ],
    finish: 'steel',
  }
  const all: Part[] = [
    {
      kind: 'carved',
      shape: { op: 'cut', blend: 1.5, from: { op: 'join', blend: 3, parts: [claw, lip] }, tools: [slot] },
      cell: 2,
      finish: 'black',
    },
    along(rod, end + 10),
    along({ kind: 'turned', profile: weight, finish: 'paint-orange' }, length * 0.46),
    groupPartAtPlacement(
      { kind: 'prism', outline: nut, depth: 16, round: 1.4, finish: 'black' },
      { at: [length - 168, 0, 0], turn: [0, 90, 0] },
    ),
    buildGrip(length - 158, 150, 18),
    along(
      {
        kind: 'turned',
        profile: [
          [0, 0],
          [30, 0, 3],
          [30, 8, 3],
          [0, 8],
        ],
        finish: 'bare',
      },
      length - 8,
    ),
  ]
  return [groupPartAtPlacement({ kind: 'group', parts: all }, { at: [0, lift, 0] })]
}

export const buildHammerPullerSheet = ({ length, jaw }: PullerDimensions): DrawingSheet => {
  const end = jaw * 3
  const gap = jaw * 1.6
  return {
    title: '俯视图',
    strokes: [
      buildRectangle(end, -9, length - 158, 9),
      buildFilledOutline(computeClosedProfileLine(buildForkOutline(jaw, end, 13))),
      buildRectangle(length * 0.46, -35, length * 0.46 + 110, 35),
      buildRectangle(length - 176, -19, length - 160, 19),
      buildRectangle(length - 158, -18, length - 8, 18),
      buildRectangle(length - 8, -30, length, 30),
      buildDrawingCentreLine([-20, 0], [length + 20, 0]),
    ],
    measures: [
      buildLengthDimensionLine(0, length, -30, -35 - gap * 1.4, `${length}`),
      buildHeightDimensionLine(0, -jaw / 2, jaw / 2, -gap, `${jaw}`),
      buildHeightDimensionLine(length * 0.46, -35, 35, length * 0.46 - 34, 'Φ70'),
    ],
    notes: [
      buildNote([length * 0.46 + 50, 35], [length * 0.44, 35 + gap * 0.7], '滑锤'),
      buildNote([length - 90, 18], [length - 130, 35 + gap * 0.7], '手柄'),
    ],
  }
}
