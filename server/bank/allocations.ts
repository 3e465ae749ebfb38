// What each fen of a line became: the only file that touches the table `bank_allocation`.
import { sql } from 'kysely'
import { HOUSE } from '../../contract/bank/house.ts'
import type { Fen } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { postTransfers } from '../ledger/public.ts'
import { type Db, isUniqueViolation, type Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { acrossEnterprises } from '../platform/tenant-guard.ts'
import type { Line } from './lines.ts'

export interface Allocation {
  /** The platform: money that went back. */
  enterpriseId: string
  kind: 'payment' | 'wallet' | 'back'
  amountFen: Fen
  paymentId?: string
  title: string
  reason?: string
  reference?: string
  staffId: string
}

/** Uses a part of a line: out of suspense, for whatever the caller posts it to. The line is the caller's, locked. Refuses BANK_LINE_SHORT. */
export async function spend(tx: Tx, moment: Moment, line: Line, { amountFen, ...use }: Allocation): Promise<void> {
  const id = moment.newId()
  const row = await tx
    .updateTable('bank_line')
    .set({ assigned_fen: sql<Fen>`assigned_fen + ${amountFen}` })
    .where('id', '=', line.id)
    .where('voided_at', 'is', null)
    .where(sql<boolean>`assigned_fen + ${amountFen} <= amount_fen`)
    .returning('id')
    .executeTakeFirst()
  if (!row) refuse('BANK_LINE_SHORT')
  await tx
    .insertInto('bank_allocation')
    .values({
      ...{ enterprise_id: use.enterpriseId, id, line_id: line.id, kind: use.kind, amount_fen: amountFen, title: use.title },
      ...{ payment_id: use.paymentId ?? null, reason: use.reason ?? null, reference: use.reference ?? null },
      ...{ made_by: use.staffId, at: moment.now },
    })
    .execute()
    .catch((error) => {
      if (isUniqueViolation(error)) refuse('BANK_REFERENCE_USED')
      throw error
    })
  const out = { kind: 'suspenseToBank', amountFen, document: id, title: use.kind === 'back' ? '退回付款人' : '待查认领' } as const
  await postTransfers(tx, moment, { enterpriseId: HOUSE, transfers: [{ ...out, valueDay: line.day }] })
}

/** What became of a line, first things first. */
export async function allocationsOf(db: Db, lineId: string) {
  return acrossEnterprises(db, 'console')
    .selectFrom('bank_allocation')
    .select(['enterprise_id', 'id', 'kind', 'amount_fen', 'payment_id', 'title', 'reason', 'reference', 'made_by', 'at'])
    .where('line_id', '=', lineId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}
