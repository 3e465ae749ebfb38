import {
  CustomBlending,
  DepthTexture,
  DoubleSide,
  FloatType,
  LessEqualCompare,
  Mesh,
  MeshBasicMaterial,
  OneFactor,
  OneMinusSrcAlphaFactor,
  OrthographicCamera,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  UnsignedIntType,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import type { CameraAim } from './aim.ts'
import { KEY_LAMP_COUNT, LAMP_COUNT, LAMP_SHADER_CODE, type LightingRig, SHADOW_TILE_ROWS, SHADOW_TILES_ACROSS } from './shading.ts'

const tile = 640

/**
 * The ground shows only shadow, and less of it towards the edge of the picture. It is rendered as pure black, which no product is, so that
 * the next step recognises it and colours it.
 */
const shadowGround = (rig: LightingRig, size: number): ShaderMaterial =>
  new ShaderMaterial({
    uniforms: {
      rigDepth: rig.depth,
      rigView: rig.view,
      rigToward: rig.toward,
      rigBias: rig.bias,
      frame: { value: size },
    },
    transparent: true,
    depthWrite: false,
    blending: CustomBlending,
    blendSrc: OneFactor,
    blendDst: OneMinusSrcAlphaFactor,
    vertexShader:
      'varying vec3 spot; void main() { vec4 w = modelMatrix * vec4(position, 1.); spot = w.xyz; gl_Position = projectionMatrix * viewMatrix * w; }',
    fragmentShader: /* glsl */ `
      precision highp float;
      varying vec3 spot;
      uniform float frame;
      ${LAMP_SHADER_CODE}
      void main() {
        float key = 0., sky = 0.;
        for (int i = 0; i < ${LAMP_COUNT}; i++) {
          if (i >= ${KEY_LAMP_COUNT} && rigToward[i].y <= 0.) continue;
          float shut = 1. - rigSees(i, spot, vec3(0., 1., 0.));
          if (i < ${KEY_LAMP_COUNT}) key += shut / ${KEY_LAMP_COUNT}.;
          else sky += shut * 6. * rigToward[i].y * rigToward[i].y / ${LAMP_COUNT - KEY_LAMP_COUNT}.;
        }
        vec2 edge = min(gl_FragCoord.xy, frame - gl_FragCoord.xy) / frame;
        float fade = smoothstep(.0, .13, edge.x) * smoothstep(.0, .13, edge.y);
        float alpha = (key * .34 + sky * .62) * fade;
        gl_FragColor = vec4(0., 0., 0., alpha);
      }`,
  })

/** The n-th point of an even sequence in the square. */
const pair = (n: number): [number, number] => [(0.5 + n * 0.7548776662466927) % 1, (0.5 + n * 0.5698402909980532) % 1]

/** The positions of the lamps of one frame: some in the soft box high on the left, the others on the whole sphere. */
const directions = (frame: number, frames: number, azimuth: number): Vector3[] => {
  const sky = LAMP_COUNT - KEY_LAMP_COUNT
  return Array.from({ length: LAMP_COUNT }, (_, i) => {
    if (i < KEY_LAMP_COUNT) {
      const [u, v] = pair(frame * KEY_LAMP_COUNT + i)
      return new Vector3(-0.72 + (u - 0.5) * 0.8, 1.3, 0.32 + (v - 0.5) * 0.8).normalize().applyAxisAngle(new Vector3(0, 1, 0), azimuth)
    }
    // A stride that shares no factor with the count spreads the lamps of one frame over the sphere.
    const total = frames * sky
    const n = ((frame * sky + i - KEY_LAMP_COUNT) * 89) % total
    const y = 1 - (2 * (n + 0.5)) / total
    const ring = Math.sqrt(1 - y * y)
    const angle = n * 2.399963229728653
    return new Vector3(ring * Math.cos(angle), y, ring * Math.sin(angle))
  })
}

const lampCamera = (toward: Vector3, { around }: CameraAim, roll: number): OrthographicCamera => {
  const r = around.radius * 1.04
  const camera = new OrthographicCamera(-r, r, r, -r, r * 0.5, r * 4)
  camera.position.copy(around.center).addScaledVector(toward, r * 2)
  camera.up.set(Math.cos(roll), 0.01, Math.sin(roll))
  camera.lookAt(around.center)
  camera.updateMatrixWorld(true)
  camera.updateProjectionMatrix()
  return camera
}

/** The ground, stamped letters and print lie over other things. They neither cast a shadow nor hide what is below them. */
const withoutSkins = (scene: Scene, material: MeshBasicMaterial, render: () => void) => {
  const hidden: Mesh[] = []
  scene.traverse((child) => {
    if (child instanceof Mesh && child.material.transparent) hidden.push(child)
  })
  for (const mesh of hidden) mesh.visible = false
  scene.overrideMaterial = material
  render()
  scene.overrideMaterial = null
  for (const mesh of hidden) mesh.visible = true
}

/** Renders a scene frame by frame, each with other lamps and another small offset of the camera, and sums them up in linear light. */
export const createMultiFrameRenderer = (renderer: WebGLRenderer, rig: LightingRig, size: number) => {
  const film = new WebGLRenderTarget(size, size, { type: FloatType })
  const depth = new DepthTexture(tile * SHADOW_TILES_ACROSS, tile * SHADOW_TILE_ROWS, UnsignedIntType)
  depth.compareFunction = LessEqualCompare
  const shade = new WebGLRenderTarget(tile * SHADOW_TILES_ACROSS, tile * SHADOW_TILE_ROWS, { depthTexture: depth })
  shade.scissorTest = true
  rig.depth.value = depth
  const blind = new MeshBasicMaterial({ side: DoubleSide, colorWrite: false })
  const first = new MeshBasicMaterial({ side: DoubleSide, colorWrite: false, polygonOffset: true, polygonOffsetUnits: 4 })
  const ground = new Mesh(new PlaneGeometry(1, 1), shadowGround(rig, size))
  ground.rotation.x = -Math.PI / 2

  const castShadows = (scene: Scene, aim: CameraAim, frame: number, frames: number, azimuth: number) => {
    directions(frame, frames, azimuth).forEach((toward, i) => {
      const camera = lampCamera(toward, aim, frame * 1.3 + i * 0.7)
      rig.toward.value[i].copy(toward)
      rig.view.value[i].multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse)
      const [x, y] = [(i % SHADOW_TILES_ACROSS) * tile, Math.floor(i / SHADOW_TILES_ACROSS) * tile]
      shade.viewport.set(x, y, tile, tile)
      shade.scissor.set(x, y, tile, tile)
      renderer.setRenderTarget(shade)
      renderer.clear()
      renderer.render(scene, camera)
    })
  }

  return (scene: Scene, aim: CameraAim, frames: number): Float32Array => {
    const { camera, around } = aim
    const azimuth = Math.atan2(camera.position.x - around.center.x, camera.position.z - around.center.z)
    scene.environmentRotation.set(0, azimuth, 0)
    rig.bias.value = ((around.radius * 2) / tile) * 1.1
    rig.contact.value = around.radius * 0.07
    ground.scale.setScalar(around.radius * 40)
    scene.add(ground)
    const sum = new Float32Array(size * size * 4)
    const pixels = new Float32Array(size * size * 4)
    for (let frame = 0; frame < frames; frame++) {
      withoutSkins(scene, blind, () => castShadows(scene, aim, frame, frames, azimuth))
      const [dx, dy] = pair(frame)
      camera.setViewOffset(size, size, (dx - 0.5) * 1.15, (dy - 0.5) * 1.15, size, size)
      renderer.setRenderTarget(film)
      renderer.clear()
      // First only the depth, so that only visible pixels are shaded.
      withoutSkins(scene, first, () => renderer.render(scene, camera))
      renderer.render(scene, camera)
      renderer.readRenderTargetPixels(film, 0, 0, size, size, pixels)
      // A single highlight must not outshine all other frames of its pixel.
      for (let i = 0; i < sum.length; i++) sum[i] += Math.min(pixels[i], 6)
    }
    scene.remove(ground)
    for (let i = 0; i < sum.length; i++) sum[i] /= frames
    return sum
  }
}
