// 承兑汇票: reads and writes the table `acceptance_bill`.
import { sql } from 'kysely'
import {
  ACCEPTANCE_COVER_DAYS_AFTER_MATURITY,
  type AcceptanceBillState,
  type AcceptorKind,
  acceptanceBillLifecycle,
} from '#contract/money/statements/acceptance-lifecycle.ts'
import type { AcceptanceBill } from '#contract/money/statements/shapes.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { refuseNamingColleague } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows, fetchPageWithTotal, getSortDirectionByState } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface AcceptanceBillRecord {
  enterpriseId: string
  id: string
  billNo: string
  acceptorKind: AcceptorKind
  acceptor: string
  amountFen: Fen
  maturityDay: string
  fileId: string
  state: AcceptanceBillState
  /** Whether it was taken since bills cover principal instead of repaying it at once. */
  covers: boolean
  /** What it covered when it was taken, what of the limit it frees now, and the day from which the bank's money counts. */
  coveredFen: Fen
  freedFen: Fen
  paidDay: string | null
  /** 约定年贴现率, in hundredths of a percent; 0: nothing was agreed; null: not taken yet, or taken before it was asked for. */
  quotedRateBp: number | null
  opinion: string | null
  submittedAt: Date
  decidedAt: Date | null
  endedAt: Date | null
}

export type AcceptanceVerb = keyof typeof acceptanceBillLifecycle.verbs

/** A call of staff about one bill. */
export interface StaffAcceptanceBillInput {
  ref: { enterpriseId: string; id: string }
  staffId: string
  opinion?: string | undefined
}
/** The same, or the work of a job. */
type AcceptanceMove = Omit<StaffAcceptanceBillInput, 'staffId'> & { staffId: string | null; quotedRateBp?: number }

/** The day on which a bill was taken, which is the first that it covers. */
export const getFirstDayCoveredByBill = ({ decidedAt, submittedAt }: Pick<AcceptanceBillRecord, 'decidedAt' | 'submittedAt'>): string =>
  toShanghaiDay(decidedAt ?? submittedAt)

/** The first day on which a bill covers no more: the fourth after its maturity. */
export const getFirstDayNotCoveredByBill = (maturityDay: string): string => addDays(maturityDay, ACCEPTANCE_COVER_DAYS_AFTER_MATURITY + 1)

export const toAcceptanceBillOutput = ({
  amountFen,
  enterpriseId: _,
  quotedRateBp: _quoted,
  covers,
  coveredFen,
  freedFen,
  ...bill
}: AcceptanceBillRecord): AcceptanceBill => ({
  ...bill,
  amount: amountFen,
  label: acceptanceBillLifecycle.states[bill.state].label,
  covered: coveredFen,
  coveredUntil: covers ? addDays(getFirstDayNotCoveredByBill(bill.maturityDay), -1) : null,
  freed: freedFen,
})

/** A bill as its buyer sees it: what the bank takes back of a bill that bounced is not his affair. */
export const toBuyersAcceptanceBillOutput = (bill: AcceptanceBillRecord): AcceptanceBill =>
  toAcceptanceBillOutput(bill.state === 'RECOURSE' ? { ...bill, state: 'BOUNCED' } : bill)

const sumOfEvents = (column: 'covered_fen' | 'freed_fen') =>
  sql<number>`coalesce((select sum(${sql.ref(`v.${column}`)}) from acceptance_event v
    where v.enterprise_id = acceptance_bill.enterprise_id and v.bill_id = acceptance_bill.id), 0)::bigint`
const paidDay = sql<string | null>`(select max(v.value_day) from acceptance_event v
  where v.enterprise_id = acceptance_bill.enterprise_id and v.bill_id = acceptance_bill.id and v.verb in ('honour', 'discount'))`

export interface AcceptanceBillFilter {
  /** undefined: bills of all enterprises, for the console. */
  enterpriseId?: string
  id?: string
  state?: AcceptanceBillState | undefined
  kind?: AcceptorKind | undefined
  limit: number
  offset: number
}

/** Returns a page of bills, the newest first (those that wait oldest first), and their number. */
export async function listAcceptanceBills(db: Db, filter: AcceptanceBillFilter): Promise<{ rows: AcceptanceBillRecord[]; total: number }> {
  const { enterpriseId, id, state, kind } = filter
  let wanted = (enterpriseId === undefined ? withoutTenantGuard(db, 'console') : db).selectFrom('acceptance_bill')
  if (enterpriseId !== undefined) wanted = wanted.where('enterprise_id', '=', enterpriseId)
  if (id !== undefined) wanted = wanted.where('id', '=', id)
  if (state !== undefined) wanted = wanted.where('state', '=', state)
  if (kind !== undefined) wanted = wanted.where('acceptor_kind', '=', kind)
  const direction = getSortDirectionByState(state)
  const { rows, total } = await fetchPageWithTotal(
    wanted
      .selectAll()
      .select([sumOfEvents('covered_fen').as('covered'), sumOfEvents('freed_fen').as('freed'), paidDay.as('paid_day')])
      .orderBy('submitted_at', direction)
      .orderBy('id', direction),
    wanted,
    filter,
  )
  return {
    rows: rows.map((row) => ({
      enterpriseId: row.enterprise_id,
      id: row.id,
      billNo: row.bill_no,
      acceptorKind: row.acceptor_kind,
      acceptor: row.acceptor,
      amountFen: row.amount_fen,
      maturityDay: row.maturity_day,
      fileId: row.file_id,
      state: row.state,
      covers: row.covers,
      coveredFen: fen(row.covered),
      freedFen: fen(row.freed),
      paidDay: row.paid_day,
      quotedRateBp: row.quoted_rate_bp,
      opinion: row.opinion,
      submittedAt: row.submitted_at,
      decidedAt: row.decided_at,
      endedAt: row.ended_at,
    })),
    total,
  }
}

