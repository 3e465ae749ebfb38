import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { type Fen, maxFen } from '#contract/platform/core/money.ts'

/** What a unit costs: 现金价, and 赊销价 where it has one. */
export interface Prices {
  salePriceFen: Fen
  creditPriceFen: Fen | null
}

/** Prices from a quantity on. */
export interface QuantityPrice extends Prices {
  from: number
}

/** What a price list says of one SKU. It holds from the start of its first day to the end of its last, in Shanghai; null: until further notice. */
export interface ListedPrices {
  /** 'contract': of the one enterprise. A level: of that level and all above. */
  holder: 'contract' | MemberLevel
  fromDay: string
  untilDay: string | null
  prices: readonly QuantityPrice[]
}

/** All that the price of a SKU comes from, for one viewer: the prices of everybody, the quantity tiers of everybody, his lists. */
export interface SkuPriceSources {
  base: Prices
  tiers: readonly QuantityPrice[]
  lists: readonly ListedPrices[]
}

/** What a price is by: nothing special, a quantity, a level, a contract. */
export type PriceRule = { kind: 'base' } | { kind: 'tier'; from: number } | { kind: 'level'; level: MemberLevel } | { kind: 'contract' }

/** A step of a SKU's prices: what a unit costs from a quantity on, until the next step, and by which rule. */
export interface LadderStep extends QuantityPrice {
  saleRule: PriceRule
  creditRule: PriceRule
}

/** The steps of a SKU, the first of them from its smallest quantity on. */
export type PriceLadder<Step = LadderStep> = readonly [Step, ...Step[]]

interface Claim {
  from: number
  rule: PriceRule
  amountFen: Fen
}

const BASE: PriceRule = { kind: 'base' }
const kinds = ['contract', 'base', 'tier', 'level'] as const

/** Whether a list holds on a day. */
export const isPriceListActive = ({ fromDay, untilDay }: Pick<ListedPrices, 'fromDay' | 'untilDay'>, day: string): boolean =>
  fromDay <= day && (untilDay === null || day <= untilDay)

/** All that is said of one price type, the price that comes first in front; equal ones in an order that does not depend on how they were given. */
function claimsOf({ base, tiers, lists }: SkuPriceSources, day: string, type: keyof Prices): Claim[] {
  const said = (price: QuantityPrice, rule: PriceRule): Claim[] => {
    const amountFen = price[type]
    return amountFen === null ? [] : [{ from: price.from, rule, amountFen }]
  }
  const claims = [
    ...said({ ...base, from: 1 }, BASE),
    ...tiers.flatMap((tier) => said(tier, { kind: 'tier', from: tier.from })),
    ...lists
      .filter((list) => isPriceListActive(list, day))
      .flatMap(({ holder, prices }) =>
        prices.flatMap((price) => said(price, holder === 'contract' ? { kind: 'contract' } : { kind: 'level', level: holder })),
      ),
  ]
  const rank = ({ rule }: Claim) => kinds.indexOf(rule.kind) * 10 + (rule.kind === 'level' ? rule.level : 0)
  const bound = ({ rule }: Claim) => (rule.kind === 'contract' ? 0 : 1)
  return claims.sort((a, b) => bound(a) - bound(b) || a.amountFen - b.amountFen || rank(a) - rank(b) || a.from - b.from)
}

/**
 * What each quantity pays of one price type, quantity by quantity where something begins. A contract that names a price for the quantity is
 * binding, whatever everybody else pays; else the lowest of all that is said. More never costs more per unit: where the price would rise with
 * the quantity, the smaller quantity's stays.
 */
function climb(claims: readonly Claim[], starts: readonly number[]): Claim[] {
  const chosen: Claim[] = []
  for (const start of starts) {
    const [first] = claims.filter(({ from }) => from <= start)
    const before = chosen.at(-1)
    if (first) chosen.push(before && before.amountFen <= first.amountFen ? before : first)
  }
  return chosen
}

/**
 * Everything that a unit of a SKU costs on a day, by quantity: the first step from one unit on, each further one where a price falls. The one
 * place where prices are decided (decision 13). A SKU that is not sold on account is not by any list; on account is never cheaper than cash.
 */
export function computePriceLadder(book: SkuPriceSources, day: string): PriceLadder {
  const [sales, credits] = [claimsOf(book, day, 'salePriceFen'), claimsOf(book, day, 'creditPriceFen')]
  const starts = [...new Set([...sales, ...credits].map(({ from }) => from))].sort((a, b) => a - b)
  const [sale, credit] = [climb(sales, starts), climb(credits, starts)]
  const steps: LadderStep[] = []
  for (const [at, from] of starts.entries()) {
    const [cash, account] = [sale[at], credit[at]]
    if (!cash) continue
    const onAccount = book.base.creditPriceFen === null || !account ? null : maxFen(account.amountFen, cash.amountFen)
    const creditRule = account && onAccount === account.amountFen ? account.rule : cash.rule
    const before = steps.at(-1)
    if (before?.salePriceFen === cash.amountFen && before.creditPriceFen === onAccount) continue
    steps.push({ from, salePriceFen: cash.amountFen, creditPriceFen: onAccount, saleRule: cash.rule, creditRule })
  }
  const [first, ...others] = steps
  if (!first) throw new RangeError('a SKU without a price')
  return [first, ...others]
}

/** The step that a quantity stands on; below the first it is the first. */
export const priceStepAt = <Step extends { from: number }>([first, ...others]: PriceLadder<Step>, quantity: number): Step =>
  others.findLast(({ from }) => from <= quantity) ?? first
