import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'

/** What a SKU may be ordered in: at least `minimum`, and then in steps. */
export interface QuantityRule {
  minimum: number
  step: number
}

/** Whether a quantity may be ordered: the minimum, or any number of steps above it. */
export const fitsStep = (goodsNum: number, { minimum, step }: QuantityRule): boolean =>
  Number.isInteger(goodsNum) && goodsNum >= minimum && goodsNum <= QUANTITY_MAX && (goodsNum - minimum) % step === 0

/** The next quantity up or down; the minimum and the largest that fits are the ends. */
export function nextQuantity(goodsNum: number, { minimum, step }: QuantityRule, direction: 1 | -1): number {
  const most = minimum + Math.floor((QUANTITY_MAX - minimum) / step) * step
  return Math.min(most, Math.max(minimum, goodsNum + direction * step))
}

/** The quantity nearest to what was typed that may be ordered, rounding up. */
export const roundToStep = (typed: number, { minimum, step }: QuantityRule): number =>
  nextQuantity(minimum + Math.ceil(Math.max(0, typed - minimum) / step) * step - step, { minimum, step }, 1)

/** The rule in words, for a refusal or a hint; empty where any number goes. */
export const formatQuantityRule = ({ minimum, step }: QuantityRule, unit: string): string =>
  minimum === 1 && step === 1 ? '' : `${minimum}${unit}起订${step === 1 ? '' : `，每次增加 ${step}${unit}`}`
