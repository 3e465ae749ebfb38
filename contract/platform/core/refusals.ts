import { type RefusalName, refusals } from '#contract/platform/refusal-tables/all.ts'
import { Refusal, type RefusalDetail } from './refusal.ts'

export { type RefusalName, refusals }

/** Protocol refusals have their own HTTP status. Business refusals are HTTP 200. */
export const getRefusalHttpStatus = (reason: RefusalName): number => {
  const entry: { code: number; status?: number } = refusals[reason]
  return entry.status ?? 200
}

/** The refusal with this name. Its message is from the table, unless the detail contains a more specific one. */
export const createRefusal = (reason: RefusalName, { msg, ...detail }: RefusalDetail & { msg?: string } = {}): Refusal =>
  new Refusal(reason, { code: refusals[reason].code, msg: msg ?? refusals[reason].msg, detail })

/** Throws a refusal. Inside a transaction this also rolls back. */
export function refuse(reason: RefusalName, detail?: RefusalDetail & { msg?: string }): never {
  throw createRefusal(reason, detail)
}

/** Refusals that any call may give, so endpoints do not list them. */
export const refusalsOfEveryCall: readonly RefusalName[] = [
  'NOT_LOGGED_IN',
  'NO_PERMISSION',
  'MAIN_ACCOUNT_ONLY',
  'STAFF_ONLY',
  'OWN_ENTERPRISES_ONLY',
  'KEY_NEEDED',
  'KEY_INVALID',
  'KEY_REVOKED',
  'KEY_EXPIRED',
  'KEY_ADDRESS',
  'KEY_FROZEN',
  'KEY_SCOPE',
  'KEY_NOT_HERE',
  'KEY_OTHER_SIDE',
  'KEY_OWNER_GONE',
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
