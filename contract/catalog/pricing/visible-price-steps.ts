import * as z from 'zod/mini'
import { memberLevels } from '#contract/people/verification/verification-status.ts'
import { type Fen, fen, sum, Yuan, ZERO_FEN } from '#contract/platform/core/money.ts'
import { findPriceStepForQuantity, type PriceLadder, type PriceOrigin } from './price-steps.ts'
import { type OrderableQuantityRule, roundUpToOrderableQuantity } from './quantity.ts'

/** A step as the viewer sees it: the unit price from a quantity on, and the name of such a price; null: the public price. */
export const VisiblePriceStep = z.object({
  from: z.int(),
  salePrice: Yuan,
  creditPrice: z.nullable(Yuan),
  saleLabel: z.nullable(z.string()),
  creditLabel: z.nullable(z.string()),
})
export type VisiblePriceStep = z.output<typeof VisiblePriceStep>

/** Returns all steps of a SKU for its viewer. The first one begins at its minimum. */
export const VisiblePriceSteps = z.tuple([VisiblePriceStep], VisiblePriceStep)
export type VisiblePriceSteps = PriceLadder<VisiblePriceStep>

/** Returns the name of a price, such as 协议价, 黄金会员价, 满100支价, 报价单价; null for the public price. */
export function formatPriceOriginName(rule: PriceOrigin, unit: string): string | null {
  if (rule.kind === 'contract') return '协议价'
  if (rule.kind === 'quotation') return '报价单价'
  if (rule.kind === 'level') return `${memberLevels[rule.level]}价`
  return rule.kind === 'tier' ? `满${rule.from}${unit}价` : null
}

/** Returns the price steps for the response. They begin at the minimum, because less cannot be bought. */
export function toVisiblePriceSteps(
  ladder: PriceLadder,
  { minimum, unit }: { minimum: number; unit: string },
): [VisiblePriceStep, ...VisiblePriceStep[]] {
  const toPriceStep = ({ saleRule, creditRule, ...step }: PriceLadder[0]): VisiblePriceStep => ({
    from: step.from,
    salePrice: step.salePriceFen,
    creditPrice: step.creditPriceFen,
    saleLabel: formatPriceOriginName(saleRule, unit),
    creditLabel: step.creditPriceFen === null ? null : formatPriceOriginName(creditRule, unit),
  })
  const first = toPriceStep({ ...findPriceStepForQuantity(ladder, minimum), from: minimum })
  return [first, ...ladder.filter(({ from }) => from > minimum).map(toPriceStep)]
}

/** The advantage of buying more: how many more units, in steps of the SKU, which of the two prices falls, and to what. */
export interface NextPriceStepOffer {
  more: number
  kind: 'sale' | 'credit'
  price: Fen
}

/** Returns the offer of the next step above a quantity; undefined on the last step, or if the stock is too small. */
export function findNextPriceStepOffer(
  steps: VisiblePriceSteps,
  quantity: number,
  sku: OrderableQuantityRule & { stock: number },
): NextPriceStepOffer | undefined {
  const next = steps.find(({ from }) => from > quantity)
  if (!next) return undefined
  const reached = roundUpToOrderableQuantity(next.from, sku)
  if (reached > sku.stock) return undefined
  const { salePrice, creditPrice } = next
  const inCash = creditPrice === null || salePrice < findPriceStepForQuantity(steps, quantity).salePrice
  return { more: reached - quantity, ...(inCash ? { kind: 'sale', price: salePrice } : { kind: 'credit', price: creditPrice }) }
}

/** Computes the amount of a quantity by its step. */
export function computeSaleAndCreditAmount(steps: VisiblePriceSteps, quantity: number): { sale: Fen; credit: Fen | null } {
  const { salePrice, creditPrice } = findPriceStepForQuantity(steps, quantity)
  return { sale: fen(salePrice * quantity), credit: creditPrice === null ? null : fen(creditPrice * quantity) }
}

/** Adds up amounts in fen. There is no credit total if one of them is not sold on credit. */
export function sumSaleAndCreditAmounts(amounts: readonly { sale: Fen; credit: Fen | null }[]): { sale: Fen; credit: Fen | null } {
  const onCredit = amounts.every(({ credit }) => credit !== null)
  return { sale: sum(amounts.map(({ sale }) => sale)), credit: onCredit ? sum(amounts.map(({ credit }) => credit ?? ZERO_FEN)) : null }
}
