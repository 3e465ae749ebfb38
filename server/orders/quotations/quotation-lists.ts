// The lists of quotations, of one enterprise and of the console.
import { type RawBuilder, sql } from 'kysely'
import type { quotationEndpoints } from '#contract/orders/quotations/api.ts'
import type { consoleQuotationEndpoints } from '#contract/orders/quotations/console-api.ts'
import { finalQuotationStates, type QuotationState } from '#contract/orders/quotations/quotation-lifecycle.ts'
import type { ConsoleQuotationRow, QuotationRow } from '#contract/orders/quotations/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type EnterpriseAccountManagerFilter, isEnterpriseOfAccountManagerSql } from '#server/people/account-managers/public.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { hasUnreadQuotationMessageSql } from './quotation-messages.ts'
import { buildQuotationQuery, isLineOrderedSql, type Quotation, quotationStateOnDaySql, toQuotation } from './quotation-store.ts'

interface Filter {
  state?: QuotationState | undefined
  keyword?: string | undefined
  enterpriseId?: string | undefined
  /** Those whose buyer waits for an answer. */
  unanswered?: boolean | undefined
  /** The days of its creation. */
  dateFrom?: string | undefined
  dateTo?: string | undefined
  /** Whose companies, and who asks. */
  ofManager?: EnterpriseAccountManagerFilter
}

/** SQL: whether the buyer of a quotation waits for an answer to what he has written. */
export const isQuotationUnansweredSql: RawBuilder<boolean> = sql<boolean>`quotation.unanswered_since is not null
  and quotation.state not in (${sql.join(finalQuotationStates.map((state) => sql.lit(state)))})`

/** The written states that a state can follow from; see `quotationStateOnDaySql`. */
const writtenStates: Partial<Record<QuotationState, QuotationState[]>> = {
  QUOTED: ['QUOTED', 'ACCEPTED'],
  EXPIRED: ['EXPIRED', 'QUOTED', 'ACCEPTED'],
}

function matchQuotations(db: Db, moment: Moment, { state, keyword, enterpriseId, unanswered, dateFrom, dateTo, ofManager }: Filter) {
  let query = buildQuotationQuery(db, moment)
  if (unanswered) query = query.where(isQuotationUnansweredSql)
  if (ofManager) query = query.where(isEnterpriseOfAccountManagerSql('quotation.enterprise_id', ofManager))
  if (enterpriseId) query = query.where('quotation.enterprise_id', '=', enterpriseId)
  if (dateFrom) query = query.where('quotation.created_at', '>=', getStartOfShanghaiDay(dateFrom))
  if (dateTo) query = query.where('quotation.created_at', '<', getStartOfNextShanghaiDay(dateTo))
  if (state) {
    query = query.where('quotation.state', 'in', writtenStates[state] ?? [state])
    query = query.where(quotationStateOnDaySql(toShanghaiDay(moment.now)), '=', state)
  }
  return keyword ? query.where('quotation.words', 'like', formatLikeContainsPattern(keyword.toLowerCase())) : query
}

/** SQL: the last day on which an offered line can be ordered. */
const lastDayOfLineSql = sql<string>`least(offered.valid_until, quotation.valid_until)`

/**
 * Adds what the current offer holds on the day of a moment. It is only read for the rows of a page. The amount of an offer whose last day is over
 * stays what it was on that day.
 */
export function addCurrentOfferSumsToQuery(matching: ReturnType<typeof buildQuotationQuery>, { now }: Pick<Moment, 'now'>) {
  const ordered = isLineOrderedSql('offered')
  const held = sql<boolean>`${lastDayOfLineSql} >= ${toShanghaiDay(now)}`
  const counted = sql<boolean>`${lastDayOfLineSql} >= least(${toShanghaiDay(now)}::date, quotation.valid_until)`
  return matching
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('quotation_offer_line as offered')
          .innerJoin('quotation_line as asked', (join) =>
            join
              .onRef('asked.enterprise_id', '=', 'offered.enterprise_id')
              .onRef('asked.quotation_id', '=', 'offered.quotation_id')
              .onRef('asked.line_no', '=', 'offered.line_no'),
          )
          .whereRef('offered.enterprise_id', '=', 'quotation.enterprise_id')
          .whereRef('offered.quotation_id', '=', 'quotation.id')
          .whereRef('offered.version', '=', 'quotation.version')
          .where('offered.outcome', '=', 'OFFERED')
          .select([
            sql<number>`count(*)::int`.as('offered_count'),
            sql<number>`(count(*) filter (where ${ordered}))::int`.as('ordered_count'),
            sql<number>`(count(*) filter (where not ${held} and not ${ordered}))::int`.as('ended_count'),
            sql<string | null>`min(${lastDayOfLineSql}) filter (where ${held} and not ${ordered})`.as('soonest_last_day'),
            sql<string | null>`max(${lastDayOfLineSql}) filter (where ${held} and not ${ordered})`.as('latest_last_day'),
            sql<Fen | null>`(sum(offered.sale_fen * asked.quantity) filter (where ${counted} or ${ordered}))::bigint`.as('offered_fen'),
          ])
          .as('sums'),
      (join) => join.onTrue(),
    )
    .select(['sums.offered_count', 'sums.ordered_count', 'sums.ended_count', 'sums.soonest_last_day', 'sums.latest_last_day'])
    .select('sums.offered_fen')
}

