import {
  type BasisPoints,
  type Fen,
  fen,
  formatMoney,
  multiplyFenCapped,
  subtractFen,
  sum,
  ZERO_FEN,
} from '#contract/platform/core/money.ts'

/** The tax on paper may differ from that which is computed of a line by so much, because suppliers round each unit price. */
const TAX_ROUNDING_FEN = 6
/** The same for the sum of all lines of a paper. */
export const TAX_ROUNDING_IN_ALL_FEN: Fen = fen(127)

/** The amount without the tax that it contains, half a fen rounded up. */
export const computeNetAmount = (total: Fen, rate: BasisPoints): Fen => {
  const by = BigInt(10_000 + rate)
  return fen(Number((20_000n * BigInt(total) + by) / (2n * by)))
}

export interface InvoicedAmounts {
  net: Fen
  tax: Fen
}

/** What a line comes to by its quantity and its price with tax. `total` and `tax` replace what is computed, where the supplier rounds otherwise. */
export function computeInvoicedAmounts({
  price,
  quantity,
  taxRate,
  total = multiplyFenCapped(price, quantity),
  tax = subtractFen(total, computeNetAmount(total, taxRate)),
}: {
  price: Fen
  quantity: number
  taxRate: BasisPoints
  total?: Fen | undefined
  tax?: Fen | undefined
}): InvoicedAmounts {
  return { net: subtractFen(total, tax), tax }
}

/** What lines come to together; `total`: with tax. */
export function sumInvoicedAmounts(lines: readonly InvoicedAmounts[]): InvoicedAmounts & { total: Fen } {
  const [net, tax] = [sum(lines.map((line) => line.net)), sum(lines.map((line) => line.tax))]
  return { net, tax, total: sum([net, tax]) }
}

/** Why the amounts of a line cannot be those of its quantity, price and rate; undefined: they can. */
export function findInvoicedAmountFault({
  price,
  quantity,
  taxRate,
  net,
  tax,
}: InvoicedAmounts & { price: Fen; quantity: number; taxRate: BasisPoints }): string | undefined {
  // A price is rounded to a fen, so the amount may differ by half a fen for each unit.
  const rounding = 1 + Math.floor(quantity / 2)
  const apart = net + tax - price * quantity
  if (Math.abs(apart) > rounding)
    return `价税合计 ${formatMoney(fen(net + tax))} 与数量乘含税单价 ${formatMoney(multiplyFenCapped(price, quantity))} 不符`
  const expected = computeInvoicedAmounts({ price, quantity, taxRate, total: fen(net + tax) }).tax
  if (Math.abs(tax - expected) > (taxRate === 0 ? 0 : TAX_ROUNDING_FEN))
    return `税额 ${formatMoney(tax)} 与按税率计算的 ${formatMoney(expected)} 不符`
  return undefined
}

/** Whether the tax of all lines together is further from the computed one than rounding explains. */
export function isTaxOfLinesTooFar(lines: readonly (InvoicedAmounts & { taxRate: BasisPoints })[]): boolean {
  const apart = lines.map(({ net, tax, taxRate }) => tax - (net + tax - computeNetAmount(fen(net + tax), taxRate)))
  return Math.abs(apart.reduce((sofar, one) => sofar + one, 0)) > TAX_ROUNDING_IN_ALL_FEN
}

/** One line of an invoice, and the line of the purchase order that it names as it is without this invoice. */
export interface SupplierInvoiceLineToMatch extends InvoicedAmounts {
  quantity: number
  taxRate: BasisPoints
  orderedPrice: Fen
  orderedTaxRate: BasisPoints
  /** The units of the order line that no other invoice names: of those that were ordered, and of those that came. */
  orderedOpen: number
  receivedOpen: number
}

/** By how much a line differs; all zero and false: not at all. */
export interface SupplierInvoiceLineMatch {
  /** With tax; more than zero: dearer than ordered. */
  priceDifference: Fen
  /** Whether it is more than the tolerance. */
  isPriceDifferent: boolean
  isTaxRateDifferent: boolean
  /** The units that are more than was ordered, and more than came. */
  overOrdered: number
  overReceived: number
}

/** Compares a line with what was ordered and what came (decision 530). The tolerance is a share of what its units cost as ordered. */
export function matchSupplierInvoiceLine(line: SupplierInvoiceLineToMatch, toleranceBp: BasisPoints): SupplierInvoiceLineMatch {
  const { quantity, net, tax, taxRate, orderedPrice, orderedTaxRate, orderedOpen, receivedOpen } = line
  const ordered = multiplyFenCapped(orderedPrice, quantity)
  const priceDifference = fen(net + tax - ordered)
  return {
    priceDifference,
    isPriceDifferent: BigInt(Math.abs(priceDifference)) * 10_000n > BigInt(ordered) * BigInt(toleranceBp),
    isTaxRateDifferent: taxRate !== orderedTaxRate,
    overOrdered: Math.max(0, quantity - Math.max(0, orderedOpen)),
    overReceived: Math.max(0, quantity - Math.max(0, receivedOpen)),
  }
}

export const isSupplierInvoiceLineDifferent = (match: Omit<SupplierInvoiceLineMatch, 'priceDifference'>): boolean =>
  match.isPriceDifferent || match.isTaxRateDifferent || match.overOrdered > 0 || match.overReceived > 0

/** 采购价差: what the units cost more without tax than the moving average was computed with; below zero: less. */
export const computePurchasePriceVariance = ({
  net,
  quantity,
  orderedPrice,
  orderedTaxRate,
}: Pick<SupplierInvoiceLineToMatch, 'net' | 'quantity' | 'orderedPrice' | 'orderedTaxRate'>): Fen =>
  subtractFen(net, computeNetAmount(multiplyFenCapped(orderedPrice, quantity), orderedTaxRate))

const formatSigned = (amount: Fen): string => `${amount > ZERO_FEN ? '高' : '低'} ${formatMoney(fen(Math.abs(amount)))}`

/** Says what differs, and by how much. */
export function formatSupplierInvoiceLineDifferences(match: SupplierInvoiceLineMatch): string[] {
  return [
    ...(match.isPriceDifferent ? [`金额比采购价${formatSigned(match.priceDifference)}`] : []),
    ...(match.isTaxRateDifferent ? ['税率与采购单不同'] : []),
    ...(match.overReceived > 0 ? [`比已收未开票多 ${match.overReceived}`] : []),
    ...(match.overOrdered > 0 ? [`比采购数量多 ${match.overOrdered}`] : []),
  ]
}
