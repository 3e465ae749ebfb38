import * as z from 'zod/mini'
import { memberLevels } from '#contract/people/verification/verification-status.ts'
import { type Fen, fen, Yuan } from '#contract/platform/core/money.ts'
import { type PriceLadder, type PriceRule, priceStepAt } from './price-steps.ts'
import { type QuantityRule, roundToStep } from './quantity.ts'

/** A step as the viewer sees it: what a unit costs from a quantity on, and what such a price is called; null: nothing special. */
export const PriceStep = z.object({
  from: z.int(),
  salePrice: Yuan,
  creditPrice: z.nullable(Yuan),
  saleLabel: z.nullable(z.string()),
  creditLabel: z.nullable(z.string()),
})
export type PriceStep = z.output<typeof PriceStep>

/** All steps of a SKU for its viewer, the first from its minimum on. */
export const PriceSteps = z.tuple([PriceStep], PriceStep)
export type PriceSteps = PriceLadder<PriceStep>

/** 协议价, 黄金会员价, 满100支价; null where the price is everybody's. */
export function priceLabel(rule: PriceRule, unit: string): string | null {
  if (rule.kind === 'contract') return '协议价'
  if (rule.kind === 'level') return `${memberLevels[rule.level]}价`
  return rule.kind === 'tier' ? `满${rule.from}${unit}价` : null
}

/** A ladder as it travels: begun at the minimum, because less cannot be bought. */
export function toPriceSteps(ladder: PriceLadder, { minimum, unit }: { minimum: number; unit: string }): [PriceStep, ...PriceStep[]] {
  const told = ({ saleRule, creditRule, ...step }: PriceLadder[0]): PriceStep => ({
    from: step.from,
    salePrice: step.salePriceFen,
    creditPrice: step.creditPriceFen,
    saleLabel: priceLabel(saleRule, unit),
    creditLabel: step.creditPriceFen === null ? null : priceLabel(creditRule, unit),
  })
  const first = told({ ...priceStepAt(ladder, minimum), from: minimum })
  return [first, ...ladder.filter(({ from }) => from > minimum).map(told)]
}

/** What more units would bring: how many of them, in the SKU's own steps, which of the two prices falls, and to how much. */
export interface NextPriceOffer {
  more: number
  kind: 'sale' | 'credit'
  price: Fen
}

/** What the next step up from a quantity offers; undefined on the last, and where the stock does not reach it. */
export function nextPriceOffer(steps: PriceSteps, quantity: number, sku: QuantityRule & { stock: number }): NextPriceOffer | undefined {
  const next = steps.find(({ from }) => from > quantity)
  if (!next) return undefined
  const reached = roundToStep(next.from, sku)
  if (reached > sku.stock) return undefined
  const { salePrice, creditPrice } = next
  const inCash = creditPrice === null || salePrice < priceStepAt(steps, quantity).salePrice
  return { more: reached - quantity, ...(inCash ? { kind: 'sale', price: salePrice } : { kind: 'credit', price: creditPrice }) }
}

/** What a quantity comes to by the step that it stands on. */
export function amountsAt(steps: PriceSteps, quantity: number): { sale: Fen; credit: Fen | null } {
  const { salePrice, creditPrice } = priceStepAt(steps, quantity)
  return { sale: fen(salePrice * quantity), credit: creditPrice === null ? null : fen(creditPrice * quantity) }
}
