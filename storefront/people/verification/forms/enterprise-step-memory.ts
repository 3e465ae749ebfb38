import type { verification } from '#contract/people/verification/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'

export type EnterpriseStepInput = InputOf<typeof verification.enterpriseAuthOnly>

// Lives as long as the page: it holds a number of a paper, which no storage may.
let held: { enterpriseId: string; given: EnterpriseStepInput } | undefined

/** Keeps step 2 in memory while step 3 is filled in, to be submitted together (senior/auth). */
export const saveEnterpriseStep = (enterpriseId: string, given: EnterpriseStepInput): void => {
  held = { enterpriseId, given }
}
/** What was held for this company; a reload or another company finds nothing. */
export const readEnterpriseStep = (enterpriseId: string): EnterpriseStepInput | undefined =>
  held?.enterpriseId === enterpriseId ? held.given : undefined
export const deleteEnterpriseStep = (): void => {
  held = undefined
}
