import { fitsStep, fitted, ruleText } from '../../contract/cart/quantity.ts'
import type { SkuBrief } from '../../contract/catalog/sku-brief.ts'
import { type Fen, sum, ZERO } from '../../contract/money.ts'
import { amountsOf } from '../../contract/pricing/steps.ts'
import type { StandingLine } from '../../contract/standing/api.ts'
import { count } from '../../ui/format.ts'

/** Why a line cannot be put into the cart as it stands; undefined: it can. */
export function faultOf({ sku, goodsNum }: Pick<StandingLine, 'sku' | 'goodsNum'>): string | undefined {
  if (!sku.onShelf) return '商品已下架'
  if (sku.stock < sku.minimum) return '已售罄'
  if (!fitsStep(goodsNum, sku))
    return `${ruleText(sku, sku.unit) || `最少 ${sku.minimum}${sku.unit}`}，可改为 ${count(fitted(goodsNum, sku))}`
  return goodsNum > sku.stock ? `现货仅 ${count(sku.stock)} ${sku.unit}` : undefined
}

/** What some lines come to, both ways; on credit only where all of them are sold so. */
export function totalsOf(lines: readonly StandingLine[]): { sale: Fen; credit: Fen | null } {
  const amounts = lines.map(({ sku, goodsNum }) => amountsOf(sku.steps, goodsNum))
  const onCredit = amounts.every(({ credit }) => credit !== null)
  return { sale: sum(amounts.map(({ sale }) => sale)), credit: onCredit ? sum(amounts.map(({ credit }) => credit ?? ZERO)) : null }
}

/** One place up or down; at the ends nothing moves. */
export function moved(skuIds: readonly string[], skuId: string, by: 1 | -1): string[] {
  const at = skuIds.indexOf(skuId)
  const to = at + by
  if (at < 0 || to < 0 || to >= skuIds.length) return [...skuIds]
  const next = [...skuIds]
  next.splice(to, 0, ...next.splice(at, 1))
  return next
}

/** How a line is called where it does not go into the cart. */
export const namedLine = ({ sku, goodsNum }: { sku: SkuBrief; goodsNum: number }) => ({
  skuId: sku.skuId,
  goodsNum,
  goodsName: sku.goodsName,
  skuCode: sku.skuCode,
  unit: sku.unit,
})
