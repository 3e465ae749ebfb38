import { joinSkuProps } from '../../contract/catalog/shapes.ts'
import { PRICE_ROWS_MAX } from '../../contract/pricing/console-api.ts'
import { findGoods, findSkus, listAllSkus, type SkuRow } from '../catalog/public.ts'
import type { Db } from '../platform/db.ts'
import { listItems, type PriceRow, readTiers } from '../pricing/public.ts'
import { type Sheet, tabulate, told } from '../sheets/public.ts'
import type { Target } from './move-prices.ts'
import { columnTitles, NONE } from './read-prices.ts'

interface Line extends PriceRow {
  sku: SkuRow
  goodsName: string
}

const columns = [
  told<Line>(columnTitles.code, 20, 'text', ({ sku }) => sku.code),
  told<Line>('商品', 28, 'text', ({ goodsName }) => goodsName),
  told<Line>('规格', 20, 'text', ({ sku }) => joinSkuProps(JSON.stringify(sku.props))),
  told<Line>(columnTitles.from, 10, 'count', ({ from }) => from),
  told<Line>(columnTitles.sale, 12, 'money', ({ salePriceFen }) => salePriceFen),
  told<Line>(columnTitles.credit, 12, 'money', ({ creditPriceFen }) => creditPriceFen ?? NONE),
]

/** One more than may leave, so that too many are told. */
const MOST = PRICE_ROWS_MAX + 1

async function everybodys(db: Db): Promise<{ skus: SkuRow[]; rows: PriceRow[] }> {
  const skus = await listAllSkus(db, MOST)
  const tiers = await readTiers(
    db,
    skus.map(({ id }) => id),
  )
  const rows = skus.flatMap(({ id, salePriceFen, creditPriceFen }) => [
    { skuId: id, from: 1, salePriceFen, creditPriceFen },
    ...(tiers.get(id) ?? []).map((tier) => ({ skuId: id, ...tier })),
  ])
  return { skus, rows }
}

/** Every price of a list, or of everybody, as the import reads it. */
export async function sheetOf(db: Db, list: Target, name: string): Promise<Sheet> {
  const listed = list && (await listItems(db, list, { limit: MOST, offset: 0 })).items
  const { skus, rows } = listed
    ? { skus: await findSkus(db, [...new Set(listed.map(({ skuId }) => skuId))]), rows: listed }
    : await everybodys(db)
  const byId = new Map(skus.map((sku) => [sku.id, sku]))
  const goods = new Map((await findGoods(db, [...new Set(skus.map(({ goodsId }) => goodsId))])).map((one) => [one.id, one.name]))
  const lines = rows.flatMap((row): Line[] => {
    const sku = byId.get(row.skuId)
    return sku ? [{ ...row, sku, goodsName: goods.get(sku.goodsId) ?? '' }] : []
  })
  return tabulate(name, columns, lines)
}
