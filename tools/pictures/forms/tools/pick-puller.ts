import { choice, type Numbers, size } from '#tools/pictures/forms/numbers.ts'
import { placed } from '#tools/pictures/forms/rest.ts'
import type { Drawn, Part, View } from '#tools/pictures/forms/solids.ts'
import type { Puller } from './fork.ts'
import { hammer, hammerSheet } from './hammer-puller.ts'
import { hydraulicSheet, hydraulicViews } from './hydraulic-puller.ts'
import { lever, leverSheet } from './lever-puller.ts'

const views = (tool: Part[], { length, jaw }: Puller): readonly [View, View, View] => {
  const centred: Part = { kind: 'group', parts: tool, at: [-length / 2, 0, 0] }
  const turned = (angle: number): Part => placed({ kind: 'group', parts: [centred] }, { turn: [0, angle, 0] })
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
export const pickPuller = (numbers: Numbers): Drawn => {
  const puller: Puller = { length: size(numbers, 'length'), jaw: size(numbers, 'jaw') }
  const kind = choice(numbers, 'kind', ['lever', 'hammer', 'hydraulic'])
  if (kind === 'hydraulic') return { views: hydraulicViews(puller), sheet: hydraulicSheet(puller) }
  if (kind === 'hammer') return { views: views(hammer(puller), puller), sheet: hammerSheet(puller) }
  return { views: views(lever(puller), puller), sheet: leverSheet(puller) }
}
