import { LinearSRGBColorSpace, Mesh, Scene, WebGLRenderer } from 'three'
import type { ProductView } from '#tools/pictures/forms/solids.ts'
import { computeCameraAim } from './aim.ts'
import { buildThreeObjectOfPart, disposeMeshes } from './build.ts'
import { toneMapFilmToBytes } from './develop.ts'
import { createMultiFrameRenderer } from './expose.ts'
import { createFinishMaterials } from './finishes.ts'
import { createGrainTexture } from './grain.ts'
import { createLightingRig } from './shading.ts'
import { createStudioReflectionTexture } from './studio.ts'

const open = (size: number) => {
  const renderer = new WebGLRenderer({ antialias: false, alpha: true })
  renderer.setPixelRatio(1)
  renderer.setSize(size, size)
  renderer.setClearColor(0, 0)
  renderer.autoClear = false
  renderer.outputColorSpace = LinearSRGBColorSpace
  const rig = createLightingRig(createGrainTexture())
  return {
    renderer,
    surroundings: createStudioReflectionTexture(renderer),
    wear: createFinishMaterials(rig),
    expose: createMultiFrameRenderer(renderer, rig, size),
    size,
  }
}

let room: ReturnType<typeof open> | undefined

const asText = (bytes: Uint8Array): string => {
  let text = ''
  for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768))
  return btoa(text)
}

/** Takes one picture. Returns its pixels with straight alpha as base64. */
const take = (view: ProductView, size: number, frames: number): string => {
  room ??= open(size)
  const { renderer, surroundings, wear, expose } = room
  const scene = new Scene()
  scene.environment = surroundings
  scene.environmentIntensity = 0.9
  scene.add(...view.parts.map((part) => buildThreeObjectOfPart(part, wear)))
  const film = expose(scene, computeCameraAim(scene, view), frames)
  scene.traverse((child) => {
    if (child instanceof Mesh && child.material.map) child.material.dispose()
  })
  renderer.renderLists.dispose()
  return asText(toneMapFilmToBytes(film, size, 1))
}

Object.assign(window, { takePicture: take, clearTable: disposeMeshes })
