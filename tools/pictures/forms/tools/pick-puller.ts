import { type Dimensions, requireChoiceDimension, requirePositiveDimension } from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import type { Part, ProductModel, ProductView } from '#tools/pictures/forms/solids.ts'
import type { PullerDimensions } from './fork.ts'
import { buildHammerPuller, buildHammerPullerSheet } from './hammer-puller.ts'
import { buildHydraulicPullerSheet, buildHydraulicPullerViews } from './hydraulic-puller.ts'
import { buildLeverPuller, buildLeverPullerSheet } from './lever-puller.ts'

const views = (tool: Part[], { length, jaw }: PullerDimensions): readonly [ProductView, ProductView, ProductView] => {
  const centred: Part = { kind: 'group', parts: tool, at: [-length / 2, 0, 0] }
  const turned = (angle: number): Part => groupPartAtPlacement({ kind: 'group', parts: [centred] }, { turn: [0, angle, 0] })
  const turn = 128
  const spin = (turn * Math.PI) / 180
  const reach = -length / 2 + jaw * 1.3
  return [
    { parts: [turned(48)], from: [0.1, 0.72, 1], fill: 0.86 },
    { parts: [turned(-50)], from: [0.1, 0.6, 1], fill: 0.86 },
    { parts: [turned(turn)], from: [0.2, 0.7, 1], focus: { at: [reach * Math.cos(spin), 14, -reach * Math.sin(spin)], radius: jaw * 2.1 } },
  ]
}

/** Tools that pull a pick out of its seat: a forked lever, a slide hammer, a hydraulic jack with its hand pump. */
export const buildPickPullerModel = (numbers: Dimensions): ProductModel => {
  const puller: PullerDimensions = { length: requirePositiveDimension(numbers, 'length'), jaw: requirePositiveDimension(numbers, 'jaw') }
  const kind = requireChoiceDimension(numbers, 'kind', ['lever', 'hammer', 'hydraulic'])
  if (kind === 'hydraulic') return { views: buildHydraulicPullerViews(puller), sheet: buildHydraulicPullerSheet(puller) }
  if (kind === 'hammer') return { views: views(buildHammerPuller(puller), puller), sheet: buildHammerPullerSheet(puller) }
  return { views: views(buildLeverPuller(puller), puller), sheet: buildLeverPullerSheet(puller) }
}
