// Reads the table `transfer_code`: the remarks that payers write into their transfers. update-payments.ts inserts each code with its
// payment.
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { permuteSequenceToTenDigits } from '#server/platform/core/numbering.ts'
import type { PaymentRef } from './external-payments.ts'

const SIGN = 'YF'

/** Creates two letters and ten digits that never repeat and do not reveal how many there are. */
export async function createBankTransferCode(tx: Tx, key: Buffer): Promise<string> {
  const { rows } = await sql<{ n: number }>`select nextval('transfer_sequence') as n`.execute(tx)
  return SIGN + permuteSequenceToTenDigits(key, rows[0]?.n ?? 0)
}

/** All possible codes in a remark, even if a bank or a person has added spaces, full-width or lower-case characters. */
export const extractTransferCodesFromRemark = (remark: string): string[] => [
  ...new Set(
    remark
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[\s\-_.,:;#*]/g, '')
      .match(/YF\d{10}/g) ?? [],
  ),
]

/** Finds the payments of some codes. */
export async function findPaymentRefsByTransferCodes(db: Db, codes: readonly string[]): Promise<PaymentRef[]> {
  if (codes.length === 0) return []
  const rows = await db.selectFrom('transfer_code').select(['enterprise_id', 'payment_id']).where('code', 'in', codes).execute()
  return rows.map(({ enterprise_id, payment_id }) => ({ enterpriseId: enterprise_id, id: payment_id }))
}
