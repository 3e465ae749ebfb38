import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import { insertThousandsSeparators } from '#contract/platform/core/money.ts'

/** Why a larger quantity than QUANTITY_MAX is not taken. */
export const QUANTITY_TOO_LARGE = `一次最多 ${insertThousandsSeparators(String(QUANTITY_MAX))}，更多请分单或联系客服`

/** The quantities of a SKU that can be ordered: at least `minimum`, then in multiples of the step. */
export interface OrderableQuantityRule {
  minimum: number
  step: number
}

/** Returns whether a quantity can be ordered: the minimum plus any number of steps. */
export const isOrderableQuantity = (goodsNum: number, { minimum, step }: OrderableQuantityRule): boolean =>
  Number.isInteger(goodsNum) && goodsNum >= minimum && goodsNum <= QUANTITY_MAX && (goodsNum - minimum) % step === 0

/** Returns the next quantity up or down, between the minimum and the maximum. */
export function getNextOrderableQuantity(goodsNum: number, { minimum, step }: OrderableQuantityRule, direction: 1 | -1): number {
  const most = minimum + Math.floor((QUANTITY_MAX - minimum) / step) * step
  return Math.min(most, Math.max(minimum, goodsNum + direction * step))
}

/** Returns the nearest quantity that can be ordered, rounded up. */
export const roundUpToOrderableQuantity = (typed: number, { minimum, step }: OrderableQuantityRule): number =>
  getNextOrderableQuantity(minimum + Math.ceil(Math.max(0, typed - minimum) / step) * step - step, { minimum, step }, 1)

/** The rule in words, for a refusal or a hint; empty if any quantity is allowed. */
export const formatOrderableQuantityRule = ({ minimum, step }: OrderableQuantityRule, unit: string): string =>
  minimum === 1 && step === 1 ? '' : `${minimum}${unit}起订${step === 1 ? '' : `，每次增加 ${step}${unit}`}`
