// What a person of the platform does to his own account: binds a second factor, changes his password.
import { refuse } from '../../contract/refusals.ts'
import type { Staff } from '../http/caller.ts'
import { hashPassword, isRightPassword } from '../identity/public.ts'
import { audit } from '../platform/audit.ts'
import { inTransaction, type Tx } from '../platform/db.ts'
import { countTry, forgive, lockIfTooMany } from '../sessions/public.ts'
import { type Around, demandOwnPassword, holdUnchanged, recogniseStaff, subjectOf } from './log-in.ts'
import { findStaff, takeStep, updateStaff } from './people.ts'
import { endSessionsOfStaff } from './staff-sessions.ts'
import { makeTotp, stepOf } from './totp.ts'

/**
 * Begins a second factor with the password alone: it counts once its first code was shown. Each beginning has a secret of its own, so
 * that who saw an earlier one knows nothing of it. One that is bound is given up by an administrator only.
 */
export async function bindTotp(around: Around, given: { email: string; pwd: string }): Promise<{ url: string; secret: string }> {
  const { db, moment, keys, origin } = around
  const person = await recogniseStaff(around, given)
  if (person.totp?.confirmed) refuse('TOTP_BOUND')
  const { sealed, secret, url } = makeTotp(moment, { keys, staffId: person.id, email: person.email })
  await inTransaction(db, async (tx) => {
    await holdUnchanged(tx, person)
    await updateStaff(tx, person.id, { totpSealed: sealed })
    await audit(tx, moment, { origin, actor: { kind: 'staff', id: person.id }, action: 'begin second factor' })
  })
  return { url, secret }
}

type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Somebody who is inside shows the first code of the second factor that he has begun. */
export async function confirmTotp(
  { db, moment, keys }: Around,
  { staffId }: Staff,
  { code, write }: { code: string; write: Write },
): Promise<void> {
  const { totp } = (await findStaff(db, staffId)) ?? refuse('NOT_LOGGED_IN')
  if (totp === null) refuse('TOTP_NOT_BOUND')
  if (totp.confirmed) refuse('TOTP_BOUND')
  const step = stepOf(moment, { keys, staffId, totp, code }) ?? refuse('TOTP_WRONG', { field: 'code' })
  await write(async (tx) => {
    if (!(await takeStep(tx, moment, staffId, step))) refuse('TOTP_WRONG', { field: 'code' })
  })
}

/** Another password: every other device is logged out. Wrong old ones count with those of the log-in. */
export async function changeStaffPassword(
  { db, moment, keys }: Around,
  { staffId, tokenHash }: Staff,
  { oldPwd, newPwd, write }: { oldPwd: string; newPwd: string; write: Write },
): Promise<void> {
  const { email, passwordHash } = (await findStaff(db, staffId)) ?? refuse('NOT_LOGGED_IN')
  const subject = subjectOf(keys, email)
  await inTransaction(db, (tx) => countTry(tx, moment, subject))
  if (!(await isRightPassword(keys, passwordHash, oldPwd))) {
    await inTransaction(db, (tx) => lockIfTooMany(tx, moment, subject))
    refuse('OLD_PASSWORD_WRONG', { field: 'oldPwd' })
  }
  await inTransaction(db, (tx) => forgive(tx, subject))
  demandOwnPassword(newPwd, { email, before: oldPwd })
  const hash = await hashPassword(keys, newPwd)
  await write(async (tx) => {
    await updateStaff(tx, staffId, { password: { hash, initialUntil: null } })
    await endSessionsOfStaff(tx, moment, staffId, tokenHash)
  })
}
