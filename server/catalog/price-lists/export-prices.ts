import type { RawBuilder } from 'kysely'
import { PRICE_FILE_ROWS_MAX } from '#contract/catalog/pricing/console-api.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { createSheet, defineColumn, type Sheet } from '#server/adapters/spreadsheets/public.ts'
import {
  buildSkuIdsOfStaffShopsSql,
  findOncePublishedGoodsById,
  findSkusById,
  listSkusOfAllGoods,
  type SkuRow,
} from '#server/catalog/goods/public.ts'
import { listPriceListItems, type PriceRow, readPriceTiersBySku } from '#server/catalog/pricing/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { PriceListOrPublic } from './change-prices.ts'
import { NO_PRICE_TEXT, priceColumnTitles } from './parse-price-rows.ts'

interface Line extends PriceRow {
  sku: SkuRow
  goodsName: string
}

const columns = [
  defineColumn<Line>(priceColumnTitles.code, 20, 'text', ({ sku }) => sku.code),
  defineColumn<Line>('商品', 28, 'text', ({ goodsName }) => goodsName),
  defineColumn<Line>('规格', 20, 'text', ({ sku }) => formatSkuProps(JSON.stringify(sku.props))),
  defineColumn<Line>(priceColumnTitles.from, 10, 'count', ({ from }) => from),
  defineColumn<Line>(priceColumnTitles.sale, 12, 'money', ({ salePriceFen }) => salePriceFen),
  defineColumn<Line>(priceColumnTitles.credit, 12, 'money', ({ creditPriceFen }) => creditPriceFen ?? NO_PRICE_TEXT),
]

/** One more than the limit, so that exceeding it is detected. */
const MOST = PRICE_FILE_ROWS_MAX + 1

async function everybodys(db: Db, within: RawBuilder<string> | null): Promise<{ skus: SkuRow[]; rows: PriceRow[] }> {
  const skus = await listSkusOfAllGoods(db, { within, limit: MOST })
  const tiers = await readPriceTiersBySku(
    db,
    skus.map(({ id }) => id),
  )
  const rows = skus.flatMap(({ id, salePriceFen, creditPriceFen }) => [
    { skuId: id, from: 1, salePriceFen, creditPriceFen },
    ...(tiers.get(id) ?? []).map((tier) => ({ skuId: id, ...tier })),
  ])
  return { skus, rows }
}

/** Exports all prices of a list, or all public prices, of the shops that a staff member keeps, in the format that the import reads. */
export async function exportPriceSheet(
  db: Db,
  { list, staffId }: { list: PriceListOrPublic; staffId: string },
  name: string,
): Promise<Sheet> {
  const within = await buildSkuIdsOfStaffShopsSql(db, staffId)
  const listed = list && (await listPriceListItems(db, list, { within, limit: MOST, offset: 0 })).items
  const { skus, rows } = listed
    ? { skus: await findSkusById(db, [...new Set(listed.map(({ skuId }) => skuId))]), rows: listed }
    : await everybodys(db, within)
  const byId = new Map(skus.map((sku) => [sku.id, sku]))
  const goods = new Map(
    (await findOncePublishedGoodsById(db, [...new Set(skus.map(({ goodsId }) => goodsId))])).map((one) => [one.id, one.name]),
  )
  const lines = rows.flatMap((row): Line[] => {
    const sku = byId.get(row.skuId)
    return sku ? [{ ...row, sku, goodsName: goods.get(sku.goodsId) ?? '' }] : []
  })
  return createSheet(name, columns, lines)
}
