import type { InputOf } from '../../../contract/endpoint.ts'
import type { verification } from '../../../contract/verification/api.ts'

export type EnterpriseGiven = InputOf<typeof verification.enterpriseAuthOnly>

// Lives as long as the page: it holds a number of a paper, which no storage may.
let held: { enterpriseId: string; given: EnterpriseGiven } | undefined

/** Keeps step 2 in memory while step 3 is filled in, to be submitted together (senior/auth). */
export const holdEnterprise = (enterpriseId: string, given: EnterpriseGiven): void => {
  held = { enterpriseId, given }
}
/** What was held for this company; a reload or another company finds nothing. */
export const heldEnterprise = (enterpriseId: string): EnterpriseGiven | undefined =>
  held?.enterpriseId === enterpriseId ? held.given : undefined
export const dropHeld = (): void => {
  held = undefined
}
