// Reads and writes the table `invoice_red_confirmation`: requests for a 红字信息确认单, one row each.
import type { RedConfirmationState } from '#contract/billing/invoices/invoice-lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { InvoiceIssuance } from '#server/billing/invoices/invoice-issues.ts'
import type { InvoiceRef } from '#server/billing/invoices/invoice-store.ts'
import { anyOfIdsSql, type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface RedConfirmation extends InvoiceRef {
  issueId: string
  state: RedConfirmationState
  way: 'provider' | 'hand'
  number: string | null
  /** Until when the buyer can confirm it; null: the buyer need not. */
  until: Date | null
  requestedAt: Date
}

/** Lists the requests of the given red letters of the given enterprises, first request first. */
export async function listRedConfirmations(
  db: Db,
  enterpriseIds: readonly string[],
  issueIds: readonly string[],
): Promise<RedConfirmation[]> {
  const rows = await db
    .selectFrom('invoice_red_confirmation')
    .select(['enterprise_id', 'id', 'issue_id', 'state', 'way', 'number', 'until', 'requested_at'])
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('issue_id', '=', anyOfIdsSql(issueIds))
    .orderBy('requested_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    enterpriseId: row.enterprise_id,
    id: row.id,
    issueId: row.issue_id,
    state: row.state,
    way: row.way,
    number: row.number,
    until: row.until,
    requestedAt: row.requested_at,
  }))
}

/** Finds the latest request of a red letter. */
export const findLatestRedConfirmation = async (db: Db, { enterpriseId, id }: InvoiceRef): Promise<RedConfirmation | undefined> =>
  (await listRedConfirmations(db, [enterpriseId], [id])).at(-1)

/** Refuses INVOICE_NUMBER_USED if a write failed because its number is known already; throws every other error again. */
export const refuseUsedNumber = (error: unknown): never => {
  if (isUniqueViolation(error)) refuse('INVOICE_NUMBER_USED', { msg: '该确认单编号已登记过，请核对' })
  throw error
}

/** Inserts a request that the provider is about to be sent. Its id is the serial number, fixed before the first call. */
export async function insertRedConfirmation(tx: Tx, moment: Moment, { enterpriseId, id: issueId }: InvoiceIssuance): Promise<void> {
  const columns = { enterprise_id: enterpriseId, id: moment.newId(), issue_id: issueId, requested_at: moment.now, state_at: moment.now }
  await tx
    .insertInto('invoice_red_confirmation')
    .values({ ...columns, state: 'REQUESTED', way: 'provider' })
    .execute()
}

/** Inserts a confirmation that a person read at the tax bureau. Refuses INVOICE_NUMBER_USED if its number is known. */
export async function insertManualRedConfirmation(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id: issueId }: InvoiceIssuance,
  number: string,
): Promise<void> {
  const columns = { enterprise_id: enterpriseId, id: moment.newId(), issue_id: issueId, requested_at: moment.now, state_at: moment.now }
  await tx
    .insertInto('invoice_red_confirmation')
    .values({ ...columns, state: 'CONFIRMED', way: 'hand', number })
    .execute()
    .catch(refuseUsedNumber)
}

export interface RedConfirmationChange {
  state: RedConfirmationState
  number?: string | undefined
  until?: Date | undefined
}

/** Sets the state that the tax bureau reports. The caller has locked the invoice. */
export async function updateRedConfirmationRow(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id }: InvoiceRef,
  { state, number, until }: RedConfirmationChange,
): Promise<void> {
  await tx
    .updateTable('invoice_red_confirmation')
    .set({
      state,
      state_at: moment.now,
      ...(number === undefined ? {} : { number }),
      ...(until === undefined ? {} : { until }),
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}