/** Finds one bill. Refuses ACCEPTANCE_NOT_FOUND. */
export async function requireAcceptanceBill(db: Db, ref: StaffAcceptanceBillInput['ref']): Promise<AcceptanceBillRecord> {
  const [found] = (await listAcceptanceBills(db, { ...ref, limit: 1, offset: 0 })).rows
  return found ?? refuse('ACCEPTANCE_NOT_FOUND')
}

/** Whether a bill may take a step now. */
export const isAcceptanceBillVerbAllowed = ({ state }: { state: AcceptanceBillState }, verb: AcceptanceVerb): boolean =>
  acceptanceBillLifecycle.verbs[verb].from.some((one) => one === state)

/** Refuses ACCEPTANCE_STATE, and says who did the last step of a bill, when and which. */
export async function refuseMovedAcceptanceBill(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id }: StaffAcceptanceBillInput['ref'],
): Promise<never> {
  const {
    decided_by: staffId,
    decided_at: at,
    state,
  } = await tx
    .selectFrom('acceptance_bill')
    .select(['decided_by', 'decided_at', 'state'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const last = await tx
    .selectFrom('acceptance_event')
    .select(['staff_id', 'at', 'verb'])
    .where('enterprise_id', '=', enterpriseId)
    .where('bill_id', '=', id)
    .where('staff_id', 'is not', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { verbs, states } = acceptanceBillLifecycle
  const decided = staffId && at ? { staffId, at, what: verbs[state === 'REJECTED' ? 'reject' : 'accept'].label } : undefined
  const change = last?.staff_id ? { staffId: last.staff_id, at: last.at, what: verbs[last.verb].label } : decided
  return refuseNamingColleague(tx, moment, { reason: 'ACCEPTANCE_STATE', change, msg: `这张票据${states[state].label}，请刷新后查看` })
}

/**
 * Locks a bill, and changes its state if the step is allowed. Of two concurrent calls that change it the second is refused. Returns the bill as
 * it was when the lock was taken. Refuses ACCEPTANCE_NOT_FOUND, ACCEPTANCE_STATE.
 */
export async function lockAndChangeAcceptanceBillState(
  tx: Tx,
  moment: Moment,
  verb: AcceptanceVerb,
  { ref, staffId, opinion, quotedRateBp }: AcceptanceMove,
): Promise<AcceptanceBillRecord> {
  const { from, to } = acceptanceBillLifecycle.verbs[verb]
  let change = tx.updateTable('acceptance_bill').set({ state: to })
  if (opinion !== undefined) change = change.set({ opinion })
  if (verb === 'accept') change = change.set({ covers: true, quoted_rate_bp: quotedRateBp ?? 0 })
  if (verb === 'accept' || verb === 'reject') change = change.set({ decided_by: staffId, decided_at: moment.now })
  if (verb === 'honour' || verb === 'bounce' || verb === 'bounceBought') change = change.set({ ended_at: moment.now })
  const locked = tx.selectFrom('acceptance_bill').select('id').where('enterprise_id', '=', ref.enterpriseId).where('id', '=', ref.id)
  await locked.forUpdate().execute()
  // Read after the lock is held, what the bill frees includes what others have just committed.
  const bill = await requireAcceptanceBill(tx, ref)
  const { numUpdatedRows } = await change
    .where('enterprise_id', '=', ref.enterpriseId)
    .where('id', '=', ref.id)
    .where('state', '=', bill.state)
    .where('state', 'in', from)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await refuseMovedAcceptanceBill(tx, moment, ref)
  return bill
}

/** Counts the bills of an enterprise that may still bounce, or that nobody has reviewed. */
export const countOpenAcceptanceBills = (db: Db, moment: Moment, enterpriseId: string): Promise<number> =>
  countRows(
    db
      .selectFrom('acceptance_bill')
      .where('enterprise_id', '=', enterpriseId)
      .where((is) =>
        is.or([
          is('state', 'in', ['WAIT', 'ACCEPTED']),
          is.and([is('state', '=', 'DISCOUNTED'), is('maturity_day', '>=', toShanghaiDay(moment.now))]),
        ]),
      ),
  )
