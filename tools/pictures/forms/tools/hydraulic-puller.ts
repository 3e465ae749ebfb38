import {
  buildDrawingCentreLine,
  buildHeightDimensionLine,
  buildLengthDimensionLine,
  buildNote,
  buildRectangle,
  drawProfileUpright,
} from '#tools/pictures/forms/drawing-elements.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import type { DrawingSheet, Part, Point3D, ProductView, ProfileCorner } from '#tools/pictures/forms/solids.ts'
import type { PullerDimensions } from './fork.ts'
import { buildHose, buildHydraulicPullerHandPump } from './hand-pump.ts'

/** The jack stands on its two legs, the claw hanging between them: heights of its parts. */
const levels = ({ length }: PullerDimensions) => ({ foot: 16, beam: length * 0.46, head: length * 0.82 })

const cylinderProfile = (puller: PullerDimensions): ProfileCorner[] => {
  const { beam, head } = levels(puller)
  return [
    [0, beam],
    [50, beam, 3],
    [54, beam + 5, 3],
    [54, head - 24, 3],
    [50, head - 20, 2],
    [50, head - 12, 2],
    [54, head - 8, 3],
    [54, head, 5],
    [40, head + 6, 4],
    [0, head + 6],
  ]
}

const plungerProfile = (puller: PullerDimensions): ProfileCorner[] => {
  const { head } = levels(puller)
  return [
    [0, head],
    [26, head],
    [26, puller.length - 14, 2],
    [24, puller.length - 12, 1],
    [34, puller.length - 12, 3],
    [34, puller.length, 4],
    [0, puller.length],
  ]
}

/** The claw in one piece with its pull rod: a hook of plate on either side of the jaw. */
const claw = (puller: PullerDimensions): Part[] => {
  const { beam } = levels(puller)
  const { jaw } = puller
  const arm: ProfileCorner[] = [
    [jaw / 2, 22],
    [jaw / 2 + 22, 22, 5],
    [jaw / 2 + 22, beam * 0.72, 14],
    [24, beam * 0.92, 10],
    [24, beam * 0.98],
    [-24, beam * 0.98],
    [-24, beam * 0.92, 10],
    [-jaw / 2 - 22, beam * 0.72, 14],
    [-jaw / 2 - 22, 22, 5],
    [-jaw / 2, 22],
    [-jaw / 2 + 12, 26, 4],
    [-jaw / 2 + 12, 44, 4],
    [-jaw / 2, 50, 6],
    [-jaw / 2, beam * 0.56, 20],
    [jaw / 2, beam * 0.56, 20],
    [jaw / 2, 50, 6],
    [jaw / 2 - 12, 44, 4],
    [jaw / 2 - 12, 26, 4],
  ]
  return [{ kind: 'prism', outline: arm, depth: 30, round: 2.4, finish: 'black' }]
}

const jack = (puller: PullerDimensions): Part => {
  const { beam, head } = levels(puller)
  const leg: ProfileCorner[] = [
    [0, 0],
    [30, 0, 3],
    [30, 16, 5],
    [14, 22, 6],
    [14, beam, 2],
    [0, beam],
  ]
  const out = puller.jaw * 0.5 + 62
  const beamPart: Part = { kind: 'box', size: [out * 2 + 50, 30, 74], round: 5, finish: 'black', at: [0, beam + 4, 0] }
  const port: Part = {
    kind: 'turned',
    profile: [
      [0, 0],
      [13, 0],
      [13, 16, 2],
      [10, 18, 1],
      [10, 40, 2],
      [0, 40],
    ],
    finish: 'chrome',
    at: [0, head - 52, -50],
    turn: [-90, 0, 0],
  }
  const handle = Array.from({ length: 25 }, (_, i): Point3D => {
    const angle = (i / 24) * Math.PI
    return [Math.cos(angle) * 60, head - 60 + Math.sin(angle) * 8, 54 + Math.sin(angle) * 34]
  })
  return {
    kind: 'group',
    parts: [
      { kind: 'turned', profile: cylinderProfile(puller), finish: 'paint-yellow' },
      { kind: 'turned', profile: plungerProfile(puller), finish: 'chrome' },
      beamPart,
      { kind: 'turned', profile: leg, finish: 'black', at: [-out, 0, 0] },
      { kind: 'turned', profile: leg, finish: 'black', at: [out, 0, 0] },
      ...claw(puller),
      port,
      { kind: 'wire', path: [[-58, head - 60, 0], ...handle.toReversed(), [58, head - 60, 0]], radius: 5, finish: 'bare' },
      {
        kind: 'label',
        art: { style: 'print', lines: ['12 t', '63 MPa'], ink: '#13201e' },
        width: 62,
        height: 52,
        bend: 54.4,
        at: [0, beam + (head - beam) * 0.36, 0],
      },
    ],
  }
}

export const buildHydraulicPullerViews = (puller: PullerDimensions): readonly [ProductView, ProductView, ProductView] => {
  const { head } = levels(puller)
  const one = jack(puller)
  const set: Part[] = [
    groupPartAtPlacement(one, { at: [-150, 0, -60], turn: [0, 24, 0] }),
    groupPartAtPlacement(buildHydraulicPullerHandPump(), { at: [170, 0, 130], turn: [0, 14, 0] }),
    buildHose([
      [-188, head - 52, -146],
      [-215, head - 70, -205],
      [-330, head * 0.42, -190],
      [-390, 30, -40],
      [-340, 9, 130],
      [-170, 9, 250],
      [-60, 20, 250],
      [-38, 56, 190],
    ]),
  ]
  return [
    { parts: set, from: [0.1, 0.44, 1], fill: 0.86 },
    { parts: [groupPartAtPlacement(one, { turn: [0, 30, 0] })], from: [0.1, 0.34, 1] },
    {
      parts: [groupPartAtPlacement(one, { turn: [0, 24, 0] })],
      from: [0.2, 0.4, 1],
      focus: { at: [0, puller.length * 0.22, 0], radius: puller.jaw * 1.7 },
    },
  ]
}

export const buildHydraulicPullerSheet = (puller: PullerDimensions): DrawingSheet => {
  const { beam } = levels(puller)
  const { jaw, length } = puller
  const out = jaw * 0.5 + 62
  return {
    title: '主视图',
    strokes: [
      buildRectangle(-out - 14, 0, -out + 14, beam),
      buildRectangle(out - 14, 0, out + 14, beam),
      buildRectangle(-jaw / 2 - 22, 22, -jaw / 2, beam * 0.8),
      buildRectangle(jaw / 2, 22, jaw / 2 + 22, beam * 0.8),
      buildRectangle(-jaw / 2 - 22, beam * 0.6, jaw / 2 + 22, beam * 0.96),
      buildRectangle(-out - 25, beam - 11, out + 25, beam + 19),
      drawProfileUpright(plungerProfile(puller)),
      drawProfileUpright(cylinderProfile(puller)),
      buildDrawingCentreLine([0, -20], [0, length + 24]),
    ],
    measures: [
      buildLengthDimensionLine(-jaw / 2, jaw / 2, 22, -44, `${jaw}`),
      buildHeightDimensionLine(34, 0, length, out + 70, `${length}`),
      buildLengthDimensionLine(-54, 54, beam + 60, length + 40, 'Φ108'),
    ],
    notes: [buildNote([-26, length - 30], [-out - 120, length - 6], '柱塞 行程 60')],
  }
}
