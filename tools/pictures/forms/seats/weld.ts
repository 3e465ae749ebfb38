import type { Dimensions } from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import type { Part, Point3D, ProductModel, ProductView, SurfaceFinish } from '#tools/pictures/forms/solids.ts'
import {
  buildForgedBody,
  buildMachinedBore,
  buildSeatStamp,
  buildWeldFoot,
  computeBoreLiningThickness,
  computeMeshCellSize,
  computePickSeatBoss,
  parseSeatDimensions,
  type SeatDimensions,
} from './body.ts'
import { buildSeatSideViewDrawing } from './sheet.ts'

/** Turns a seat onto its mouth, base up and towards the camera, so that the weld bevel and the window are visible. */
export const turnSeatUpsideDown = (seat: SeatDimensions, parts: readonly Part[]): Part => {
  const { mouth, way } = computePickSeatBoss(seat)
  const turn = -(seat.angle + 90)
  // The distance of the mouth from the origin along the axis. When the seat is turned, it is the depth below it.
  const lift = mouth[0] * way[0] + mouth[1] * way[1] + 0.25
  return { kind: 'group', parts: [{ kind: 'group', parts, turn: [0, 0, turn], at: [0, lift, 0] }], turn: [0, 54, 0] }
}

/** The three views that all seats share: mouth to the front, base up, and into the bore. */
export const buildSeatViews = (
  seat: SeatDimensions,
  front: readonly Part[],
  second: readonly Part[],
): readonly [ProductView, ProductView, ProductView] => {
  const { mouth, radius } = computePickSeatBoss(seat)
  const turn = -58
  const spin = (turn * Math.PI) / 180
  const at: Point3D = [mouth[0] * Math.cos(spin), mouth[1], -mouth[0] * Math.sin(spin)]
  const group = (parts: readonly Part[], angle: number): Part => groupPartAtPlacement({ kind: 'group', parts }, { turn: [0, angle, 0] })
  return [
    { parts: [group(front, -52)], from: [0.26, 0.5, 1] },
    { parts: second, from: [0.16, 0.5, 1] },
    { parts: [group(front, turn)], from: [0.34, 0.92, 1], focus: { at, radius: radius * 1.3 } },
  ]
}

/** A weld-on seat: forged block, machined bore, weld bevel round the base, and a stamped number on the front. */
export const buildWeldSeatModel = (numbers: Dimensions): ProductModel => {
  const seat = parseSeatDimensions(numbers)
  const finish: SurfaceFinish = numbers.plate === true ? 'bare' : 'cast'
  const parts: Part[] = [
    {
      kind: 'carved',
      shape: buildForgedBody(seat, seat.bore / 2 + computeBoreLiningThickness(seat) * 0.7),
      cell: computeMeshCellSize(seat),
      finish,
    },
    buildWeldFoot(seat),
    buildMachinedBore(seat),
    ...buildSeatStamp(seat, finish),
  ]
  return {
    views: buildSeatViews(seat, parts, [turnSeatUpsideDown(seat, parts)]),
    sheet: buildSeatSideViewDrawing(seat, `孔 Φ${seat.bore}`),
  }
}
