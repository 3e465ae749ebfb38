import { sql } from 'kysely'
import type { ReplacementSku } from '#contract/catalog/goods/replacement.ts'
import type { Db } from '#server/platform/core/db.ts'

/** How many steps of a chain of replacements are followed. The limit also ends a cycle of two SKUs that replace each other. */
const STEPS_MAX = 5

interface Replaced {
  id: string
  replacedBy: string | null
}

/**
 * Finds the replacements of SKUs, by id: the first SKU of the chain that is on sale. SKUs without one are left out. One statement, and none
 * if nothing is replaced.
 */
export async function findReplacementsBySku(db: Db, skus: readonly Replaced[]): Promise<Map<string, ReplacementSku>> {
  const replaced = skus.flatMap(({ id, replacedBy }) => (replacedBy === null ? [] : [{ id, replacedBy }]))
  if (replaced.length === 0) return new Map()
  const { rows } = await sql<ReplacementSku & { origin: string }>`
    with recursive chain (origin, sku_id, step) as (
      select origin, sku_id, 1 from unnest(${replaced.map(({ id }) => id)}::uuid[], ${replaced.map(({ replacedBy }) => replacedBy)}::uuid[]) as given(origin, sku_id)
      union all
      select chain.origin, s.replaced_by, chain.step + 1
      from chain join sku s on s.id = chain.sku_id join goods g on g.id = s.goods_id
      where not (s.on_shelf and g.on_shelf) and s.replaced_by is not null and chain.step < ${STEPS_MAX})
    select distinct on (chain.origin) chain.origin, s.id as "skuId", g.id as "goodsId", g.name as "goodsName", s.code as "skuCode"
    from chain join sku s on s.id = chain.sku_id join goods g on g.id = s.goods_id
    where s.on_shelf and g.on_shelf and s.id <> chain.origin order by chain.origin, chain.step`.execute(db)
  return new Map(rows.map(({ origin, ...replacement }) => [origin, replacement]))
}
