// Reads and writes the table `staff_recovery_code`: codes that replace the code of the telephone once.
import { RECOVERY_CODE_COUNT } from '#contract/people/staff/staff-api.ts'
import { anyOfDigestsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** 32 characters that cannot be confused with each other. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUP_SIGNS = 5

interface Owner {
  keys: Keys
  staffId: string
}

/** Ignores case, spaces and a missing dash, because people type the codes from paper. */
const digested = (staffId: string, code: string): string => `${staffId}:${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`

/** The digests of a code by all known secrets, because a code is valid until it is used. */
const digestsOf = ({ keys, staffId }: Owner, code: string) => anyOfDigestsSql(keys.hmacs('recoveryCode', digested(staffId, code)))

/** Fifty random bits in two groups. */
function makeCode(moment: Moment): string {
  const group = () => [...moment.bytes(GROUP_SIGNS)].map((byte) => SIGNS[byte % SIGNS.length]).join('')
  return `${group()}-${group()}`
}

/**
 * Creates ten codes. They are returned only here, and only their digests are stored. Former codes become invalid. The caller has locked the
 * person.
 */
export async function replaceRecoveryCodes(tx: Tx, moment: Moment, owner: Owner): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => makeCode(moment))
  await tx.deleteFrom('staff_recovery_code').where('staff_id', '=', owner.staffId).execute()
  const rows = codes.map((code) => ({
    staff_id: owner.staffId,
    code_hmac: owner.keys.hmac('recoveryCode', digested(owner.staffId, code)),
    created_at: moment.now,
  }))
  await tx.insertInto('staff_recovery_code').values(rows).execute()
  return codes
}

/** Whether a code belongs to a person and is unused. It is used up by the login, not here. */
export async function isUnusedRecoveryCode(db: Db, owner: Owner, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('staff_recovery_code')
    .select('created_at')
    .where('staff_id', '=', owner.staffId)
    .where('code_hmac', '=', digestsOf(owner, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a code. Returns false if it was used or replaced before: of concurrent logins with one code only one succeeds. */
export async function consumeRecoveryCode(tx: Tx, moment: Moment, owner: Owner, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_recovery_code')
    .set({ used_at: moment.now })
    .where('staff_id', '=', owner.staffId)
    .where('code_hmac', '=', digestsOf(owner, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Counts the unused codes of a person. */
export async function countUnusedRecoveryCodes(db: Db, staffId: string): Promise<number> {
  const { left } = await db
    .selectFrom('staff_recovery_code')
    .select(db.fn.countAll<number>().as('left'))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
