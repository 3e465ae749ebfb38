import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import {
  formatOrderableQuantityRule,
  isOrderableQuantity,
  QUANTITY_TOO_LARGE,
  roundUpToOrderableQuantity,
} from '#contract/catalog/pricing/quantity.ts'
import type { QuickOrderCandidate, QuickOrderMatches, QuickOrderRowResult, quickOrderEndpoints } from '#contract/orders/quick-order/api.ts'
import { parseOrderAmount } from '#contract/orders/quick-order/chat/amounts.ts'
import { parseOrderQuantity } from '#contract/orders/quick-order/rows.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import { findSkuBriefsWithMaterialCode } from '#server/catalog/materials/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { NOTHING_FOUND, type QuickOrderRowCandidates } from './add-cross-references.ts'
import { type ConvertedAmount, convertAmountToSkuUnit } from './chat/convert-amount.ts'
import { findSkuCandidatesOfQuickOrderRows } from './find-sku-candidates.ts'

type Row = InputOf<typeof quickOrderEndpoints.match>['rows'][number]

/** What a row asks for of a SKU, in the SKU's own unit; undefined: the text says nothing, or the SKU is not sold so. */
function readAmount(sku: SkuBrief, text: string): ConvertedAmount | undefined {
  const amount = parseOrderAmount(text)
  return amount && convertAmountToSkuUnit(amount, { unit: sku.unit, props: JSON.parse(sku.skuProps) as Record<string, string> })
}

const readQuantity = (sku: SkuBrief, text: string): number | null => readAmount(sku, text)?.quantity ?? null

/** An amount that was converted by a guess is asked about, even if the SKU is certain; the buyer's own choice is not asked again. */
const markGuessesForConfirmation = (
  rows: readonly Row[],
  meanings: readonly QuickOrderRowCandidates[],
  skus: ReadonlyMap<string, SkuBrief>,
): QuickOrderRowCandidates[] =>
  meanings.map((meaning, at) => {
    const [row, sku] = [rows[at], skus.get(meaning.certain ?? '')]
    const isGuess = row && sku && row.skuId === undefined && readAmount(sku, row.quantity)?.certain === false
    return isGuess ? { ...meaning, certain: null, candidates: [sku.skuId] } : meaning
  })

type Verdict = Pick<QuickOrderRowResult, 'status' | 'goodsNum' | 'offered' | 'why'>

/** Returns the largest quantity that can be ordered: within the stock and a multiple of the step; null: not even the minimum. */
function findLargestQuantity({ stock, minimum, step }: SkuBrief): number | null {
  return stock < minimum ? null : minimum + Math.floor((Math.min(stock, QUANTITY_MAX) - minimum) / step) * step
}

function explainUnreadable(sku: SkuBrief, typed: string): string {
  if (typed === '') return '没有填写数量'
  const unit = parseOrderAmount(typed)?.unit ?? ''
  if (unit !== '' && unit !== sku.unit) return `不能把「${typed}」换算成${sku.unit}，请填写${sku.unit}数`
  return `「${typed}」不是 1 到 ${QUANTITY_MAX} 的整数`
}

/** Checks whether a quantity of a SKU can be ordered, and proposes another one if not. */
function evaluate(sku: SkuBrief, goodsNum: number | null, typed: string): Verdict {
  if (!sku.onShelf) return { status: 'OFF_SHELF', goodsNum, offered: null, why: '商品已下架' }
  if (sku.shopPaused) return { status: 'SHOP_PAUSED', goodsNum, offered: null, why: '店铺暂停营业，暂时不能购买' }
  if (goodsNum === null) {
    const why = explainUnreadable(sku, typed)
    return { status: 'BAD_QUANTITY', goodsNum, offered: findLargestQuantity(sku) === null ? null : sku.minimum, why }
  }
  if (goodsNum > QUANTITY_MAX) {
    const isOneRow = readQuantity(sku, typed) === goodsNum
    const why = isOneRow ? QUANTITY_TOO_LARGE : `合并后数量超过 ${QUANTITY_MAX}`
    return { status: 'BAD_QUANTITY', goodsNum, offered: findLargestQuantity(sku), why }
  }
  const top = findLargestQuantity(sku)
  const left = `${sku.stock}${sku.unit}`
  if (top === null) return { status: 'SHORT', goodsNum, offered: null, why: sku.stock === 0 ? '已售罄' : `现货 ${left}，不足起订量` }
  if (!isOrderableQuantity(goodsNum, sku)) {
    const rule = formatOrderableQuantityRule(sku, sku.unit) || `最少 ${sku.minimum}${sku.unit}`
    return { status: 'OFF_STEP', goodsNum, offered: Math.min(roundUpToOrderableQuantity(goodsNum, sku), top), why: rule }
  }
  if (goodsNum > sku.stock) return { status: 'SHORT', goodsNum, offered: top, why: `现货 ${left}` }
  return { status: 'FOUND', goodsNum, offered: null, why: null }
}

