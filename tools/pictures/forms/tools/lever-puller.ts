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
import type { DrawingSheet, Part, Point3D, Shape } from '#tools/pictures/forms/solids.ts'
import { buildForkOutline, buildGrip, type PullerDimensions, placeShapeLying } from './fork.ts'

/** A forged bar with a forked claw, bent up for leverage, and a nylon grip. */
export const buildLeverPuller = ({ length, jaw }: PullerDimensions): Part[] => {
  const end = jaw * 2.5
  const bar = 12.5
  const rise = 10
  const fork = placeShapeLying({ op: 'prism', outline: buildForkOutline(jaw, end, bar), depth: 17, round: 3 }, [0, 8.5, 0], 0)
  const bevel: Shape = {
    op: 'put',
    shape: { op: 'box', size: [jaw * 1.6, 24, jaw * 4], round: 2 },
    at: [-jaw * 0.2, 24, 0],
    turn: [0, 0, 14],
  }
  const shaft: Shape = {
    op: 'put',
    shape: { op: 'rod', radius: bar, length: length - end, round: 4 },
    at: [
      end - 10 + ((length - end) / 2) * Math.cos((rise * Math.PI) / 180),
      12 + ((length - end) / 2) * Math.sin((rise * Math.PI) / 180),
      0,
    ],
    turn: [0, 0, rise - 90],
  }
  const shape: Shape = { op: 'join', blend: 14, parts: [{ op: 'cut', blend: 1.5, from: fork, tools: [bevel] }, shaft] }
  const slope = (rise * Math.PI) / 180
  const gripAt: Point3D = [end - 10 + (length - end - 165) * Math.cos(slope), 12 + (length - end - 165) * Math.sin(slope), 0]
  return [
    { kind: 'carved', shape, cell: 3.1, finish: 'black' },
    groupPartAtPlacement({ kind: 'group', parts: [buildGrip(0, 170, 17)] }, { at: gripAt, turn: [0, 0, rise] }),
  ]
}

export const buildLeverPullerSheet = ({ length, jaw }: PullerDimensions): DrawingSheet => {
  const end = jaw * 2.5
  const gap = jaw * 1.1
  return {
    title: '俯视图',
    strokes: [
      buildRectangle(end - 4, -12.5, length - 160, 12.5),
      buildFilledOutline(computeClosedProfileLine(buildForkOutline(jaw, end, 12.5))),
      buildRectangle(length - 170, -17, length, 17),
      buildDrawingCentreLine([-20, 0], [length + 20, 0]),
    ],
    measures: [
      buildLengthDimensionLine(0, length, -12, -jaw - gap, `${length}`),
      buildHeightDimensionLine(0, -jaw / 2, jaw / 2, -gap * 0.7, `${jaw}`),
    ],
    notes: [
      buildNote([length - 80, 17], [length - 150, jaw + gap * 0.3], '尼龙手柄套'),
      buildNote([length * 0.45, 12.5], [length * 0.4, jaw + gap * 0.3], 'Φ25'),
    ],
  }
}
