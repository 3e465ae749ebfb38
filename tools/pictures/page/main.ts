import { LinearSRGBColorSpace, Mesh, Scene, Vector3, WebGLRenderer } from 'three'
import type { Point2D, Point3D, ProductView } from '#tools/pictures/forms/solids.ts'
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

/** The things of a view as they stand in the studio. */
const furnish = ({ wear, surroundings }: ReturnType<typeof open>, view: ProductView): Scene => {
  const scene = new Scene()
  scene.environment = surroundings
  scene.environmentIntensity = 0.9
  scene.add(...view.parts.map((part) => buildThreeObjectOfPart(part, wear)))
  return scene
}

/** Where points in space are in the picture, as shares of the frame from its upper left. */
const locate = (view: ProductView, size: number, points: readonly Point3D[]): Point2D[] => {
  room ??= open(size)
  const { camera } = computeCameraAim(furnish(room, view), view)
  return points.map((point) => {
    const { x, y } = new Vector3(...point).project(camera)
    return [(1 + x) / 2, (1 - y) / 2]
  })
}

/** Takes one picture. Returns its pixels with straight alpha as base64. */
const take = (view: ProductView, size: number, frames: number): string => {
  room ??= open(size)
  const { renderer, expose } = room
  const scene = furnish(room, view)
  const film = expose(scene, computeCameraAim(scene, view), frames)
  scene.traverse((child) => {
    if (child instanceof Mesh && child.material.map) child.material.dispose()
  })
  renderer.renderLists.dispose()
  return asText(toneMapFilmToBytes(film, size, 1))
}

Object.assign(window, { takePicture: take, locateInPicture: locate, clearTable: disposeMeshes })
