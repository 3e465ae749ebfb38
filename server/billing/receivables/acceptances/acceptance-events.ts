// Reads and writes the table `acceptance_event`: what happened to a bill since bills cover. Its state and its transfers follow from it.
import { sql } from 'kysely'
import { ACCEPTANCE_COVER_DAYS_AFTER_MATURITY, type AcceptorKind } from '#contract/money/statements/acceptance-lifecycle.ts'
import { type Fen, fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { AcceptanceBillRecord } from './acceptance-bills.ts'

export type AcceptanceEventVerb = 'accept' | 'lapse' | 'honour' | 'discount' | 'bounce' | 'recourse'

/** What is recorded of a step. Amounts in fen; those that are left out are 0. */
export interface NewAcceptanceEvent {
  verb: AcceptanceEventVerb
  valueDay: string
  /** null: a job. */
  staffId: string | null
  coveredFen?: Fen
  freedFen?: Fen
  receivedFen?: Fen
  feeFen?: Fen
  discountFen?: Fen
  allocationId?: string | null
  requestId?: string | null
}

export async function insertAcceptanceEvent(tx: Tx, moment: Moment, bill: AcceptanceBillRecord, event: NewAcceptanceEvent): Promise<void> {
  await tx
    .insertInto('acceptance_event')
    .values({
      enterprise_id: bill.enterpriseId,
      id: moment.newId(),
      bill_id: bill.id,
      verb: event.verb,
      amount_fen: bill.amountFen,
      acceptor_kind: bill.acceptorKind,
      covered_fen: event.coveredFen ?? ZERO_FEN,
      freed_fen: event.freedFen ?? ZERO_FEN,
      value_day: event.valueDay,
      received_fen: event.receivedFen ?? ZERO_FEN,
      fee_fen: event.feeFen ?? ZERO_FEN,
      discount_fen: event.discountFen ?? ZERO_FEN,
      allocation_id: event.allocationId ?? null,
      request_id: event.requestId ?? null,
      staff_id: event.staffId,
      at: moment.now,
    })
    .execute()
}

/** Whether something has happened to a bill. */
export async function hasAcceptanceEvent(
  db: Db,
  { enterpriseId, id }: { enterpriseId: string; id: string },
  verb: AcceptanceEventVerb,
): Promise<boolean> {
  const found = await db
    .selectFrom('acceptance_event')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('bill_id', '=', id)
    .where('verb', '=', verb)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * What the bills of a company that were taken and wait for their money do not cover of principal, in fen: it is for interest, and for claims that
 * were written off. A bill that the bank has not paid three days after maturity is for nothing any more. The bill that is being taken has no event yet and is left out.
 */
export async function sumBillAmountsNotCoveringPrincipal(db: Db, moment: Moment, enterpriseId: string): Promise<Fen> {
  const { total } = await db
    .selectFrom('acceptance_event as v')
    .innerJoin('acceptance_bill as b', (join) => join.onRef('b.enterprise_id', '=', 'v.enterprise_id').onRef('b.id', '=', 'v.bill_id'))
    .select(sql<number>`coalesce(sum(v.amount_fen - v.covered_fen), 0)::bigint`.as('total'))
    .where('v.enterprise_id', '=', enterpriseId)
    .where('b.enterprise_id', '=', enterpriseId)
    .where('v.verb', '=', 'accept')
    .where('b.state', '=', 'ACCEPTED')
    .where('b.maturity_day', '>=', addDays(toShanghaiDay(moment.now), -ACCEPTANCE_COVER_DAYS_AFTER_MATURITY))
    .executeTakeFirstOrThrow()
  return fen(total)
}

export interface AcceptanceEvent {
  verb: AcceptanceEventVerb
  acceptorKind: AcceptorKind
  valueDay: string
  receivedFen: Fen
  feeFen: Fen
  discountFen: Fen
  reference: string | null
  staffId: string | null
  at: Date
}

/** Lists what happened to a bill, the earliest first, with the number of the line of the bank behind it. */
export async function listAcceptanceEvents(db: Db, { enterpriseId, id }: { enterpriseId: string; id: string }): Promise<AcceptanceEvent[]> {
  const reference = sql<string | null>`(select l.reference from bank_allocation a join bank_line l on l.id = a.line_id
    where a.enterprise_id = acceptance_event.enterprise_id and a.id = acceptance_event.allocation_id)`
  const rows = await db
    .selectFrom('acceptance_event')
    .select(['verb', 'acceptor_kind', 'value_day', 'received_fen', 'fee_fen', 'discount_fen', 'staff_id', 'at', reference.as('reference')])
    .where('enterprise_id', '=', enterpriseId)
    .where('bill_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    verb: row.verb,
    acceptorKind: row.acceptor_kind,
    valueDay: row.value_day,
    receivedFen: row.received_fen,
    feeFen: row.fee_fen,
    discountFen: row.discount_fen,
    reference: row.reference,
    staffId: row.staff_id,
    at: row.at,
  }))
}
