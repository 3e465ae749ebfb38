import { type RefusalName, refusals } from '#contract/platform/refusal-tables/all.ts'
import { Refusal, type RefusalDetail } from './refusal.ts'

export { type RefusalName, refusals }

/** Refusals of the protocol carry their HTTP status; those of the business are HTTP 200. */
export const httpStatusOf = (reason: RefusalName): number => {
  const entry: { code: number; status?: number } = refusals[reason]
  return entry.status ?? 200
}

/** The refusal of a name, with the table's sentence unless the detail has a better one. */
export const refusalOf = (reason: RefusalName, { msg, ...detail }: RefusalDetail & { msg?: string } = {}): Refusal =>
  new Refusal(reason, { code: refusals[reason].code, msg: msg ?? refusals[reason].msg, detail })

/** Says no. Inside a transaction throwing is the rollback, which is what a refusal means. */
export function refuse(reason: RefusalName, detail?: RefusalDetail & { msg?: string }): never {
  throw refusalOf(reason, detail)
}

/** Refusals that any call may answer with, so that no endpoint needs to list them. */
export const generalRefusals: readonly RefusalName[] = [
  'NOT_LOGGED_IN',
  'NO_PERMISSION',
  'MAIN_ACCOUNT_ONLY',
  'STAFF_ONLY',
  'KEY_NEEDED',
  'KEY_INVALID',
  'KEY_REVOKED',
  'KEY_EXPIRED',
  'KEY_ADDRESS',
  'KEY_FROZEN',
  'KEY_SCOPE',
  'KEY_NOT_HERE',
  'INVALID_INPUT',
  'MALFORMED',
  'METHOD_NOT_ALLOWED',
  'NO_SUCH_CALL',
  'TOO_SLOW',
  'TOO_LARGE',
  'HEAD_TOO_LARGE',
  'NOT_JSON',
  'TOO_MANY',
  'DAILY_FULL',
  'OVERLOADED',
  'OUTCOME_UNKNOWN',
  'IDEMPOTENCY_KEY_MISSING',
  'IDEMPOTENCY_KEY_REUSED',
  'DEFECT',
]
