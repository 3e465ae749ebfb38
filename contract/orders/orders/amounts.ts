import { type Fen, fen, multiply, subtract, sum, ZERO } from '#contract/platform/core/money.ts'

/** What the wire calls them; a method pays the price of its type. */
export const paymentMethods = {
  credit: { label: '赊销支付', hint: '次月10号还款', priceType: 'credit' },
  wallet: { label: '钱包支付', hint: '现金钱包余额', priceType: 'sale' },
  online: { label: '在线支付', hint: '银行卡或微信，提交订单后选择', priceType: 'sale' },
  transfer: { label: '转账支付', hint: '线下转账，提交订单后上传凭证', priceType: 'sale' },
} as const satisfies Record<string, { label: string; hint: string; priceType: PriceType }>
export type PaymentMethod = keyof typeof paymentMethods

export type PriceType = 'sale' | 'credit'
export const priceTypes: Record<PriceType, string> = { sale: '现金价', credit: '赊销价' }

/** A line as far as its money goes. */
export interface PricedLine {
  salePriceFen: Fen
  creditPriceFen: Fen | null
  quantity: number
}

/** The unit price of a price type; undefined where the SKU is not sold on credit. */
export const unitPrice = (line: Pick<PricedLine, 'salePriceFen' | 'creditPriceFen'>, type: PriceType): Fen | undefined =>
  type === 'sale' ? line.salePriceFen : (line.creditPriceFen ?? undefined)

/** Goods total of lines at a price type; undefined where one of them is not sold on credit. */
export function goodsTotal(lines: readonly PricedLine[], type: PriceType): Fen | undefined {
  const amounts = lines.map((line) => {
    const unit = unitPrice(line, type)
    return unit === undefined ? undefined : multiply(unit, line.quantity)
  })
  return amounts.every((amount) => amount !== undefined) ? sum(amounts) : undefined
}

/** A line on its way out: what it comes to after its share of the discount, how much of it has left, how much of it is posted. */
export interface LineProgress {
  netFen: Fen
  quantity: number
  /** Units that have left before this parcel. */
  shipped: number
  /** What earlier parcels have posted of it. */
  postedFen: Fen
}

/**
 * What a parcel posts of a line: the line's net × units out by now ÷ ordered, rounded down, less what was posted before; so the last
 * unit takes the rest and the parcels of a line always add up to it (domain §6).
 */
export function parcelShare(line: LineProgress, units: number): Fen {
  const out = line.shipped + units
  if (units < 0 || out > line.quantity) throw new RangeError('a parcel holds more than is left to ship')
  const due = Number((BigInt(line.netFen) * BigInt(out)) / BigInt(line.quantity))
  return subtract(fen(due), line.postedFen)
}

/** What the whole parcel posts: its lines' shares, and the freight with the first. */
export function parcelTotal(
  lines: readonly { line: LineProgress; units: number }[],
  { first, freightFen }: { first: boolean; freightFen: Fen },
): Fen {
  return sum([first ? freightFen : ZERO, ...lines.map(({ line, units }) => parcelShare(line, units))])
}
