import type { Numbers } from '#tools/pictures/forms/numbers.ts'
import { placed } from '#tools/pictures/forms/rest.ts'
import type { Drawn, Finish, Part, V3, View } from '#tools/pictures/forms/solids.ts'
import { bossOf, cellOf, forgedBody, machinedBore, readSeat, type Seat, stampOn, wallOf, weldFoot } from './body.ts'
import { seatSheet } from './sheet.ts'

/** Turns a seat onto its mouth, base up and towards the camera, so that the weld bevel and the window are visible. */
export const overturned = (seat: Seat, parts: readonly Part[]): Part => {
  const { mouth, way } = bossOf(seat)
  const turn = -(seat.angle + 90)
  // The distance of the mouth from the origin along the axis. When the seat is turned, it is the depth below it.
  const lift = mouth[0] * way[0] + mouth[1] * way[1] + 0.25
  return { kind: 'group', parts: [{ kind: 'group', parts, turn: [0, 0, turn], at: [0, lift, 0] }], turn: [0, 54, 0] }
}

/** The three views that all seats share: mouth to the front, base up, and into the bore. */
export const seatViews = (seat: Seat, front: readonly Part[], second: readonly Part[]): readonly [View, View, View] => {
  const { mouth, radius } = bossOf(seat)
  const turn = -58
  const spin = (turn * Math.PI) / 180
  const at: V3 = [mouth[0] * Math.cos(spin), mouth[1], -mouth[0] * Math.sin(spin)]
  const group = (parts: readonly Part[], angle: number): Part => placed({ kind: 'group', parts }, { turn: [0, angle, 0] })
  return [
    { parts: [group(front, -52)], from: [0.26, 0.5, 1] },
    { parts: second, from: [0.16, 0.5, 1] },
    { parts: [group(front, turn)], from: [0.34, 0.92, 1], focus: { at, radius: radius * 1.3 } },
  ]
}

/** A weld-on seat: forged block, machined bore, weld bevel round the base, and a stamped number on the front. */
export const seatWeld = (numbers: Numbers): Drawn => {
  const seat = readSeat(numbers)
  const finish: Finish = numbers.plate === true ? 'bare' : 'cast'
  const parts: Part[] = [
    { kind: 'carved', shape: forgedBody(seat, seat.bore / 2 + wallOf(seat) * 0.7), cell: cellOf(seat), finish },
    weldFoot(seat),
    machinedBore(seat),
    ...stampOn(seat, finish),
  ]
  return { views: seatViews(seat, parts, [overturned(seat, parts)]), sheet: seatSheet(seat, `孔 Φ${seat.bore}`) }
}
