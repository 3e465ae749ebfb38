import { BoxGeometry, type BufferGeometry, Group, InstancedMesh, Matrix4, Mesh, type Object3D, SphereGeometry } from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import type { Part, PartPlacement, SurfaceFinish } from '#tools/pictures/forms/solids.ts'
import { createPrism, createTurnedBody, createWire } from './bodies.ts'
import { createGeometryFromShape } from './carve.ts'
import type { createFinishMaterials } from './finishes.ts'
import { createLabelMesh } from './labels.ts'

type Wardrobe = ReturnType<typeof createFinishMaterials>

const put = <T extends Object3D>(object: T, { at, turn }: PartPlacement): T => {
  if (at) object.position.set(...at)
  if (turn) object.rotation.set(...(turn.map((degrees) => (degrees * Math.PI) / 180) as [number, number, number]), 'XYZ')
  return object
}

const geometries = new Map<string, BufferGeometry>()

const geometryOf = (part: Exclude<Part, { kind: 'label' | 'copies' | 'group' }>): BufferGeometry => {
  const key = JSON.stringify({ ...part, at: undefined, turn: undefined, finish: undefined })
  const known = geometries.get(key)
  if (known) return known
  const made = ((): BufferGeometry => {
    switch (part.kind) {
      case 'turned':
        return createTurnedBody(part.profile, part.sweep, part.from, part.facets)
      case 'carved':
        return createGeometryFromShape(part.shape, part.cell)
      case 'wire':
        return createWire(part.path, part.radius, part.closed)
      case 'prism':
        return createPrism(part.outline, part.depth, part.round)
      case 'ball':
        return new SphereGeometry(part.radius, 24, 16)
      case 'box':
        return part.round > 0 ? new RoundedBoxGeometry(...part.size, 5, part.round) : new BoxGeometry(...part.size)
    }
  })()
  geometries.set(key, made)
  return made
}

/** Copies of the same object: each of its meshes becomes one instanced mesh. */
const copies = (model: Object3D, places: readonly PartPlacement[]): Group => {
  const group = new Group()
  model.updateMatrixWorld(true)
  const matrices = places.map((place) => {
    const holder = put(new Group(), place)
    holder.updateMatrix()
    return holder.matrix
  })
  model.traverse((child) => {
    if (!(child instanceof Mesh)) return
    const own = child instanceof InstancedMesh ? child.count : 1
    const many = new InstancedMesh(child.geometry, child.material, places.length * own)
    const inner = new Matrix4()
    matrices.forEach((matrix, i) => {
      for (let k = 0; k < own; k++) {
        // Copies of copies: each of the inner ones is moved too.
        if (child instanceof InstancedMesh) child.getMatrixAt(k, inner)
        const placed = new Matrix4().multiplyMatrices(matrix, child.matrixWorld).multiply(inner)
        many.setMatrixAt(i * own + k, placed)
      }
    })
    group.add(many)
  })
  return group
}

/** Turns a description into objects of three.js. */
export const buildThreeObjectOfPart = (part: Part, wear: Wardrobe): Object3D => {
  switch (part.kind) {
    case 'group': {
      const group = new Group()
      group.add(...part.parts.map((one) => buildThreeObjectOfPart(one, wear)))
      return put(group, part)
    }
    case 'copies':
      return put(copies(buildThreeObjectOfPart(part.part, wear), part.places), part)
    case 'label':
      return put(createLabelMesh(part, wear), part)
    default:
      return put(new Mesh(geometryOf(part), wear(part.finish as SurfaceFinish)), part)
  }
}

/** Frees the meshes of one product, which its views share. */
export const disposeMeshes = () => {
  for (const geometry of geometries.values()) geometry.dispose()
  geometries.clear()
}
