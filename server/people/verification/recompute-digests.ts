// Reads and writes the digests of `verification_submission`, and `credit_code_claim`.

import { anyOfDigestsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { runBatchesByIdInOwnTransactions } from '#server/platform/core/isolated-batches.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { lockRowsByKey } from '#server/platform/core/lock-by-key.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { unsealPayload } from './submission-payload.ts'

const BATCH = 200

interface Numbers {
  creditCode?: string
  idNo?: string
  legalIdNo?: string
}

function numbersOf(keys: Keys, row: { id: string; sealed: Buffer }): Numbers | undefined {
  try {
    return unsealPayload<'enterprise'>(keys, row)
  } catch {
    return undefined
  }
}

interface Recomputed {
  written: number
  dropped: number
  lost: number
}

interface Given {
  keys: Keys
  drop: boolean
}

/** Claims a credit code that its enterprise has claimed under the digests of this process, and drops its claims under other digests. */
async function claimCreditCode(
  tx: Tx,
  moment: Moment,
  { keys, drop, enterpriseId, creditCode }: Given & { enterpriseId: string; creditCode: string },
): Promise<Pick<Recomputed, 'written' | 'dropped'>> {
  const digests = keys.hmacs('creditCode', creditCode)
  const wanted = keys.claimHmacs('creditCode', creditCode)
  const claims = tx.selectFrom('credit_code_claim').select('code_hmac').where('enterprise_id', '=', enterpriseId)
  const claimed = await claims.where('code_hmac', '=', anyOfDigestsSql(digests)).execute()
  const missing = claimed.length === 0 ? [] : wanted.filter((digest) => !claimed.some(({ code_hmac }) => code_hmac.equals(digest)))
  if (missing.length > 0) {
    const values = missing.map((code_hmac) => ({ code_hmac, enterprise_id: enterpriseId, claimed_at: moment.now }))
    const insert = tx.insertInto('credit_code_claim').values(values)
    await insert.onConflict((conflict) => conflict.doNothing()).execute()
  }
  const old = digests.slice(wanted.length)
  if (!drop || old.length === 0) return { written: missing.length, dropped: 0 }
  const others = tx.deleteFrom('credit_code_claim').where('code_hmac', '=', anyOfDigestsSql(old))
  const { numDeletedRows } = await others.where('enterprise_id', '=', enterpriseId).executeTakeFirst()
  return { written: missing.length, dropped: Number(numDeletedRows) }
}

const isSame = (one: Buffer | null, other: Buffer | null): boolean => one === other || (one !== null && other !== null && one.equals(other))

/**
 * Claims the existing credit codes under the digests of this process's secrets. With `drop` it removes the claims under other digests, and
 * gives every submission the digests of this process. It may be stopped and restarted while the mall is running. `written` counts new
 * claims and changed submissions, `lost` the submissions that no key opens.
 */
export async function recomputeVerificationDigests(db: Db, moment: Moment, { keys, drop }: Given): Promise<Recomputed> {
  const done = { written: 0, dropped: 0, lost: 0 }
  await runBatchesByIdInOwnTransactions(db, async (tx, after) => {
    const all = withoutTenantGuard(tx, 'working in sets')
    const submissions = all.selectFrom('verification_submission').select(['enterprise_id', 'id'])
    const found = await submissions.where('id', '>', after).orderBy('id').limit(BATCH).execute()
    const companyOf = new Map(found.map(({ enterprise_id, id }) => [id, enterprise_id]))
    const rows = await lockRowsByKey([...companyOf.keys()], (submission) => {
      const row = tx.selectFrom('verification_submission').select(['enterprise_id', 'id', 'sealed', 'code_hmac', 'id_hmac'])
      const own = row.where('enterprise_id', '=', companyOf.get(submission) ?? '')
      return own.where('id', '=', submission).forNoKeyUpdate().execute()
    })
    for (const { enterprise_id: enterpriseId, id, sealed, code_hmac, id_hmac } of rows) {
      const numbers = code_hmac || id_hmac ? numbersOf(keys, { id, sealed }) : {}
      if (!numbers) {
        done.lost++
        continue
      }
      const { creditCode, idNo = numbers.legalIdNo } = numbers
      if (code_hmac && creditCode !== undefined) {
        const { written, dropped } = await claimCreditCode(tx, moment, { keys, drop, enterpriseId, creditCode })
        done.written += written
        done.dropped += dropped
      }
      if (!drop) continue
      const code = code_hmac && creditCode !== undefined ? keys.hmac('creditCode', creditCode) : code_hmac
      const person = id_hmac && idNo !== undefined ? keys.hmac('idNumber', idNo) : id_hmac
      if (isSame(code, code_hmac) && isSame(person, id_hmac)) continue
      const own = tx.updateTable('verification_submission').set({ code_hmac: code, id_hmac: person })
      await own.where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute()
      done.written++
    }
    return found.at(-1)?.id
  })
  return done
}
