import { type OrderableQuantityRule, roundUpToOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'

/** The data about a consumable on one rig. */
export interface RestockAdviceInput {
  /** The first reading of the period and the latest one. */
  first: { day: string; hours: number }
  last: { day: string; hours: number }
  /** Units per 10,000 hours. */
  perTenThousand: number
  /** Units that were delivered since the first reading minus returns, and units that are still to come. */
  shipped: number
  coming: number
  rule: OrderableQuantityRule
  unit: string
}

const TEN_THOUSAND = 10_000
/** Formats a number of units in ten-thousandths: 384000 → '38.4'. */
const units = (scaled: number): string => String(Math.round(scaled / 100) / 100)

/**
 * Computes how many more units a rig needs: the wear since the first reading, minus what was delivered and what is still to come. The
 * result is a quantity that can be ordered (0: none), with a short reason and the whole calculation. It uses integers only, so rounding never adds a unit.
 */
export function computeRestockAdvice({ first, last, perTenThousand, shipped, coming, rule, unit }: RestockAdviceInput): {
  goodsNum: number
  summary: string
  why: string
} {
  const run = last.hours - first.hours
  const worn = run * perTenThousand
  const missing = worn - (shipped + coming) * TEN_THOUSAND
  if (missing <= 0) return { goodsNum: 0, summary: '', why: '' }
  const goodsNum = roundUpToOrderableQuantity(Math.ceil(missing / TEN_THOUSAND), rule)
  const since = `自 ${first.day}（${first.hours} 小时）起运行 ${run} 小时`
  const rate = `每百小时 ${units(perTenThousand * 100)} ${unit}，约消耗 ${units(worn)} ${unit}`
  const had = `期间已发 ${shipped} ${unit}、在途 ${coming} ${unit}，还需 ${units(missing)} ${unit}`
  const summary = `预计用 ${units(worn)}，已发 ${shipped}，在途 ${coming}`
  return { goodsNum, summary, why: `${since}，${rate}；${had}，按起订量和倍数取 ${goodsNum} ${unit}` }
}
