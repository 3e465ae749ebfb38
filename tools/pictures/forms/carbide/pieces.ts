import { computeEvenlySpreadNumber } from '#tools/pictures/forms/numbers.ts'
import { groupPartAtPlacement, placePartLying } from '#tools/pictures/forms/place-part.ts'
import { computeLargestRadius } from '#tools/pictures/forms/profile.ts'
import type { Part, ProfileCorner } from '#tools/pictures/forms/solids.ts'

const headings = [24, -34, 52]

/** Several small turned pieces: most stand in staggered rows of up to three, some lie in front. The positions only depend on the number. */
export const arrangePieces = (piece: Part, profile: readonly ProfileCorner[], tall: number, count: number): Part[] => {
  const wide = computeLargestRadius(profile) * 2
  const fallen = count < 6 ? 2 : 3
  const standing = count - fallen
  const rows = Math.ceil(standing / 3)
  const step = wide * 1.62
  const parts: Part[] = []
  for (let i = 0; i < standing; i++) {
    const row = Math.floor(i / 3)
    const inRow = Math.min(3, standing - row * 3)
    const x = ((i % 3) - (inRow - 1) / 2 + (row % 2 === 0 ? 0.12 : -0.12)) * step + (computeEvenlySpreadNumber(i) - 0.5) * wide * 0.2
    const z = -wide * 1.25 * row + (computeEvenlySpreadNumber(i, 0.4) - 0.5) * wide * 0.16
    parts.push(groupPartAtPlacement(piece, { at: [x, 0, z], turn: [0, 360 * computeEvenlySpreadNumber(i, 0.2), 0] }))
  }
  const reach = Math.max(tall * 1.16, wide * 1.5)
  const front = wide * 0.75 + tall * 0.5
  for (let i = 0; i < fallen; i++) {
    const x = (i - (fallen - 1) / 2) * reach - (rows > 2 ? 0 : tall * 0.06)
    const heading = headings[i % 3] ?? 0
    const turned = placePartLying(piece, profile, [-tall * 0.5, 0], heading, 360 * computeEvenlySpreadNumber(i, 0.1))
    parts.push({ kind: 'group', parts: [turned], at: [x, 0, front + (i % 2) * wide * 0.22] })
  }
  return parts
}
