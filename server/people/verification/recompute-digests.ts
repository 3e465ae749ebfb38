// Reads and writes the digests of `verification_submission`, and `credit_code_claim`.

import { anyOfDigestsSql, type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { acrossEnterprises } from '#server/platform/core/tenant-guard.ts'
import { unsealPayload } from './submission-payload.ts'

const BATCH = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

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

/**
 * Claims the credit codes that are claimed under the digests of the secrets of this process. With `drop` it takes away the claims under
 * other digests, and gives every submission the digests of this process. It may be stopped and started again while the mall is open.
 * `written` counts new claims and changed submissions, `lost` the submissions that no key opens.
 */
export async function recomputeVerificationDigests(
  db: Db,
  moment: Moment,
  { keys, drop }: { keys: Keys; drop: boolean },
): Promise<{ written: number; dropped: number; lost: number }> {
  const done = { written: 0, dropped: 0, lost: 0 }
  let last: string | undefined = FIRST_ID
  while (last !== undefined) {
    const after: string = last
    last = await runInTransaction(db, async (tx) => {
      const all = acrossEnterprises(tx, 'working in sets')
      const submissions = all.selectFrom('verification_submission').select(['enterprise_id', 'id', 'sealed', 'code_hmac', 'id_hmac'])
      const rows = await submissions.where('id', '>', after).orderBy('id').limit(BATCH).forNoKeyUpdate().execute()
      for (const { enterprise_id, id, sealed, code_hmac, id_hmac } of rows) {
        const numbers = code_hmac || id_hmac ? numbersOf(keys, { id, sealed }) : {}
        if (!numbers) {
          done.lost++
          continue
        }
        const { creditCode, idNo = numbers.legalIdNo } = numbers
        if (code_hmac && creditCode !== undefined) {
          const digests = keys.hmacs('creditCode', creditCode)
          const wanted = keys.claimHmacs('creditCode', creditCode)
          const claims = all.selectFrom('credit_code_claim').select('code_hmac').where('enterprise_id', '=', enterprise_id)
          const claimed = await claims.where('code_hmac', '=', anyOfDigestsSql(digests)).execute()
          const missing = wanted.filter((digest) => !claimed.some((claim) => claim.code_hmac.equals(digest)))
          if (claimed.length > 0 && missing.length > 0) {
            const values = missing.map((digest) => ({ code_hmac: digest, enterprise_id, claimed_at: moment.now }))
            await all
              .insertInto('credit_code_claim')
              .values(values)
              .onConflict((conflict) => conflict.doNothing())
              .execute()
            done.written += missing.length
          }
          const old = digests.slice(wanted.length)
          if (drop && old.length > 0) {
            const { numDeletedRows } = await all
              .deleteFrom('credit_code_claim')
              .where('code_hmac', '=', anyOfDigestsSql(old))
              .where('enterprise_id', '=', enterprise_id)
              .executeTakeFirst()
            done.dropped += Number(numDeletedRows)
          }
        }
        if (!drop) continue
        const code = code_hmac && creditCode !== undefined ? keys.hmac('creditCode', creditCode) : code_hmac
        const person = id_hmac && idNo !== undefined ? keys.hmac('idNumber', idNo) : id_hmac
        if (code?.equals(code_hmac ?? Buffer.alloc(0)) !== false && person?.equals(id_hmac ?? Buffer.alloc(0)) !== false) continue
        await tx
          .updateTable('verification_submission')
          .set({ code_hmac: code, id_hmac: person })
          .where('enterprise_id', '=', enterprise_id)
          .where('id', '=', id)
          .execute()
        done.written++
      }
      return rows.at(-1)?.id
    })
  }
  return done
}
