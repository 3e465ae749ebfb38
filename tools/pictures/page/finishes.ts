import { Color, DoubleSide, MeshPhysicalMaterial, type MeshPhysicalMaterialParameters } from 'three'
import type { Colour, SurfaceFinish } from '#tools/pictures/forms/solids.ts'
import { addLightingAndGrainToMaterial, type LightingRig, type SurfaceGrain } from './shading.ts'

interface Look {
  colour: string
  metal: number
  rough: number
  grain: Partial<SurfaceGrain>
  more?: MeshPhysicalMaterialParameters
}

const metals: Partial<Record<SurfaceFinish, Look>> = {
  steel: { colour: '#b3b6b9', metal: 1, rough: 0.34, grain: { period: 52, shine: 0.16, turned: 0.07 } },
  bare: { colour: '#a5a8ab', metal: 1, rough: 0.36, grain: { period: 96, shine: 0.24, fine: 0.02 } },
  forged: { colour: '#8b8e91', metal: 1, rough: 0.42, grain: { period: 48, steep: 0.16, fine: 0.16, shine: 0.4 } },
  milled: { colour: '#85888a', metal: 1, rough: 0.62, grain: { period: 33, fine: 0.06, shine: 0.3 } },
  cast: { colour: '#7f8285', metal: 1, rough: 0.48, grain: { period: 41, steep: 0.1, fine: 0.17, shine: 0.34 } },
  black: { colour: '#3f4144', metal: 1, rough: 0.37, grain: { period: 85, steep: 0.06, fine: 0.05, shine: 0.26 } },
  bronze: { colour: '#987a4c', metal: 1, rough: 0.38, grain: { period: 74, steep: 0.05, fine: 0.05, shine: 0.28 } },
  grey: { colour: '#777c80', metal: 1, rough: 0.46, grain: { period: 63, steep: 0.04, fine: 0.06, shine: 0.26 } },
  blue: { colour: '#3b5a80', metal: 1, rough: 0.38, grain: { period: 63, steep: 0.04, fine: 0.05, shine: 0.24 } },
  carbide: { colour: '#94979b', metal: 1, rough: 0.36, grain: { period: 30, fine: 0.02, shine: 0.2 } },
  polished: { colour: '#a3a6aa', metal: 1, rough: 0.17, grain: { period: 33, shine: 0.12 } },
  spring: { colour: '#596069', metal: 1, rough: 0.33, grain: { period: 70, fine: 0.02, shine: 0.24 } },
  zinc: { colour: '#d9bd68', metal: 1, rough: 0.28, grain: { period: 89, fine: 0.015, shine: 0.26 } },
  braze: { colour: '#d8a34c', metal: 1, rough: 0.34, grain: { period: 22, steep: 0.1, fine: 0.06, shine: 0.3 } },
  copper: { colour: '#c0935f', metal: 1, rough: 0.34, grain: { period: 52, fine: 0.05, shine: 0.28 } },
  brass: { colour: '#cfb26c', metal: 1, rough: 0.33, grain: { period: 52, fine: 0.05, shine: 0.26 } },
  overlay: { colour: '#8d8f91', metal: 1, rough: 0.5, grain: { period: 33, steep: 0.32, fine: 0.22, shine: 0.3 } },
  chrome: { colour: '#d4d6d8', metal: 1, rough: 0.16, grain: { period: 111, shine: 0.1 } },
}

const others: Partial<Record<SurfaceFinish, Look>> = {
  rubber: { colour: '#25282b', metal: 0, rough: 0.72, grain: { period: 20, fine: 0.08, shine: 0.14 } },
  'flux-grey': { colour: '#80817f', metal: 0, rough: 0.86, grain: { period: 5, steep: 0.16, fine: 0.2, shine: 0.1 } },
  'flux-brown': { colour: '#8b7f72', metal: 0, rough: 0.86, grain: { period: 5, steep: 0.16, fine: 0.2, shine: 0.1 } },
  bottle: { colour: '#f1f2ee', metal: 0, rough: 0.42, grain: { period: 160, steep: 0.03, shine: 0.12 } },
  glass: {
    colour: '#20292d',
    metal: 0,
    rough: 0.08,
    grain: { period: 900, shine: 0.05 },
    more: { clearcoat: 1, clearcoatRoughness: 0.04 },
  },
  lamp: { colour: '#f4f1e2', metal: 0, rough: 0.2, grain: { period: 90, shine: 0.1 }, more: { clearcoat: 1 } },
  timber: { colour: '#b8935f', metal: 0, rough: 0.8, grain: { period: 60, fine: 0.12, shine: 0.3 } },
}

const paints: Record<Colour, string> = {
  blue: '#0f4185',
  green: '#1c6b45',
  orange: '#d9641c',
  grey: '#74797c',
  red: '#b3261e',
  yellow: '#e3b11d',
  black: '#25282a',
  white: '#eceae4',
  pine: '#0d3b35',
}

const lookOf = (finish: SurfaceFinish): Look => {
  const known = metals[finish] ?? others[finish]
  if (known) return known
  const colour = paints[finish.slice(finish.indexOf('-') + 1) as Colour]
  if (finish.startsWith('paint-')) {
    const more = { clearcoat: 1, clearcoatRoughness: 0.12 }
    return { colour, metal: 0, rough: 0.46, grain: { period: 60, steep: 0.012, shine: 0.12 }, more }
  }
  return { colour, metal: 0, rough: 0.44, grain: { period: 50, fine: 0.03, shine: 0.14 } }
}

const plain: SurfaceGrain = { period: 20, steep: 0, fine: 0, shine: 0, turned: 0 }

/** One material for every finish. `scale` is the size of the grain, so that small things in a close-up have a fine one. */
export const createFinishMaterials = (rig: LightingRig) => {
  const made = new Map<string, MeshPhysicalMaterial>()
  return (finish: SurfaceFinish, more: MeshPhysicalMaterialParameters = {}): MeshPhysicalMaterial => {
    const key = `${finish} ${Object.keys(more).length}`
    const cached = Object.keys(more).length === 0 ? made.get(key) : undefined
    if (cached) return cached
    const look = lookOf(finish)
    const material = new MeshPhysicalMaterial({
      color: new Color(look.colour),
      metalness: look.metal,
      roughness: look.rough,
      side: DoubleSide,
      ...look.more,
      ...more,
    })
    made.set(key, addLightingAndGrainToMaterial(material, rig, { ...plain, ...look.grain }))
    return material
  }
}
