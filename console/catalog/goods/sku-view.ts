import { parseAmount } from '#console/platform/components/forms/rule.ts'
import { computeIncreaseInBasisPoints, type Fen } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { refusals } from '#contract/platform/core/refusals.ts'
import { formatCount, formatSurchargePercent } from '#ui/format.ts'

/** Returns the surcharge of the credit price, '+4.9%'; undefined if one of the prices is missing. */
export const formatCreditSurcharge = (salePrice: Fen | undefined, creditPrice: Fen | null | undefined): string | undefined =>
  salePrice === undefined || creditPrice === undefined || creditPrice === null || salePrice <= 0 || creditPrice < salePrice
    ? undefined
    : formatSurchargePercent(computeIncreaseInBasisPoints(salePrice, creditPrice))

/** The server refuses a credit price below the cash price. The form reports it before. */
export function creditPriceError(saleText: string, creditText: string): string | undefined {
  const [sale, credit] = [parseAmount(saleText), parseAmount(creditText)]
  return sale !== undefined && credit !== undefined && credit < sale ? refusals.CREDIT_BELOW_SALE.msg : undefined
}

export type StockDirection = 'in' | 'out'

/** Returns what is wrong with a change of stock; undefined: nothing. Reserved units cannot be removed. */
export function stockChangeError(direction: StockDirection, units: number | null | undefined, available: number): string | undefined {
  if (units === null || units === undefined || units === 0) return '请输入数量'
  if (!Number.isInteger(units) || units < 0) return '数量必须为整数'
  if (units > 999_999) return '数量变化过大'
  return direction === 'out' && units > available ? `可售只有 ${available}` : undefined
}

export const toSignedUnits = (direction: StockDirection, units: number): number => (direction === 'in' ? units : 0 - units)

/** Formats a difference with its sign: '+3', '-12', '0'. */
export const formatSignedUnits = (change: number): string => (change > 0 ? `+${formatCount(change)}` : formatCount(change))

/** The stock in the system, and the units of it that are reserved for orders. */
export interface RecordedStock {
  inHouse: number
  reserved: number
}

/** Returns the current stock from the refusal of a count, after goods came or left meanwhile. */
export function parseRecordedStockInRefusal(error: Error | null): RecordedStock | undefined {
  if (!(error instanceof Refusal) || error.reason !== 'STOCK_MOVED') return undefined
  const { inHouse, reserved } = error.detail
  return typeof inHouse === 'number' && typeof reserved === 'number' ? { inHouse, reserved } : undefined
}
