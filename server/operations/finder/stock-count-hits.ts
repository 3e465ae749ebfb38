// Finds count sheets by their numbers.
import { sql } from 'kysely'
import { type StockCountState, stockCountLifecycle } from '#contract/catalog/stock-counts/stock-count-lifecycle.ts'
import { areAllInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { beginsWithSql } from '#server/platform/core/like-pattern.ts'
import { type FindHitsOfOneKind, finderCandidatesLimitSql, finderHitsLimitSql, toFinderHit } from './hits.ts'

interface StockCountFound {
  id: string
  count_no: string
  state: StockCountState
  about: string
  warehouse: string
}

/** By its number, from the day in it on. A sheet with goods of a shop that the person does not keep is not his. */
export const findStockCountHits: FindHitsOfOneKind = async (db, { countNo }, { ownShops }) => {
  if (countNo === undefined) return []
  const { rows } = await sql<StockCountFound>`
    select s.id, s.count_no, s.state, s.about, (select w.name from warehouse as w where w.id = s.warehouse_id) as warehouse
    from (select id from stock_count where ${beginsWithSql(sql`count_no`, countNo)} and ${areAllInShopsOrUnrestrictedSql('shop_ids', ownShops)} order by count_no ${finderCandidatesLimitSql}) as found
    cross join lateral (select * from stock_count where id = found.id limit 1) as s
    order by s.count_no = ${countNo} desc, s.made_at desc, s.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ id, count_no, state, about, warehouse }) => {
    const hit = { id, enterpriseId: null, title: count_no, exact: count_no === countNo }
    return toFinderHit('stockCount', hit, [warehouse, about, stockCountLifecycle.states[state].label])
  })
}