type Sums = Pick<SummedRow, 'offered_count' | 'ordered_count' | 'ended_count' | 'soonest_last_day' | 'latest_last_day' | 'offered_fen'>
type SummedRow = Awaited<ReturnType<ReturnType<typeof addCurrentOfferSumsToQuery>['executeTakeFirstOrThrow']>>

/** The fields that lists and pages share, without the name of the person. */
export const toQuotationHead = (quotation: Quotation, sums: Sums) => ({
  id: quotation.id,
  quotationNo: quotation.quotationNo,
  state: quotation.state,
  title: quotation.title,
  firstGoods: quotation.firstGoods,
  lineCount: quotation.lineCount,
  createdAt: quotation.createdAt,
  updatedAt: quotation.updatedAt,
  waitsSince: quotation.waitsSince,
  version: quotation.version,
  validUntil: quotation.validUntil,
  offeredCount: sums.offered_count,
  orderedCount: sums.ordered_count,
  endedCount: sums.ended_count,
  soonestLastDay: sums.soonest_last_day,
  latestLastDay: sums.latest_last_day,
  offeredAmount: sums.offered_fen,
})

type BuyerRow = Awaited<ReturnType<ReturnType<typeof addUnreadToQuery>['executeTakeFirstOrThrow']>>
const addUnreadToQuery = (matching: ReturnType<typeof buildQuotationQuery>, moment: Moment) =>
  addCurrentOfferSumsToQuery(matching, moment).select(hasUnreadQuotationMessageSql('buyer').as('has_unread'))

async function toBuyerRows(db: Db, enterpriseId: string, rows: readonly BuyerRow[]): Promise<QuotationRow[]> {
  const names = await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [...new Set(rows.map(({ user_id }) => user_id))])
  return rows.map((row) => {
    const quotation = toQuotation(row)
    return { ...toQuotationHead(quotation, row), createdBy: names.get(quotation.userId) ?? '', hasUnread: row.has_unread }
  })
}

/** Finds quotations of an enterprise by id, as its list shows them. */
export async function findQuotationRowsById(
  db: Db,
  moment: Moment,
  { enterpriseId, ids }: { enterpriseId: string; ids: readonly string[] },
): Promise<QuotationRow[]> {
  const found = matchQuotations(db, moment, { enterpriseId }).where('quotation.id', '=', anyOfIdsSql(ids))
  return toBuyerRows(db, enterpriseId, await addUnreadToQuery(found, moment).execute())
}

/** Lists a page of the quotations of an enterprise, newest first. */
export async function listQuotationsOfEnterprise(
  db: Db,
  moment: Moment,
  { enterpriseId, pageNo, pageSize, ...filter }: InputOf<typeof quotationEndpoints.list> & { enterpriseId: string },
): Promise<{ dataList: QuotationRow[]; total: number }> {
  const matching = matchQuotations(db, moment, { ...filter, enterpriseId })
  const ordered = addUnreadToQuery(matching, moment).orderBy('quotation.created_at', 'desc').orderBy('quotation.id')
  const { rows, total } = await fetchPageWithTotal(ordered, matching, toSlice({ pageNo, pageSize }))
  return { dataList: await toBuyerRows(db, enterpriseId, rows), total }
}

/** Counts the quotations of an enterprise in each state that it has. */
export async function countQuotationsOfEnterpriseByState(
  db: Db,
  moment: Moment,
  enterpriseId: string,
): Promise<{ state: QuotationState; count: number }[]> {
  const own = buildQuotationQuery(db, moment).where('quotation.enterprise_id', '=', enterpriseId)
  return db
    .selectFrom(own.as('own'))
    .select(['own.state', db.fn.countAll<number>().as('count')])
    .groupBy('own.state')
    .execute()
}

/** Lists a page of the quotations of all enterprises: those that wait for an offer or an answer, the longest first; others newest first. */
export async function listQuotationsForConsole(
  db: Db,
  moment: Moment,
  { pageNo, pageSize, manager, staffId, ...filter }: InputOf<typeof consoleQuotationEndpoints.list> & { staffId: string },
): Promise<{ dataList: ConsoleQuotationRow[]; total: number }> {
  const matching = matchQuotations(withoutTenantGuard(db, 'console'), moment, { ...filter, ofManager: { manager, staffId } })
  const waits = filter.unanswered ? 'quotation.unanswered_since' : filter.state === 'REQUESTED' ? 'quotation.waits_since' : undefined
  const summed = addCurrentOfferSumsToQuery(matching, moment).select(hasUnreadQuotationMessageSql('staff').as('has_unread'))
  const ordered = waits === undefined ? summed.orderBy('quotation.created_at', 'desc') : summed.orderBy(waits)
  const { rows, total } = await fetchPageWithTotal(ordered.orderBy('quotation.id'), matching, toSlice({ pageNo, pageSize }))
  const heads = rows.map((row) => {
    const quotation = toQuotation(row)
    const { enterpriseId, unansweredSince } = quotation
    return { ...toQuotationHead(quotation, row), enterpriseId, unansweredSince, hasUnread: row.has_unread }
  })
  return { dataList: await attachEnterpriseNamesToRows(db, heads), total }
}
