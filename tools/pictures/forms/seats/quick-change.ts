import { buildLine, computePointAlongAndAcrossAxis } from '#tools/pictures/forms/drawing-elements.ts'
import type { Dimensions } from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement } from '#tools/pictures/forms/place-part.ts'
import type { Part, ProductModel, ProfileCorner } from '#tools/pictures/forms/solids.ts'
import {
  buildForgedBody,
  buildSeatStamp,
  buildWeldFoot,
  computeMeshCellSize,
  computePickSeatBoss,
  parseSeatDimensions,
  placePartOnMouth,
  type SeatDimensions,
} from './body.ts'
import { buildSeatSideViewDrawing } from './sheet.ts'
import { buildSeatViews } from './weld.ts'

/** The replaceable sleeve: a flange outside, a 1:10 cone inside, the bore through both. Its flange is at 0. */
const sleeveProfile = (seat: SeatDimensions): ProfileCorner[] => {
  const { radius, depth } = computePickSeatBoss(seat)
  const r = seat.bore / 2
  const collar = radius * 0.98
  const thick = seat.bore * 0.34
  const cone = r * 1.34
  const foot = -depth * 0.8
  return [
    [r, foot],
    [cone + foot * 0.05 - 1.2, foot, 0.6],
    [cone + foot * 0.05, foot + 1.4, 0.6],
    [cone, -1.2, 0.6],
    [cone, 0, 0.6],
    [collar - 1.4, 0, 0.8],
    [collar, 1.6, 1],
    [collar, thick * 0.62, 2],
    [collar * 0.9, thick, 2.4],
    [r * 1.16, thick, 0.8],
    [r, thick - r * 0.16, 0.6],
    [r, foot],
  ]
}

/** Two flats on the flange let a puller grip behind it: a groove all round does the same and is turned. */
const sleeve = (seat: SeatDimensions): Part => ({ kind: 'turned', profile: sleeveProfile(seat), finish: 'steel' })

/** The lock screw in the side of the boss: cap with its hexagon socket. */
const screw = (seat: SeatDimensions): Part => {
  const r = Math.max(4, seat.bore * 0.2)
  const cap: ProfileCorner[] = [
    [r * 0.56, -r],
    [r, -r],
    [r, r * 0.85, 0.6],
    [r * 0.9, r, 0.6],
    [r * 0.62, r, 0.3],
    [r * 0.56, r * 0.92, 0.2],
    [r * 0.56, -r],
  ]
  const hexagon = Array.from({ length: 6 }, (_, i): ProfileCorner => {
    const angle = (i * Math.PI) / 3
    return [Math.cos(angle) * r * 0.6, Math.sin(angle) * r * 0.6]
  })
  const floor: Part = { kind: 'prism', outline: hexagon, depth: r * 0.2, round: 0, finish: 'black', turn: [90, 0, 0], at: [0, r * 0.3, 0] }
  const { depth, radius } = computePickSeatBoss(seat)
  const place = placePartOnMouth(
    seat,
    { kind: 'group', parts: [{ kind: 'turned', profile: cap, finish: 'black' }, floor], turn: [90, 0, 0], at: [0, 0, radius * 0.985] },
    -depth * 0.34,
  )
  return place
}

/** A seat in two parts: a welded base, and a holder or sleeve that can be changed. The second view shows them apart. */
export const buildQuickChangeSeatModel = (numbers: Dimensions): ProductModel => {
  const seat = parseSeatDimensions(numbers)
  const { depth, radius, mouth } = computePickSeatBoss(seat)
  const body: Part = {
    kind: 'carved',
    shape: buildForgedBody(seat, (seat.bore / 2) * 1.34),
    cell: computeMeshCellSize(seat),
    finish: 'cast',
  }
  const base = [body, buildWeldFoot(seat), ...buildSeatStamp(seat, 'cast'), screw(seat)]
  const fitted = [...base, placePartOnMouth(seat, sleeve(seat), 0.3)]
  const stood = groupPartAtPlacement(sleeve(seat), { at: [-radius * 1.2, depth * 0.8, seat.length * 0.8] })
  const apart: Part[] = [groupPartAtPlacement({ kind: 'group', parts: base }, { turn: [0, -52, 0] }), stood]
  const at = (along: number, across: number) => computePointAlongAndAcrossAxis(mouth, seat.angle, along, across)
  const thick = seat.bore * 0.34
  const flange = buildLine([at(0.3, -radius), at(thick, -radius), at(thick, radius), at(0.3, radius), at(0.3, -radius)], 'outline')
  const drawn = buildSeatViews(seat, fitted, apart)
  return {
    views: [drawn[0], { ...drawn[1], from: [0.2, 0.56, 1] }, drawn[2]],
    sheet: buildSeatSideViewDrawing(seat, `孔 Φ${seat.bore}`, [flange]),
  }
}
