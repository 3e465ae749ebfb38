// Writes the table `stock_out`: the spans of days in which none of a SKU was available.
import { sql } from 'kysely'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { anyOfIdsSql, type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** Whether a change has taken the last available unit of a SKU, or brought the first. `available` is the number after the change. */
export const hasRunOutOrComeBack = ({ available, change }: { available: number; change: number }): boolean =>
  (available === 0) !== (available - change === 0)

/**
 * Records which of some SKUs are out now and which are not any more. The caller has locked their stock. A SKU that is out again on the day on which
 * it came back was out on one day, so its span goes on.
 */
export async function recordStockOuts(tx: Tx, { now }: Pick<Moment, 'now'>, skuIds: readonly string[]): Promise<void> {
  if (skuIds.length === 0) return
  const today = toShanghaiDay(now)
  await sql`
    with stock as (select sku_id, available = 0 as is_out from sku_stock where sku_id = ${anyOfIdsSql(skuIds)}),
    ended as (update stock_out as o set last_day = greatest(o.first_day, ${today}::date) from stock
      where stock.sku_id = o.sku_id and not stock.is_out and o.last_day is null),
    resumed as (update stock_out as o set last_day = null from stock
      where stock.sku_id = o.sku_id and stock.is_out and o.last_day >= ${today}::date returning o.sku_id)
    insert into stock_out (sku_id, first_day) select sku_id, ${today}::date from stock
    where is_out and not exists (select from resumed where resumed.sku_id = stock.sku_id)
      and not exists (select from stock_out as o where o.sku_id = stock.sku_id and o.last_day is null)`.execute(tx)
}

/** More SKUs than an older program changes between two runs. */
const SKUS_A_RUN = 5_000

/** Records what an older program, which does not know stock-outs, has sold out or brought back. Returns how many SKUs. */
export const recordMissingStockOuts = (db: Db, moment: Moment): Promise<number> =>
  runInTransaction(db, async (tx) => {
    const { rows } = await sql<{ sku_id: string }>`
      select s.sku_id from sku_stock as s
      where (s.available = 0 and exists (select from stock_movement as m where m.sku_id = s.sku_id))
        <> exists (select from stock_out as o where o.sku_id = s.sku_id and o.last_day is null)
      order by s.sku_id limit ${SKUS_A_RUN} for no key update of s`.execute(tx)
    await recordStockOuts(
      tx,
      moment,
      rows.map(({ sku_id }) => sku_id),
    )
    return rows.length
  })
