// Takes back payments by bank transfer on the day on which they were settled.
import { sql } from 'kysely'
import { paymentLifecycle } from '#contract/money/payments/payment-lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { anyOfIdsSql, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { ExternalPayment } from './external-payments.ts'

/** Top-ups and repayments by transfer stay open for a week, which covers bank holidays. */
export const OPEN_TRANSFER_HOURS = 7 * 24

/**
 * Takes back settled payments of one company, which the caller has locked. What had a remark code waits on in a new payment with the same code, so that
 * the buyer's transfer still finds it; what nobody had announced does not wait. A payment that was taken back meanwhile refuses
 * BANK_ALLOCATION_STAYS. `why`: for the buyer.
 */
export async function undoSettledBankTransfers(
  tx: Tx,
  moment: Moment,
  { enterpriseId, payments, why }: { enterpriseId: string; payments: readonly ExternalPayment[]; why: string },
): Promise<void> {
  const { from, to } = paymentLifecycle.verbs.undo
  const rows = await tx
    .updateTable('payment')
    .set({ state: to, failure: why, remark_code: null })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(payments.map(({ id }) => id)))
    .where('method', '=', 'transfer')
    .where('state', 'in', from)
    .returning('id')
    .execute()
  if (rows.length < payments.length) refuse('BANK_ALLOCATION_STAYS')
  const announced = payments.flatMap((payment) =>
    payment.remarkCode === null ? [] : [{ ...payment, code: payment.remarkCode, newId: moment.newId() }],
  )
  if (announced.length === 0) return
  await tx
    .insertInto('payment')
    .values(
      announced.map((payment) => ({
        enterprise_id: enterpriseId,
        id: payment.newId,
        purpose: payment.purpose,
        trade_id: payment.tradeId,
        method: payment.method,
        title: payment.title,
        amount_fen: payment.amountFen,
        state: 'PENDING' as const,
        paid_by: payment.userId,
        months: payment.months.join(','),
        created_at: moment.now,
        expires_at: payment.tradeId === null ? addHours(moment.now, OPEN_TRANSFER_HOURS) : null,
        remark_code: payment.code,
      })),
    )
    .execute()
  const codes = announced.map(({ code, newId }) => ({ code, payment_id: newId }))
  await sql`update transfer_code set payment_id = n.payment_id from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) n(code text, payment_id uuid)
    where transfer_code.enterprise_id = ${enterpriseId} and transfer_code.code = n.code`.execute(tx)
}
