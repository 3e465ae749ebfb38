// Reads and writes the table `missed_search`.
import { sql } from 'kysely'
import { GOODS_KEYWORD_LENGTH_MAX } from '#contract/catalog/goods/keyword.ts'
import { type consoleSearchWordEndpoints, type MissedSearch, missedSearchPeriods } from '#contract/catalog/search-words/console-api.ts'
import { normaliseSearchTerm } from '#contract/catalog/search-words/normalise-term.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'

/** How many terms of one day are stored. Guests choose the terms, so their number is limited; stored terms are still counted. */
const TERMS_A_DAY = 1_000

/** Texts that may identify a person: an email address, or the many digits of a mobile number, an identity card or a bank account. */
const PERSONAL = /@|(?:\d[ -]?){11}/

/** Counts a search without results, with one statement. Terms that may identify a person are not recorded. */
export async function recordMissedSearch(
  tx: Tx,
  { now }: Pick<Moment, 'now'>,
  { keyword, similarShown }: { keyword: string; similarShown: boolean },
): Promise<void> {
  // One character may become several when differences of width are removed.
  const term = [...normaliseSearchTerm(keyword)].slice(0, GOODS_KEYWORD_LENGTH_MAX).join('')
  if (term === '' || PERSONAL.test(term)) return
  const day = toShanghaiDay(now)
  await sql`
    insert into missed_search (day, term, times, similar_shown)
    select ${day}::date, ${term}::text, 1, ${similarShown}::boolean
    where exists (select from missed_search where day = ${day}::date and term = ${term}::text)
      or (select count(*) from missed_search where day = ${day}::date) < ${TERMS_A_DAY}
    on conflict (day, term) do update set times = missed_search.times + 1, similar_shown = excluded.similar_shown`.execute(tx)
}

/** Lists a page of the terms that were searched for without results in a period, those searched for most often first. */
export async function listMissedSearches(
  db: Db,
  { now }: Pick<Moment, 'now'>,
  { period = 'month', keyword, pageNo, pageSize }: InputOf<typeof consoleSearchWordEndpoints.missed>,
): Promise<{ dataList: MissedSearch[]; total: number }> {
  let missed = db.selectFrom('missed_search').where('day', '>', addDays(toShanghaiDay(now), -missedSearchPeriods[period].days))
  if (keyword) missed = missed.where('term', 'like', formatLikeContainsPattern(normaliseSearchTerm(keyword)))
  const terms = missed
    .select((eb) => ['term', eb.fn.sum<number>('times').as('times'), eb.fn.max('day').as('lastDay')])
    .select(sql<boolean>`bool_and(similar_shown)`.as('similarShown'))
    .groupBy('term')
  const { rows, total } = await fetchPageWithTotal(
    terms.orderBy('times', 'desc').orderBy('term'),
    db.selectFrom(terms.as('counted')),
    toSlice({ pageNo, pageSize }),
  )
  return { dataList: rows.map((row) => ({ ...row, times: Number(row.times) })), total }
}

export async function deleteOldMissedSearches(tx: Tx, { now }: Pick<Moment, 'now'>, keptDays: number): Promise<void> {
  await tx
    .deleteFrom('missed_search')
    .where('day', '<=', addDays(toShanghaiDay(now), -keptDays))
    .execute()
}
