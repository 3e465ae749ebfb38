import {
  BackSide,
  BufferAttribute,
  Color,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  SphereGeometry,
  type Texture,
  type WebGLRenderer,
} from 'three'

interface Box {
  size: [number, number]
  at: [number, number, number]
  strength: number
  tint?: string
}

/** A soft box: an emissive plane that is brighter in its middle than at its rim, facing the product. */
const softBox = ({ size, at, strength, tint = '#ffffff' }: Box): Mesh => {
  const geometry = new PlaneGeometry(size[0], size[1], 24, 24)
  const uv = geometry.getAttribute('uv')
  const base = new Color(tint)
  const colours = new Float32Array(uv.count * 3)
  for (let i = 0; i < uv.count; i++) {
    const rim = (1 - Math.abs(uv.getX(i) * 2 - 1) ** 5) * (1 - Math.abs(uv.getY(i) * 2 - 1) ** 5)
    const value = strength * (0.25 + 0.75 * rim)
    colours.set([base.r * value, base.g * value, base.b * value], i * 3)
  }
  geometry.setAttribute('color', new BufferAttribute(colours, 3))
  const mesh = new Mesh(geometry, new MeshBasicMaterial({ vertexColors: true, side: DoubleSide }))
  mesh.position.set(...at)
  mesh.lookAt(0, 0, 0)
  return mesh
}

/** The room: a grey that is light below the horizon, where the paper ground is, and darker above it. */
const room = (): Mesh => {
  const geometry = new SphereGeometry(60, 48, 64)
  const at = geometry.getAttribute('position')
  const colours = new Float32Array(at.count * 3)
  for (let i = 0; i < at.count; i++) {
    const up = at.getY(i) / 60
    const ground = 0.5 + 0.26 * Math.max(0, -up)
    const wall = 0.09 + 0.12 * Math.max(0, up)
    const t = Math.min(1, Math.max(0, (up + 0.03) / 0.12))
    const value = ground + (wall - ground) * t * t * (3 - 2 * t)
    colours.set([value * 1.01, value, value * 0.985], i * 3)
  }
  geometry.setAttribute('color', new BufferAttribute(colours, 3))
  return new Mesh(geometry, new MeshBasicMaterial({ vertexColors: true, side: BackSide }))
}

/** The surroundings that the metal reflects. The camera is on the side of +z. */
export const createStudioReflectionTexture = (renderer: WebGLRenderer): Texture => {
  const scene = new Scene()
  scene.add(
    room(),
    softBox({ size: [13, 9], at: [-4, 12, 3], strength: 7.5 }),
    softBox({ size: [3.2, 15], at: [-13, 4, 5], strength: 10, tint: '#f5f9ff' }),
    softBox({ size: [2.4, 15], at: [13, 5, -2], strength: 12, tint: '#fff6ea' }),
    softBox({ size: [8, 3], at: [5, 4.6, 13], strength: 1.6 }),
    softBox({ size: [6, 8], at: [-8, 4, -12], strength: 2.6 }),
    // Flat tops that are seen from above reflect what is behind them. A wide dim sheet keeps them from being black.
    softBox({ size: [26, 9], at: [2, 9.5, -12], strength: 0.95 }),
  )
  const generator = new PMREMGenerator(renderer)
  const texture = generator.fromScene(scene, 0.012).texture
  generator.dispose()
  return texture
}
