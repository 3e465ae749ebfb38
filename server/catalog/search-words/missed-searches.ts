// Reads and writes the table `missed_search`.
import { sql } from 'kysely'
import { GOODS_KEYWORD_LENGTH_MAX } from '#contract/catalog/goods/keyword.ts'
import { MISSED_SEARCHES_SHOWN, type MissedSearch } from '#contract/catalog/search-words/console-api.ts'
import { normaliseSearchTerm } from '#contract/catalog/search-words/normalise-term.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

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

/** Lists the terms that were most often searched for without results in the last days, today included. */
export async function listMissedSearches(db: Db, { now }: Pick<Moment, 'now'>, { days }: { days: number }): Promise<MissedSearch[]> {
  const rows = await db
    .selectFrom('missed_search')
    .select((eb) => ['term', eb.fn.sum<number>('times').as('times'), eb.fn.max('day').as('lastDay')])
    .select(sql<boolean>`bool_and(similar_shown)`.as('similarShown'))
    .where('day', '>', addDays(toShanghaiDay(now), -days))
    .groupBy('term')
    .orderBy('times', 'desc')
    .orderBy('term')
    .limit(MISSED_SEARCHES_SHOWN)
    .execute()
  return rows.map((row) => ({ ...row, times: Number(row.times) }))
}

export async function deleteOldMissedSearches(tx: Tx, { now }: Pick<Moment, 'now'>, keptDays: number): Promise<void> {
  await tx
    .deleteFrom('missed_search')
    .where('day', '<=', addDays(toShanghaiDay(now), -keptDays))
    .execute()
}
