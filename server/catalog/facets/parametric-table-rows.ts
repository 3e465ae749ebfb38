import type { ParametricTableRow } from '#contract/catalog/goods/shapes.ts'
import { findAttributeValuesByGoods } from '#server/catalog/attributes/public.ts'
import { findOncePublishedGoodsById, findSkusById, readStockLookup, toSkuOutput } from '#server/catalog/goods/public.ts'
import { type PriceViewer, readPriceLadderLookup } from '#server/catalog/pricing/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { CatalogStructure } from './catalog-index/shapes.ts'
import { formatParametricTableCell, type ParametricTableAttributeColumn, type ParametricTableEntry } from './parametric-table.ts'

/**
 * Reads the texts of a page by goods and attribute, because texts are not in memory. Only goods have texts; SKUs have other kinds of
 * values.
 */
async function readTexts(
  db: Db,
  columns: readonly ParametricTableAttributeColumn[],
  goodsIds: readonly string[],
): Promise<(goodsId: string, attributeId: string) => string> {
  if (!columns.some(({ kind }) => kind === 'text')) return () => ''
  const found = await findAttributeValuesByGoods(db, goodsIds)
  return (goodsId, attributeId) => found.get(goodsId)?.values.find((value) => value.attributeId === attributeId)?.text ?? ''
}

/**
 * Reads a page of the parametric table at the viewer's prices. It leaves out a SKU that left the shelf just now. The number of statements
 * does not depend on the number of rows.
 */
export async function readParametricTableRows(
  db: Db,
  viewer: PriceViewer,
  frame: CatalogStructure,
  { rows, columns }: { rows: readonly ParametricTableEntry[]; columns: readonly ParametricTableAttributeColumn[] },
): Promise<ParametricTableRow[]> {
  const skuIds = rows.map(({ sku }) => sku.id)
  const goodsIds = [...new Set(rows.map(({ goods }) => goods.id))]
  const skus = new Map((await findSkusById(db, skuIds)).filter(({ onShelf }) => onShelf).map((sku) => [sku.id, sku]))
  const goods = new Map((await findOncePublishedGoodsById(db, goodsIds)).map((one) => [one.id, one]))
  const stockOf = await readStockLookup(db, viewer, skuIds)
  const ladderFor = await readPriceLadderLookup(db, viewer, [...skus.values()])
  const textOf = await readTexts(db, columns, goodsIds)
  return rows.flatMap((row) => {
    const sku = skus.get(row.sku.id)
    const own = goods.get(row.goods.id)
    if (!sku || !own) return []
    const values = columns.map((column) =>
      column.kind === 'text' ? textOf(own.id, column.id) : formatParametricTableCell(frame, column, row),
    )
    const described = toSkuOutput(sku, { stockOf, ladder: ladderFor(sku), unit: own.unit })
    return [{ ...described, goodsId: own.id, goodsName: own.name, image: own.picture, unit: own.unit, shopPaused: own.shopPaused, values }]
  })
}
