// Reads and writes the table `quotation`: requests of buyers with their state. quotation-lines.ts has what they are about.
import { type RawBuilder, sql } from 'kysely'
import {
  isQuotationStateFinal,
  type QuotationState,
  type QuotationVerb,
  quotationLifecycle,
} from '#contract/orders/quotations/quotation-lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'

export interface Quotation {
  enterpriseId: string
  id: string
  quotationNo: string
  /** The state that counts; see `quotationStateOnDaySql`. */
  state: QuotationState
  userId: string
  title: string
  remark: string
  addressId: string | null
  shipTo: string
  wantedDay: string | null
  firstGoods: string
  lineCount: number
  /** The current offer; 0: there is none yet. */
  version: number
  /** The last day of the current offer, Asia/Shanghai. */
  validUntil: string | null
  reason: string
  messages: number
  /** Since when words of the buyer wait for an answer; null: nothing waits. */
  unansweredSince: Date | null
  /** The last message that somebody of the mall, or of the company, has read. */
  staffReadNo: number
  buyerReadNo: number
  rowVersion: number
  waitsSince: Date
  createdAt: Date
  updatedAt: Date
}

export interface QuotationRef {
  enterpriseId: string
  id: string
}

/** Whether a line has an order that is not cancelled. `line`: the alias of a row with its enterprise, quotation and number. */
export const isLineOrderedSql = (line: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from quotation_order as bought
  join "order" as o on o.enterprise_id = bought.enterprise_id and o.id = bought.order_id
  where bought.enterprise_id = ${sql.ref(`${line}.enterprise_id`)} and bought.quotation_id = ${sql.ref(`${line}.quotation_id`)}
    and bought.line_no = ${sql.ref(`${line}.line_no`)} and o.state <> 'CANCELLED')`

/** Whether the current offer has a line without an order that can still be ordered on a day. */
export const hasLineToOrderOnDaySql = (day: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from quotation_offer_line as offered
  where offered.enterprise_id = quotation.enterprise_id and offered.quotation_id = quotation.id and offered.version = quotation.version
    and offered.outcome = 'OFFERED' and least(offered.valid_until, quotation.valid_until) >= ${day} and not ${isLineOrderedSql('offered')})`

/** Whether an order was cancelled after the quotation was accepted, and nothing has bought its line since. */
export const isReopenedSql: RawBuilder<boolean> = sql<boolean>`exists (
  select from quotation_order as freed
  join "order" as gone on gone.enterprise_id = freed.enterprise_id and gone.id = freed.order_id
  where freed.enterprise_id = quotation.enterprise_id and freed.quotation_id = quotation.id
    and gone.state = 'CANCELLED' and gone.state_at >= quotation.state_at and not ${isLineOrderedSql('freed')})`

/**
 * The state that counts on a day: an offer has expired when its last day is over, and a cancelled order opens an accepted quotation again, both
 * before a job has written it.
 */
export const quotationStateOnDaySql = (today: string): RawBuilder<QuotationState> => sql<QuotationState>`(case
  when quotation.state = 'QUOTED' or (quotation.state = 'ACCEPTED' and ${isReopenedSql})
    then case when quotation.valid_until < ${today} then 'EXPIRED' else 'QUOTED' end
  else quotation.state end)`

export const buildQuotationQuery = (db: Db, { now }: Pick<Moment, 'now'>) =>
  db
    .selectFrom('quotation')
    .select(['quotation.enterprise_id', 'quotation.id', 'quotation.quotation_no', 'quotation.user_id', 'quotation.title'])
    .select(['quotation.remark', 'quotation.address_id', 'quotation.ship_to', 'quotation.wanted_day', 'quotation.first_goods'])
    .select(['quotation.line_count', 'quotation.version', 'quotation.valid_until', 'quotation.reason', 'quotation.messages'])
    .select(['quotation.row_version', 'quotation.waits_since', 'quotation.created_at', 'quotation.updated_at'])
    .select(['quotation.unanswered_since', 'quotation.staff_read_no', 'quotation.buyer_read_no'])
    .select(quotationStateOnDaySql(toShanghaiDay(now)).as('state'))

type Row = Awaited<ReturnType<ReturnType<typeof buildQuotationQuery>['executeTakeFirstOrThrow']>>

export const toQuotation = (row: Row): Quotation => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  quotationNo: row.quotation_no,
  state: row.state,
  userId: row.user_id,
  title: row.title,
  remark: row.remark,
  addressId: row.address_id,
  shipTo: row.ship_to,
  wantedDay: row.wanted_day,
  firstGoods: row.first_goods,
  lineCount: row.line_count,
  version: row.version,
  validUntil: row.valid_until,
  reason: row.reason,
  messages: row.messages,
  unansweredSince: row.unanswered_since,
  staffReadNo: row.staff_read_no,
  buyerReadNo: row.buyer_read_no,
  rowVersion: row.row_version,
  waitsSince: row.waits_since,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Reads a quotation of an enterprise. Refuses QUOTATION_NOT_FOUND, also for one of another enterprise. */
export async function requireQuotation(db: Db, moment: Pick<Moment, 'now'>, { enterpriseId, id }: QuotationRef): Promise<Quotation> {
  const row = await buildQuotationQuery(db, moment)
    .where('quotation.enterprise_id', '=', enterpriseId)
    .where('quotation.id', '=', id)
    .executeTakeFirst()
  return row ? toQuotation(row) : refuse('QUOTATION_NOT_FOUND')
}

