import { Box3, InstancedMesh, Matrix4, Mesh, type Object3D, PerspectiveCamera, Sphere, Vector3 } from 'three'
import type { ProductView } from '#tools/pictures/forms/solids.ts'

const lens = 19

/** Some of the vertices in the scene, in world space, to find its extent. */
const landmarks = (scene: Object3D): Vector3[] => {
  const found: Vector3[] = []
  scene.updateMatrixWorld(true)
  scene.traverse((child) => {
    if (!(child instanceof Mesh)) return
    const position = child.geometry.getAttribute('position')
    const many = child instanceof InstancedMesh ? child.count : 1
    const stride = Math.max(1, Math.floor((position.count * many) / 6000))
    const matrix = new Matrix4()
    for (let n = 0; n < many; n++) {
      if (child instanceof InstancedMesh) child.getMatrixAt(n, matrix)
      else matrix.identity()
      matrix.premultiply(child.matrixWorld)
      for (let i = 0; i < position.count; i += stride) found.push(new Vector3().fromBufferAttribute(position, i).applyMatrix4(matrix))
    }
  })
  return found
}

export interface CameraAim {
  camera: PerspectiveCamera
  around: Sphere
  lowest: number
}

/** Sets up the camera of a view so that the product is in the middle of the frame and fills its part of it. */
export const computeCameraAim = (scene: Object3D, view: ProductView): CameraAim => {
  const points = landmarks(scene)
  const box = new Box3().setFromPoints(points)
  const around = box.getBoundingSphere(new Sphere())
  const camera = new PerspectiveCamera(lens, 1, around.radius * 0.05, around.radius * 60)
  const from = new Vector3(...view.from).normalize()
  const half = Math.tan((lens * Math.PI) / 360)
  const target = view.focus ? new Vector3(...view.focus.at) : around.center.clone()
  let distance = (view.focus ? view.focus.radius : around.radius) / half
  const stand = () => {
    camera.position.copy(target).addScaledVector(from, distance)
    camera.lookAt(target)
    camera.updateMatrixWorld(true)
    camera.updateProjectionMatrix()
  }
  stand()
  for (let pass = 0; !view.focus && pass < 6; pass++) {
    const seen = new Box3().setFromPoints(points.map((point) => point.clone().project(camera)))
    const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0)
    const up = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1)
    target.addScaledVector(right, ((seen.min.x + seen.max.x) / 2) * half * distance)
    target.addScaledVector(up, ((seen.min.y + seen.max.y) / 2) * half * distance)
    const wide = Math.max(seen.max.x - seen.min.x, seen.max.y - seen.min.y) / 2
    distance *= wide / (view.fill ?? 0.8)
    stand()
  }
  return { camera, around, lowest: box.min.y }
}
