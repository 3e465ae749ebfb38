import { LinearSRGBColorSpace, Mesh, Scene, WebGLRenderer } from 'three'
import type { View } from '../forms/solids.ts'
import { aim } from './aim.ts'
import { build, disposeMeshes } from './build.ts'
import { develop } from './develop.ts'
import { createExposer } from './expose.ts'
import { finishes } from './finishes.ts'
import { grainTexture } from './grain.ts'
import { newRig } from './shading.ts'
import { createStudio } from './studio.ts'

const open = (size: number) => {
  const renderer = new WebGLRenderer({ antialias: false, alpha: true })
  renderer.setPixelRatio(1)
  renderer.setSize(size, size)
  renderer.setClearColor(0, 0)
  renderer.autoClear = false
  renderer.outputColorSpace = LinearSRGBColorSpace
  const rig = newRig(grainTexture())
  return { renderer, surroundings: createStudio(renderer), wear: finishes(rig), expose: createExposer(renderer, rig, size), size }
}

let room: ReturnType<typeof open> | undefined

const asText = (bytes: Uint8Array): string => {
  let text = ''
  for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768))
  return btoa(text)
}

/** Takes one picture. Returns its pixels with straight alpha as base64. */
const take = (view: View, size: number, frames: number): string => {
  room ??= open(size)
  const { renderer, surroundings, wear, expose } = room
  const scene = new Scene()
  scene.environment = surroundings
  scene.environmentIntensity = 0.9
  scene.add(...view.parts.map((part) => build(part, wear)))
  const film = expose(scene, aim(scene, view), frames)
  scene.traverse((child) => {
    if (child instanceof Mesh && child.material.map) child.material.dispose()
  })
  renderer.renderLists.dispose()
  return asText(develop(film, size, 1))
}

Object.assign(window, { takePicture: take, clearTable: disposeMeshes })
