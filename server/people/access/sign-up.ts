import type { LoginResult } from '#contract/people/identity/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { readPublishedAgreement } from '#server/content/content/public.ts'
import {
  type CreateLedgerAccounts,
  hashPassword,
  readLoginOutput,
  registerUserWithEnterprise,
  requireStrongPassword,
  startSession,
} from '#server/people/identity/public.ts'
import { recordConsent } from '#server/people/organisation/public.ts'
import { requireRightSmsCodeResult, toSmsRequesterIds, verifySmsCode } from '#server/people/sms/public.ts'
import { isUniqueViolation, runInSeparateTransaction } from '#server/platform/core/db.ts'
import { addAccountToDeviceCookie, formatMemberAccountForDevice } from '#server/platform/core/device-cookie.ts'
import type { Guest, Member } from '#server/platform/http/caller.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { CredentialCallContext } from './change-credentials.ts'
import { consumeRegistrationLimit, requireRegistrationLimitNotReached } from './registration-limits.ts'

const USER_AGREEMENT = 2
const PRIVACY_AGREEMENT = 6

/**
 * Registers a person and logs him in, in one transaction. The SMS code is checked first, so that only the owner of a number learns whether
 * it is registered.
 */
export async function registerUserAndLogIn(
  context: CredentialCallContext & Pick<Context, 'writeWithoutSession'> & { openAccounts: CreateLedgerAccounts },
  caller: Guest | Member,
  { mobile, pwd, code }: { mobile: string; pwd: string; code: string },
): Promise<LoginResult> {
  const { db, moment, keys, origin, visitor, writeWithoutSession, openAccounts } = context
  requireStrongPassword(pwd, mobile)
  await requireRegistrationLimitNotReached(db, context)
  const askers = toSmsRequesterIds(caller, visitor)
  requireRightSmsCodeResult(
    await runInSeparateTransaction(db, (tx) => verifySmsCode(tx, moment, { keys, mobile, purpose: 'register', askers, code })),
  )
  await runInSeparateTransaction(db, (tx) => consumeRegistrationLimit(tx, context))
  const passwordHash = await hashPassword(keys, pwd)
  const seated = await writeWithoutSession(async (tx) => {
    const made = await registerUserWithEnterprise(tx, moment, { keys, user: { mobile, passwordHash, hasProvenMobile: true }, openAccounts })
    for (const id of [USER_AGREEMENT, PRIVACY_AGREEMENT] as const) {
      const { version, hash } = await readPublishedAgreement(tx, id)
      await recordConsent(tx, moment, { ...made, kind: 'registration', version, hash, ip: origin.ip })
    }
    return startSession(tx, { moment, origin }, { ...made, action: 'register' })
  }).catch((error) => {
    if (isUniqueViolation(error)) refuse('MOBILE_TAKEN', { field: 'mobile' })
    throw error
  })
  addAccountToDeviceCookie(moment, { keys, visitor, account: formatMemberAccountForDevice(seated.person.user.id) })
  return readLoginOutput(db, seated)
}
