import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { PriceChangeRow, PriceListItem, PriceListRow } from '#contract/catalog/pricing/console-shapes.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findOncePublishedGoodsById, findSkusById } from '#server/catalog/goods/public.ts'
import { findPriceListNames, type PriceListRow as ListRow, listPriceChanges, type PriceRow } from '#server/catalog/pricing/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { toPricePair } from './import-prices.ts'

function stateOf({ enabled, fromDay, untilDay }: ListRow, day: string): PriceListRow['state'] {
  if (!enabled) return 'stopped'
  if (day < fromDay) return 'coming'
  return untilDay !== null && untilDay < day ? 'over' : 'active'
}

/** Describes lists for the console. */
export async function readPriceListOutputs(db: Db, { now }: Pick<Moment, 'now'>, lists: readonly ListRow[]): Promise<PriceListRow[]> {
  const people = await listStaffNamesById(db)
  const day = toShanghaiDay(now)
  return (await attachEnterpriseNamesToRows(db, lists)).map((list) => {
    const { id, name, level, rowVersion, fromDay, untilDay, enabled, items, createdAt } = list
    const holder = list.enterpriseId === PLATFORM_ENTERPRISE_ID ? { enterpriseId: null, enterpriseName: null } : list
    return {
      listId: id,
      name,
      level,
      enterpriseId: holder.enterpriseId,
      enterpriseName: holder.enterpriseName,
      fromDay,
      untilDay,
      enabled,

      state: stateOf(list, day),
      items,
      rowVersion,
      by: list.createdBy === null ? null : (people.get(list.createdBy) ?? ''),
      createdAt,
    }
  })
}

/** Reads SKUs with the names of their goods, by id. */
async function skusNamed(db: Db, skuIds: readonly string[]) {
  const skus = await findSkusById(db, [...new Set(skuIds)])
  const goods = new Map(
    (await findOncePublishedGoodsById(db, [...new Set(skus.map(({ goodsId }) => goodsId))])).map(({ id, name }) => [id, name]),
  )
  return new Map(skus.map((sku) => [sku.id, { ...sku, goodsName: goods.get(sku.goodsId) ?? '' }]))
}

/** Describes the prices of a list next to the public prices. */
export async function readPriceItemOutputs(db: Db, items: readonly PriceRow[]): Promise<PriceListItem[]> {
  const skus = await skusNamed(
    db,
    items.map(({ skuId }) => skuId),
  )
  return items.flatMap(({ skuId, from, salePriceFen, creditPriceFen }): PriceListItem[] => {
    const sku = skus.get(skuId)
    if (!sku) return []
    const { goodsName, code, props } = sku
    return [
      {
        skuId,
        goodsName,
        code,
        skuProps: JSON.stringify(props),
        from,
        salePrice: salePriceFen,
        creditPrice: creditPriceFen,
        base: { salePrice: sku.salePriceFen, creditPrice: sku.creditPriceFen },
      },
    ]
  })
}

/** Describes changes of prices, newest first. */
export async function readPriceHistory(
  db: Db,
  filter: Parameters<typeof listPriceChanges>[1],
): Promise<{ dataList: PriceChangeRow[]; total: number }> {
  const { changes, total } = await listPriceChanges(db, filter)
  const people = await listStaffNamesById(db)
  const names = await findPriceListNames(db, [...new Set(changes.flatMap(({ listId }) => listId ?? []))])
  const skus = await skusNamed(
    db,
    changes.map(({ skuId }) => skuId),
  )
  const dataList = changes.map(({ was, is, staffId, ...change }) => ({
    ...change,
    code: skus.get(change.skuId)?.code ?? '',
    goodsName: skus.get(change.skuId)?.goodsName ?? '',
    listName: change.listId === null ? null : (names.get(change.listId) ?? ''),
    by: people.get(staffId) ?? '',
    was: toPricePair(was),
    is: toPricePair(is),
  }))
  return { dataList, total }
}
