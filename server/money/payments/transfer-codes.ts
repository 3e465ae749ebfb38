// Reads the table `transfer_code`: what payers write into their transfers. update-payments.ts inserts each code with its payment.
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { permuteTenDigits } from '#server/platform/core/numbering.ts'
import type { PaymentRef } from './external-payments.ts'

const SIGN = 'YF'

/** Two letters and ten digits, never the same twice, and no telling how many there were. */
export async function createTransferCode(tx: Tx, key: Buffer): Promise<string> {
  const { rows } = await sql<{ n: number }>`select nextval('transfer_sequence') as n`.execute(tx)
  return SIGN + permuteTenDigits(key, rows[0]?.n ?? 0)
}

/** Every code that a remark may hold, however a bank or a person has spaced, widened or lowered it. */
export const parseTransferCodes = (remark: string): string[] => [
  ...new Set(
    remark
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[\s\-_.,:;#*]/g, '')
      .match(/YF\d{10}/g) ?? [],
  ),
]

/** The payments that some codes stand for. */
export async function findPaymentsByTransferCodes(db: Db, codes: readonly string[]): Promise<PaymentRef[]> {
  if (codes.length === 0) return []
  const rows = await db.selectFrom('transfer_code').select(['enterprise_id', 'payment_id']).where('code', 'in', codes).execute()
  return rows.map(({ enterprise_id, payment_id }) => ({ enterpriseId: enterprise_id, id: payment_id }))
}
