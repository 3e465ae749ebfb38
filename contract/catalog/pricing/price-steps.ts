import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { type Fen, maxFen } from '#contract/platform/core/money.ts'

/** The unit prices: 现金价, and 赊销价 if the SKU is sold on credit. */
export interface UnitPrices {
  salePriceFen: Fen
  creditPriceFen: Fen | null
}

/** Prices from a quantity on. */
export interface PricesFromQuantity extends UnitPrices {
  from: number
}

/**
 * The prices of one SKU in one price list. They hold from the start of the first day to the end of the last day in Asia/Shanghai; null: no
 * end.
 */
export interface SkuPricesInPriceList {
  /** 'contract': of this enterprise. A level: of that level and all above. */
  holder: 'contract' | MemberLevel
  fromDay: string
  untilDay: string | null
  prices: readonly PricesFromQuantity[]
}

/** Everything that determines the price of a SKU for one viewer: the public prices, the public quantity tiers, and his price lists. */
export interface SkuPriceSources {
  base: UnitPrices
  tiers: readonly PricesFromQuantity[]
  lists: readonly SkuPricesInPriceList[]
}

/** The rule behind a price of the catalog: none, a quantity, a level or a contract. */
type CatalogPriceOrigin = { kind: 'base' } | { kind: 'tier'; from: number } | { kind: 'level'; level: MemberLevel } | { kind: 'contract' }
/** The rule behind any price: that of the catalog, or the quotation that an order is made from. */
export type PriceOrigin = CatalogPriceOrigin | { kind: 'quotation' }

/** A step of a SKU's prices: the unit price from a quantity on until the next step, and its rule. */
export interface PriceLadderStep extends PricesFromQuantity {
  saleRule: PriceOrigin
  creditRule: PriceOrigin
}

/** The steps of a SKU. The first one begins at its smallest quantity. */
export type PriceLadder<Step = PriceLadderStep> = readonly [Step, ...Step[]]

interface Claim {
  from: number
  rule: CatalogPriceOrigin
  amountFen: Fen
}

const BASE: CatalogPriceOrigin = { kind: 'base' }
const kinds = ['contract', 'base', 'tier', 'level'] as const

/** Returns whether a list is in force on a day. */
export const isPriceListActive = ({ fromDay, untilDay }: Pick<SkuPricesInPriceList, 'fromDay' | 'untilDay'>, day: string): boolean =>
  fromDay <= day && (untilDay === null || day <= untilDay)

/** All prices of one price type, in order of precedence. The order of equal ones does not depend on the order of the input. */
function claimsOf({ base, tiers, lists }: SkuPriceSources, day: string, type: keyof UnitPrices): Claim[] {
  const toClaims = (price: PricesFromQuantity, rule: CatalogPriceOrigin): Claim[] => {
    const amountFen = price[type]
    return amountFen === null ? [] : [{ from: price.from, rule, amountFen }]
  }
  const claims = [
    ...toClaims({ ...base, from: 1 }, BASE),
    ...tiers.flatMap((tier) => toClaims(tier, { kind: 'tier', from: tier.from })),
    ...lists
      .filter((list) => isPriceListActive(list, day))
      .flatMap(({ holder, prices }) =>
        prices.flatMap((price) => toClaims(price, holder === 'contract' ? { kind: 'contract' } : { kind: 'level', level: holder })),
      ),
  ]
  const rank = ({ rule }: Claim) => kinds.indexOf(rule.kind) * 10 + (rule.kind === 'level' ? rule.level : 0)
  const bound = ({ rule }: Claim) => (rule.kind === 'contract' ? 0 : 1)
  return claims.sort((a, b) => bound(a) - bound(b) || a.amountFen - b.amountFen || rank(a) - rank(b) || a.from - b.from)
}

/**
 * The price of one price type by quantity, with an entry for each quantity at which something begins. A contract price for the quantity is
 * binding, whatever the public price is. Otherwise the lowest price wins. A larger quantity never has a higher unit price: the price of the
 * smaller quantity applies instead.
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
 * Computes all unit prices of a SKU on a day, by quantity: the first step from one unit on, and one more for each lower price. Only this
 * function decides prices (decision 13). A SKU that is not sold on credit has no credit price in any list, and a credit price is never
 * below the cash price.
 */
export function computePriceLadder(book: SkuPriceSources, day: string): PriceLadder {
  const [sales, credits] = [claimsOf(book, day, 'salePriceFen'), claimsOf(book, day, 'creditPriceFen')]
  const starts = [...new Set([...sales, ...credits].map(({ from }) => from))].sort((a, b) => a - b)
  const [sale, credit] = [climb(sales, starts), climb(credits, starts)]
  const steps: PriceLadderStep[] = []
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

/** Returns the step for a quantity. Below the first step it is the first. */
export const findPriceStepForQuantity = <Step extends { from: number }>([first, ...others]: PriceLadder<Step>, quantity: number): Step =>
  others.findLast(({ from }) => from <= quantity) ?? first
