// Reads and writes the tables `paid_day` and `summed_day`: the payments of enterprises, day by day.
import { sql } from 'kysely'
import { getFirstDayCountedForLevel, transferKindsCountedAsPaid, transferKindsReducingPaid } from '#contract/orders/levels/level-status.ts'
import { type Fen, fen, sum } from '#contract/platform/core/money.ts'
import { addDays, getStartOfNextShanghaiDay, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import {
  findFirstPostingTime,
  findFirstTransferTimesByDocument,
  listTransferAmounts,
  sumTransfersByEnterprise,
} from '#server/money/ledger/public.ts'
import { findOrderIdsByRefundId } from '#server/money/payments/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** A transaction that started on a day is committed at most this long after midnight. */
const STRAGGLERS_MS = 15 * 60_000
/** Older days do not count: a level is earned by one year of payments and kept for one more year. */
const YEARS_BACK_DAYS = 2 * 366

/** The last day for which all transactions are committed. */
const lastOver = ({ now }: Pick<Moment, 'now'>): string => addDays(toShanghaiDay(new Date(now.getTime() - STRAGGLERS_MS)), -1)

/** Lists the past days that are not completely evaluated, earliest first. After an outage these are several. */
export async function listPastDaysToEvaluateLevels(db: Db, moment: Moment): Promise<string[]> {
  const last = lastOver(moment)
  const { evaluated } = await db
    .selectFrom('summed_day')
    .select(db.fn.max('day').as('evaluated'))
    .where('judged_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const earliest = addDays(last, -YEARS_BACK_DAYS)
  const begin = evaluated === null ? await findFirstPostingTime(db) : undefined
  const next = evaluated === null ? (begin ? toShanghaiDay(begin) : last) : addDays(evaluated, 1)
  const days: string[] = []
  for (let day = [next, earliest].sort()[1] ?? last; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

interface PaidOn {
  enterpriseId: string
  /** The day on which the amount counts. */
  day: string
  amountFen: Fen
}

interface Span {
  from: Date
  until?: Date
  enterpriseId?: string
}

/**
 * Lists the refunds in a span. Each counts on the day of its payment, so that both leave the twelve months at the same time. A refund by a
 * provider has its own id; all others have the id of the payment. For a debt that was repaid in parts, the part is unknown, so its refund
 * counts on its own day.
 */
async function paidBack(db: Db, span: Span, day: string): Promise<PaidOn[]> {
  const back = await listTransferAmounts(db, { ...span, kinds: transferKindsReducingPaid })
  const orders = await findOrderIdsByRefundId(
    db,
    back.map(({ document }) => document),
  )
  const origins = back.map(({ enterpriseId, document }) => ({ enterpriseId, document: orders.get(document) ?? document }))
  const paidAt = await findFirstTransferTimesByDocument(db, transferKindsCountedAsPaid, origins)
  return back.map(({ enterpriseId, amountFen }, at) => {
    const origin = paidAt.get(origins[at]?.document ?? '')
    return { enterpriseId, day: origin ? toShanghaiDay(origin) : day, amountFen: fen(-amountFen) }
  })
}

/** Lists payments minus refunds in a span, with the day on which each counts. `day` is used if there is no other. */
async function paidWithin(db: Db, span: Span, day: string): Promise<PaidOn[]> {
  const paid = (await sumTransfersByEnterprise(db, { ...span, kinds: transferKindsCountedAsPaid })).map((one) => ({ ...one, day }))
  return [...paid, ...(await paidBack(db, span, day))]
}

/**
 * Sums the payments of a day from the ledger, once. Returns the enterprises that paid or got a refund; none if the day was summed before.
 */
export async function recordPaidAmountsOfDay(tx: Tx, moment: Moment, day: string): Promise<string[]> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('summed_day')
    .values({ day, summed_at: moment.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return []
  const paid = await paidWithin(tx, { from: getStartOfShanghaiDay(day), until: getStartOfNextShanghaiDay(day) }, day)
  if (paid.length === 0) return []
  const rows = paid.map((one) => ({ e: one.enterpriseId, d: one.day, f: one.amountFen }))
  await sql`
    insert into paid_day (enterprise_id, day, paid_fen)
    select e, d, sum(f) from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(e uuid, d date, f bigint) group by e, d
    on conflict (enterprise_id, day) do update set paid_fen = paid_day.paid_fen + excluded.paid_fen`.execute(
    withoutTenantGuard(tx, 'working in sets'),
  )
  return [...new Set(paid.map(({ enterpriseId }) => enterpriseId))]
}

/** Locks a day for its evaluation. Returns false if it is evaluated already. */
export async function lockDayForEvaluation(tx: Tx, day: string): Promise<boolean> {
  const row = await tx.selectFrom('summed_day').select('judged_at').where('day', '=', day).forUpdate().executeTakeFirstOrThrow()
  return row.judged_at === null
}

export async function markDayEvaluated(tx: Tx, moment: Moment, day: string): Promise<void> {
  await tx.updateTable('summed_day').set({ judged_at: moment.now }).where('day', '=', day).execute()
}

/** Returns the amount in fen that an enterprise paid in the last twelve months. */
export async function sumPaidInLastTwelveMonths(db: Db, { now }: Pick<Moment, 'now'>, enterpriseId: string): Promise<Fen> {
  const today = toShanghaiDay(now)
  const first = getFirstDayCountedForLevel(today)
  const { last } = await db.selectFrom('summed_day').select(db.fn.max('day').as('last')).executeTakeFirstOrThrow()
  const { total } = await db
    .selectFrom('paid_day')
    .select(sql<number>`coalesce(sum(paid_fen), 0)::bigint`.as('total'))
    .where('enterprise_id', '=', enterpriseId)
    .where('day', '>=', first)
    .executeTakeFirstOrThrow()
  const since = await paidWithin(
    db,
    { enterpriseId, from: last === null ? getStartOfShanghaiDay(first) : getStartOfNextShanghaiDay(last) },
    today,
  )
  return sum([fen(total), ...since.filter(({ day }) => day >= first).map(({ amountFen }) => amountFen)])
}
