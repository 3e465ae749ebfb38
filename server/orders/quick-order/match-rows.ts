import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { formatQuantityRule, isOrderableQuantity, roundUpToQuantityStep } from '#contract/catalog/pricing/quantity.ts'
import type { QuickOrderMatches, QuickOrderRowResult, quickOrderEndpoints } from '#contract/orders/quick-order/api.ts'
import { parseOrderQuantity } from '#contract/orders/quick-order/rows.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import { findSkuIdsByCode, suggestSkuIdsByText } from '#server/catalog/goods/public.ts'
import { findSkuBriefsWithMaterialCode, findSkuIdsByMaterialCode } from '#server/catalog/materials/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

type Row = InputOf<typeof quickOrderEndpoints.match>['rows'][number]

/** The possible meanings of a row: exactly one SKU, several candidates, or nothing. */
interface Meaning {
  certain: string | null
  candidates: string[]
}

const NOTHING: Meaning = { certain: null, candidates: [] }

/**
 * Finds the meaning of rows: the buyer's explicit choice, our part number, or the buyer's material code. If a number is one of ours and
 * also a material code of another SKU, both are candidates. A number that is unknown is searched for as text. The number of statements does
 * not depend on the number of rows.
 */
async function readMeanings(db: Db, enterpriseId: string, rows: readonly Row[]): Promise<Meaning[]> {
  const codes = rows.filter(({ skuId }) => skuId === undefined).map(({ code }) => code)
  const ours = await findSkuIdsByCode(db, codes)
  const theirs = await findSkuIdsByMaterialCode(db, enterpriseId, codes)
  const numbered = (code: string) => [
    ...new Set([...(ours.get(normalisePartNumber(code)) ?? []), ...(theirs.get(normalisePartNumber(code)) ?? [])]),
  ]
  const suggested = await suggestSkuIdsByText(
    db,
    codes.filter((code) => code !== '' && numbered(code).length === 0),
  )
  return rows.map(({ skuId, code }) => {
    if (skuId !== undefined) return { certain: skuId, candidates: [] }
    if (code === '') return NOTHING
    const [only, ...others] = numbered(code)
    if (only !== undefined)
      return others.length === 0 ? { certain: only, candidates: [] } : { certain: null, candidates: [only, ...others] }
    return { certain: null, candidates: suggested.get(code) ?? [] }
  })
}

type Verdict = Pick<QuickOrderRowResult, 'status' | 'goodsNum' | 'offered' | 'why'>

/** Returns the largest quantity that can be ordered: within the stock and a multiple of the step; null: not even the minimum. */
function findLargestQuantity({ stock, minimum, step }: SkuBrief): number | null {
  return stock < minimum ? null : minimum + Math.floor((Math.min(stock, QUANTITY_MAX) - minimum) / step) * step
}

/** Checks whether a quantity of a SKU can be ordered, and proposes another one if not. */
function evaluate(sku: SkuBrief, goodsNum: number | null, typed: string): Verdict {
  if (!sku.onShelf) return { status: 'OFF_SHELF', goodsNum, offered: null, why: '商品已下架' }
  if (sku.shopPaused) return { status: 'SHOP_PAUSED', goodsNum, offered: null, why: '店铺暂停营业，暂时不能购买' }
  if (goodsNum === null) {
    const why = typed === '' ? '没有填写数量' : `「${typed}」不是 1 到 ${QUANTITY_MAX} 的整数`
    return { status: 'BAD_QUANTITY', goodsNum, offered: findLargestQuantity(sku) === null ? null : sku.minimum, why }
  }
  if (goodsNum > QUANTITY_MAX)
    return { status: 'BAD_QUANTITY', goodsNum, offered: findLargestQuantity(sku), why: `合并后数量超过 ${QUANTITY_MAX}` }
  const top = findLargestQuantity(sku)
  const left = `${sku.stock}${sku.unit}`
  if (top === null) return { status: 'SHORT', goodsNum, offered: null, why: sku.stock === 0 ? '已售罄' : `现货 ${left}，不足起订量` }
  if (!isOrderableQuantity(goodsNum, sku)) {
    const rule = formatQuantityRule(sku, sku.unit) || `最少 ${sku.minimum}${sku.unit}`
    return { status: 'OFF_STEP', goodsNum, offered: Math.min(roundUpToQuantityStep(goodsNum, sku), top), why: rule }
  }
  if (goodsNum > sku.stock) return { status: 'SHORT', goodsNum, offered: top, why: `现货 ${left}` }
  return { status: 'FOUND', goodsNum, offered: null, why: null }
}

const unresolved = ({ rowNo, code, quantity }: Row, candidates: string[]): QuickOrderRowResult => ({
  rowNo,
  status: candidates.length > 0 ? 'AMBIGUOUS' : 'UNKNOWN',
  skuId: null,
  candidates,
  mergedInto: null,
  offered: null,
  goodsNum: parseOrderQuantity(quantity) ?? null,
  why: candidates.length > 0 ? '请选择要买的规格' : code === '' ? '没有填写编码' : '请检查编码，或换成型号、名称',
})

/**
 * Returns a result for each row, in their order. Rows of one SKU with valid quantities are merged: the first has the sum, the others refer
 * to it. Nothing is reserved: cart and order check again.
 */
export async function matchQuickOrderRows(
  db: Db,
  moment: Moment,
  { enterpriseId, rows }: { enterpriseId: string; rows: readonly Row[] },
): Promise<QuickOrderMatches> {
  const meanings = await readMeanings(db, enterpriseId, rows)
  const named = meanings.flatMap(({ certain, candidates }) => (certain === null ? candidates : [certain]))
  const skus = await findSkuBriefsWithMaterialCode(db, moment, { enterpriseId, skuIds: named })
  const sums = new Map<string, { rowNo: number; total: number }>()
  for (const [at, row] of rows.entries()) {
    const [skuId, quantity] = [meanings[at]?.certain, parseOrderQuantity(row.quantity)]
    if (!skuId || quantity === undefined) continue
    const { rowNo, total } = sums.get(skuId) ?? { rowNo: row.rowNo, total: 0 }
    sums.set(skuId, { rowNo, total: total + quantity })
  }
  const results = rows.map((row, at): QuickOrderRowResult => {
    const { certain, candidates } = meanings[at] ?? NOTHING
    const sku = certain === null ? undefined : skus.get(certain)
    if (!sku)
      return unresolved(
        row,
        candidates.filter((skuId) => skus.has(skuId)),
      )
    const fixed = { rowNo: row.rowNo, skuId: sku.skuId, candidates: [] }
    const [quantity, sum] = [parseOrderQuantity(row.quantity), sums.get(sku.skuId)]
    if (quantity !== undefined && sum && sum.rowNo !== row.rowNo)
      return { ...fixed, status: 'MERGED', goodsNum: quantity, offered: null, mergedInto: sum.rowNo, why: `已合并到第 ${sum.rowNo} 行` }
    return { ...fixed, ...evaluate(sku, quantity === undefined ? null : (sum?.total ?? quantity), row.quantity), mergedInto: null }
  })
  return { rows: results, skus: [...skus.values()] }
}