function toUnresolved(
  { rowNo, code, quantity }: Row,
  candidates: readonly SkuBrief[],
  { bought, crossReferences }: Pick<QuickOrderRowCandidates, 'bought' | 'crossReferences'>,
): QuickOrderRowResult {
  const asked = candidates.length > 0
  return {
    rowNo,
    status: asked ? 'AMBIGUOUS' : 'UNKNOWN',
    skuId: null,
    candidates: candidates.map(
      (sku): QuickOrderCandidate => ({
        skuId: sku.skuId,
        goodsNum: readQuantity(sku, quantity),
        bought: bought.has(sku.skuId),
        crossReference: crossReferences.get(sku.skuId) ?? null,
      }),
    ),
    crossReference: null,
    mergedInto: null,
    offered: null,
    goodsNum: parseOrderQuantity(quantity) ?? null,
    why: asked ? '请确认要买的商品' : code === '' ? '没有填写编码' : '请检查编码，或换成型号、名称',
  }
}

/**
 * Returns a result for each row, in their order. Rows of one SKU with valid quantities are merged: the first has the sum, the others refer
 * to it. Nothing is reserved: cart and order check again.
 */
export async function matchQuickOrderRows(
  db: Db,
  moment: Moment,
  { enterpriseId, rows }: { enterpriseId: string; rows: readonly Row[] },
): Promise<QuickOrderMatches> {
  const read = await findSkuCandidatesOfQuickOrderRows(db, moment, { enterpriseId, rows })
  const named = read.flatMap(({ certain, candidates }) => (certain === null ? candidates : [certain]))
  const skus = await findSkuBriefsWithMaterialCode(db, moment, { enterpriseId, skuIds: named })
  const meanings = markGuessesForConfirmation(rows, read, skus)
  const quantities = rows.map((row, at) => {
    const sku = skus.get(meanings[at]?.certain ?? '')
    return sku ? readQuantity(sku, row.quantity) : null
  })
  const sums = new Map<string, { rowNo: number; total: number }>()
  for (const [at, { rowNo }] of rows.entries()) {
    const [skuId, quantity] = [meanings[at]?.certain ?? null, quantities[at] ?? null]
    if (skuId === null || quantity === null) continue
    const sum = sums.get(skuId)
    sums.set(skuId, { rowNo: sum?.rowNo ?? rowNo, total: (sum?.total ?? 0) + quantity })
  }
  const results = rows.map((row, at): QuickOrderRowResult => {
    const meaning = meanings[at] ?? NOTHING_FOUND
    const { certain, candidates } = meaning
    const sku = certain === null ? undefined : skus.get(certain)
    if (!sku)
      return toUnresolved(
        row,
        candidates.flatMap((skuId) => skus.get(skuId) ?? []),
        meaning,
      )
    const crossReference = meaning.crossReferences.get(sku.skuId) ?? null
    const fixed = { rowNo: row.rowNo, skuId: sku.skuId, candidates: [], crossReference }
    const [quantity, sum] = [quantities[at] ?? null, sums.get(sku.skuId)]
    if (quantity !== null && sum && sum.rowNo !== row.rowNo)
      return { ...fixed, status: 'MERGED', goodsNum: quantity, offered: null, mergedInto: sum.rowNo, why: `已合并到第 ${sum.rowNo} 行` }
    return { ...fixed, ...evaluate(sku, quantity === null ? null : (sum?.total ?? quantity), row.quantity), mergedInto: null }
  })
  return { rows: results, skus: [...skus.values()] }
}
