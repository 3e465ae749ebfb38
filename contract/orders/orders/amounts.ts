import { type Fen, fen, multiplyFen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'

/** The payment methods by their names on the wire, with the price type that each uses. */
export const paymentMethods = {
  credit: { label: '赊销支付', hint: '次月10号还款', priceType: 'credit' },
  wallet: { label: '钱包支付', hint: '输入支付密码，立即付款', priceType: 'sale' },
  online: { label: '在线支付', hint: '银行卡或微信，提交订单后选择，实时到账', priceType: 'sale' },
  transfer: { label: '转账支付', hint: '线下转账并上传凭证，一般 1 个工作日内核对到账，到账后发货', priceType: 'sale' },
} as const satisfies Record<string, { label: string; hint: string; priceType: PriceType }>
export type PaymentMethod = keyof typeof paymentMethods

export type PriceType = 'sale' | 'credit'
export const priceTypeLabels: Record<PriceType, string> = { sale: '现金价', credit: '赊销价' }

/** The quantity and the prices of a line. */
export interface PricedLine {
  salePriceFen: Fen
  creditPriceFen: Fen | null
  quantity: number
}

/** Returns the unit price of a price type in fen; undefined if the SKU is not sold on credit. */
export const getUnitPrice = (line: Pick<PricedLine, 'salePriceFen' | 'creditPriceFen'>, type: PriceType): Fen | undefined =>
  type === 'sale' ? line.salePriceFen : (line.creditPriceFen ?? undefined)

/** Computes the goods total of lines at a price type, in fen; undefined if one of them is not sold on credit. */
export function computeGoodsTotalAtPriceType(lines: readonly PricedLine[], type: PriceType): Fen | undefined {
  const amounts = lines.map((line) => {
    const unit = getUnitPrice(line, type)
    return unit === undefined ? undefined : multiplyFen(unit, line.quantity)
  })
  return amounts.every((amount) => amount !== undefined) ? sum(amounts) : undefined
}

/** What the posting of a line needs: its net amount after the discount, and how much was shipped and posted before. */
export interface OrderLinePostingInput {
  netFen: Fen
  quantity: number
  /** Units that were shipped before this parcel. */
  shipped: number
  /** What earlier parcels have posted of the line, in fen. */
  postedFen: Fen
}

/**
 * Computes what a parcel posts of a line: net × units shipped so far ÷ units ordered, rounded down, minus what was posted before. So the
 * last unit gets the rest, and the parcels of a line always add up to it (domain §6).
 */
export function computeParcelLinePosting(line: OrderLinePostingInput, units: number): Fen {
  const out = line.shipped + units
  if (units < 0 || out > line.quantity) throw new RangeError('a parcel holds more than is left to ship')
  const due = Number((BigInt(line.netFen) * BigInt(out)) / BigInt(line.quantity))
  return subtractFen(fen(due), line.postedFen)
}

/** Computes what the whole parcel posts: the shares of its lines, plus the freight if it is the first parcel. */
export function computeParcelPosting(
  lines: readonly { line: OrderLinePostingInput; units: number }[],
  { first, freightFen }: { first: boolean; freightFen: Fen },
): Fen {
  return sum([first ? freightFen : ZERO_FEN, ...lines.map(({ line, units }) => computeParcelLinePosting(line, units))])
}