/** Finds a quotation of an enterprise by its number. */
export async function findQuotationIdByNumber(db: Db, enterpriseId: string, quotationNo: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('quotation')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('quotation_no', '=', quotationNo)
    .executeTakeFirst()
  return row?.id
}

/**
 * Locks a quotation until the transaction ends. It is read after the lock is held, because its state also follows from its orders. Refuses
 * QUOTATION_NOT_FOUND.
 */
export async function requireLockedQuotation(tx: Tx, moment: Moment, { enterpriseId, id }: QuotationRef): Promise<Quotation> {
  await tx
    .selectFrom('quotation')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return requireQuotation(tx, moment, { enterpriseId, id })
}

const NUMBER_BYTES = 5

export type NewQuotation = Pick<
  Quotation,
  'enterpriseId' | 'id' | 'userId' | 'title' | 'remark' | 'addressId' | 'shipTo' | 'wantedDay' | 'firstGoods' | 'lineCount'
> & { searched: readonly string[] }

/** Inserts a quotation and returns its number: the date and random digits, which do not reveal how many there are. */
export async function insertQuotation(tx: Tx, moment: Moment, given: NewQuotation): Promise<string> {
  const digits = moment.bytes(NUMBER_BYTES).toString('hex').toUpperCase()
  const quotationNo = `Q${toShanghaiDay(moment.now).replaceAll('-', '')}${digits}`
  const words = [quotationNo, given.title, ...given.searched].filter((word) => word !== '')
  await tx
    .insertInto('quotation')
    .values({
      enterprise_id: given.enterpriseId,
      id: given.id,
      quotation_no: quotationNo,
      state: 'REQUESTED',
      user_id: given.userId,
      title: given.title,
      remark: given.remark,
      address_id: given.addressId,
      ship_to: given.shipTo,
      wanted_day: given.wantedDay,
      first_goods: given.firstGoods,
      words: words.join('\n').toLowerCase(),
      line_count: given.lineCount,
      version: 0,
      waits_since: moment.now,
      state_at: moment.now,
      created_at: moment.now,
      updated_at: moment.now,
    })
    .execute()
  await publishQuotationMoved(tx, moment, { enterpriseId: given.enterpriseId, id: given.id, quotationNo, to: 'REQUESTED' })
  return quotationNo
}

/** What changes with the state of a quotation. */
export interface QuotationChange {
  reason?: string
  /** A new offer and its last day. */
  offer?: { version: number; validUntil: string }
  /** It waits for staff again. */
  waits?: boolean
  /** A part of it was ordered: the state stays, and nothing is announced. */
  inPart?: boolean
}

/** Announces the new state of a quotation to programs. */
const publishQuotationMoved = (
  tx: Tx,
  moment: Moment,
  { enterpriseId, id, quotationNo, to }: QuotationRef & { quotationNo: string; to: QuotationState },
): Promise<void> => publishEvents(tx, moment, [{ topic: 'quotation.moved', enterpriseId, payload: { quotationId: id, quotationNo, to } }])

/** Sets the state of a locked quotation and what changes with it. An offer answers what the buyer has written, and so does the end. */
export async function updateQuotationRow(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id }: QuotationRef,
  { to, change = {} }: { to: QuotationState; change?: QuotationChange },
): Promise<void> {
  const { reason, offer, waits = false, inPart = false } = change
  const isAnswered = offer !== undefined || isQuotationStateFinal(to)
  const { quotation_no: quotationNo } = await tx
    .updateTable('quotation')
    .set({
      state: to,
      state_at: moment.now,
      updated_at: moment.now,
      row_version: sql`row_version + 1`,
      ...(reason === undefined ? {} : { reason }),
      ...(offer === undefined ? {} : { version: offer.version, valid_until: offer.validUntil }),
      ...(waits ? { waits_since: moment.now } : {}),
      ...(isAnswered ? { unanswered_since: null } : {}),
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .returning('quotation_no')
    .executeTakeFirstOrThrow()
  if (!inPart) await publishQuotationMoved(tx, moment, { enterpriseId, id, quotationNo, to })
}

/** Notes that something was added that an offer is made by, so that staff who have not seen it cannot offer. */
export async function markQuotationAsExtended(tx: Tx, moment: Moment, { enterpriseId, id }: QuotationRef): Promise<void> {
  await tx
    .updateTable('quotation')
    .set({ updated_at: moment.now, row_version: sql`row_version + 1` })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

export const isQuotationVerbAllowed = (state: QuotationState, verb: QuotationVerb): boolean =>
  quotationLifecycle.verbs[verb].from.includes(state)

/** Whether staff may still offer, now or after the buyer has asked again. */
export const canQuotationBeOfferedAgain = (state: QuotationState): boolean =>
  isQuotationVerbAllowed(state, 'quote') || isQuotationVerbAllowed(state, 'askAgain')

/** Refuses QUOTATION_MOVED, which says what the quotation has become. */
export const refuseMovedQuotation = (state: QuotationState, verb: string): never =>
  refuse('QUOTATION_MOVED', { msg: `该询价单${quotationLifecycle.states[state].label}，不能${verb}，请刷新后查看` })

/** Refuses QUOTATION_MOVED if the verb is not allowed, for example because somebody else was faster. */
export function requireQuotationVerbAllowed({ state }: Pick<Quotation, 'state'>, verb: QuotationVerb): void {
  if (!isQuotationVerbAllowed(state, verb)) refuseMovedQuotation(state, quotationLifecycle.verbs[verb].label)
}
