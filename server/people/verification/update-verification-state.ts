import {
  type VerificationState,
  type VerificationVerb,
  verificationLifecycle,
} from '#contract/people/verification/verification-lifecycle.ts'
import { type VerificationLevel, type VerificationStatus, verificationStatuses } from '#contract/people/verification/verification-status.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { type Enterprise, recordVerifiedEnterpriseDetails } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'

const numbers = Object.fromEntries(Object.entries(verificationStatuses).map(([number, { name }]) => [name, Number(number)])) as Record<
  Exclude<VerificationState, 'NONE'>,
  VerificationStatus
>

/** The highest step that has passed after a verb; other verbs do not change it. */
const passes: Partial<Record<VerificationVerb, VerificationLevel>> = {
  approveAgent: 1,
  approveEnterprise: 2,
  approveOn: 2,
  approveSenior: 3,
  takeOverEnterprise: 2,
  takeOverSenior: 3,
}

type Company = Pick<Enterprise, 'id' | 'authLevel' | 'authStatus'>

/** Refuses if the state of the enterprise allows none of the verbs. */
export function requireVerificationVerbAllowed({ authStatus }: Company, ...verbs: readonly VerificationVerb[]): void {
  const state = authStatus === null ? 'NONE' : verificationStatuses[authStatus].name
  if (!verbs.some((verb) => verificationLifecycle.verbs[verb].from.includes(state))) refuse('VERIFICATION_STATE', { authStatus })
}

/** The details that a step has verified, for the row of the enterprise. */
export interface VerifiedStepDetails {
  name?: string
  creditCodeMasked?: string
  agentName?: string
}

/** Changes the state of a locked enterprise by the lifecycle and returns the new state number. Its level never decreases. */
export async function updateVerificationState(
  tx: Tx,
  company: Company,
  verb: VerificationVerb,
  found: VerifiedStepDetails = {},
): Promise<VerificationStatus> {
  requireVerificationVerbAllowed(company, verb)
  const authStatus = numbers[verificationLifecycle.verbs[verb].to as Exclude<VerificationState, 'NONE'>]
  const authLevel = Math.max(company.authLevel, passes[verb] ?? 0) as VerificationLevel
  await recordVerifiedEnterpriseDetails(tx, company.id, { ...found, authLevel, authStatus })
  return authStatus
}
