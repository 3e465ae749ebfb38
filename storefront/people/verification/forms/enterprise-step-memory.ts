import type { verificationEndpoints } from '#contract/people/verification/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'

export type EnterpriseStepInput = InputOf<typeof verificationEndpoints.enterpriseAuthOnly>

// It lives as long as the page. It contains the number of an identity document, which must not be stored.
let held: { enterpriseId: string; given: EnterpriseStepInput } | undefined

/** Keeps step 2 in memory while step 3 is filled in. Both are submitted together (senior/auth). */
export const holdEnterpriseStepInput = (enterpriseId: string, input: EnterpriseStepInput): void => {
  held = { enterpriseId, given: input }
}
/** Returns the data of this enterprise; undefined after a reload or for another enterprise. */
export const readHeldEnterpriseStepInput = (enterpriseId: string): EnterpriseStepInput | undefined =>
  held?.enterpriseId === enterpriseId ? held.given : undefined
export const dropHeldEnterpriseStepInput = (): void => {
  held = undefined
}
