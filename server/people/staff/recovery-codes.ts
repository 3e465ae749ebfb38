// The table `staff_recovery_code`: what lets somebody in once in the place of his telephone's code.
import { RECOVERY_CODES } from '#contract/people/staff/staff-api.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** Thirty-two signs that nobody takes for another. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUP_SIGNS = 5

interface Owner {
  keys: Keys
  staffId: string
}

/** Small letters, blanks and a missing dash are forgiven: what was printed is typed. */
const digestOf = ({ keys, staffId }: Owner, code: string): Buffer =>
  keys.hmac('recoveryCode', `${staffId}:${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`)

/** Fifty bits, in two groups. */
function makeCode(moment: Moment): string {
  const group = () => [...moment.bytes(GROUP_SIGNS)].map((byte) => SIGNS[byte % SIGNS.length]).join('')
  return `${group()}-${group()}`
}

/** Makes ten codes, which are told once and kept nowhere in clear. Those from before, used or not, are void. The person is held. */
export async function replaceRecoveryCodes(tx: Tx, moment: Moment, owner: Owner): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => makeCode(moment))
  await tx.deleteFrom('staff_recovery_code').where('staff_id', '=', owner.staffId).execute()
  const rows = codes.map((code) => ({ staff_id: owner.staffId, code_hmac: digestOf(owner, code), created_at: moment.now }))
  await tx.insertInto('staff_recovery_code').values(rows).execute()
  return codes
}

/** Whether a code is one of somebody's and unused. It is spent by coming in, and not before. */
export async function isRecoveryCode(db: Db, owner: Owner, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('staff_recovery_code')
    .select('created_at')
    .where('staff_id', '=', owner.staffId)
    .where('code_hmac', '=', digestOf(owner, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Spends a code; false when somebody has spent it before, or it has been replaced: of many who bring the same one, one is let in. */
export async function consumeRecoveryCode(tx: Tx, moment: Moment, owner: Owner, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_recovery_code')
    .set({ used_at: moment.now })
    .where('staff_id', '=', owner.staffId)
    .where('code_hmac', '=', digestOf(owner, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How many codes somebody has left. */
export async function countRecoveryCodes(db: Db, staffId: string): Promise<number> {
  const { left } = await db
    .selectFrom('staff_recovery_code')
    .select(db.fn.countAll<number>().as('left'))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
